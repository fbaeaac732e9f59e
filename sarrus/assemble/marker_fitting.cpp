#include "sarrus/assemble/marker_fitting.h"

#include <cmath>

namespace sarrus {

namespace {

/// Computes the distances of the markers from their measured positions.
void measure(const State& state, const KinematicTargets& targets, FittedMotion& motion) {
  PositionKinematics<double> position(state.tree());
  calc_position_kinematics(state.tree(), state.q(), position);
  double squares = 0, worst = 0;
  int count = 0, worst_marker = -1;
  for (int m = 0; m < targets.count(); ++m) {
    if (targets.is_missing(m)) continue;
    const double distance = targets.calc_distance(state.tree(), position, state.q(), m).position;
    squares += distance * distance;
    ++count;
    if (worst_marker < 0 || distance > worst) worst = distance, worst_marker = m;
  }
  motion.rms.push_back(count > 0 ? std::sqrt(squares / count) : 0);
  motion.worst_marker.push_back(worst_marker);
  motion.worst_distance.push_back(worst);
}

}  // namespace

FittedMotion fit_markers(const State& start, const Array<Marker>& markers,
                         const Array<Array<Vec3<double>>>& frames, const InverseKinematicsOptions& options) {
  InverseKinematicsOptions warm = options;
  warm.restarts = 0;
  InverseKinematics first(start, options), next(start, warm);
  constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  for (const Marker& marker : markers)
    for (InverseKinematics* ik : {&first, &next})
      ik->targets().add_point(marker.on, {unknown, unknown, unknown}, {.weight = marker.weight});
  FittedMotion motion;
  for (std::size_t f = 0; f < frames.size(); ++f) {
    require(frames[f].size() == markers.size(), "frame {} has {} positions, but there are {} markers", f,
            frames[f].size(), markers.size());
    InverseKinematics& ik = f == 0 ? first : next;
    for (int m = 0; m < ik.targets().count(); ++m) ik.targets().set_point(m, frames[f][m]);
    motion.converged.push_back(ik.solve().converged ? 1 : 0);
    motion.q.push_back({ik.q().begin(), ik.q().end()});
    measure(ik.state(), ik.targets(), motion);
    if (f == 0) next.set_q(first.q());
  }
  return motion;
}

}  // namespace sarrus
