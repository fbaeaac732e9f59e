#include "bench/planar_systems.h"

#include <fmt/core.h>

#include <functional>
#include <nlohmann/json.hpp>

#include "bench/system_case.h"
#include "sarrus/joint/joints.h"
#include "sarrus/model/builder.h"
#include "sarrus/planar/planar_dynamics.h"
#include "sarrus/spatial/solids.h"

namespace sarrus::bench {

namespace {

constexpr int rounds = 5;
const char* const ways[] = {"kernel, space", "kernel, plane", "State, space", "State, plane"};

/// A chain of bricks; the first joint may be another than the pins between the others.
BenchModel chain(int bodies, const Joint& first, double tilt) {
  ModelBuilder builder("chain");
  builder.gravity({0, -9.81, 0});
  std::string parent = world_name;
  for (int i = 0; i < bodies; ++i) {
    const std::string body = fmt::format("link{}", i);
    const double angle = i + 1 == bodies ? tilt : 0.0;
    builder.body(body, solid_brick(1.0, {0.1, 0.5, 0.2}));
    builder.joint(fmt::format("joint{}", i), i == 0 ? first : Joint(Pin{}), parent, body)
        .parent_frame(Pose<double>{Rotation<double>::about_x(angle), {0, -0.5, 0}})
        .child_frame({0, 0.5, 0});
    parent = body;
  }
  return {"chain", "", builder.build(), bodies};
}

/// The accelerations of a chain, by the kernels and through States.
struct Chains {
  Chains(int bodies, const Joint& first)
      : in_plane(chain(bodies, first, 0)), in_space(chain(bodies, first, 1e-6)) {}
  void plane(int i) {
    calc_forward_dynamics(planar, states.q[i], states.u[i], states.udot[i], {}, workspace, states.tau);
  }
  BenchModel in_plane, in_space;
  Case<double> states{in_plane};
  PlanarTree<double> planar{states.tree};
  PlanarDynamics<double> workspace{planar};
  SystemCase plane_state{in_plane}, space_state{in_space};
};

}  // namespace

PlanarSystems::PlanarSystems() {
  const auto add = [&](const std::string& name, int bodies, const Joint& first) {
    Chains chains(bodies, first);
    const std::function<void(int)> functions[] = {[&](int i) { chains.states.forward_dynamics(i); },
                                                  [&](int i) { chains.plane(i); },
                                                  [&](int i) { chains.space_state.accelerations(i); },
                                                  [&](int i) { chains.plane_state.accelerations(i); }};
    std::vector<double> best(std::size(functions), 1e30);
    for (int round = 0; round < rounds; ++round)
      for (std::size_t i = 0; i < best.size(); ++i)
        best[i] = std::min(best[i], best_nanoseconds(functions[i]));
    lines_.push_back({name, best});
  };
  for (const int bodies : {2, 3, 6, 10, 30, 100}) add(fmt::format("{} pins", bodies), bodies, Pin{});
  for (const int bodies : {2, 4, 11}) add(fmt::format("planar, {} pins", bodies - 1), bodies, Planar{});
}

void PlanarSystems::print() const {
  fmt::print("\naccelerations of planar mechanisms, ns per state, one core\n{:<16}", "");
  for (const char* way : ways) fmt::print(" {:>14}", way);
  fmt::print("\n");
  for (const Line& line : lines_) {
    fmt::print("{:<16}", line.mechanism);
    for (const double ns : line.times) fmt::print(" {:>14.0f}", ns);
    fmt::print("   {:.2f} {:.2f}\n", line.times[1] / line.times[0], line.times[3] / line.times[2]);
  }
}

nlohmann::ordered_json PlanarSystems::json() const {
  nlohmann::ordered_json json;
  for (const Line& line : lines_)
    for (std::size_t i = 0; i < line.times.size(); ++i) json[line.mechanism][ways[i]] = line.times[i];
  return json;
}

}  // namespace sarrus::bench
