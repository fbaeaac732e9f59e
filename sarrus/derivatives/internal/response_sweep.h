#pragma once
/// @file
/// The sweeps of tree_responses.h.

#include <algorithm>

#include "sarrus/derivatives/internal/response_plan.h"
#include "sarrus/derivatives/internal/speed_response.h"

namespace sarrus::internal {

/// Columns that are swept together, so that what they share is read once; 24 registers carry them.
constexpr int most_columns = 4;

enum class Result { dq, u, force };

/// Σ a_c·X_c.
template <class T>
SARRUS_ALWAYS_INLINE T six_products(const T* a, const T* X) {
  return (a[0] * X[0] + a[1] * X[1] + a[2] * X[2]) + (a[3] * X[3] + a[4] * X[4] + a[5] * X[5]);
}
template <class T>
SARRUS_ALWAYS_INLINE T three_products(const T* a, const T* X) {
  return a[0] * X[0] + a[1] * X[1] + a[2] * X[2];
}
template <class F>
SARRUS_ALWAYS_INLINE void for_six(F f) {
  f(0), f(1), f(2), f(3), f(4), f(5);
}

/// What is carried outward for a column of each of the three matrices.
template <class T>
struct ColumnState {
  T force[6], dq[6], u[6];  ///< Accelerations of a node: for a unit force at the speed, by δ and by u.
};

/// Workspace of the sweeps.
template <class T>
struct ResponseMemory {
  static constexpr int lambda_size = 21;
  AlignedArray<SpeedResponse<T>> speeds;
  AlignedArray<ColumnState<T>> columns;   ///< Per speed: beyond the speed itself.
  AlignedArray<ColumnState<T>> at_forks;  ///< Per depth and speed: at the node of a speed that forks.
  AlignedArray<T> kept;                   ///< Per depth: of a sweep, for other children.
  AlignedArray<T> lambda;                 ///< Per depth.

  ResponseMemory(int nu, const ResponsePlan& plan)
      : speeds(nu),
        columns(nu),
        at_forks(plan.later.empty() ? 0 : plan.depths * nu),
        kept(plan.depths * 6 * most_columns, T(0)),
        lambda(plan.depths * lambda_size, T(0)) {}
};

/// The sweeps outward.
template <class T, bool applied>
class ResponseSweep {
 public:
  ResponseSweep(const ResponsePlan& plan, const TreePattern& pattern, ResponseMemory<T>& memory, T* rows,
                std::ptrdiff_t stride)
      : plan_(plan), pattern_(pattern), memory_(memory), rows_(rows), stride_(stride), n_(pattern.size()) {}

  void run() {
    for (int k = 0; k < n_; ++k) begin_column(k);
    for (const ResponsePlan::Group& group : plan_.groups) sweep_subtree(group);
    for (const ResponsePlan::LaterChild& child : plan_.later) sweep_later_child(child);
  }

 private:
  static constexpr Result dq = Result::dq, u = Result::u, force = Result::force;
  static constexpr int lambda_size = ResponseMemory<T>::lambda_size;

  T* place(Result matrix, int row, int column) const {
    return rows_ + row * stride_ + static_cast<int>(matrix) * n_ + column;
  }
  template <Result matrix>
  static SARRUS_ALWAYS_INLINE T* part(ColumnState<T>& state) {
    if constexpr (matrix == Result::force) return state.force;
    return matrix == Result::dq ? state.dq : state.u;
  }

  /// x + Λ·F.
  static SARRUS_ALWAYS_INLINE void add_response(const T* lambda, const T* x, const T* F, T* out) {
    for_six([&](int r) SARRUS_INLINE_LAMBDA { out[r] = x[r]; });
    for_six([&](int c) SARRUS_INLINE_LAMBDA {
      for_six([&](int r) SARRUS_INLINE_LAMBDA { out[r] = out[r] + lambda[symmetric_place(r, c)] * F[c]; });
    });
  }
  /// The place of an entry of Λ, of which the lower triangle is kept.
  static constexpr int symmetric_place(int r, int c) {
    return r < c ? c * (c + 1) / 2 + r : r * (r + 1) / 2 + c;
  }

  /// The columns of speed k in its own row, and what is carried on from there. Λ becomes that of its node.
  void begin_column(int k) {
    const SpeedResponse<T>& speed = memory_.speeds[k];
    ColumnState<T>& to = memory_.columns[k];
    T* lambda = memory_.lambda.data() + plan_.rows[k].depth * lambda_size;
    const int parent = pattern_.parent(k);
    T by_force[6] = {T(0), T(0), T(0), T(0), T(0), T(0)}, by_dq[6], by_u[6];
    if (parent < 0) {
      std::fill_n(lambda, lambda_size, T(0));
      std::copy_n(speed.psi2, 6, by_dq), std::copy_n(speed.phi, 6, by_u);
    } else {
      const T* from = memory_.lambda.data() + plan_.rows[parent].depth * lambda_size;
      if (from != lambda) std::copy_n(from, lambda_size, lambda);
      add_response(lambda, by_force, speed.minus_W, by_force);
      add_response(lambda, speed.psi2, speed.minus_force_by_dq, by_dq);
      add_response(lambda, speed.phi, speed.minus_force_by_u, by_u);
    }
    const T own = speed.inverse_D + six_products(speed.minus_W, by_force);
    T x = six_products(speed.minus_W, by_dq) + three_products(speed.minus_z, speed.psi_w);
    if constexpr (applied) x += three_products(speed.minus_z_applied, speed.S);
    const T y = six_products(speed.minus_W, by_u) + three_products(speed.minus_z, speed.S);
    *place(force, k, k) = own, *place(dq, k, k) = x, *place(u, k, k) = y;
    if (plan_.rows[k].ends) return;
    for_six([&](int c) SARRUS_INLINE_LAMBDA {
      to.force[c] = by_force[c] + speed.S[c] * own;
      to.dq[c] = by_dq[c] + speed.S[c] * x, to.u[c] = by_u[c] + speed.S[c] * y;
    });
    // Λ − y·Sᵀ − S·yᵀ + (W·y + 1/D)·S·Sᵀ with y = Λ·W = −by_force; in brackets is M⁻¹_kk.
    for_six([&](int r) SARRUS_INLINE_LAMBDA {
      for_six([&](int c) SARRUS_INLINE_LAMBDA {
        if (c > r) return;
        T& entry = lambda[symmetric_place(r, c)];
        entry = entry + speed.S[r] * to.force[c] + by_force[r] * speed.S[c];
      });
    });
  }

  /// Sweeps `count` columns from `first` on over rows, from the states of the parent's node of the first row.
  /// `is_beyond`: the rows belong to speeds beyond those of the columns. The last states are stored if the
  /// rows are so few that they lie on a path.
  template <Result matrix, int count, bool is_beyond>
  void sweep(int first_row, int end_row, int first, ColumnState<T>* states, bool is_stored) const {
    T a[count][6];
    for_registers<count>([&](int c) SARRUS_INLINE_LAMBDA {
      const T* from = part<matrix>(states[c]);
      for_six([&](int i) SARRUS_INLINE_LAMBDA { a[c][i] = from[i]; });
    });
    const auto keep = [&](int depth) SARRUS_INLINE_LAMBDA {
      T* to = memory_.kept.data() + depth * (6 * most_columns);
      for_registers<count>([&](int c) SARRUS_INLINE_LAMBDA {
        for_six([&](int i) SARRUS_INLINE_LAMBDA { to[6 * c + i] = a[c][i]; });
      });
    };
    if (plan_.rows[first_row - 1].forks) keep(plan_.rows[first_row - 1].depth);
    for (int j = first_row; j < end_row; ++j) {
      const SweptRowPlan& row = plan_.rows[j];
      const SpeedResponse<T>& speed = memory_.speeds[j];
      if (row.comes_later && j > first_row) {
        const T* from = memory_.kept.data() + (row.depth - 1) * (6 * most_columns);
        for_registers<count>([&](int c) SARRUS_INLINE_LAMBDA {
          for_six([&](int i) SARRUS_INLINE_LAMBDA { a[c][i] = from[6 * c + i]; });
        });
      }
      for_registers<count>([&](int c) SARRUS_INLINE_LAMBDA {
        T x = six_products(speed.minus_W, a[c]);
        const SpeedResponse<T>& own = memory_.speeds[first + c];
        if constexpr (matrix == Result::force) {
          *place(dq, first + c, j) = six_products(speed.minus_force_by_dq, a[c]);
          *place(u, first + c, j) = six_products(speed.minus_force_by_u, a[c]);
          *place(force, first + c, j) = x;
        } else if constexpr (is_beyond) {
          x += three_products(speed.minus_z, matrix == Result::dq ? own.psi_w : own.S);
          if constexpr (applied && matrix == Result::dq) x += three_products(speed.minus_z_applied, own.S);
        }
        *place(matrix, j, first + c) = x;
        if (!row.ends) for_six([&](int i) SARRUS_INLINE_LAMBDA { a[c][i] += speed.S[i] * x; });
      });
      if (row.forks) keep(row.depth);
    }
    if (!is_stored) return;
    for_registers<count>([&](int c) SARRUS_INLINE_LAMBDA {
      T* to = part<matrix>(states[c]);
      for_six([&](int i) SARRUS_INLINE_LAMBDA { to[i] = a[c][i]; });
    });
  }
  template <bool is_beyond>
  void sweep_all(int first_row, int end_row, int first, int count, ColumnState<T>* states,
                 bool is_stored) const {
    const auto call = [&]<int columns>(std::integral_constant<int, columns>) {
      sweep<force, columns, is_beyond>(first_row, end_row, first, states, is_stored);
      sweep<dq, columns, is_beyond>(first_row, end_row, first, states, is_stored);
      sweep<u, columns, is_beyond>(first_row, end_row, first, states, is_stored);
    };
    if (count == 1) return call(std::integral_constant<int, 1>());
    if (count == 2) return call(std::integral_constant<int, 2>());
    if (count == 3) return call(std::integral_constant<int, 3>());
    call(std::integral_constant<int, most_columns>());
  }

  void sweep_subtree(const ResponsePlan::Group& group) const {
    ColumnState<T>* states = &memory_.columns[group.first];
    for (int c = 1; c < group.count; ++c)
      sweep_all<true>(group.first + c, group.first + c + 1, group.first, c, states, true);
    if (const int next = group.first + group.count; next < group.end)
      sweep_all<true>(next, group.end, group.first, group.count, states, false);
  }

  /// The accelerations of a forking node in the columns of the child before, a sum over the path, and from
  /// there the rows of a later child.
  void sweep_later_child(const ResponsePlan::LaterChild& child) const {
    const int *path = pattern_.columns(child.parent), length = pattern_.length(child.parent);
    ColumnState<T>* states = &memory_.at_forks[plan_.rows[child.parent].depth * n_];
    for (int k = child.returned; k < child.first; ++k) {
      T sums[3][6] = {};
      for (int p = 0; p < length; ++p) {
        const T* S = memory_.speeds[path[p]].S;
        const T x = *place(force, path[p], k), y = *place(dq, path[p], k), z = *place(u, path[p], k);
        for_six([&](int c) SARRUS_INLINE_LAMBDA {
          sums[0][c] += x * S[c], sums[1][c] += y * S[c], sums[2][c] += z * S[c];
        });
      }
      std::copy_n(sums[0], 6, states[k].force), std::copy_n(sums[1], 6, states[k].dq);
      std::copy_n(sums[2], 6, states[k].u);
    }
    for (int k = child.columns; k < child.first; k += most_columns)
      sweep_all<false>(child.first, child.end, k, std::min(most_columns, child.first - k), states + k, false);
  }

  const ResponsePlan& plan_;
  const TreePattern& pattern_;
  ResponseMemory<T>& memory_;
  T* rows_;
  std::ptrdiff_t stride_;
  int n_;
};

}  // namespace sarrus::internal
