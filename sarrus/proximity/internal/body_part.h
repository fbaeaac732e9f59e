#pragma once
/// @file
/// The part of a convex body over the rectangle of a height field. Below the rectangle points are inside,
/// beside it they are outside: depths jump at its edges, so that the deepest point is that of this part,
/// which is convex too.
///
/// The nearest point y of the part B ∩ {a·y ≤ c} is, where y of B alone is beyond the plane, that of B from a
/// point that is pulled back along the plane's normal,
///   y(λ) = argmin over B of |y − (x − λ·a)|,   with λ > 0 such that a·y(λ) = c
/// because λ is the multiplier of the plane in min ½·|y − x|² over B. a·y(λ) falls as λ grows.

#include <array>
#include <cmath>

#include "sarrus/geometry/height_field.h"
#include "sarrus/spatial/pose.h"

namespace sarrus::internal {

template <class Body>
class BodyPart {
 public:
  /// The whole body.
  explicit BodyPart(const Body& body) : body_(body) {}
  /// The part over a field, in whose frame the body has the pose X_FB; the whole body if there is none.
  BodyPart(const Body& body, const HeightFieldShape& field, const Pose<double>& X_FB) : body_(body) {
    const Bounds box = body.bounds();
    size_ = norm(box.upper - box.lower) + field.size[0] + field.size[1];
    for (int k = 0; k < 4; ++k) {
      const double sign = k % 2 == 0 ? 1 : -1;
      const Vec3<double> a = X_FB.R.inverse_times(sign * Vec3<double>::unit(k / 2));
      // A little within the edge, so that rounding does not put points beyond it.
      const double c = 0.5 * field.size[k / 2] - sign * X_FB.p[k / 2] - margin * size_;
      if (dot(a, body.support(-a)) >= c) {
        count_ = 0;
        return;
      }
      if (dot(a, body.support(a)) > c) planes_[count_++] = {a, c};
    }
  }

  bool is_whole() const { return count_ == 0; }
  /// The point of the part that is nearest to x: x itself within.
  Vec3<double> nearest(const Vec3<double>& x) const { return nearest_below(x, count_); }

 private:
  struct Plane {
    Vec3<double> a;
    double c;
  };
  static constexpr double margin = 1e-13;

  /// The point nearest to x of the body below the first planes.
  Vec3<double> nearest_below(const Vec3<double>& x, std::size_t planes) const {
    if (planes == 0) {
      const SurfacePoint near = body_.nearest(x);
      return near.distance <= 0 ? x : near.point;
    }
    const Vec3<double> a = planes_[planes - 1].a;
    const double c = planes_[planes - 1].c;
    Vec3<double> y = nearest_below(x, planes - 1);
    double low = 0, excess = dot(a, y) - c;  // at the multiplier `low`
    if (excess <= 0) return y;
    const auto excess_at = [&](double multiplier) {
      y = nearest_below(x - multiplier * a, planes - 1);
      return dot(a, y) - c;
    };
    double high = excess, lack = excess_at(high);
    for (int i = 0; i < 60 && lack > 0; ++i) low = high, excess = lack, lack = excess_at(high *= 2);
    // The rule of false position; the value of an end that stays twice is halved (Illinois).
    double value = lack;
    for (int i = 0, stays = 0; i < 100 && std::abs(value) > 0.5 * margin * size_; ++i) {
      const double middle = low + (high - low) * excess / (excess - lack);
      value = excess_at(middle);
      if (value > 0) {
        low = middle, excess = value;
        if (stays == 1) lack *= 0.5;
        stays = 1;
      } else {
        high = middle, lack = value;
        if (stays == -1) excess *= 0.5;
        stays = -1;
      }
    }
    return y;
  }

  const Body& body_;
  double size_ = 0;
  std::array<Plane, 4> planes_{};  // a·y ≤ c
  std::size_t count_ = 0;
};

}  // namespace sarrus::internal
