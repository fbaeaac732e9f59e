#pragma once
/// @file
/// Balls on a floor, y = 0, for 5 s: "spheres_N_stiffness" such as "spheres_1_1e6". One ball is thrown along
/// x; several fall apart from each other along z; those of "spheres_Npile_stiffness" fall onto each other.
/// Standard C++17 only: the programs of the peers use it too.

#include <cstdlib>
#include <string>
#include <vector>

namespace sarrus::bench::spheres {

constexpr double radius = 0.1, mass = 1, inertia = 0.004, gravity = 9.81, duration = 5;
constexpr double dissipation = 0.5, static_friction = 0.8, dynamic_friction = 0.5, transition_speed = 0.01;

inline int count(const std::string& name) { return std::atoi(name.c_str() + name.find('_') + 1); }
inline double stiffness(const std::string& name) { return std::atof(name.c_str() + name.rfind('_') + 1); }

struct Start {
  double p[3], v[3];
};
inline std::vector<Start> starts(const std::string& name) {
  if (count(name) == 1) return {{{0, 0.6, 0}, {1, 0, 0}}};
  const bool is_pile = name.find("pile") != std::string::npos;
  std::vector<Start> all;
  for (int i = 0; i < count(name); ++i)
    if (is_pile)
      all.push_back({{0.03 * (7 * i % 5 - 2), 0.3 + 0.25 * i, 0.03 * (3 * i % 5 - 2)}, {0, 0, 0}});
    else
      all.push_back({{0.5 * i, 0.3 + 0.05 * i, 0}, {0, 0, 1}});
  return all;
}

}  // namespace sarrus::bench::spheres
