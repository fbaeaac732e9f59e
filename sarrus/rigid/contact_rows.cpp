#include "sarrus/rigid/internal/contact_rows.h"

#include <cmath>

#include "sarrus/simulate/internal/speed_jump.h"
#include "sarrus/sparse/dense_solve.h"
#include "sarrus/system/responses.h"

namespace sarrus::internal {

namespace {

/// Rows of a contact that move less easily than this, relative to the others, do not move.
constexpr double least_mobility_of_row = 1e-10;

/// Directions in which impulses at the contacts move hardly anything, relative to the best.
constexpr double least_mobility = 1e-12;

}  // namespace

ContactRows::ContactRows(const State& state, const Array<TouchPoint>& points) {
  rows_.begin(state, 0, state.u(), 0);
  int count = 0;
  for (const TouchPoint& point : points) {
    rows_.add_contact({.first = point.surface1, .second = point.surface2, .feature = point.name}, point.at);
    first_.push_back(count);
    count += rows_.groups().back().rows;
  }
  const int nu = state.nu();
  MatrixX<double> J = MatrixX<double>::Zero(count, nu);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const RowGroup& at = group(static_cast<int>(i));
    for (int r = 0; r < at.rows; ++r)
      for (int k = 0; k < at.speeds; ++k) J(first_[i] + r, rows_.speeds(at)[k]) = rows_.entries(at, r)[k];
  }
  responses_.resize(nu, count);
  const Array<double> no_jump(constraint_row_count(state), 0.0);
  for (int row = 0; row < count; ++row) {
    Array<double> force(nu);
    for (int k = 0; k < nu; ++k) force[k] = J(row, k);
    const Array<double> response = solve_for_jump(state, std::move(force), no_jump);
    for (int k = 0; k < nu; ++k) responses_(k, row) = response[k];
  }
  G_ = J * responses_;
  G_ = (0.5 * (G_ + G_.transpose())).eval();
  find_diagonal();
}

void ContactRows::find_diagonal() {
  diagonal_ = G_.diagonal();
  const int contacts = static_cast<int>(first_.size());
  for (int i = 0; i < contacts; ++i) {
    VectorX<double> sum = VectorX<double>::Zero(rows_of(i));
    int count = 0;
    for (int k = 0; k < contacts; ++k) {
      if (group(k).body1 != group(i).body1 || group(k).body2 != group(i).body2 || rows_of(k) != rows_of(i))
        continue;
      sum += G_.diagonal().segment(first_[k], rows_of(i));
      ++count;
    }
    // A direction in which nothing moves, as across a plane, is measured like the others.
    const double largest = sum.maxCoeff();
    for (double& d : sum)
      if (d < least_mobility_of_row * largest) d = largest;
    diagonal_.segment(first_[i], rows_of(i)) = sum / count;
  }
}

VectorX<double> ContactRows::times(In<double> v) const {
  VectorX<double> u(count());
  for (std::size_t i = 0; i < first_.size(); ++i)
    for (int r = 0; r < rows_of(static_cast<int>(i)); ++r)
      u[first_[i] + r] = rows_.row_speed(group(static_cast<int>(i)), r, v);
  return u;
}

/// With the velocities Vᵢ of both bodies at the contact point x, which moves: the rate of e·(V₂ − V₁) is
/// e·(V̇₂ − V̇₁) + ė·(V₂ − V₁), where V̇ᵢ = aᵢ + αᵢ×(x − oᵢ) + ωᵢ×(ẋ − vᵢ).
VectorX<double> ContactRows::calc_accelerations(const State& state, const Array<TouchPoint>& points) const {
  VectorX<double> c(count());
  for (std::size_t i = 0; i < points.size(); ++i) {
    const TouchPoint& point = points[i];
    Vec3<double> velocity_at{0, 0, 0}, acceleration_at{0, 0, 0};
    for (const auto& [body, sign] : {std::pair{point.at.body2, 1.0}, {point.at.body1, -1.0}}) {
      const FrameOn<double> frame(body);
      const Motion<double> V = velocity(state, frame), A = acceleration(state, frame);
      const Vec3<double> arm = point.at.point - pose(state, frame).p;
      velocity_at += sign * (V.v + cross(V.w, arm));
      acceleration_at += sign * (A.v + cross(A.w, arm) + cross(V.w, point.point_rate - V.v));
    }
    const RowGroup& at = group(static_cast<int>(i));
    c[first_[i]] = dot(at.directions[0], acceleration_at) + dot(point.normal_rate, velocity_at);
    for (int r = 1; r < at.rows; ++r) c[first_[i] + r] = dot(at.directions[r], acceleration_at);
  }
  return c;
}

Array<double> ContactRows::respond(const VectorX<double>& r) const {
  const VectorX<double> change = responses_ * r;
  return {change.data(), change.data() + change.size()};
}

Vec3<double> ContactRows::across(int contact, double t1, double t2) const {
  const RowGroup& at = group(contact);
  return t1 * at.directions[1] + t2 * at.directions[2];
}

MatrixX<double> factor_symmetric(const MatrixX<double>& G) {
  const EigenPairs pairs = calc_eigen_pairs(G);
  const int n = static_cast<int>(G.rows());
  const double least = least_mobility * std::max(0.0, pairs.values[n - 1]);
  int first = 0;
  while (first < n && pairs.values[first] <= least) ++first;
  MatrixX<double> L = pairs.vectors.rightCols(n - first);
  for (int k = first; k < n; ++k) L.col(k - first) *= std::sqrt(pairs.values[k]);
  return L;
}

VectorX<double> solve_scaled(const MatrixX<double>& A, const VectorX<double>& b,
                             const VectorX<double>& diagonal) {
  const VectorX<double> scale = diagonal.unaryExpr([](double d) { return d > 0 ? 1 / std::sqrt(d) : 1.0; });
  const MatrixX<double> scaled = scale.asDiagonal() * A * scale.asDiagonal();
  return scale.cwiseProduct(solve_least_squares(scaled, scale.cwiseProduct(b)).x);
}

VectorX<double> solve_as_springs(const MatrixX<double>& A, const MatrixX<double>& H, const VectorX<double>& b,
                                 const VectorX<double>& diagonal) {
  const VectorX<double> scale = diagonal.unaryExpr([](double d) { return d > 0 ? 1 / std::sqrt(d) : 1.0; });
  const MatrixX<double> L =
      scale.asDiagonal() * factor_symmetric(scale.asDiagonal() * H * scale.asDiagonal());
  return L * solve_least_squares(scale.asDiagonal() * A * L, scale.cwiseProduct(b)).x;
}

}  // namespace sarrus::internal
