#include "sarrus/loops/internal/sweep_solver.h"

#include <algorithm>
#include <numeric>
#include <set>

#include "sarrus/base/array.h"
#include "sarrus/base/internal/index.h"
#include "sarrus/base/internal/sorted.h"
#include "sarrus/dynamics/internal/articulated_steps.h"
#include "sarrus/dynamics/internal/effective_inertia.h"
#include "sarrus/dynamics/node_frame.h"

namespace sarrus::internal {

namespace {

/// Rows of Y of each block: its speeds and all their ancestors.
Array<GramGroup> find_groups(const Tree<double>& tree, const ConstraintJacobian& G,
                             const Array<int>& blocks) {
  Array<GramGroup> groups;
  for (const int b : blocks) {
    const ConstraintJacobian::Block& block = G.blocks()[b];
    std::set<int> rows;
    for (const int k : block.speeds)
      for (int i = k; i >= 0 && rows.insert(i).second;) i = tree.pattern()->parent(i);
    groups.push_back({block.rows, {rows.begin(), rows.end()}});
  }
  return groups;
}

double power(const TreeNode<double>& constants, const ArticulatedNode<double>& node,
             const LaneMotion<double>& H, const LaneForce<double>& F) {
  if (constants.shape == JointShape::revolute) return dot(node.axis, F.t);
  if (constants.shape == JointShape::prismatic) return dot(node.axis, F.f);
  return dot(H.w, F.t, H.v, F.f);
}

}  // namespace

SweepSolver::SweepSolver(const Tree<double>& tree, const ConstraintJacobian& G, const TreePart& part)
    : blocks_(part.blocks),
      rows_(part.rows(G)),
      A_(find_groups(tree, G, blocks_)),
      memory_(tree),
      Y_(A_.storage_size()),
      inverse_D_(tree.nu()),
      y_(inverse_D_.size()),
      lambda_(rows_.size()) {
  constexpr double articulated_inertia = 135, solution = 55, row_of_Y = 14;  // per speed, in whole registers
  memory_.links = links_of(tree, part.nodes);
  Array<int> all(tree.nu());
  std::iota(all.begin(), all.end(), 0);
  all_steps_ = find_steps(tree, part.nodes, all, all);
  cost_ = (articulated_inertia + solution) * static_cast<double>(part.speeds(tree).size()) +
          A_.arrangement().cost;
  std::size_t most = all_steps_.size();
  for (std::size_t g = 0; g < blocks_.size(); ++g) {
    steps_.push_back(find_steps(tree, part.nodes, A_.groups()[g].rows, G.blocks()[blocks_[g]].speeds));
    most = std::max(most, steps_.back().size() * index(A_.groups()[g].width));
    cost_ += row_of_Y * static_cast<double>(A_.groups()[g].rows.size()) * A_.groups()[g].width;
  }
  forces_.resize(most);
}

/// Those of some nodes that have a speed among `speeds`; `given` are the speeds that forces are given for.
Array<SweepSolver::Step> SweepSolver::find_steps(const Tree<double>& tree, const Array<int>& nodes,
                                                 const Array<int>& speeds, const Array<int>& given) {
  Array<Step> steps;
  Array<int> taken;
  for (const int i : nodes) {
    const int place = tree.node(i).nu > 0 ? find_sorted(speeds, tree.node(i).u0) : -1;
    if (place < 0) continue;
    Step step{i, find_sorted(taken, tree.node(i).parent), place, {}};
    for (int k = 0; k < tree.node(i).nu; ++k) step.given.push_back(find_sorted(given, tree.node(i).u0 + k));
    steps.push_back(std::move(step));
    taken.push_back(i);
  }
  return steps;
}

/// The inward sweep: Y = L⁻ᵀ·F of `width` columns of forces on the speeds, which are given one behind the
/// other, `stride` from a speed to the next.
void SweepSolver::sweep_inward(const Tree<double>& tree, const Array<Step>& steps, int width, const double* F,
                               int stride, double* Y) {
  std::fill_n(forces_.begin(), steps.size() * index(width),
              LaneForce<double>{zero3<double>(), zero3<double>()});
  for (std::size_t s = steps.size(); s-- > 0;) {
    const Step& step = steps[s];
    const TreeNode<double>& constants = tree.node(step.node);
    const ArticulatedNode<double>& node = memory_.nodes[step.node];
    const LaneForce<double>* own = forces_.data() + s * index(width);
    double* rows = Y + step.place * width;
    for (int a = 0; a < constants.nu; ++a) {
      const LaneMotion<double>& H = memory_.joints.columns[constants.u0 + a];
      const int given = step.given[a];
      for (int r = 0; r < width; ++r)
        rows[a * width + r] = (given < 0 ? 0 : F[given * stride + r]) - power(constants, node, H, own[r]);
    }
    for (int r = 0; r < width && step.parent >= 0; ++r) {
      LaneForce<double>& to = forces_[step.parent * width + r];
      to += at_parent<double>(own[r], node.r);
      for (int a = 0; a < constants.nu; ++a) to += rows[a * width + r] * memory_.speeds[constants.u0 + a].W;
    }
    const double* factors = memory_.factors.data() + factor_stride * constants.u0;
    for (int a = constants.nu - 1; a > 0; --a)
      for (int k = 0; k < a; ++k)
        for (int r = 0; r < width; ++r)
          rows[k * width + r] -= factors[factor_stride * a + k] * rows[a * width + r];
  }
}

/// The outward sweep: x = L⁻¹·D⁻¹·y.
void SweepSolver::sweep_outward(const Tree<double>& tree, Out<double> x) {
  for (const Step& step : all_steps_) {
    const TreeNode<double>& constants = tree.node(step.node);
    const double* factors = memory_.factors.data() + factor_stride * constants.u0;
    for (int a = 0; a < constants.nu; ++a) {
      double value = inverse_D_[constants.u0 + a] * y_[constants.u0 + a];
      for (int k = 0; k < a; ++k)
        value -= factors[factor_stride * a + k] * memory_.speeds[constants.u0 + k].value;
      memory_.speeds[constants.u0 + a].value = value;
    }
  }
  expand<double>(memory_, x.data());
}

void SweepSolver::factor(const Tree<double>& tree, const PositionKinematics<double>& position,
                         const ConstraintJacobian& G, double row_error, In<double> port_inertia) {
  calc_articulated_inertias(tree, In<double>(position.q.data(), tree.nq()), memory_, port_inertia);
  for (const Step& step : all_steps_)
    for (int a = 0; a < tree.node(step.node).nu; ++a) {
      const int speed = tree.node(step.node).u0 + a;
      const double inverse = memory_.factors[factor_stride * speed + a];
      require_effective_inertia(tree, speed, 1 / inverse);
      inverse_D_[speed] = inverse;
    }
  alignments_.clear();
  for (std::size_t g = 0; g < steps_.size(); ++g) {
    const ConstraintJacobian::Block& block = G.blocks()[blocks_[g]];
    sweep_inward(tree, steps_[g], block.rows, G.entries(block), block.stride,
                 Y_.data() + A_.start(static_cast<int>(g)));
    G.append_alignments(block, block.rows, alignments_);
  }
  A_.factor(Y_, inverse_D_, alignments_, row_error);
}

void SweepSolver::solve(const Tree<double>& tree, In<double> f, In<double> b, Out<double> x,
                        Out<double> lambda, In<double> weights) {
  // λ = A⁺·(b − Yᵀ·D⁻¹·y) with y = L⁻ᵀ·f
  sweep_inward(tree, all_steps_, 1, f.data(), 1, y_.data());
  for (std::size_t i = 0; i < rows_.size(); ++i) lambda_[i] = b[rows_[i]];
  const double* Y = Y_.data();
  double* own = lambda_.data();
  for (const GramGroup& group : A_.groups()) {
    for (const int k : group.rows)
      for (int r = 0; r < group.width; ++r) own[r] -= *Y++ * inverse_D_[k] * y_[k];
    own += group.width;
  }
  A_.solve(Out<double>(lambda_));
  // x = L⁻¹·D⁻¹·(y + Y·λ)
  Y = Y_.data(), own = lambda_.data();
  for (const GramGroup& group : A_.groups()) {
    for (const int k : group.rows)
      for (int r = 0; r < group.width; ++r) y_[k] += *Y++ * own[r];
    own += group.width;
  }
  sweep_outward(tree, x);
  weights_.clear();
  if (!weights.empty())
    for (const int row : rows_) weights_.push_back(weights[row]);
  A_.share(Out<double>(lambda_), weights_);
  for (std::size_t i = 0; i < rows_.size(); ++i) lambda[rows_[i]] = lambda_[i];
}

bool SweepSolver::is_dependent(int row) const {
  const int own = find_sorted(rows_, row);
  return own >= 0 && A_.is_dependent(own);
}

}  // namespace sarrus::internal
