#include "sarrus/dynamics/constraint_jacobian.h"

#include <algorithm>
#include <set>

#include "sarrus/dynamics/node_quantities.h"

namespace sarrus {

namespace {

/// The nodes from one node inwards that do not lead to the other.
std::vector<int> way_apart(const Tree<double>& tree, int from, int other) {
  std::set<int> shared;
  for (int i = other; i > 0; i = tree.node(i).parent) shared.insert(i);
  std::vector<int> way;
  for (int i = from; i > 0 && !shared.contains(i); i = tree.node(i).parent) way.push_back(i);
  return way;
}

void require_body(const Tree<double>& tree, int body) {
  require(body >= 0 && body < tree.body_count(), "there is no body {}; model '{}' has bodies 0 to {}", body,
          tree.model().name(), tree.body_count() - 1);
}

ConstraintJacobian::Block make_block(const Tree<double>& tree, const ConstraintPlace& place) {
  ConstraintJacobian::Block block;
  block.rows = place.rows, block.frames = static_cast<int>(place.frames.size());
  std::set<int> speeds(place.speeds.begin(), place.speeds.end());
  require_body(tree, place.F);
  const int node_F = tree.place(place.F).node;
  for (std::size_t f = 0; f < place.frames.size(); ++f) {
    require_body(tree, place.frames[f]);
    const int node_M = tree.place(place.frames[f]).node;
    for (const int i : way_apart(tree, node_M, node_F))
      block.ways.push_back({i, 0, static_cast<int>(f), true});
    for (const int i : way_apart(tree, node_F, node_M))
      block.ways.push_back({i, 0, static_cast<int>(f), false});
  }
  for (const ConstraintJacobian::Way& way : block.ways)
    for (int k = 0; k < tree.node(way.node).nu; ++k) speeds.insert(tree.node(way.node).u0 + k);
  block.speeds.assign(speeds.begin(), speeds.end());
  const auto position = [&](int speed) {
    return static_cast<int>(std::lower_bound(block.speeds.begin(), block.speeds.end(), speed) -
                            block.speeds.begin());
  };
  for (ConstraintJacobian::Way& way : block.ways) way.position = position(tree.node(way.node).u0);
  for (const int speed : place.speeds) block.direct.push_back(position(speed));
  return block;
}

}  // namespace

ConstraintJacobian::ConstraintJacobian(const Tree<double>& tree, const std::vector<ConstraintPlace>& places)
    : nu_(tree.nu()) {
  std::size_t start = 0;
  for (const ConstraintPlace& place : places) {
    Block block = make_block(tree, place);
    block.first_row = rows_, block.start = static_cast<int>(start);
    rows_ += block.rows;
    start += static_cast<std::size_t>(block.rows) * block.speeds.size();
    blocks_.push_back(std::move(block));
  }
  entries_.assign(start, 0.0);
  alignments_.assign(static_cast<std::size_t>(rows_), 1.0);
}

void ConstraintJacobian::set(const Tree<double>& tree, const PositionKinematics<double>& position, int number,
                             const ConstraintCoefficients& coefficients) {
  const Block& block = blocks_[static_cast<std::size_t>(number)];
  const int rows = block.rows, direct = static_cast<int>(block.direct.size());
  double *entries = entries_.data() + block.start, *largest = alignments_.data() + block.first_row;
  std::fill_n(entries, static_cast<std::size_t>(rows) * block.speeds.size(), 0.0);
  std::fill_n(largest, rows, 0.0);
  for (const Way& way : block.ways) {
    const TreeNode<double>& node = tree.node(way.node);
    const Lane3d r = coefficients.p_WM[way.frame] - position.nodes[static_cast<std::size_t>(way.node)].p;
    for (int k = 0; k < node.nu; ++k) {
      // The motion of M's origin at unit speed, in F's axes.
      const LaneMotion<double> H = column(node, position, way.node, k);
      const Vec3<double> w(*coefficients.R_FW * H.w), v(*coefficients.R_FW * (H.v + cross(H.w, r)));
      const double ww = dot(w, w), vv = dot(v, v);
      double* to = entries + (way.position + k) * rows;
      for (int i = 0; i < rows; ++i) {
        const Force<double>& F = coefficients.wrenches[i * block.frames + way.frame];
        const double power = dot(F.t, w) + dot(F.f, v);
        to[i] += way.to_M ? power : -power;
        largest[i] += dot(F.t, F.t) * ww + dot(F.f, F.f) * vv;
      }
    }
  }
  for (int d = 0; d < direct; ++d)
    for (int i = 0; i < rows; ++i) {
      const double entry = coefficients.speeds[i * direct + d];
      entries[block.direct[static_cast<std::size_t>(d)] * rows + i] += entry;
      largest[i] += entry * entry;
    }
  for (int i = 0; i < rows; ++i) {
    double squares = 0;
    for (std::size_t k = 0; k < block.speeds.size(); ++k) {
      const double entry = entries[static_cast<int>(k) * rows + i];
      squares += entry * entry;
    }
    largest[i] = squares < largest[i] ? squares / largest[i] : 1;
  }
}

void ConstraintJacobian::calc_times(In<double> v, Out<double> result) const {
  require_size(v, nu_, "v", "speeds of the tree");
  require_size(result, rows_, "the result", "rows of the constraints");
  std::fill(result.begin(), result.end(), 0.0);
  for (const Block& block : blocks_) {
    const double* entry = entries(block);
    for (const int k : block.speeds)
      for (int i = 0; i < block.rows; ++i) result[block.first_row + i] += *entry++ * v[k];
  }
}

void ConstraintJacobian::add_transpose_times(In<double> lambda, Out<double> tau) const {
  require_size(lambda, rows_, "the multipliers", "rows of the constraints");
  require_size(tau, nu_, "tau", "speeds of the tree");
  for (const Block& block : blocks_) {
    const double* entry = entries(block);
    for (const int k : block.speeds)
      for (int i = 0; i < block.rows; ++i) tau[k] += *entry++ * lambda[block.first_row + i];
  }
}

void ConstraintJacobian::calc_full(MatrixX<double>& G) const {
  G = MatrixX<double>::Zero(rows_, nu_);
  for (const Block& block : blocks_) {
    const double* entry = entries(block);
    for (const int k : block.speeds)
      for (int i = 0; i < block.rows; ++i) G(block.first_row + i, k) += *entry++;
  }
}

}  // namespace sarrus
