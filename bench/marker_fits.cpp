#include "bench/marker_fits.h"

#include <fmt/core.h>

#include <cmath>
#include <ctime>
#include <nlohmann/json.hpp>
#include <numbers>
#include <random>

#include "bench/mimic_joints.h"
#include "sarrus/assemble/marker_fitting.h"
#include "sarrus/dynamics/frames.h"

namespace sarrus::bench {

namespace {

constexpr int markers_per_robot = 40, frames_per_motion = 1000;

/// Markers on the bodies in turn, and where they are seen along a motion of all joints.
struct Recording {
  Array<Marker> markers{};
  Array<Array<Vec3<double>>> frames{};

  explicit Recording(const State& start) {
    const Model& model = start.model();
    std::mt19937 engine(1);
    std::uniform_real_distribution<double> place(-0.1, 0.1), error(-1e-3, 1e-3);
    const auto vector = [&](auto& random) { return Vec3{random(engine), random(engine), random(engine)}; };
    Array<FrameOn<double>> on;
    for (int m = 0; m < markers_per_robot; ++m) {
      const int body = 1 + m * (start.tree().body_count() - 1) / markers_per_robot;
      const Vec3<double> p = vector(place);
      on.push_back({body, p});
      markers.push_back({fmt::format("{}", m), Place(model.body(body).name, p)});
    }
    PositionKinematics<double> position(start.tree());
    for (int f = 0; f < frames_per_motion; ++f) {
      const Array<double> q = coordinates(start, 2 * std::numbers::pi * f / frames_per_motion);
      calc_position_kinematics(start.tree(), q, position);
      Array<Vec3<double>>& seen = frames.emplace_back();
      for (const FrameOn<double>& marker : on)
        seen.push_back(calc_pose(start.tree(), position, marker).p + vector(error));
    }
  }
  /// Each joint of one speed swings in its own phase, those of a gripper together.
  static Array<double> coordinates(const State& start, double angle) {
    Array<double> q(start.q().begin(), start.q().end());
    for (const Body& body : start.model().bodies()) {
      if (body.nq != 1) continue;
      const bool is_mimic = body.joint_name.starts_with("gripper");
      const double sign = is_mimic && body.joint_name.back() >= '3' ? -1 : 1;
      q[body.q0] += sign * 0.3 * std::sin(angle + (is_mimic ? 0 : body.q0));
    }
    return q;
  }
};

/// The best of three runs, in seconds of processor time.
double seconds(const State& start) {
  const Recording recording(start);
  double best = std::numeric_limits<double>::infinity();
  for (int run = 0; run < 3; ++run) {
    const std::clock_t begin = std::clock();
    fit_markers(start, recording.markers, recording.frames);
    best = std::min(best, static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
  }
  return best;
}

}  // namespace

nlohmann::ordered_json measure_marker_fits(const ModelFolder& models) {
  nlohmann::ordered_json json;
  fmt::print("\ns for fitting {} frames to {} markers\n", frames_per_motion, markers_per_robot);
  const auto measure = [&](const char* what, const State& start) {
    json[what] = seconds(start);
    fmt::print("{:<40}{:>10.3f}\n", what, json[what].get<double>());
  };
  const Model talos = models.load("talos").model;
  measure("ur5", System(models.load("ur5").model).default_state());
  measure("talos", System(talos).default_state());
  measure("talos with mimic joints", with_mimic_joints(talos).build().default_state());
  return json;
}

}  // namespace sarrus::bench
