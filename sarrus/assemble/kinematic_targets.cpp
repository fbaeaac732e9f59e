#include "sarrus/assemble/kinematic_targets.h"

#include <algorithm>
#include <cmath>

#include "sarrus/dynamics/jacobian.h"
#include "sarrus/scalar/eigen.h"
#include "sarrus/spatial/internal/finite.h"
#include "sarrus/spatial/lie.h"

namespace sarrus {

using internal::is_finite;

namespace {

double root_of_weight(double weight) {
  require(std::isfinite(weight) && weight >= 0,
          "the weight of a target cannot be {}; give a number that is not negative", weight);
  return std::sqrt(weight);
}

/// The rotation vector, in world axes, from the wanted frame to the present one.
Vec3<double> rotation_error(const Rotation<double>& R_WF, const Rotation<double>& wanted) {
  return log_so3(R_WF * wanted.inverse());
}

}  // namespace

int KinematicTargets::add(const Place& on, bool has_point, bool has_orientation, const Pose<double>& X_WF,
                          const TargetOptions& options) {
  Target target;
  target.has_point = has_point, target.has_orientation = has_orientation;
  target.on = on.find(model_, "a target");
  target.X_WF = X_WF;
  target.root_weight = root_of_weight(options.weight);
  target.root_angle_weight = root_of_weight(options.angle_weight);
  target.priority = options.priority;
  target.is_missing = has_point && !is_finite(X_WF.p);
  targets_.push_back(target);
  return count() - 1;
}

int KinematicTargets::add_point(const Place& on, const Vec3<double>& p_W, const TargetOptions& options) {
  return add(on, true, false, Pose<double>::translation(p_W), options);
}
int KinematicTargets::add_orientation(const Place& on, const Rotation<double>& R_WF,
                                      const TargetOptions& options) {
  return add(on, false, true, {R_WF, Vec3<double>::zero()}, options);
}
int KinematicTargets::add_pose(const Place& on, const Pose<double>& X_WF, const TargetOptions& options) {
  return add(on, true, true, X_WF, options);
}

int KinematicTargets::add_coordinate(std::string_view coordinate, double value,
                                     const TargetOptions& options) {
  Target target;
  target.coordinate = model_.coordinate_number(coordinate);
  const Body& body = model_.body(model_.coordinates()[target.coordinate].body);
  require(
      speeds_are_rates(body.joint),
      "the coordinate '{}' cannot be a target: the speeds of joint '{}' are not rates of its coordinates; "
      "give a target for the orientation of its body",
      coordinate, body.joint_name);
  target.speed = body.u0 + target.coordinate - body.q0;
  target.value = value;
  target.root_weight = root_of_weight(options.weight);
  target.priority = options.priority;
  targets_.push_back(target);
  return count() - 1;
}

KinematicTargets::Target& KinematicTargets::target(int number, bool has_point, bool has_orientation,
                                                   const char* what) {
  require(number >= 0 && number < count(), "there is no target {}; there are targets 0 to {}", number,
          count() - 1);
  Target& found = targets_[number];
  require(found.coordinate < 0 && found.has_point == has_point && found.has_orientation == has_orientation,
          "target {} is not one for {}", number, what);
  return found;
}
void KinematicTargets::set_point(int number, const Vec3<double>& p_W) {
  Target& found = target(number, true, false, "a point");
  found.X_WF.p = p_W;
  found.is_missing = !is_finite(p_W);
}
void KinematicTargets::set_orientation(int number, const Rotation<double>& R_WF) {
  target(number, false, true, "an orientation").X_WF.R = R_WF;
}
void KinematicTargets::set_pose(int number, const Pose<double>& X_WF) {
  Target& found = target(number, true, true, "a pose");
  found.X_WF = X_WF;
  found.is_missing = !is_finite(X_WF.p);
}
void KinematicTargets::set_coordinate(int number, double value) {
  require(number >= 0 && number < count() && targets_[number].coordinate >= 0,
          "target {} is not one for a coordinate", number);
  targets_[number].value = value;
}

Array<int> KinematicTargets::priorities() const {
  Array<int> all;
  for (const Target& target : targets_) all.push_back(target.priority);
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

int KinematicTargets::rows(int priority) const {
  int sum = 0;
  for (const Target& target : targets_)
    if (target.priority == priority && !target.is_missing) sum += target.rows();
  return sum;
}

void KinematicTargets::calc_errors(const Tree<double>& tree, const PositionKinematics<double>& position,
                                   In<double> q, int priority, VectorX<double>& e) const {
  e.resize(rows(priority));
  int row = 0;
  const auto add = [&](const Vec3<double>& error, double root_weight) {
    for (int i = 0; i < 3; ++i) e[row++] = root_weight * error[i];
  };
  for (const Target& target : targets_) {
    if (target.priority != priority || target.is_missing) continue;
    if (target.coordinate >= 0) {
      e[row++] = target.root_weight * (q[target.coordinate] - target.value);
      continue;
    }
    const Pose<double> X_WF = calc_pose(tree, position, target.on);
    if (target.has_orientation) add(rotation_error(X_WF.R, target.X_WF.R), target.root_angle_weight);
    if (target.has_point) add(X_WF.p - target.X_WF.p, target.root_weight);
  }
}

void KinematicTargets::calc_jacobian(const Tree<double>& tree, const PositionKinematics<double>& position,
                                     int priority, MatrixX<double>& of_body, MatrixX<double>& J) const {
  J.resize(rows(priority), tree.nu());
  J.setZero();
  int row = 0, body = -1;
  Vec3<double> p_WB = Vec3<double>::zero();
  for (const Target& target : targets_) {
    if (target.priority != priority || target.is_missing) continue;
    if (target.coordinate >= 0) {
      J(row++, target.speed) = target.root_weight;
      continue;
    }
    if (target.on.body != body) {  // several targets on one body share its Jacobian
      body = target.on.body;
      calc_frame_jacobian(tree, position, body, of_body);
      p_WB = calc_pose(tree, position, FrameOn<double>(body)).p;
    }
    if (target.has_orientation) {
      J.middleRows<3>(row) = target.root_angle_weight * of_body.topRows<3>();
      row += 3;
    }
    if (!target.has_point) continue;
    const Vec3<double> r = calc_pose(tree, position, target.on).p - p_WB;
    for (int k = 0; k < tree.nu(); ++k) {
      const Vec3<double> w{of_body(0, k), of_body(1, k), of_body(2, k)};
      const Vec3<double> v = Vec3<double>{of_body(3, k), of_body(4, k), of_body(5, k)} + cross(w, r);
      for (int i = 0; i < 3; ++i) J(row + i, k) = target.root_weight * v[i];
    }
    row += 3;
  }
}

KinematicTargets::Distance KinematicTargets::calc_distance(const Tree<double>& tree,
                                                           const PositionKinematics<double>& position,
                                                           In<double> q, int number) const {
  const Target& target = targets_[number];
  Distance distance;
  if (target.is_missing) return distance;
  if (target.coordinate >= 0) {
    distance.coordinate = std::abs(q[target.coordinate] - target.value);
    return distance;
  }
  const Pose<double> X_WF = calc_pose(tree, position, target.on);
  if (target.has_point) distance.position = norm(X_WF.p - target.X_WF.p);
  if (target.has_orientation) distance.angle = norm(rotation_error(X_WF.R, target.X_WF.R));
  return distance;
}

}  // namespace sarrus
