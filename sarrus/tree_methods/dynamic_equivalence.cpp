#include "sarrus/tree_methods/dynamic_equivalence.h"

#include <array>
#include <cmath>
#include <random>

#include "sarrus/base/array.h"
#include "sarrus/base/error.h"
#include "sarrus/model/inertia_parameters.h"

namespace sarrus {

namespace {

constexpr int ten = inertia_parameter_count;
using Row = std::array<double, ten>;

/// The inertia with parameter j one and the others zero. numbers() gives the parameters of an inertia.
RigidInertia<double> unit_inertia(int j) {
  const auto is = [j](int k) { return j == k ? 1.0 : 0.0; };
  return {is(0), {is(1), is(2), is(3)}, {is(4), is(5), is(6), is(7), is(8), is(9)}};
}
Row numbers(const RigidInertia<double>& M) {
  return {M.m, M.h.x, M.h.y, M.h.z, M.I.xx, M.I.yy, M.I.zz, M.I.xy, M.I.xz, M.I.yz};
}

/// Pose of a node's frame K in the joint's frame (both with the axis along z) and the joint's columns there,
/// at one position of the joint.
struct JointPosition {
  Pose<double> X_FK;
  std::array<Motion<double>, max_joint_speeds> H;
};
JointPosition joint_position(const Tree<double>& tree, int i, const Array<double>& q) {
  const auto& node = tree.node(i);
  const Joint& joint = tree.joint(node);
  const bool has_axis = joint.shape() == JointShape::revolute || joint.shape() == JointShape::prismatic;
  const Rotation<double> R_MK = has_axis ? rotation_with_axis(2, joint.axis()) : Rotation<double>();
  JointPosition at;
  joint.pose_and_columns(q.data(), tree.joint_parameters(node), at.X_FK, at.H.data());
  at.X_FK = {R_MK.inverse() * at.X_FK.R * R_MK, R_MK.inverse_times(at.X_FK.p)};
  for (Motion<double>& H : at.H) H = {R_MK.inverse_times(H.w), R_MK.inverse_times(H.v)};
  return at;
}

/// The equations that an inertia satisfies if it may pass through a joint, one row each.
Array<Row> passing_equations(const Tree<double>& tree, int i) {
  const auto& node = tree.node(i);
  const Array<double> start = tree.joint(node).default_q();
  const JointPosition first = joint_position(tree, i, start);
  std::mt19937 engine(1);
  std::uniform_real_distribution<double> number(-1, 1);
  Array<Row> rows;
  for (int sample = 0; sample < 6; ++sample) {
    Array<double> q = start;
    for (double& x : q) x += number(engine);
    const JointPosition at = joint_position(tree, i, q);
    const std::size_t moved = rows.size(), still = moved + ten;
    rows.resize(still + 6 * node.nu);
    for (int j = 0; j < ten; ++j) {
      const int column = j;
      const RigidInertia<double> unit = unit_inertia(j);
      const Row here = numbers(at.X_FK * unit), there = numbers(first.X_FK * unit);
      for (std::size_t r = 0; r < ten; ++r) rows[moved + r][column] = here[r] - there[r];
      for (int k = 0; k < node.nu; ++k) {
        const Force<double> P = (at.X_FK.R * unit) * at.H[k];
        for (int c = 0; c < 3; ++c) {
          rows[still + 6 * k + c][column] = P.t[c];
          rows[still + 6 * k + 3 + c][column] = P.f[c];
        }
      }
    }
  }
  return rows;
}

/// Eliminates column `c` from all rows but one by the Gauss–Jordan method; returns false if no row is left
/// for it.
bool eliminate(Array<Row>& rows, std::size_t done, std::size_t c) {
  std::size_t best = done;
  for (std::size_t r = done; r < rows.size(); ++r)
    if (std::abs(rows[r][c]) > std::abs(rows[best][c])) best = r;
  if (best >= rows.size() || std::abs(rows[best][c]) < 1e-9) return false;
  std::swap(rows[done], rows[best]);
  const double pivot = rows[done][c];
  for (double& x : rows[done]) x /= pivot;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const double factor = r == done ? 0 : rows[r][c];
    for (std::size_t k = 0; k < ten; ++k) rows[r][k] -= factor * rows[done][k];
  }
  return true;
}

/// Rounds a number that is an integer but for rounding errors.
double tidy(double x) { return std::abs(x - std::round(x)) < 1e-9 ? std::round(x) : x; }

/// Sets parameter j of an inertia to zero.
void clear(RigidInertia<double>& M, int j) {
  double* all[] = {&M.m, &M.h.x, &M.h.y, &M.h.z, &M.I.xx, &M.I.yy, &M.I.zz, &M.I.xy, &M.I.xz, &M.I.yz};
  *all[j] = 0;
}

/// An inertia that is fixed in a node, in the frame of its parent.
RigidInertia<double> in_parent(const Tree<double>& tree, int i, const RigidInertia<double>& M) {
  const auto& node = tree.node(i);
  const Pose<double> X_FK = joint_position(tree, i, tree.joint(node).default_q()).X_FK;
  return Pose<double>{Rotation<double>(node.R), node.p} * (X_FK * M);
}

}  // namespace

PassingInertias passing_inertias(const Tree<double>& tree, int node) {
  require(node > 0 && node < tree.node_count(), "there is no joint at node {}; nodes with one are 1 to {}",
          node, tree.node_count() - 1);
  Array<Row> rows = passing_equations(tree, node);
  // The last parameters are computed from the first, so that the mass is taken if possible.
  PassingInertias passing;
  std::array<int, ten> row_of{};
  std::size_t done = 0;
  for (int c = ten - 1; c >= 0; --c) {
    const bool found = eliminate(rows, done, c);
    row_of[c] = found ? static_cast<int>(done++) : -1;
    if (!found) passing.taken.insert(passing.taken.begin(), c);
  }
  for (int free : passing.taken) {
    RigidInertia<double> M = unit_inertia(free);
    for (int c = 0; c < ten; ++c) {
      const int row = row_of[c];
      if (row < 0) continue;
      const double value = tidy(-rows[row][free]);
      M = M + value * unit_inertia(c);
    }
    passing.basis.push_back(M);
  }
  return passing;
}

Array<RigidInertia<double>> simplified_inertias(const Tree<double>& tree) {
  Array<RigidInertia<double>> nodes;
  for (const auto& node : tree.nodes()) nodes.push_back(node.inertia);
  for (int i = tree.node_count() - 1; i > 0; --i) {
    const PassingInertias passing = passing_inertias(tree, i);
    RigidInertia<double>& child = nodes[i];
    RigidInertia<double>& parent = nodes[tree.node(i).parent];
    const Row values = numbers(child);
    RigidInertia<double> moved;
    for (std::size_t k = 0; k < passing.taken.size(); ++k)
      moved = moved + values[passing.taken[k]] * passing.basis[k];
    child = child + (-1) * moved;
    for (int j : passing.taken) clear(child, j);
    parent = parent + in_parent(tree, i, moved);
  }
  return nodes;
}

Parameters<double> simplified(const Tree<double>& tree) {
  const Array<RigidInertia<double>> nodes = simplified_inertias(tree);
  Parameters<double> parameters = tree.parameters();
  for (RigidInertia<double>& M : parameters.inertia) M = {};
  for (int i = 0; i < tree.node_count(); ++i) {
    const int body = tree.node(i).body;
    parameters.inertia[body] = inverse_times(tree.place(body).X_KB, nodes[i]);
  }
  return parameters;
}

Array<RigidInertia<double>> augmented_inertias(const Tree<double>& tree) {
  Array<RigidInertia<double>> nodes;
  Array<double> beyond;
  for (const auto& node : tree.nodes()) nodes.push_back(node.inertia), beyond.push_back(node.inertia.m);
  for (int i = tree.node_count() - 1; i > 0; --i) {
    const auto& node = tree.node(i);
    const PassingInertias passing = passing_inertias(tree, i);
    require(!passing.taken.empty() && numbers(passing.basis[0]) == numbers(unit_inertia(0)),
            "joint '{}' moves the origin of its child; augmented bodies need joints that only turn",
            tree.model().body(node.body).joint_name);
    const int index = i, parent = node.parent;
    beyond[parent] += beyond[index];
    nodes[parent] = nodes[parent] + in_parent(tree, i, beyond[index] * unit_inertia(0));
  }
  return nodes;
}

}  // namespace sarrus
