#include "bench/rigid.h"

#include <fmt/core.h>

#include <cmath>
#include <ctime>
#include <nlohmann/json.hpp>

#include "apps/plot/plot.h"
#include "bench/rigid_scene.h"
#include "sarrus/contact.h"
#include "sarrus/rigid.h"
#include "sarrus/sarrus.h"

namespace sarrus::bench {

namespace {

constexpr int rounds = 5;
constexpr double brief = 2;  ///< Runs that take longer, in seconds, are not repeated.

struct Line {
  std::string scene, program;
  SceneRun run;
  double step = 0;
  double error = std::numeric_limits<double>::quiet_NaN();  ///< Of the worst certificate.
};

std::vector<Vec3<double>> places(const RigidScene& scene, const State& state) {
  std::vector<Vec3<double>> found;
  for (const std::string& body : scene.resting)
    found.push_back(pose(state, body).p - (scene.relative_to == "world" ? Vec3<double>{0, 0, 0}
                                                                        : pose(state, scene.relative_to).p));
  return found;
}

/// Our run; `end` receives the last state.
Line run_ours(const RigidScene& scene, State* end = nullptr) {
  Line line{scene.name, "Sarrus", {}, scene.step};
  for (int round = 0; round < rounds; ++round) {
    TimeStepping stepping(scene.start, {.step = scene.step, .solver_tolerance = 1e-9, .record = false});
    std::vector<Vec3<double>> half;
    double drift = 0, contacts = 0;
    std::clock_t clocks = 0;
    const long most = std::lround(scene.duration / scene.step);
    for (long i = 0; i < most; ++i) {
      const std::clock_t began = std::clock();
      stepping.step();
      clocks += std::clock() - began;
      if (i % 20 == 0)
        for (const RigidForce& force : stepping.forces()) contacts += force.body1 >= 0 ? 20 : 0;
      if (i < most / 2) continue;
      const std::vector<Vec3<double>> now = places(scene, stepping.state());
      if (half.empty()) half = now;
      for (std::size_t b = 0; b < now.size(); ++b) drift = std::max(drift, norm(now[b] - half[b]));
    }
    const double seconds = static_cast<double>(clocks) / CLOCKS_PER_SEC;
    const SteppingReport& report = stepping.report();
    const double step_us = 1e6 * seconds / static_cast<double>(most);
    if (round == 0 || step_us < line.run.step_us) line.run.step_us = step_us;
    line.run.contacts = contacts / static_cast<double>(most);
    line.run.penetration = report.largest_penetration;
    line.run.drift = drift;
    line.run.time = scene.duration;
    line.error = report.worst.scale > 0 ? report.worst.complementarity / report.worst.scale : 0.0;
    if (end != nullptr) *end = stepping.state();
    if (seconds > brief) break;
  }
  return line;
}

class Comparison {
 public:
  Comparison(const Peers& peers, const std::string& folder) : peers_(peers), folder_(folder) {
    fmt::print("\nTime steps with rigid contact\n{:<30}{:<20}{:>6}{:>10}{:>12}{:>12}{:>12}{:>10}{:>8}\n", "",
               "", "ms", "contacts", "µs/step", "overlap, m", "drift, m", "error", "ratio");
  }

  /// Measures a scene by everyone who can; returns the lines, ours first.
  std::vector<Line> measure(const RigidScene& scene, State* end = nullptr) {
    std::vector<Line> lines{run_ours(scene, end)};
    print(lines.back(), lines.front());
    if (scene.has_peers) {
      const std::string path = folder_ + "/scene.txt";
      write_scene(scene, path);
      for (const char* variant : {"elliptic", "pyramid"})
        add(peers_.named("MuJoCo"), fmt::format("MuJoCo, {}", variant), path, variant, scene, lines);
      if (scene.is_of_free_bodies) add(peers_.named("Jolt"), "Jolt", path, "", scene, lines);
    }
    for (const Line& line : lines)
      json_.push_back({{"scene", line.scene},
                       {"program", line.program},
                       {"step_s", line.step},
                       {"contacts", line.run.contacts},
                       {"step_us", line.run.step_us},
                       {"penetration_m", line.run.penetration},
                       {"drift_m", line.run.drift},
                       {"error", line.error},
                       {"simulated_s", line.run.time}});
    return lines;
  }
  const nlohmann::ordered_json& json() const { return json_; }

 private:
  void add(const Peer* peer, const std::string& name, const std::string& path, const std::string& variant,
           const RigidScene& scene, std::vector<Line>& lines) {
    if (peer == nullptr) return;
    Line line{scene.name, name, {}, scene.step};
    try {
      for (int round = 0; round < rounds; ++round) {
        const SceneRun run = peer->steps(path, variant);
        if (round == 0 || run.step_us < line.run.step_us) line.run = run;
        if (run.step_us * 1e-6 * run.time / scene.step > brief) break;
      }
    } catch (const std::exception&) {
      return;  // it cannot do this one
    }
    lines.push_back(line);
    print(line, lines.front());
  }
  static void print(const Line& line, const Line& ours) {
    fmt::print("{:<30}{:<20}{:>6.3g}{:>10.1f}{:>12.5g}{:>12.2g}{:>12.2g}{:>10.1g}{:>8.2f}{}\n", line.scene,
               line.program, 1000 * line.step, line.run.contacts, line.run.step_us, line.run.penetration,
               line.run.drift, line.error, ours.run.step_us / line.run.step_us,
               line.run.time < 0.99 * ours.run.time ? fmt::format("  until {:.3g} s", line.run.time) : "");
    std::fflush(stdout);
  }

  const Peers& peers_;
  std::string folder_;
  nlohmann::ordered_json json_;
};

/// Walls at rest of 2 to 10 courses.
Plot measure_growth(Comparison& comparison) {
  std::vector<Curve> curves;
  for (const int n : {2, 3, 4, 5, 6, 8, 10})
    for (const Line& line : comparison.measure(wall(n, n))) {
      auto at =
          std::find_if(curves.begin(), curves.end(), [&](const Curve& c) { return c.label == line.program; });
      if (at == curves.end()) {
        const std::size_t color = curves.size();
        curves.push_back({line.program, {}, {}, color, color == 0 ? Stroke::thick : Stroke::thin});
        at = curves.end() - 1;
      }
      at->x.push_back(line.run.contacts), at->y.push_back(line.run.step_us);
    }
  return {"Time steps of walls at rest", "contacts", "µs per step", {{"", std::move(curves)}}, 640, 440};
}

}  // namespace

nlohmann::ordered_json measure_rigid(const Peers& peers, const ModelFolder& models,
                                     const std::string& pictures_folder) {
  Comparison comparison(peers, models.path());
  comparison.measure(humanoids(1));
  comparison.measure(humanoids(100));
  comparison.measure(stance(models));
  comparison.measure(talos(models));
  comparison.measure(gripper());
  comparison.measure(wall(10, 1));
  write_svg(measure_growth(comparison), pictures_folder + "/rigid_growth.svg");
  const RigidScene falling = spheres(10);
  State end = falling.start;
  comparison.measure(falling, &end);
  comparison.measure(pile(falling, end));
  return comparison.json();
}

}  // namespace sarrus::bench
