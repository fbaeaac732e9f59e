#include "sarrus/dynamics/constraint_jacobian.h"

#include <algorithm>
#include <set>

#include "sarrus/dynamics/node_quantities.h"
#include "sarrus/scalar/pack_part.h"

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
      block.ways.push_back({i, 0, static_cast<int>(f), true, true});
    for (const int i : way_apart(tree, node_F, node_M))
      block.ways.push_back({i, 0, static_cast<int>(f), false, true});
  }
  for (const ConstraintJacobian::Way& way : block.ways)
    for (int k = 0; k < tree.node(way.node).nu; ++k) speeds.insert(tree.node(way.node).u0 + k);
  block.speeds.assign(speeds.begin(), speeds.end());
  const auto position = [&](int speed) {
    return static_cast<int>(std::lower_bound(block.speeds.begin(), block.speeds.end(), speed) -
                            block.speeds.begin());
  };
  std::set<int> nodes;
  for (ConstraintJacobian::Way& way : block.ways)
    way.position = position(tree.node(way.node).u0), way.is_first = nodes.insert(way.node).second;
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

/// The wrenches of a block on its frames in world axes, four rows at a time.
void ConstraintJacobian::gather(const Block& block, const ConstraintCoefficients& coefficients) {
  const LaneRotation<double> R_WF = transpose(*coefficients.R_FW);
  const int quarters = (block.rows + 3) / 4;
  four_rows_.assign(static_cast<std::size_t>(block.frames * quarters), FourRows{});
  for (int f = 0; f < block.frames; ++f)
    for (int i = 0; i < block.rows; ++i) {
      const Force<double>& F = coefficients.wrenches[i * block.frames + f];
      FourRows& to = four_rows_[static_cast<std::size_t>(i / 4 * block.frames + f)];
      const Lane3d t = R_WF * F.t, force = R_WF * F.f;
      for (int c = 0; c < 3; ++c) to.t[c].set(i % 4, t[c]), to.f[c].set(i % 4, force[c]);
      to.tt.set(i % 4, dot(F.t, F.t)), to.ff.set(i % 4, dot(F.f, F.f));
    }
}

/// What the joints between F and the frames contribute to four rows of a block, or fewer.
void ConstraintJacobian::add_ways(const Tree<double>& tree, const PositionKinematics<double>& position,
                                  const Block& block, int first_row, const Lane3d* p_WM) {
  const FourRows* frames = four_rows_.data() + first_row / 4 * block.frames;
  Pack<double, 4> largest(0.0);
  for (const Way& way : block.ways) {
    const TreeNode<double>& node = tree.node(way.node);
    const Lane3d r = p_WM[way.frame] - position.nodes[static_cast<std::size_t>(way.node)].p;
    const FourRows& rows = frames[way.frame];
    double* to = entries_.data() + block.start + way.position * block.rows + first_row;
    for (int k = 0; k < node.nu; ++k, to += block.rows) {
      // The motion of M's origin at unit speed.
      const LaneMotion<double> H = column(node, position, way.node, k);
      const Lane3d w = way.to_M ? H.w : -H.w, v = (way.to_M ? H.v : -H.v) + cross(w, r);
      largest += dot(w, w) * rows.tt + dot(v, v) * rows.ff;
      const Pack<double, 4> power = w[0] * rows.t[0] + w[1] * rows.t[1] + w[2] * rows.t[2] +
                                    v[0] * rows.f[0] + v[1] * rows.f[1] + v[2] * rows.f[2];
      if (way.is_first) [[likely]]
        store_first(block.rows - first_row, power, to);
      else
        add_first(block.rows - first_row, power, to);
    }
  }
  store_first(block.rows - first_row, largest, alignments_.data() + block.first_row + first_row);
}

void ConstraintJacobian::set(const Tree<double>& tree, const PositionKinematics<double>& position, int number,
                             const ConstraintCoefficients& coefficients) {
  const Block& block = blocks_[static_cast<std::size_t>(number)];
  const int rows = block.rows, direct = static_cast<int>(block.direct.size());
  double *entries = entries_.data() + block.start, *largest = alignments_.data() + block.first_row;
  if (direct > 0) std::fill_n(entries, static_cast<std::size_t>(rows) * block.speeds.size(), 0.0);
  gather(block, coefficients);
  for (int i = 0; i < rows; i += 4) add_ways(tree, position, block, i, coefficients.p_WM);
  for (int d = 0; d < direct; ++d)
    for (int i = 0; i < rows; ++i) {
      const double entry = coefficients.speeds[i * direct + d];
      entries[block.direct[static_cast<std::size_t>(d)] * rows + i] += entry;
      largest[i] += entry * entry;
    }
  for (int i = 0; i < rows; ++i) {
    double squares = 0;
    for (int k = 0; k < static_cast<int>(block.speeds.size()); ++k)
      squares += entries[k * rows + i] * entries[k * rows + i];
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
