#include "sarrus/derivatives/constrained_dynamics_derivatives.h"

#include <algorithm>

#include "sarrus/derivatives/internal/frame_variation.h"
#include "sarrus/derivatives/internal/panel_solver.h"
#include "sarrus/derivatives/internal/row_sums.h"
#include "sarrus/scalar/eigen.h"
#include "sarrus/sparse/internal/pivoted_ldlt.h"
#include "sarrus/sparse/row_rank.h"
#include "sarrus/sparse/tree_factorization.h"

namespace sarrus {

using namespace internal;

namespace {

int count_rows(const Array<HeldFrame>& held) {
  int count = 0;
  for (const HeldFrame& frame : held) count += frame.rows();
  return count;
}

}  // namespace

ConstrainedDynamicsDerivatives::ConstrainedDynamicsDerivatives(const Tree<double>& tree,
                                                               Array<HeldFrame> held)
    : inverse(tree),
      held_(std::move(held)),
      row_count_(count_rows(held_)),
      stride_(PanelSolver<double>::row_room(tree.nu())),
      position_(tree),
      velocity_(tree),
      bias_(tree),
      bias_forces_(tree),
      mass_(tree),
      factors_(tree.pattern()),
      solver_(std::make_unique<PanelSolver<double>>(*tree.pattern())),
      forces_(held_.size()),
      path_starts_{0},
      S_(row_count_ * row_count_),
      sizes_(row_count_),
      inverse_D_(tree.nu()),
      inverse_pivots_(row_count_),
      order_(row_count_),
      udot_(tree.nu()),
      lambda_(row_count_) {
  const int room = rounded_up_row(row_count_);
  G_.assign(tree.nu() * room, 0.0);
  X_.assign(tree.nu() * room, 0.0);
  rows_.assign(std::ptrdiff_t{tree.nu()} * stride_, 0.0);
  lambda_rows_.assign(std::ptrdiff_t{row_count_} * std::max(stride_, room), 0.0);
  for (const HeldFrame& frame : held_) {
    require(frame.frame.body > 0 && frame.frame.body < tree.body_count(),
            "body {} cannot be held; model '{}' has bodies 1 to {} beside the world", frame.frame.body,
            tree.model().name(), tree.body_count() - 1);
    Array<int> path;
    for (int i = tree.place(frame.frame.body).node; i > 0; i = tree.node(i).parent)
      for (int k = tree.node(i).nu - 1; k >= 0; --k) path.push_back(tree.node(i).u0 + k);
    paths_.insert(paths_.end(), path.rbegin(), path.rend());
    path_starts_.push_back(static_cast<int>(paths_.size()));
  }
}
ConstrainedDynamicsDerivatives::~ConstrainedDynamicsDerivatives() = default;
ConstrainedDynamicsDerivatives::ConstrainedDynamicsDerivatives(ConstrainedDynamicsDerivatives&&) noexcept =
    default;
ConstrainedDynamicsDerivatives& ConstrainedDynamicsDerivatives::operator=(
    ConstrainedDynamicsDerivatives&&) noexcept = default;

/// The steps of calc_constrained_dynamics_derivatives(), with access to the workspace.
struct ConstrainedDerivativeKernel {
  const Tree<double>& tree;
  ConstrainedDynamicsDerivatives& out;
  int n = out.nu(), m = out.row_count_, room = rounded_up_row(m);

  /// Calls f(frame, its first row) for all held frames.
  template <class F>
  void for_each_held(F f) const {
    int row = 0;
    for (std::size_t h = 0; h < out.held_.size(); row += out.held_[h].rows(), ++h) f(h, row);
  }
  /// Calls f(r, c) for the rows of a held frame and their places among the six of a motion.
  template <class F>
  void for_each_row(const HeldFrame& held, int first, F f) const {
    for (int r = 0; r < held.rows(); ++r) f(first + r, held.orientation ? r : r + 3);
  }
  std::span<const int> path(std::size_t h) const {
    return {out.paths_.data() + out.path_starts_[h], out.paths_.data() + out.path_starts_[h + 1]};
  }

  /// Gᵀ in rows of speeds, and −Ġ·u in λ.
  void find_rows(const ForwardDynamicsInput<double>& at) {
    calc_position_kinematics(tree, at.q, out.position_);
    calc_velocity_kinematics(tree, out.position_, at.u, out.velocity_);
    calc_acceleration_kinematics(tree, out.position_, out.velocity_, {}, out.bias_);
    std::fill(out.G_.begin(), out.G_.end(), 0.0);
    for_each_held([&](std::size_t h, int first) {
      const HeldFrame& held = out.held_[h];
      const Vec3<double> p = calc_pose(tree, out.position_, held.frame).p;
      const Motion<double> A = calc_acceleration(tree, out.position_, out.velocity_, out.bias_, held.frame);
      for (int i = tree.place(held.frame.body).node; i > 0; i = tree.node(i).parent) {
        const Lane3<double> r = Lane3<double>(p) - out.position_.nodes[i].p;
        for (int k = 0; k < tree.node(i).nu; ++k) {
          const LaneMotion<double> H = column(tree.node(i), out.position_, i, k);
          const Lane3<double> v = H.v + cross(H.w, r);
          double* to = out.G_.data() + (tree.node(i).u0 + k) * room;
          for_each_row(held, first, [&](int row, int c) { to[row] = c < 3 ? H.w[c] : v[c - 3]; });
        }
      }
      for_each_row(held, first, [&](int row, int c) { out.lambda_[row] = c < 3 ? -A.w[c] : -A.v[c - 3]; });
    });
  }

  /// S = Yᵀ·D⁻¹·Y from Y = L⁻ᵀ·Gᵀ, which stands in X. The rows of a frame have entries on its path alone.
  void multiply_rows() {
    const double* Y = out.X_.data();
    double* sum = out.lambda_rows_.data();
    for_each_held([&](std::size_t h, int first) {
      for (int r = first; r < first + out.held_[h].rows(); ++r) {
        std::fill_n(sum, room, 0.0);
        add_rows(room, sum, [&](auto add) {
          for (const int k : path(h)) add(Y[k * room + r] * out.inverse_D_[k], Y + k * room);
        });
        for (int c = 0; c <= r; ++c) out.S_[r * m + c] = sum[c];
      }
    });
  }

  /// The factors of M, X = M⁻¹·Gᵀ, and those of S = G·X.
  void factor() {
    calc_mass_matrix(tree, out.position_, out.mass_);
    out.factors_.set_entries(out.mass_.matrix);
    factor_LTDL(out.factors_);
    const TreePattern& pattern = out.factors_.pattern();
    double* X = out.X_.data();
    std::copy(out.G_.begin(), out.G_.end(), X);
    for (int k = n - 1; k >= 0; --k)
      for (int p = 0; p + 1 < pattern.length(k); ++p)
        add_multiple(-out.factors_.row(k)[p], X + k * room, X + pattern.columns(k)[p] * room, room);
    for (int k = 0; k < n; ++k) out.inverse_D_[k] = 1 / out.factors_.diagonal(k);
    multiply_rows();
    for (int k = 0; k < n; ++k) {
      double* own = X + k * room;
      for (int r = 0; r < room; ++r) own[r] *= out.inverse_D_[k];
      const std::span<const int> before(pattern.columns(k), pattern.columns(k) + pattern.length(k) - 1);
      add_rows(room, own, [&](auto add) {
        for (std::size_t p = 0; p < before.size(); ++p) add(-out.factors_.row(k)[p], X + before[p] * room);
      });
    }
    for (int r = 0; r < m; ++r) out.sizes_[r] = out.S_[r * m + r];
    constexpr double least = row_rank::uncertain * row_rank::uncertain;  // pivots are squares
    constexpr int four_feet = 12;
    out.rank_ = (m == four_feet ? factor_pivoted_ldlt<four_feet>
                                : factor_pivoted_ldlt<0>)(m, out.S_.data(), out.sizes_.data(), least,
                                                          out.order_.data(), out.inverse_pivots_.data())
                    .taken;
  }

  /// x ← S⁻¹·x for rows of `count` numbers, whole registers; those of dependent rows become zero.
  void solve_S(double* x, std::ptrdiff_t stride, int count) const {
    const double* L = out.S_.data();
    const auto row = [&](int i) { return x + out.order_[i] * stride; };
    for (int i = 1; i < out.rank_; ++i)
      add_rows(count, row(i), [&](auto add) {
        for (int j = 0; j < i; ++j) add(-L[i * m + j], row(j));
      });
    for (int i = out.rank_ - 1; i >= 0; --i) {
      const double inverse = out.inverse_pivots_[out.order_[i]];
      for (int c = 0; c < count; ++c) row(i)[c] *= inverse;
      add_rows(count, row(i), [&](auto add) {
        for (int j = i + 1; j < out.rank_; ++j) add(-L[j * m + i], row(j));
      });
    }
    for (int i = out.rank_; i < m; ++i) std::fill_n(row(i), count, 0.0);
  }

  /// u̇ and λ:  S·λ = −Ġ·u − G·M⁻¹·(τ − c),  u̇ = M⁻¹·(τ − c) + X·λ.
  void accelerate(const ForwardDynamicsInput<double>& at) {
    calc_inverse_dynamics<double>(tree, at.q, at.u, {}, at.forces, out.bias_forces_, out.udot_,
                                  {.gravity = at.gravity});
    for (int k = 0; k < n; ++k) out.udot_[k] = (at.tau.empty() ? 0 : at.tau[k]) - out.udot_[k];
    solve_LTDL<double>(out.factors_, out.udot_);
    double* sum = out.lambda_rows_.data();
    std::fill_n(sum, room, 0.0);
    add_rows(room, sum, [&](auto add) {
      for (int k = 0; k < n; ++k) add(out.udot_[k], out.G_.data() + k * room);
    });
    for (int r = 0; r < m; ++r) out.lambda_[r] -= sum[r];
    constexpr int size = register_size<double>;
    for (int r = 0; r < m; ++r) std::fill_n(out.lambda_rows_.data() + r * size, size, out.lambda_[r]);
    solve_S(out.lambda_rows_.data(), size, size);
    for (int r = 0; r < m; ++r) out.lambda_[r] = out.lambda_rows_[r * size];
    for (int k = 0; k < n; ++k) {
      double added = 0;
      for (int r = 0; r < m; ++r) added += out.X_[k * room + r] * out.lambda_[r];
      out.udot_[k] += added;
    }
  }

  /// Derivatives of inverse dynamics at u̇ under the forces λ.
  void differentiate(const ForwardDynamicsInput<double>& at) {
    for_each_held([&](std::size_t h, int first) {
      FrameForce<double>& force = out.forces_[h];
      force = {out.held_[h].frame, Force<double>::zero()};
      for_each_row(out.held_[h], first,
                   [&](int r, int c) { (c < 3 ? force.F.t[c] : force.F.f[c - 3]) = out.lambda_[r]; });
    });
    MotionVariation<double>& motion = out.inverse.motion;
    calc_motion_variation<double>(
        tree, {.q = at.q, .u = at.u, .udot = out.udot_, .forces = at.forces, .gravity = at.gravity}, motion);
    apply_frame_forces<double>(tree, out.forces_, motion);
    calc_inverse_dynamics_derivatives(tree, out.inverse);
  }

  /// −∂a of a held frame in the rows of ∂λ, which are zero before.
  void write_accelerations(const HeldFrame& held, int first) {
    const MotionVariation<double>& motion = out.inverse.motion;
    const FrameOnNode<double> frame(tree, held.frame);
    Lane3<double> r = motion.nodes[frame.node].R * Lane3<double>(frame.X_KF.p);
    const FrameMotion<double> moving(motion.nodes[frame.node], r);
    for (int i = frame.node; i > 0; r += motion.nodes[i].r, i = tree.node(i).parent)
      for (int k = tree.node(i).u0; k < tree.node(i).u0 + tree.node(i).nu; ++k) {
        const LaneMotion<double> by_dq = moving.acceleration_by_dq(motion.speeds[k], r),
                                 by_u = moving.acceleration_by_u(motion.speeds[k], r);
        for_each_row(held, first, [&](int row, int c) {
          double* to = out.lambda_rows_.data() + row * static_cast<std::ptrdiff_t>(out.stride_);
          to[k] = c < 3 ? -by_dq.w[c] : -by_dq.v[c - 3];
          to[n + k] = c < 3 ? -by_u.w[c] : -by_u.v[c - 3];
        });
      }
  }

  /// −M⁻¹·∂τ and M⁻¹ in the rows of results; then ∂λ and what it adds.
  void solve() {
    double *rows = out.rows_.data(), *lambda = out.lambda_rows_.data();
    const std::ptrdiff_t stride = out.stride_;
    if (out.solver_->sweeps())
      out.solver_->set_motion(tree, out.inverse, {});
    else
      out.solver_->set_factors(out.factors_);
    out.solver_->solve(out.inverse.by_dq, out.inverse.by_u, rows, stride);
    out.solver_->invert(rows, stride);
    std::fill_n(lambda, m * stride, 0.0);
    for_each_held([&](std::size_t h, int first) {
      write_accelerations(out.held_[h], first);
      for (int r = first; r < first + out.held_[h].rows(); ++r)
        subtract_sum(path(h), out.G_.data() + r, room, rows, stride, lambda + r * stride);
    });
    solve_S(lambda, stride, out.stride_);
    for (int k = 0; k < n; ++k) add_sum(m, out.X_.data() + k * room, lambda, stride, rows + k * stride);
  }
};

void calc_constrained_dynamics_derivatives(const Tree<double>& tree, const ForwardDynamicsInput<double>& at,
                                           ConstrainedDynamicsDerivatives& out) {
  require_stage(tree, out.inverse.motion);
  ConstrainedDerivativeKernel kernel{tree, out};
  kernel.find_rows(at);
  kernel.factor();
  kernel.accelerate(at);
  kernel.differentiate(at);
  kernel.solve();
}

}  // namespace sarrus
