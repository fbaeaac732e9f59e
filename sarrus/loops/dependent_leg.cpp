#include "sarrus/loops/internal/dependent_leg.h"

#include <algorithm>
#include <cmath>

#include "sarrus/base/array.h"
#include "sarrus/scalar/internal/pack_transpose.h"
#include "sarrus/scalar/scalar_types.h"

namespace sarrus::internal {

namespace {

using Four = Pack<double, 4>;
using SharedRow = DependentLeg::SharedRow;

/// Limit for the largest entry of G_d times the largest entry of its inverse, beyond which another method is
/// used: rounding errors grow with the square of K.
constexpr double most_growth = 100;
/// The determinant relative to the cube of the largest entry below which the inverse is nothing but rounding
/// errors. Growth within its bound implies a determinant ten times as large: no singular value of G_d is then
/// below 1/(3·most_growth) of the largest entry.
constexpr double least_determinant = 1e-6;

/// The first `count` lanes, followed by zeros.
SharedRow first(int count, const SharedRow& row) {
  return select(SharedRow(static_cast<double>(count)) > SharedRow(SharedRow::Lanes{0, 1, 2, 3, 4, 5, 6, 7}),
                row, SharedRow(0.0));
}
SharedRow joined(const Four& a, const Four& b) {
  return SharedRow(__builtin_shufflevector(a.lanes, b.lanes, 0, 1, 2, 3, 4, 5, 6, 7));
}
Four cross(const Four& a, const Four& b) {
  const auto yzx = [](const Four& v) { return Four(__builtin_shufflevector(v.lanes, v.lanes, 1, 2, 0, 3)); };
  return yzx(a * yzx(b) - yzx(a) * b);
}
/// For each of three rows, the sum over its lanes.
Four sums(const SharedRow& a, const SharedRow& b, const SharedRow& c) {
  const auto folded = [](const SharedRow& row) {
    return Four(__builtin_shufflevector(row.lanes, row.lanes, 0, 1, 2, 3)) +
           Four(__builtin_shufflevector(row.lanes, row.lanes, 4, 5, 6, 7));
  };
  Four x = folded(a), y = folded(b), z = folded(c), none(0.0);
  transpose(x, y, z, none);
  return (x + y) + (z + none);
}
/// Element i in all lanes.
template <int i>
Four spread(const Four& a) {
  return Four(__builtin_shufflevector(a.lanes, a.lanes, i, i, i, i));
}
/// A·x for a matrix given by its columns.
Four times(const Four (&A)[3], const Four& x) {
  return spread<0>(x) * A[0] + spread<1>(x) * A[1] + spread<2>(x) * A[2];
}
double largest(const Four& a, const Four& b, const Four& c) {
  const auto larger = [](const Four& x, const Four& y) { return select(x < y, y, x); };
  const Four most = larger(abs(a), larger(abs(b), abs(c)));
  return std::max(std::max(most[0], most[1]), most[2]);
}

}  // namespace

bool DependentLeg::fits(const TreePattern& pattern, const ConstraintJacobian::Block& block,
                        const Array<int>& shared, const Array<int>& speeds) {
  if (block.rows != 3 || speeds.size() != 3 || shared.size() > 8) return false;
  Array<int> all = shared;
  for (const int k : speeds) {
    if (k != speeds[0] + static_cast<int>(all.size() - shared.size())) return false;
    all.push_back(k);
    const int* path = pattern.columns(k);
    if (!std::equal(all.begin(), all.end(), path, path + pattern.length(k))) return false;
  }
  return block.speeds == all;
}

DependentLeg::DependentLeg(const TreePattern& pattern, const ConstraintJacobian::Block& block,
                           int shared_count)
    : count_(shared_count),
      first_speed_(block.speeds[shared_count]),
      first_row_(block.first_row),
      G_start_(block.start) {
  for (int i = 0; i < 3; ++i) M_start_[i] = pattern.start(first_speed_ + i);
}

bool DependentLeg::factor(const double* G, const double* M, double* S) {
  const double *G_s = G + G_start_, *G_d = G_s + 4 * count_;
  const Four x = Four::load(G_d), y = Four::load(G_d + 4), z = Four::load(G_d + 8);
  // Rows of the inverse are cross products of the columns.
  Four a = cross(y, z), b = cross(z, x), c = cross(x, y), none(0.0);
  const Four volume = a * x;
  const double determinant = volume[0] + volume[1] + volume[2];
  const double size = largest(x, y, z), volume_bound = least_determinant * size * size * size;
  if (!(std::abs(determinant) > volume_bound)) return false;
  if (!(size * largest(a, b, c) < most_growth * std::abs(determinant))) return false;
  const double factor = 1 / determinant;
  a *= factor, b *= factor, c *= factor;
  inverse_transposed_[0] = a, inverse_transposed_[1] = b, inverse_transposed_[2] = c;
  transpose(a, b, c, none);
  inverse_[0] = a, inverse_[1] = b, inverse_[2] = c;

  Four rows[8];
  for (int s = 0; s < 8; ++s) rows[s] = s < count_ ? Four::load(G_s + 4 * s) : Four(0.0);
  transpose(rows[0], rows[1], rows[2], rows[3]);
  transpose(rows[4], rows[5], rows[6], rows[7]);
  const SharedRow held[3] = {joined(rows[0], rows[4]), joined(rows[1], rows[5]), joined(rows[2], rows[6])};
  SharedRow K[3], M_ds[3], P[3];
  for (int i = 0; i < 3; ++i) {
    K[i] = -(inverse_[0][i] * held[0] + inverse_[1][i] * held[1] + inverse_[2][i] * held[2]);
    M_ds[i] = first(count_, SharedRow::load(M + M_start_[i]));
    K[i].store(K_[i]), M_ds[i].store(M_ds_[i]);
  }
  const double *m0 = M + M_start_[0] + count_, *m1 = M + M_start_[1] + count_, *m2 = M + M_start_[2] + count_;
  const double M_dd[3][3] = {{m0[0], m1[0], m2[0]}, {m1[0], m1[1], m2[1]}, {m2[0], m2[1], m2[2]}};
  for (int i = 0; i < 3; ++i) {
    P[i] = M_ds[i] + M_dd[i][0] * K[0] + M_dd[i][1] * K[1] + M_dd[i][2] * K[2];
    M_dd_[i] = Four(Four::Lanes{M_dd[i][0], M_dd[i][1], M_dd[i][2], 0.0});
  }
  for (int s = 0; s < count_; ++s, S += 8) {
    SharedRow sum = SharedRow::load(S);
    for (int i = 0; i < 3; ++i) sum += K_[i][s] * P[i] + M_ds_[i][s] * K[i];
    sum.store(S);
  }
  return true;
}

SharedRow DependentLeg::reduce(In<double> f, In<double> b) {
  c_ = times(inverse_, Four::load_first(3, b.data() + first_row_));
  const Four rest = Four::load_first(3, f.data() + first_speed_) - times(M_dd_, c_);
  const auto part = [&](int i) {
    return rest[i] * SharedRow::load(K_[i]) - c_[i] * SharedRow::load(M_ds_[i]);
  };
  return part(0) + part(1) + part(2);
}

void DependentLeg::expand(const SharedRow& x_s, In<double> f, Out<double> x, Out<double> lambda) const {
  const auto times_x = [&](const double(&A)[3][8]) {
    return sums(x_s * SharedRow::load(A[0]), x_s * SharedRow::load(A[1]), x_s * SharedRow::load(A[2]));
  };
  const Four x_d = c_ + times_x(K_);
  const Four rest = times_x(M_ds_) + times(M_dd_, x_d) - Four::load_first(3, f.data() + first_speed_);
  const Four found = times(inverse_transposed_, rest);
  for (int i = 0; i < 3; ++i) x[first_speed_ + i] = x_d[i], lambda[first_row_ + i] = found[i];
}

}  // namespace sarrus::internal
