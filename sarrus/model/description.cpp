#include "sarrus/model/description.h"

#include "sarrus/base/error.h"

namespace sarrus {

namespace {
CoordinateLimits& limits_of(JointDescription& joint, std::size_t coordinate) {
  const std::size_t nq = joint.joint.nq();
  require(coordinate < nq, "joint '{}' has {} coordinates; there is no coordinate {} to limit", joint.name,
          nq, coordinate);
  joint.limits.resize(nq);
  return joint.limits[coordinate];
}
}  // namespace

JointDescription& JointDescription::limit(double lower, double upper, std::size_t coordinate) {
  CoordinateLimits& of = limits_of(*this, coordinate);
  of.lower = lower, of.upper = upper;
  return *this;
}
JointDescription& JointDescription::speed_limit(double most, std::size_t coordinate) {
  return limits_of(*this, coordinate).speed = most, *this;
}
JointDescription& JointDescription::effort_limit(double most, std::size_t coordinate) {
  return limits_of(*this, coordinate).effort = most, *this;
}

bool is_massless(const BodyDescription& body) {
  const RigidInertia<double>& M = body.inertia;
  return M.m == 0 && norm(M.h) == 0 && M.I.xx == 0 && M.I.yy == 0 && M.I.zz == 0;
}

JointDescription with_axis_in_frames(JointDescription joint) {
  if (!joint.axis_direction) return joint;
  const int own = joint.joint.shape() == JointShape::prismatic ? 0 : 2;
  const Pose<double> turn = Pose<double>::rotation(rotation_with_axis(own, *joint.axis_direction));
  joint.X_PF = joint.X_PF * turn;
  joint.X_BM = joint.X_BM * turn;
  joint.axis_direction.reset();
  return joint;
}

}  // namespace sarrus
