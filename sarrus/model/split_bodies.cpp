#include "sarrus/model/internal/split_bodies.h"

#include <Eigen/LU>
#include <cmath>
#include <map>
#include <numbers>

#include "sarrus/base/array.h"
#include "sarrus/base/error.h"
#include "sarrus/joint/fit.h"
#include "sarrus/model/internal/unused_name.h"
#include "sarrus/scalar/eigen.h"

namespace sarrus::internal {

namespace {

Array<double> default_parameters(const Joint& joint) {
  Array<double> values;
  for (const ParameterInfo& info : joint.parameters()) values.push_back(info.value);
  return values;
}

/// Poses of bodies at the default coordinates of a tree.
class DefaultPoses {
 public:
  explicit DefaultPoses(const ModelDescription& tree) {
    for (const JointDescription& joint : tree.joints) inboard_[joint.child] = with_axis_in_frames(joint);
  }
  Pose<double> of(const std::string& body) const {
    if (body == world_name) return {};
    const JointDescription& joint = inboard_.at(body);
    const Array<double> q = joint.default_q.empty() ? joint.joint.default_q() : joint.default_q;
    const Pose<double> X_FM = joint.joint.pose(q.data(), default_parameters(joint.joint).data());
    return of(joint.parent) * joint.X_PF * X_FM * joint.X_BM.inverse();
  }

 private:
  std::map<std::string, JointDescription> inboard_;
};

/// Moves coordinates into the joint's limits: by full turns if these make no difference, otherwise to the
/// nearest limit.
void bring_into_limits(JointDescription& joint) {
  constexpr double turn = 2 * std::numbers::pi;
  const Array<double> p = default_parameters(joint.joint);
  Array<double>& q = joint.default_q;
  const Pose<double> X = joint.joint.pose(q.data(), p.data());
  for (std::size_t i = 0; i < joint.limits.size(); ++i) {
    const CoordinateLimits& limits = joint.limits[i];
    const double below = limits.lower - q[i], above = q[i] - limits.upper;
    if (below <= 0 && above <= 0) continue;
    const double nearest = below > 0 ? limits.lower : limits.upper;
    q[i] += turn * (below > 0 ? std::ceil(below / turn) : -std::ceil(above / turn));
    const Pose<double> turned = joint.joint.pose(q.data(), p.data());
    double change = norm(turned.p - X.p);
    for (int k = 0; k < 3; ++k) change += norm(turned.R.col(k) - X.R.col(k));
    if (!(limits.lower <= q[i] && q[i] <= limits.upper && change < 1e-9)) q[i] = nearest;
  }
}

/// Sets the joint's start to the best fit between its two bodies.
void fit_start(JointDescription& joint, const DefaultPoses& poses) {
  const Pose<double> X_WF = poses.of(joint.parent) * joint.X_PF, X_WM = poses.of(joint.child) * joint.X_BM;
  joint.default_q = fit_coordinates(joint.joint, default_parameters(joint.joint), X_WF.inverse() * X_WM, {},
                                    joint.default_q)
                        .values;
  bring_into_limits(joint);
}

/// True if the child's inertia resists every motion that the joint allows at its start: HᵀMH has the rank of
/// H. Lengths are scaled by the radius of gyration about the joint.
bool resists(const JointDescription& joint, const RigidInertia<double>& M_B) {
  const int n = joint.joint.nu();
  Pose<double> X_FM;
  Motion<double> H[max_joint_speeds];
  joint.joint.pose_and_columns(joint.default_q.data(), default_parameters(joint.joint).data(), X_FM, H);
  const RigidInertia<double> M = X_FM.R * inverse_times(joint.X_BM, M_B);
  if (!(M.m > 0)) return n == 0;
  if (n == 0) return true;  // a weld moves nothing
  const double trace = M.I.xx + M.I.yy + M.I.zz, square = trace > 0 ? trace / M.m : 1;
  MatrixX<double> inertia(n, n), allowed(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      inertia(i, j) = dot(H[i], M * H[j]) / M.m;
      allowed(i, j) = square * dot(H[i].w, H[j].w) + dot(H[i].v, H[j].v);
    }
  VectorX<double> scale(n);
  for (int i = 0; i < n; ++i) scale[i] = allowed(i, i) > 0 ? 1 / std::sqrt(allowed(i, i)) : 1;
  const auto rank = [&](const MatrixX<double>& A) {
    Eigen::FullPivLU<MatrixX<double>> lu(n, n);
    lu.setThreshold(1e-11);
    return lu.compute(scale.asDiagonal() * A * scale.asDiagonal()).rank();
  };
  return rank(inertia) == rank(allowed);
}

/// Splits the bodies of one mechanism.
class Splitter {
 public:
  explicit Splitter(const SpanningTree& spanning) : spanning_(spanning), poses_(spanning.tree) {
    result_.tree = spanning.tree;
    for (const BodyDescription& body : spanning.tree.bodies) bodies_[body.name] = body;
  }

  SplitBodies split() {
    for (const JointDescription& loop : spanning_.loops) {
      JointDescription joint = loop;
      fit_start(joint, poses_);
      hang_shadow(toward_what_can_be_split(joint));
    }
    for (BodyDescription& body : result_.tree.bodies)
      body.inertia = (1.0 / parts_of(body.name)) * body.inertia;
    return std::move(result_);
  }

 private:
  /// The reason why the joint's child cannot be split; empty if it can be.
  std::string obstacle(const JointDescription& joint) const {
    if (joint.child == world_name) return "the world cannot be split";
    const BodyDescription& body = bodies_.at(joint.child);
    if (resists(joint, body.inertia)) return "";
    return fmt::format("'{}' {}", body.name,
                       is_massless(body) ? "has no mass"
                                         : "has no inertia against some of the motion that the joint allows");
  }
  JointDescription toward_what_can_be_split(const JointDescription& joint) const {
    const std::string of_child = obstacle(joint);
    if (of_child.empty()) return joint;
    JointDescription other = reversed(joint);
    const std::string of_parent = obstacle(other);
    require(of_parent.empty(),
            "joint '{}' ({}) closes a loop between '{}' and '{}', neither of which can be split to carry it: "
            "{}, and {}; give one of them inertia, cut the loop at another joint, or close it there by "
            "constraints only",
            joint.name, joint.joint.type_name(), joint.parent, joint.child, of_child, of_parent);
    return other;
  }
  void hang_shadow(JointDescription joint) {
    const std::string body = joint.child;
    joint.child = unused_name(body + " at " + joint.name, result_.tree.bodies);
    result_.tree.bodies.push_back(bodies_.at(body));
    result_.tree.bodies.back().name = joint.child;
    result_.copies.push_back({joint.child, body, joint.name});
    original_[joint.child] = body;
    ++copies_[body];
    result_.tree.joints.push_back(std::move(joint));
  }
  /// Number of parts into which the body was split that is called `name`, or of which `name` is a part.
  int parts_of(const std::string& name) {
    const auto copy = original_.find(name);
    return 1 + copies_[copy == original_.end() ? name : copy->second];
  }

  const SpanningTree& spanning_;
  DefaultPoses poses_;
  SplitBodies result_;
  std::map<std::string, BodyDescription> bodies_;
  std::map<std::string, std::string> original_;  // per copy: its body
  std::map<std::string, int> copies_;            // per body: number of its copies
};

}  // namespace

SplitBodies split_bodies(const SpanningTree& spanning) { return Splitter(spanning).split(); }

}  // namespace sarrus::internal
