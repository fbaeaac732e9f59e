#include "sarrus/linearize/mode_motion.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "sarrus/linearize/internal/permitted_states.h"
#include "sarrus/system/responses.h"

namespace sarrus {

using internal::PermittedStates;

namespace {

/// Origins, centers of mass and both frames of the joint of every body.
Array<FrameOn<double>> points_of_bodies(const State& state) {
  Array<FrameOn<double>> points;
  const Array<Body>& bodies = state.model().bodies();
  for (int i = 1; i < static_cast<int>(bodies.size()); ++i) {
    points.emplace_back(i);
    points.emplace_back(i, bodies[i].X_BM.p);
    points.emplace_back(bodies[i].parent, bodies[i].X_PF.p);
    const RigidInertia<double>& inertia = state.model_parameters().inertia[i];
    if (inertia.m > 0) points.emplace_back(i, inertia.com());
  }
  return points;
}

/// The largest radius of gyration of a body: the size of a mechanism that is a single body about its origin.
double largest_gyration(const State& state) {
  double largest = 0;
  for (const RigidInertia<double>& inertia : state.model_parameters().inertia) {
    if (!(inertia.m > 0)) continue;
    const Sym3<double> I = inertia.central();
    largest = std::max(largest, std::sqrt((I.xx + I.yy + I.zz) / (2 * inertia.m)));
  }
  return largest;
}

double size_of_mechanism(const State& state, const Array<FrameOn<double>>& points) {
  Vec3<double> low = pose(state, points.front()).p, high = low;
  for (const FrameOn<double>& point : points) {
    const Vec3<double> p = pose(state, point).p;
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  return std::max(norm(high - low), largest_gyration(state));
}

/// The largest amplitudes of points (m) and of turns (rad) for ε = 1, or bounds of them.
struct Extent {
  double displacement = 0, turn = 0;
};
Extent calc_extent(State state, const Array<FrameOn<double>>& points, const VectorX<double>& real,
                   const VectorX<double>& imaginary) {
  Array<Extent> parts(points.size());  // sums of squares
  for (const VectorX<double>* direction : {&real, &imaginary}) {
    state.set_u(Array<double>(direction->begin(), direction->end()));
    for (int i = 0; i < static_cast<int>(points.size()); ++i) {
      const Motion<double> V = velocity(state, points[i]);
      parts[i].displacement += dot(V.v, V.v), parts[i].turn += dot(V.w, V.w);
    }
  }
  Extent largest;
  for (const Extent& part : parts) {
    largest.displacement = std::max(largest.displacement, std::sqrt(part.displacement));
    largest.turn = std::max(largest.turn, std::sqrt(part.turn));
  }
  return largest;
}

VectorX<double> deviations(const LinearMode& mode, double amplitude, double phase) {
  VectorX<double> x(static_cast<Eigen::Index>(mode.shape.size()));
  for (int i = 0; i < static_cast<int>(mode.shape.size()); ++i)
    x[i] = amplitude * (mode.shape[i] * std::polar(1.0, phase)).real();
  return x;
}

/// ε of a motion of the wanted size.
double choose_amplitude(const State& state, const PermittedStates& permitted, const LinearMode& mode,
                        const ModeMotionOptions& options) {
  const Array<FrameOn<double>> points = points_of_bodies(state);
  if (points.empty()) return 0;
  const auto direction = [&](double phase) {
    return permitted.direction_of_positions(deviations(mode, 1, phase));
  };
  const Extent extent = calc_extent(state, points, direction(0), direction(std::numbers::pi / 2));
  double amplitude = std::numeric_limits<double>::infinity();
  if (extent.turn > 1e-9) amplitude = options.largest_turn / extent.turn;
  if (extent.displacement > 1e-9)
    amplitude =
        std::min(amplitude, options.relative_size * size_of_mechanism(state, points) / extent.displacement);
  return std::isfinite(amplitude) ? amplitude : 0;
}

/// True if constraints can be satisfied all along one period.
bool is_reachable(PermittedStates& permitted, const LinearMode& mode, double amplitude, int frames) {
  for (int i = 0; i < frames; ++i)
    if (!permitted.move_to(deviations(mode, amplitude, 2 * std::numbers::pi * i / frames))) return false;
  return true;
}

}  // namespace

ModeMotion calc_mode_motion(const State& state, const LinearMode& mode, const ModeMotionOptions& options) {
  constexpr int halvings = 10;
  PermittedStates permitted(state);
  require(static_cast<int>(mode.shape.size()) == permitted.size(),
          "the mode has {} states, but small motions about the given state have {}: give the state that was "
          "linearized",
          static_cast<int>(mode.shape.size()), permitted.size());
  require(
      options.periods > 0 && options.frames_per_period > 1,
      "a motion of {} periods with {} frames each cannot be shown: give at least one period and two frames",
      options.periods, options.frames_per_period);
  const int n = options.frames_per_period;
  ModeMotion motion{choose_amplitude(state, permitted, mode, options)};
  for (int i = 0; i < halvings && !is_reachable(permitted, mode, motion.amplitude, n); ++i)
    motion.amplitude /= 2;
  const double own = mode.is_oscillation() ? 2 * std::numbers::pi / mode.frequency() : 1,
               period = options.period > 0 ? options.period : own;
  for (int i = 0; i <= n * options.periods; ++i) {
    const double phase = 2 * std::numbers::pi * (i % n) / n;
    motion.frames.push_back(permitted.at(deviations(mode, motion.amplitude, phase)));
    motion.frames.back().set_time(period * i / n);
  }
  return motion;
}

}  // namespace sarrus
