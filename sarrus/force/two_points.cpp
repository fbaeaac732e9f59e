#include "sarrus/force/internal/two_points.h"

namespace sarrus::internal {

TwoPoints::TwoPoints(const State& state, const PlacePair& ends) : ends_(ends) {
  const Pose<double> X_WA = pose(state, ends.A.body), X_WB = pose(state, ends.B.body);
  arm_A_ = X_WA.R * ends.A.X_BF.p;
  arm_B_ = X_WB.R * ends.B.X_BF.p;
  const Vec3<double> from_A_to_B = (X_WB.p + arm_B_) - (X_WA.p + arm_A_);
  length = norm(from_A_to_B);
  if (length > 0) direction = (1 / length) * from_A_to_B;
}

void TwoPoints::pull(double tension, AppliedForces& forces) const {
  forces.add_at(ends_.A.body, arm_A_, tension * direction);
  forces.add_at(ends_.B.body, arm_B_, -tension * direction);
}

double TwoPoints::rate(const State& state) const {
  const Motion<double> V_WA = velocity(state, ends_.A.body), V_WB = velocity(state, ends_.B.body);
  return dot(direction, shift(V_WB, arm_B_).v - shift(V_WA, arm_A_).v);
}

}  // namespace sarrus::internal
