#pragma once
/// @file
/// A ball whose surface is a mesh, on a floor, y = 0: "foundation_N" has N triangles or a few more. Standard
/// C++17 only: the programs of the peers use it too.

#include <array>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

namespace sarrus::bench::foundation {

constexpr double radius = 0.1, mass = 1, inertia = 0.004, gravity = 9.81, thickness = 0.01, stiffness = 1e6;
constexpr double dissipation = 0.5, static_friction = 0.8, dynamic_friction = 0.5, transition_speed = 0.01;

inline int triangles(const std::string& name) { return std::atoi(name.c_str() + name.find('_') + 1); }

struct Mesh {
  std::vector<std::array<double, 3>> vertices;
  std::vector<std::array<int, 3>> triangles;
};
/// Rings of latitude with twice as many meridians.
inline Mesh ball(int triangles) {
  const double pi = 3.14159265358979323846;
  const int rings = static_cast<int>(std::ceil(std::sqrt(triangles / 4.0))) + 1, meridians = 2 * rings;
  Mesh mesh;
  mesh.vertices.push_back({0, radius, 0});
  for (int i = 1; i < rings; ++i)
    for (int k = 0; k < meridians; ++k) {
      const double latitude = pi * i / rings, longitude = 2 * pi * k / meridians;
      mesh.vertices.push_back({radius * std::sin(latitude) * std::sin(longitude), radius * std::cos(latitude),
                               radius * std::sin(latitude) * std::cos(longitude)});
    }
  mesh.vertices.push_back({0, -radius, 0});
  const int last = static_cast<int>(mesh.vertices.size()) - 1;
  const auto at = [&](int ring, int k) { return 1 + (ring - 1) * meridians + k % meridians; };
  for (int k = 0; k < meridians; ++k) {
    mesh.triangles.push_back({0, at(1, k), at(1, k + 1)});
    for (int i = 1; i + 1 < rings; ++i) {
      mesh.triangles.push_back({at(i, k), at(i + 1, k), at(i + 1, k + 1)});
      mesh.triangles.push_back({at(i, k), at(i + 1, k + 1), at(i, k + 1)});
    }
    mesh.triangles.push_back({at(rings - 1, k), last, at(rings - 1, k + 1)});
  }
  return mesh;
}

}  // namespace sarrus::bench::foundation
