#pragma once
/// @file
/// Speeds that follow others (dependent speeds), such as those of mimic joints and gears, in the
/// articulated-body algorithm:
///   u = G·v,   u̇ = G·v̇ + g
/// with v the independent speeds. A group consists of the joints that a coupling connects and of all joints
/// between them. These do not move one by one but along the columns of G. With A the inertias of their nodes
/// as if the group were rigid, H their columns and F the momenta about the parent node of the group,
///   D = Gᵀ·M·G,   v̇ = D⁻¹·(Gᵀ·(τ − h) − Fᵀ·a),   M the mass matrix of the group, F = Σ A·H·G
/// and the parent carries A_P − F·D⁻¹·Fᵀ. A joint that follows costs less than one that is free.
/// [Jain 2009, "Recursive algorithms using local constraint embedding for multibody system dynamics"]

#include "sarrus/base/array.h"
#include "sarrus/dynamics/forward_dynamics.h"

namespace sarrus {

/// A dependent speed: u̇[speed] = Σ coefficients[i]·u̇[leaders[i]] + bias. Leaders are independent speeds.
struct FollowingSpeed {
  int speed = 0;
  Array<int> leaders{};
  Array<double> coefficients{};
  double bias = 0;
};

/// All groups of a tree, with workspace. Pass it to calc_forward_dynamics() in the options.
class CoupledSpeeds {
 public:
  CoupledSpeeds(const Tree<double>& tree, Array<FollowingSpeed> following);

  /// Sets other coefficients and biases of the same speeds.
  void set(const Array<FollowingSpeed>& following);
  const Array<FollowingSpeed>& following() const { return following_; }
  /// The speeds of all groups, dependent and independent.
  const IndexSet& speeds() const { return speeds_; }
  /// True if any speed has a bias. biases() then is g: per speed of the tree, and zero for independent
  /// speeds.
  bool has_biases() const { return has_biases_; }
  const Array<double>& biases() const { return biases_; }
  /// The largest number of independent speeds in a group. Time grows with its square.
  int largest_group() const;

  /// True if `node` is the first one of a group.
  bool begins_group(int node) const { return group_of_first_[node] >= 0; }
  /// The inward step of the group whose first node is `node`: its other nodes have been visited before and
  /// treated as rigid.
  void reduce(int node, In<double> tau, In<double> port_inertia, ForwardDynamics<double>& out,
              ArticulatedLoad<double>& parent) {
    reduce(groups_[group_of_first_[node]], tau, port_inertia, out, parent);
  }
  /// The outward step at the first node of a group: rates of all its speeds for an acceleration of the
  /// parent.
  void expand(int node, const LaneMotion<double>& parent, ForwardDynamics<double>& out) const {
    if (const int group = group_of_first_[node]; group >= 0) expand(groups_[group], parent, out);
  }

 private:
  struct Entry {
    int column;
    double coefficient;
  };
  /// A speed and its row of G.
  struct Row {
    int speed;
    Array<Entry> entries;
  };
  struct JointOfGroup {
    int node, parent;  ///< The parent is an index among the joints of the group, or −1.
    JointShape shape;
    Array<Row> rows;
    Array<int> beyond;  ///< Columns that move joints beyond it.
  };
  /// A joint of one speed in a group of one column.
  struct SimpleJoint {
    int node, parent, speed;
    JointShape shape;
    double coefficient;
    LaneForce<double> S;  ///< Σ A·H·G of the joints beyond it; zero between calls.
  };
  struct Group {
    int parent;                  ///< The parent node.
    Array<SimpleJoint> simple;   ///< The joints of a group of one column with one speed each.
    Array<JointOfGroup> joints;  ///< All joints, by ascending nodes.
    Array<int> leaders;          ///< The speed of each column.
    Array<LaneForce<double>> S;  ///< Per joint and column: Σ A·H·G of the joints beyond it.
    Array<LaneForce<double>> F, W;
    Array<double> D, residual, value;
    int columns() const { return static_cast<int>(leaders.size()); }
  };
  void make_group(const Tree<double>& tree, int parent, const Array<int>& nodes);
  void add_joint(const JointOfGroup& joint, In<double> tau, In<double> port_inertia, Group& group,
                 LaneForce<double>* S, const ForwardDynamics<double>& out) const;
  void add_joints(In<double> tau, In<double> port_inertia, Group& group,
                  const ForwardDynamics<double>& out) const;
  void add_simple_joints(In<double> tau, In<double> port_inertia, Group& group,
                         const ForwardDynamics<double>& out) const;
  void reduce(Group& group, In<double> tau, In<double> port_inertia, ForwardDynamics<double>& out,
              ArticulatedLoad<double>& parent) const;
  static void expand(const Group& group, const LaneMotion<double>& parent, ForwardDynamics<double>& out);

  Array<FollowingSpeed> following_;
  Array<int> following_of_speed_;  // index in following_, or −1
  IndexSet speeds_;
  Array<Group> groups_;
  Array<int> group_of_first_;  // per node: the group whose first node it is, or −1
  Array<double> biases_;
  bool has_biases_ = false;
};

}  // namespace sarrus
