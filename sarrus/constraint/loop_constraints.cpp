#include "sarrus/constraint/loop_constraints.h"

#include <numbers>

#include "sarrus/constraint/ball_constraint.h"
#include "sarrus/constraint/constant_angle_constraint.h"
#include "sarrus/constraint/constant_orientation_constraint.h"
#include "sarrus/constraint/parallel_axes_constraint.h"
#include "sarrus/constraint/point_in_plane_constraint.h"
#include "sarrus/constraint/point_on_line_constraint.h"
#include "sarrus/constraint/weld_constraint.h"
#include "sarrus/joint/joints.h"

namespace sarrus {

namespace {

/// Adds the constraints that replace a joint of each type, with its frames F and M.
struct LoopConstraints {
  SystemBuilder& builder;
  const JointDescription& joint;
  std::string body_F, body_M;
  Pose<double> X_F, X_M;

  Place F() const { return {body_F, X_F}; }
  Place M() const { return {body_M, X_M}; }
  /// The frames F and M, rotated so that their z axes lie along another of their axes.
  Place F_along(int axis) const { return {body_F, X_F * z_along(axis)}; }
  Place M_along(int axis) const { return {body_M, X_M * z_along(axis)}; }
  static Pose<double> z_along(int axis) {
    return Pose<double>::rotation(rotation_with_axis(2, Vec3<double>::unit(axis)));
  }
  template <class E>
  void position(E element) {
    builder.add(joint.name, std::move(element));
  }
  template <class E>
  void orientation(E element) {
    builder.add(joint.name + ".axes", std::move(element));
  }

  void operator()(const Weld&) { position(WeldConstraint(F(), M())); }
  void operator()(const Ball&) { position(BallConstraint(F(), M())); }
  void operator()(const Gimbal&) { position(BallConstraint(F(), M())); }
  void operator()(const Translation&) { orientation(ConstantOrientationConstraint(F(), M())); }
  void operator()(const Free&) {}
  void operator()(const Pin&) {
    position(BallConstraint(F(), M()));
    orientation(ParallelAxesConstraint(F(), M()));
  }
  void operator()(const Slider&) {
    position(PointOnLineConstraint(F_along(0), M()));
    orientation(ConstantOrientationConstraint(F(), M()));
  }
  void operator()(const Cylinder&) {
    position(PointOnLineConstraint(F(), M()));
    orientation(ParallelAxesConstraint(F(), M()));
  }
  void operator()(const Planar&) {
    position(PointInPlaneConstraint(F(), M()));
    orientation(ParallelAxesConstraint(F(), M()));
  }
  void operator()(const Universal&) {  // x of F stays normal to y of M
    position(BallConstraint(F(), M()));
    orientation(ConstantAngleConstraint(F_along(0), M_along(1), std::numbers::pi / 2));
  }
  template <JointType J>
  void operator()(const J&) {
    fail(
        "joint '{}' between '{}' and '{}' closes a loop, and no constraints stand for its type, {}; close it "
        "with coordinates",
        joint.name, joint.parent, joint.child, joint.joint.type_name());
  }
};

}  // namespace

void add_loop_constraints(SystemBuilder& builder, const JointDescription& described) {
  const JointDescription joint = with_axis_in_frames(described);
  const bool reversed = joint.joint.is_reversed();  // M is on the parent
  std::visit(LoopConstraints{.builder = builder,
                             .joint = joint,
                             .body_F = reversed ? joint.child : joint.parent,
                             .body_M = reversed ? joint.parent : joint.child,
                             .X_F = reversed ? joint.X_BM : joint.X_PF,
                             .X_M = reversed ? joint.X_PF : joint.X_BM},
             joint.joint.type().variant);
}

}  // namespace sarrus
