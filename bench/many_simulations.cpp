#include "bench/many_simulations.h"

#include <fmt/core.h>

#include <chrono>
#include <ctime>
#include <nlohmann/json.hpp>
#include <thread>

#include "sarrus/joint/joints.h"
#include "sarrus/model/builder.h"
#include "sarrus/simulate/simulate_all.h"

namespace sarrus::bench {

namespace {

constexpr int count = 1000, rounds = 5;
constexpr double duration = 2, accuracy = 1e-6;

System double_pendulum() {
  const RigidInertia<double> link =
      RigidInertia<double>::from_central(1, {0, -0.5, 0}, Sym3<double>{0.1, 0.01, 0.1, 0, 0, 0});
  ModelBuilder builder("double pendulum");
  builder.gravity({0, -9.81, 0});
  builder.body("upper", link);
  builder.body("lower", link);
  builder.joint("shoulder", Pin{}, "world", "upper");
  builder.joint("elbow", Pin{}, "upper", "lower").parent_frame({0, -1, 0});
  return System(builder.build());
}

/// From hanging down to standing upright.
std::vector<State> initial_states(const System& system) {
  std::vector<State> states;
  for (int i = 0; i < count; ++i) {
    states.push_back(system.default_state());
    states.back().set_q(0, 3.14 * i / count);
  }
  return states;
}

double wall_seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}
double cpu_seconds_now() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

}  // namespace

ManySimulations::ManySimulations() {
  const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  for (int threads = 1; threads <= cores; threads *= 2) lines_.push_back({threads, 1e30, 1e30});
  const System system = double_pendulum();
  const std::vector<State> states = initial_states(system);
  for (int round = 0; round < rounds; ++round)
    for (Line& line : lines_) {
      const double wall = wall_seconds_now(), cpu = cpu_seconds_now();
      simulate_all(states, duration, {.accuracy = accuracy}, line.threads);
      line.wall_seconds = std::min(line.wall_seconds, wall_seconds_now() - wall);
      line.cpu_seconds = std::min(line.cpu_seconds, cpu_seconds_now() - cpu);
    }
}

void ManySimulations::print() const {
  fmt::print("\n{} simulations of a double pendulum, {} s each\n{:>8} {:>9} {:>9} {:>11}\n", count, duration,
             "threads", "wall s", "CPU s", "efficiency");
  for (const Line& line : lines_)
    fmt::print("{:>8} {:>9.4f} {:>9.4f} {:>11.2f}\n", line.threads, line.wall_seconds, line.cpu_seconds,
               efficiency(line));
}

nlohmann::ordered_json ManySimulations::json() const {
  nlohmann::ordered_json json{{"title", fmt::format("{} simulations of a double pendulum", count)}};
  for (const Line& line : lines_)
    json["runs"].push_back({{"threads", line.threads},
                            {"wall_seconds", line.wall_seconds},
                            {"cpu_seconds", line.cpu_seconds},
                            {"efficiency", efficiency(line)}});
  return json;
}

}  // namespace sarrus::bench
