#pragma once
/// @file
/// The distance of two convex sets by their support functions (Gilbert, Johnson and Keerthi). All points are
/// those of the difference {b − a}, in the frame of shape 1, with the points a and b that they came from.

#include <array>

#include "sarrus/proximity/internal/support_map.h"
#include "sarrus/spatial/pose.h"

namespace sarrus::internal {

/// A point of the difference: w = b − a.
struct DifferencePoint {
  Vec3<double> w, a, b;
};

/// Two convex sets in the frame of the first.
struct ConvexPair {
  SupportMap support1, support2;
  Pose<double> X_12;
  double size;  ///< No less than the lengths that enter: errors of rounding are multiples of it.

  /// The point of the difference that is farthest against `direction`.
  DifferencePoint support(const Vec3<double>& d) const {
    // Written out, because these products are not worth calls.
    const Mat3<double>& R = X_12.R.matrix();
    const Vec3<double> a = support1(d),
                       m{R.x.x * d.x + R.x.y * d.y + R.x.z * d.z, R.y.x * d.x + R.y.y * d.y + R.y.z * d.z,
                         R.z.x * d.x + R.z.y * d.y + R.z.z * d.z};
    const Vec3<double> s = support2(-m);
    const Vec3<double> b = X_12.p + Vec3<double>{R.x.x * s.x + R.y.x * s.y + R.z.x * s.z,
                                                 R.x.y * s.x + R.y.y * s.y + R.z.y * s.z,
                                                 R.x.z * s.x + R.y.z * s.y + R.z.z * s.z};
    return {b - a, a, b};
  }
  /// The separation along a unit vector: a lower bound of the signed distance.
  double separation(const Vec3<double>& n) const { return dot(n, support(n).w); }
};

/// Up to four points, and the point of their hull that is nearest to the origin.
struct Simplex {
  std::array<DifferencePoint, 4> points;
  std::array<double, 4> weights{1, 0, 0, 0};
  int count = 0;
  Vec3<double> v;  ///< The nearest point: Σ weight·w.

  Vec3<double> witness1() const { return sum(&DifferencePoint::a); }
  Vec3<double> witness2() const { return sum(&DifferencePoint::b); }
  /// Finds v, and drops the points that it does not need; false if the simplex contains the origin.
  bool reduce();

 private:
  Vec3<double> sum(Vec3<double> DifferencePoint::*member) const {
    Vec3<double> p{0, 0, 0};
    for (int i = 0; i < count; ++i)
      p += weights[static_cast<std::size_t>(i)] * (points[static_cast<std::size_t>(i)].*member);
    return p;
  }
};

/// How a search ended.
enum class GjkEnd { apart, touching };

/// Continues from the points in `simplex`, or from `direction` if there are none, until the duality gap is
/// |v|² − v·w ≤ accuracy·|v|². `touching` means that |v| is zero up to rounding, or that the sets overlap.
GjkEnd run_gjk(const ConvexPair& pair, const Vec3<double>& direction, double accuracy, Simplex& simplex);

}  // namespace sarrus::internal
