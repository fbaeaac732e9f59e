#include "sarrus/proximity/internal/box_box.h"

#include <algorithm>
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

BoxAxis find_box_axis(const Vec3<double>& a, const Vec3<double>& b, const LanePose& X_12, double enough) {
  const LaneMatrix &R = X_12.R, rows = transpose(R);
  const Lane4 &P = X_12.p, Q = times(rows, P[0], P[1], P[2]), A = lane4(a), B = lane4(b);
  const LaneMatrix s{magnitudes(R.x), magnitudes(R.y), magnitudes(R.z)};
  const LaneMatrix s_rows{magnitudes(rows.x), magnitudes(rows.y), magnitudes(rows.z)};
  const Lane4 faces1 = magnitudes(P) - (A + times(s, b.x, b.y, b.z));
  const Lane4 faces2 = magnitudes(Q) - (B + times(s_rows, a.x, a.y, a.z));
  const double face[6] = {faces1[0], faces1[1], faces1[2], faces2[0], faces2[1], faces2[2]};
  int best = 0;
  double most = face[0];
  for (int k = 1; k < 6; ++k) {
    best = face[k] > most ? k : best;
    most = std::max(most, face[k]);
  }
  const auto column = [&](int j) { return vec3(j == 0 ? R.x : j == 1 ? R.y : R.z); };
  const auto face_axis = [&] {
    BoxAxis axis{most, {0, 0, 0}, best, (best < 3 ? P[best] : Q[best - 3]) < 0 ? -1.0 : 1.0};
    if (best < 3)
      axis.normal[best] = axis.sign;
    else
      axis.normal = axis.sign * column(best - 3);
    return axis;
  };
  if (most > enough) return face_axis();

  // eᵢ × Rⱼ, of length √(1 − rᵢⱼ²), for the three i at once; the projections of the boxes need the other two
  // axes of each. A face is preferred to edges that are as good up to rounding: its normal is exact.
  const double rounding = 1e-13 * (a.x + a.y + a.z + b.x + b.y + b.z), face_to_beat = most + rounding;
  const Lane4 P1 = yzx(P), P2 = zxy(P), A1 = yzx(A), A2 = zxy(A), bar(face_to_beat * std::abs(face_to_beat));
  Lane4 gap[3], square[3];
  const auto compare = [&](int j, const Lane4& r, const Lane4& sj, const Lane4& reach) {
    const Lane4 r1 = yzx(r), r2 = zxy(r);
    square[j] = r1 * r1 + r2 * r2;
    gap[j] = magnitudes(P2 * r1 - P1 * r2) - A1 * zxy(sj) - A2 * yzx(sj) - reach;
    // gap/length > to beat, without the root
    return signs(bar * square[j] - gap[j] * magnitudes(gap[j])) &
           signs(Lane4(box_parallel_edges * box_parallel_edges) - square[j]);
  };
  const int better = compare(0, R.x, s.x, Lane4(b.y) * s.z + Lane4(b.z) * s.y) |
                     compare(1, R.y, s.y, Lane4(b.z) * s.x + Lane4(b.x) * s.z) |
                     compare(2, R.z, s.z, Lane4(b.x) * s.y + Lane4(b.y) * s.x);
  if (better == 0) return face_axis();
  double to_beat = face_to_beat;
  int edges = -1;
  for (int k = 0; k < 9; ++k) {
    const double g = gap[k % 3][k / 3], length2 = square[k % 3][k / 3];
    if (g * std::abs(g) > to_beat * std::abs(to_beat) * length2 &&
        length2 > box_parallel_edges * box_parallel_edges)
      to_beat = g / std::sqrt(length2), edges = k;
  }
  if (edges < 0) return face_axis();
  const Pose<double> X = X_12.pose();
  Vec3<double> n = normalized(cross(Vec3<double>::unit(edges / 3), X.R.col(edges % 3)));
  if (dot(n, X.p) < 0) n = -n;
  // Once more along the rounded normal, which is exact for that normal.
  const double separation = box_separation(a, b, X, n);
  if (separation > most + rounding) return {separation, n, 6 + edges};
  return face_axis();
}

}  // namespace sarrus::internal
