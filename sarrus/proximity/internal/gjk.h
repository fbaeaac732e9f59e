#pragma once
/// @file
/// The distance of two convex sets by their support functions (Gilbert, Johnson and Keerthi). All points are
/// those of the difference {b − a}, in the frame of shape 1, with the points a and b that they came from.

#include <array>
#include <limits>

#include "sarrus/base/inline.h"
#include "sarrus/base/internal/index.h"
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
  /// The difference that is searched is scale·{b − a} + shift.
  double scale = 1;
  Vec3<double> shift{0, 0, 0};

  /// The point of the difference that is farthest against `direction`, written where it is kept: a copy of
  /// numbers that were just written would have to wait for them.
  SARRUS_ALWAYS_INLINE void find_support(const Vec3<double>& d, DifferencePoint& at) const {
    // Written out, because these products are not worth calls.
    const Mat3<double>& R = X_12.R.matrix();
    const Vec3<double> a = support1(d);
    const Vec3<double> s =
        support2({-(R.x.x * d.x + R.x.y * d.y + R.x.z * d.z), -(R.y.x * d.x + R.y.y * d.y + R.y.z * d.z),
                  -(R.z.x * d.x + R.z.y * d.y + R.z.z * d.z)});
    const Vec3<double> b{X_12.p.x + (R.x.x * s.x + R.y.x * s.y + R.z.x * s.z),
                         X_12.p.y + (R.x.y * s.x + R.y.y * s.y + R.z.y * s.z),
                         X_12.p.z + (R.x.z * s.x + R.y.z * s.y + R.z.z * s.z)};
    at.w.x = scale * (b.x - a.x) + shift.x, at.w.y = scale * (b.y - a.y) + shift.y;
    at.w.z = scale * (b.z - a.z) + shift.z;
    at.a.x = a.x, at.a.y = a.y, at.a.z = a.z;
    at.b.x = b.x, at.b.y = b.y, at.b.z = b.z;
  }
  DifferencePoint support(const Vec3<double>& d) const {
    DifferencePoint at;
    find_support(d, at);
    return at;
  }
  /// The separation along a unit vector: a lower bound of the signed distance.
  double separation(const Vec3<double>& n) const { return dot(n, support(n).w); }
};

/// Up to four points, and the point of their hull that is nearest to the origin.
class Simplex {
 public:
  int count = 0;
  Vec3<double> v{};  ///< The nearest point: Σ weight·w.

  const DifferencePoint& point(int i) const { return places_[place(i)]; }
  /// Where the next point is to be written, before add().
  DifferencePoint& next() { return places_[place(count)]; }
  void add() { ++count; }
  /// Begins with the support along a direction.
  void begin(const ConvexPair& pair, const Vec3<double>& direction) {
    pair.find_support(direction, next());
    add();
    v = point(0).w;
  }
  /// Takes the points for those of the difference scale·{b − a} + shift.
  void map(double scale, const Vec3<double>& shift) {
    for (int i = 0; i < count; ++i) {
      DifferencePoint& p = places_[place(i)];
      p.w = scale * (p.b - p.a) + shift;
    }
    reduce(std::numeric_limits<double>::infinity());
  }
  /// Takes the last point back.
  void drop() { --count; }
  /// Finds v, which has to come closer than the square `below`, and drops the points that it does not need.
  enum class Reduced { outside, inside, no_closer };
  Reduced reduce(double below);

  Vec3<double> witness1() const { return sum(&DifferencePoint::a); }
  Vec3<double> witness2() const { return sum(&DifferencePoint::b); }

 private:
  std::size_t place(int i) const { return index(order_[index(i)]); }
  Vec3<double> sum(Vec3<double> DifferencePoint::*member) const {
    Vec3<double> p{0, 0, 0};
    for (int i = 0; i < count; ++i) p += weights_[index(i)] * (point(i).*member);
    return p;
  }

  std::array<DifferencePoint, 4> places_;
  std::array<int, 4> order_{0, 1, 2, 3};  ///< The places of the points, then those that are free.
  std::array<double, 4> weights_{1, 0, 0, 0};
};

/// How a search ended.
enum class GjkEnd { apart, touching };

/// Continues from the points in `simplex`, or from `direction` if there are none, until the duality gap is
/// |v|² − v·w ≤ accuracy·|v|². `touching` means that |v| is zero up to rounding, or that the sets overlap.
GjkEnd run_gjk(const ConvexPair& pair, const Vec3<double>& direction, double accuracy, Simplex& simplex);

}  // namespace sarrus::internal
