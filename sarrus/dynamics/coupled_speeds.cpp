#include "sarrus/dynamics/coupled_speeds.h"

#include <algorithm>

#include "sarrus/base/array.h"
#include "sarrus/base/internal/index.h"
#include "sarrus/dynamics/internal/articulated_steps.h"
#include "sarrus/dynamics/internal/loop_clusters.h"
#include "sarrus/dynamics/node_frame.h"
#include "sarrus/sparse/symmetric_solve.h"

namespace sarrus {

using namespace internal;

namespace {

LaneForce<double> no_force() { return {zero3<double>(), zero3<double>()}; }

/// The power of a wrench at a unit value of a joint's speed.
double power(JointShape shape, int speed, const ForwardDynamics<double>& at, const Lane3d& axis,
             const LaneForce<double>& F) {
  if (shape == JointShape::revolute) return dot(axis, F.t);
  if (shape == JointShape::prismatic) return dot(axis, F.f);
  const LaneMotion<double>& H = at.joints.columns[speed];
  return dot(H.w, F.t, H.v, F.f);
}

}  // namespace

CoupledSpeeds::CoupledSpeeds(const Tree<double>& tree, Array<FollowingSpeed> following)
    : following_(std::move(following)),
      following_of_speed_(tree.nu(), -1),
      speeds_(tree.nu()),
      group_of_first_(tree.node_count(), -1),
      biases_(tree.nu(), 0.0) {
  Array<Array<int>> ties;
  for (std::size_t i = 0; i < following_.size(); ++i) {
    const FollowingSpeed& f = following_[i];
    require(f.leaders.size() == f.coefficients.size(), "speed {} follows {} others, but has {} coefficients",
            f.speed, f.leaders.size(), f.coefficients.size());
    require(following_of_speed_.at(index(f.speed)) < 0, "speed {} follows others twice", f.speed);
    following_of_speed_[f.speed] = static_cast<int>(i);
    ties.push_back(f.leaders);
    ties.back().push_back(f.speed);
    std::sort(ties.back().begin(), ties.back().end());
  }
  for (const FollowingSpeed& f : following_)
    for (const int leader : f.leaders)
      require(following_of_speed_.at(index(leader)) < 0,
              "speed {} follows speed {}, which follows others itself; give those instead", f.speed, leader);
  for (const LoopCluster& cluster : find_loop_clusters(tree, ties))
    if (!cluster.blocks.empty()) make_group(tree, cluster.parent, cluster.nodes);
  set(following_);
}

void CoupledSpeeds::make_group(const Tree<double>& tree, int parent, const Array<int>& nodes) {
  Group group;
  group.parent = parent;
  const auto follower = [&](int k) -> const FollowingSpeed* {
    const int i = following_of_speed_[k];
    return i < 0 ? nullptr : &following_[i];
  };
  for (const int node : nodes)
    for (int k = tree.node(node).u0; k < tree.node(node).u0 + tree.node(node).nu; ++k) {
      speeds_.insert(k);
      if (!follower(k)) group.leaders.push_back(k);
    }
  const auto column = [&](int speed) {
    return static_cast<int>(std::find(group.leaders.begin(), group.leaders.end(), speed) -
                            group.leaders.begin());
  };
  for (const int node : nodes) {
    const TreeNode<double>& constants = tree.node(node);
    const auto at = std::find(nodes.begin(), nodes.end(), constants.parent);
    JointOfGroup joint{
        node, at == nodes.end() ? -1 : static_cast<int>(at - nodes.begin()), constants.shape, {}, {}};
    for (int k = constants.u0; k < constants.u0 + constants.nu; ++k) {
      Row row{k, {}};
      if (const FollowingSpeed* f = follower(k))
        for (std::size_t i = 0; i < f->leaders.size(); ++i)
          row.entries.push_back({column(f->leaders[i]), f->coefficients[i]});
      else
        row.entries.push_back({column(k), 1});
      joint.rows.push_back(std::move(row));
    }
    group.joints.push_back(std::move(joint));
  }
  for (auto joint = group.joints.rbegin(); joint != group.joints.rend(); ++joint) {
    if (joint->parent < 0) continue;
    Array<int>& to = group.joints[joint->parent].beyond;
    to.insert(to.end(), joint->beyond.begin(), joint->beyond.end());
    for (const Row& row : joint->rows)
      for (const Entry& entry : row.entries) to.push_back(entry.column);
    std::sort(to.begin(), to.end());
    to.erase(std::unique(to.begin(), to.end()), to.end());
  }
  if (group.columns() == 1 && std::all_of(group.joints.begin(), group.joints.end(), [](const auto& joint) {
        return joint.rows.size() == 1 && joint.rows[0].entries.size() == 1;
      }))
    for (const JointOfGroup& joint : group.joints)
      group.simple.push_back({joint.node, joint.parent, joint.rows[0].speed, joint.shape,
                              joint.rows[0].entries[0].coefficient, no_force()});
  const std::size_t columns = group.leaders.size();
  group.S.assign(nodes.size() * columns, no_force());
  group.F.assign(columns, no_force()), group.W = group.F;
  group.D.resize(columns * columns), group.residual.resize(columns), group.value.resize(columns);
  group_of_first_[nodes.front()] = static_cast<int>(groups_.size());
  groups_.push_back(std::move(group));
}

void CoupledSpeeds::set(const Array<FollowingSpeed>& following) {
  require(following.size() == following_.size(), "{} speeds follow others, but values of {} were given",
          following_.size(), following.size());
  has_biases_ = false;
  for (std::size_t i = 0; i < following.size(); ++i) {
    const FollowingSpeed& from = following[i];
    require(from.speed == following_[i].speed && from.leaders == following_[i].leaders,
            "speed {} was to follow others than before; make another CoupledSpeeds", from.speed);
    if (&following != &following_) {
      std::copy(from.coefficients.begin(), from.coefficients.end(), following_[i].coefficients.begin());
      following_[i].bias = from.bias;
    }
    biases_[from.speed] = from.bias;
    has_biases_ = has_biases_ || from.bias != 0;
  }
  for (Group& group : groups_)
    for (JointOfGroup& joint : group.joints)
      for (Row& row : joint.rows) {
        const int number = following_of_speed_[row.speed];
        for (std::size_t i = 0; i < row.entries.size() && number >= 0; ++i)
          row.entries[i].coefficient = following_[number].coefficients[i];
      }
  for (Group& group : groups_)
    for (std::size_t j = 0; j < group.simple.size(); ++j)
      group.simple[j].coefficient = group.joints[j].rows[0].entries[0].coefficient;
}

int CoupledSpeeds::largest_group() const {
  int largest = 0;
  for (const Group& group : groups_) largest = std::max(largest, group.columns());
  return largest;
}

/// Adds a joint's contributions to D and to the forces along the columns, and its momenta to S.
void CoupledSpeeds::add_joint(const JointOfGroup& joint, In<double> tau, In<double> port_inertia,
                              Group& group, LaneForce<double>* S, const ForwardDynamics<double>& out) const {
  const int n = group.columns();
  const Lane3d& axis = out.nodes[joint.node].axis;
  const auto add = [&](int a, int b, double value) { group.D[a * n + b] += value; };
  for (const Row& row : joint.rows) {
    double rest = (tau.empty() ? 0 : tau[row.speed]) - out.speeds[row.speed].value;
    if (!port_inertia.empty()) rest -= port_inertia[row.speed] * biases_[row.speed];
    for (const Entry& e : row.entries) group.residual[e.column] += e.coefficient * rest;
    for (const int b : joint.beyond) {
      const double shared = power(joint.shape, row.speed, out, axis, S[b]);
      for (const Entry& e : row.entries) {
        add(e.column, b, e.coefficient * shared);
        add(b, e.column, e.coefficient * shared);
      }
    }
    for (const Row& other : joint.rows) {
      double own = power(joint.shape, row.speed, out, axis, out.speeds[other.speed].W);
      if (&other == &row && !port_inertia.empty()) own += port_inertia[row.speed];
      for (const Entry& e : row.entries)
        for (const Entry& f : other.entries) add(e.column, f.column, e.coefficient * f.coefficient * own);
    }
  }
  for (const Row& row : joint.rows)
    for (const Entry& e : row.entries) S[e.column] += e.coefficient * out.speeds[row.speed].W;
}

void CoupledSpeeds::add_joints(In<double> tau, In<double> port_inertia, Group& group,
                               const ForwardDynamics<double>& out) const {
  const int n = group.columns();
  std::fill(group.S.begin(), group.S.end(), no_force());
  std::fill(group.F.begin(), group.F.end(), no_force());
  std::fill(group.D.begin(), group.D.end(), 0.0);
  std::fill(group.residual.begin(), group.residual.end(), 0.0);
  for (std::size_t j = group.joints.size(); j-- > 0;) {
    const JointOfGroup& joint = group.joints[j];
    LaneForce<double>* S = group.S.data() + j * index(n);
    add_joint(joint, tau, port_inertia, group, S, out);
    LaneForce<double>* to =
        joint.parent < 0 ? group.F.data() : group.S.data() + index(joint.parent) * index(n);
    for (int a = 0; a < n; ++a) to[a] += at_parent<double>(S[a], out.nodes[joint.node].r);
  }
}

/// add_joints() for a group of one column.
void CoupledSpeeds::add_simple_joints(In<double> tau, In<double> port_inertia, Group& group,
                                      const ForwardDynamics<double>& out) const {
  double D = 0, residual = 0;
  LaneForce<double> F = no_force();
  for (std::size_t j = group.simple.size(); j-- > 0;) {
    SimpleJoint& joint = group.simple[j];
    const ArticulatedNode<double>& node = out.nodes[joint.node];
    const ArticulatedSpeed<double>& speed = out.speeds[joint.speed];
    const double c = joint.coefficient;
    const LaneForce<double> own = c * speed.W;
    const LaneForce<double> shared{own.t + 2.0 * joint.S.t, own.f + 2.0 * joint.S.f};
    double rest = (tau.empty() ? 0 : tau[joint.speed]) - speed.value;
    D += c * power(joint.shape, joint.speed, out, node.axis, shared);
    if (!port_inertia.empty()) {
      rest -= port_inertia[joint.speed] * biases_[joint.speed];
      D += c * c * port_inertia[joint.speed];
    }
    residual += c * rest;
    const LaneForce<double> all{own.t + joint.S.t, own.f + joint.S.f};
    (joint.parent < 0 ? F : group.simple[joint.parent].S) += at_parent<double>(all, node.r);
    joint.S = no_force();
  }
  group.D[0] = D, group.residual[0] = residual, group.F[0] = F;
}

void CoupledSpeeds::reduce(Group& group, In<double> tau, In<double> port_inertia,
                           ForwardDynamics<double>& out, ArticulatedLoad<double>& parent) const {
  const int n = group.columns();
  if (group.simple.empty()) {
    add_joints(tau, port_inertia, group, out);
    group.value = group.residual;
    factor_LTDL(n, n, group.D.data());
    solve_LTDL(n, n, group.D.data(), group.value.data());
    if (group.parent == 0) return;
    group.W = group.F;
    solve_LTDL(n, n, group.D.data(), group.W.data());
  } else {
    add_simple_joints(tau, port_inertia, group, out);
    const double inverse = 1 / group.D[0];
    group.value[0] = group.residual[0] * inverse;
    if (group.parent == 0) return;
    group.W[0] = inverse * group.F[0];
  }
  for (int a = 0; a < n; ++a) {
    subtract_outer(parent.A, group.W[a], group.F[a]);
    parent.bias += group.residual[a] * group.W[a];
  }
}

void CoupledSpeeds::expand(const Group& group, const LaneMotion<double>& parent,
                           ForwardDynamics<double>& out) {
  const auto rate = [&](int a) {
    const LaneForce<double>& W = group.W[a];
    return group.parent == 0 ? group.value[a] : group.value[a] - dot(W.t, parent.w, W.f, parent.v);
  };
  if (!group.simple.empty()) {
    const double only = rate(0);
    for (const SimpleJoint& joint : group.simple)
      out.speeds[joint.speed] = {no_force(), joint.coefficient * only};
    return;
  }
  for (const JointOfGroup& joint : group.joints)
    for (const Row& row : joint.rows) {
      double sum = 0;
      for (const Entry& e : row.entries) sum += e.coefficient * rate(e.column);
      out.speeds[row.speed] = {no_force(), sum};
    }
}

}  // namespace sarrus
