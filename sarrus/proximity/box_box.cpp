#include "sarrus/proximity/internal/box_box.h"

#include <cmath>

namespace sarrus::internal {

namespace {

/// The separation of two boxes along a unit vector n in the frame of box 1, |n·p| − Σ aᵢ|nᵢ| − Σ bⱼ|n·Rⱼ|.
double box_separation(const Vec3<double>& a, const Vec3<double>& b, const Pose<double>& X_12,
                      const Vec3<double>& n) {
  const Vec3<double> m = X_12.R.inverse_times(n);
  return std::abs(dot(n, X_12.p)) - a.x * std::abs(n.x) - a.y * std::abs(n.y) - a.z * std::abs(n.z) -
         b.x * std::abs(m.x) - b.y * std::abs(m.y) - b.z * std::abs(m.z);
}

/// The cross products of edges whose directions differ by less than this are not looked at. The separation
/// along one of them exceeds that of the faces by no more than its square times the size.
constexpr double box_parallel_edges = 1e-6;

}  // namespace

BoxAxis find_box_axis(const Vec3<double>& a, const Vec3<double>& b, const Pose<double>& X_12, double enough) {
  const Mat3<double>& R = X_12.R.matrix();
  const Vec3<double>& p = X_12.p;
  const Vec3<double> q = transpose_times(R, p);
  const double A[3] = {a.x, a.y, a.z}, B[3] = {b.x, b.y, b.z}, P[3] = {p.x, p.y, p.z}, Q[3] = {q.x, q.y, q.z};
  const double r[3][3] = {{R.x.x, R.y.x, R.z.x}, {R.x.y, R.y.y, R.z.y}, {R.x.z, R.y.z, R.z.z}};
  double s[3][3];
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) s[i][j] = std::abs(r[i][j]);
  double face[6];
  for (int i = 0; i < 3; ++i) {
    face[i] = std::abs(P[i]) - (A[i] + B[0] * s[i][0] + B[1] * s[i][1] + B[2] * s[i][2]);
    face[i + 3] = std::abs(Q[i]) - (B[i] + A[0] * s[0][i] + A[1] * s[1][i] + A[2] * s[2][i]);
  }
  int best = 0;
  for (int k = 1; k < 6; ++k)
    if (face[k] > face[best]) best = k;
  BoxAxis axis{face[best], {0, 0, 0}, best};
  if (best < 3) {
    axis.normal[best] = P[best] < 0 ? -1 : 1;
  } else {
    axis.normal = Q[best - 3] < 0 ? -R.col(best - 3) : R.col(best - 3);
  }
  if (face[best] > enough) return axis;

  // eᵢ × Rⱼ, of length √(1 − rᵢⱼ²); the projections of the boxes need the other two axes of each.
  double gap[9], square[9];
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      square[3 * i + j] = r[i1][j] * r[i1][j] + r[i2][j] * r[i2][j];
      gap[3 * i + j] = std::abs(P[i2] * r[i1][j] - P[i1] * r[i2][j]) - A[i1] * s[i2][j] - A[i2] * s[i1][j] -
                       B[j1] * s[i][j2] - B[j2] * s[i][j1];
    }
  // A face is preferred to edges that are as good up to rounding: its normal is exact.
  const double rounding = 1e-13 * (a.x + a.y + a.z + b.x + b.y + b.z);
  double to_beat = face[best] + rounding;
  int edges = -1;
  for (int k = 0; k < 9; ++k) {
    // gap/length > to_beat, without the root
    const double left = gap[k] * std::abs(gap[k]), right = to_beat * std::abs(to_beat) * square[k];
    if (left > right && square[k] > box_parallel_edges * box_parallel_edges)
      to_beat = gap[k] / std::sqrt(square[k]), edges = k;
  }
  if (edges < 0) return axis;
  const Vec3<double> e = Vec3<double>::unit(edges / 3);
  Vec3<double> n = normalized(cross(e, R.col(edges % 3)));
  if (dot(n, p) < 0) n = -n;
  // Once more along the rounded normal, which is exact for that normal.
  const double separation = box_separation(a, b, X_12, n);
  if (separation > face[best] + rounding) axis = {separation, n, 6 + edges};
  return axis;
}

}  // namespace sarrus::internal
