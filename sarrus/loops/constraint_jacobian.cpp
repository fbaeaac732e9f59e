#include "sarrus/loops/constraint_jacobian.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <set>

#include "sarrus/base/array.h"
#include "sarrus/dynamics/node_frame.h"
#include "sarrus/scalar/eigen.h"
#include "sarrus/scalar/internal/pack_transpose.h"
#include "sarrus/scalar/scalar_types.h"

namespace sarrus {

using namespace internal;

namespace {

/// The nodes on the path inwards from one node that are not on the path of the other.
Array<int> way_apart(const Tree<double>& tree, int from, int other) {
  std::set<int> shared;
  for (int i = other; i > 0; i = tree.node(i).parent) shared.insert(i);
  Array<int> way;
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
  block.stride = (block.rows + 3) / 4 * 4;
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

ConstraintJacobian::ConstraintJacobian(const Tree<double>& tree, const Array<ConstraintPlace>& places)
    : nu_(tree.nu()) {
  std::size_t start = 0, padded_rows = 0;
  for (const ConstraintPlace& place : places) {
    Block block = make_block(tree, place);
    block.first_row = rows_, block.start = static_cast<int>(start);
    block.padded_first_row = static_cast<int>(padded_rows);
    rows_ += block.rows, padded_rows += block.stride;
    start += block.stride * block.speeds.size();
    blocks_.push_back(std::move(block));
  }
  entries_.assign(start, 0.0);
  largest_.assign(padded_rows, 0.0);
}

namespace {

using Four = Pack<double, 4>;

/// The relative error of the distances between points of a tree.
constexpr double rounding = 32 * std::numeric_limits<double>::epsilon();

/// The three numbers of a vector and a zero.
Four as_pack(const Lane3d& a) {
  Four pack;
  std::memcpy(&pack.lanes, &a, sizeof pack.lanes);
  return pack;
}

/// Four rows of three numbers, column by column.
struct FourVectors {
  Four x, y, z;

  FourVectors() = default;
  FourVectors(const Four& x_, const Four& y_, const Four& z_) : x(x_), y(y_), z(z_) {}
  explicit FourVectors(const Lane3d (&rows)[4]) {
    Four last;
    x = as_pack(rows[0]), y = as_pack(rows[1]), z = as_pack(rows[2]), last = as_pack(rows[3]);
    transpose(x, y, z, last);
  }

  friend FourVectors operator-(const FourVectors& a) { return {-a.x, -a.y, -a.z}; }
  /// a + r×f, row by row.
  friend FourVectors plus_cross(const FourVectors& a, const Lane3d& r, const FourVectors& f) {
    return {a.x + r[1] * f.z - r[2] * f.y, a.y + r[2] * f.x - r[0] * f.z, a.z + r[0] * f.y - r[1] * f.x};
  }
  friend Four dot(const Lane3d& a, const FourVectors& b) { return a[0] * b.x + a[1] * b.y + a[2] * b.z; }
  friend Four squares(const FourVectors& a) { return a.x * a.x + a.y * a.y + a.z * a.z; }
};

/// The wrenches with which up to four rows read the motion of a frame: torques and forces at its origin, in
/// world axes.
struct FourWrenches {
  FourVectors t, f;

  FourWrenches(const ConstraintJacobian::Block& block, const ConstraintCoefficients& coefficients,
               const LaneRotation<double>& R_WF, int frame, int first_row) {
    Lane3d torques[4], forces[4];
    for (int i = 0; i < 4; ++i) {
      torques[i] = forces[i] = zero3<double>();
      if (first_row + i >= block.rows) continue;
      const Force<double>& F = coefficients.wrenches[(first_row + i) * block.frames + frame];
      torques[i] = R_WF * F.t, forces[i] = R_WF * F.f;
    }
    t = FourVectors(torques), f = FourVectors(forces);
  }
};

}  // namespace

/// Contributions of the joints between F and the frames to up to four rows of a block:
///   w·(t + r×f) + v·f   for a joint rotating with w and translating with v, M's origin at r from its own
/// A row that no joint can move, as that of a point on the pivot of its only joint, is zero, not the rounding
/// errors of r: its direction would be random.
void ConstraintJacobian::set_four_rows(const Tree<double>& tree, const PositionKinematics<double>& position,
                                       const Block& block, int first_row,
                                       const ConstraintCoefficients& coefficients) {
  const LaneRotation<double> R_WF = transpose(*coefficients.R_FW);
  double* entries = entries_.data() + block.start + first_row;
  Four largest(0.0), of_rounding(0.0);
  const Way *way = block.ways.data(), *end = way + block.ways.size();
  while (way != end) {
    const int frame = way->frame;
    const FourWrenches rows(block, coefficients, R_WF, frame, first_row);
    Four ww(0.0), vv(0.0);  // squares of motions at unit speeds
    double farthest = dot(coefficients.p_WM[frame], coefficients.p_WM[frame]);  // squared, of which r is made
    for (; way != end && way->frame == frame; ++way) {
      const TreeNode<double>& node = tree.node(way->node);
      const NodePosition<double>& at = position.nodes[way->node];
      const Lane3d r = coefficients.p_WM[frame] - at.p;
      farthest = std::max(farthest, dot(r, r));
      FourVectors t = plus_cross(rows.t, r, rows.f), f = rows.f;
      if (!way->to_M) t = -t, f = -f;
      double* to = entries + way->position * block.stride;
      int speed = node.u0;
      const auto put = [&](const Four& power, const Lane3d& w, const Lane3d& v) {
        const Four unit(unit_square(speed++));
        ww += unit * as_pack(w) * as_pack(w), vv += unit * as_pack(v) * as_pack(v);
        (way->is_first ? power : power + Four::load(to)).store(to);
        to += block.stride;
      };
      if (node.shape == JointShape::revolute)
        put(dot(at.R.z, t), at.R.z, cross(at.R.z, r));
      else if (node.shape == JointShape::prismatic)
        put(dot(at.R.z, f), zero3<double>(), at.R.z);
      else
        for (int k = node.u0; k < node.u0 + node.nu; ++k) {
          const LaneMotion<double>& H = position.columns[k];
          put(dot(H.w, t) + dot(H.v, f), H.w, H.v + cross(H.w, r));
        }
    }
    const Four torques = squares(rows.t), forces = squares(rows.f);
    const double turning = ww[0] + ww[1] + ww[2];
    largest += turning * torques + (vv[0] + vv[1] + vv[2]) * forces;
    of_rounding += (turning * farthest * rounding * rounding) * forces;
  }
  if (const auto is_rounding = largest < of_rounding; any(is_rounding)) [[unlikely]] {
    for (std::size_t k = 0; k < block.speeds.size(); ++k) {
      double* to = entries + k * block.stride;
      select(is_rounding, Four(0.0), Four::load(to)).store(to);
    }
    largest = select(is_rounding, Four(0.0), largest);
  }
  largest.store(largest_.data() + block.padded_first_row + first_row);
}

void ConstraintJacobian::set_unit_changes(In<double> changes) {
  if (!changes.empty()) require_size(changes, nu_, "the unit changes", "speeds of the tree");
  unit_squares_.clear();
  if (std::all_of(changes.begin(), changes.end(), [](double change) { return change == 1; })) return;
  for (const double change : changes) unit_squares_.push_back(change * change);
}

void ConstraintJacobian::set(const Tree<double>& tree, const PositionKinematics<double>& position, int number,
                             const ConstraintCoefficients& coefficients) {
  const Block& block = blocks_[number];
  if (block.speeds.empty()) return;
  const int direct = static_cast<int>(block.direct.size());
  double* entries = entries_.data() + block.start;
  if (direct > 0) std::fill_n(entries, block.stride * block.speeds.size(), 0.0);
  for (int i = 0; i < block.rows; i += 4) set_four_rows(tree, position, block, i, coefficients);
  for (int d = 0; d < direct; ++d)
    for (int i = 0; i < block.rows; ++i) {
      const double entry = coefficients.speeds[i * direct + d];
      entries[block.direct[d] * block.stride + i] += entry;
      largest_[block.padded_first_row + i] += unit_square(block.speeds[block.direct[d]]) * entry * entry;
    }
}

void ConstraintJacobian::append_alignments(const Block& block, int rows, Array<double>& to) const {
  for (int i = 0; i < rows; i += 4) {
    Four sum(0.0);
    for (int k = 0; k < static_cast<int>(block.speeds.size()); ++k) {
      const Four entry = Four::load(entries(block) + k * block.stride + i);
      sum += Four(unit_square(block.speeds[k])) * entry * entry;
    }
    const Four most = Four::load(largest_.data() + block.padded_first_row + i);
    const Four parts = select(sum < most, sum / most, Four(1.0));
    for (int r = i; r < std::min(rows, i + 4); ++r) to.push_back(parts[r - i]);
  }
}

void ConstraintJacobian::calc_times(In<double> v, Out<double> result) const {
  require_size(v, nu_, "v", "speeds of the tree");
  require_size(result, rows_, "the result", "rows of the constraints");
  std::fill(result.begin(), result.end(), 0.0);
  for (const Block& block : blocks_) {
    const double* entry = entries(block);
    for (const int k : block.speeds) {
      for (int i = 0; i < block.rows; ++i) result[block.first_row + i] += entry[i] * v[k];
      entry += block.stride;
    }
  }
}

void ConstraintJacobian::add_transpose_times(In<double> lambda, Out<double> tau) const {
  require_size(lambda, rows_, "the multipliers", "rows of the constraints");
  require_size(tau, nu_, "tau", "speeds of the tree");
  for (const Block& block : blocks_) {
    const double* entry = entries(block);
    for (const int k : block.speeds) {
      for (int i = 0; i < block.rows; ++i) tau[k] += entry[i] * lambda[block.first_row + i];
      entry += block.stride;
    }
  }
}

void ConstraintJacobian::calc_full(MatrixX<double>& G) const {
  G = MatrixX<double>::Zero(rows_, nu_);
  for (const Block& block : blocks_) {
    const double* entry = entries(block);
    for (const int k : block.speeds) {
      for (int i = 0; i < block.rows; ++i) G(block.first_row + i, k) += entry[i];
      entry += block.stride;
    }
  }
}

Array<Array<int>> ConstraintJacobian::speeds_of_blocks() const {
  Array<Array<int>> speeds;
  for (const Block& block : blocks_) speeds.push_back(block.speeds);
  return speeds;
}

}  // namespace sarrus
