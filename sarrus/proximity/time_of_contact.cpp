#include "sarrus/proximity/time_of_contact.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sarrus/spatial/internal/finite.h"

namespace sarrus {

namespace {

/// The greatest distance of a point of a shape from its origin, or of its bounds; infinite for half-spaces.
double reach_of(const AnyShape& shape) {
  const Bounds box = bounds(shape);
  double square = 0;
  for (int i = 0; i < 3; ++i) {
    const double far = std::max(std::abs(box.lower[i]), std::abs(box.upper[i]));
    square += far * far;
  }
  return std::sqrt(square);
}

/// Steps along the motion of two shapes. Within a time Δt their distance changes by no more than rate·Δt:
/// a step of (distance − gap)/rate passes no contact.
class ContactSearch {
 public:
  ContactSearch(const AnyShape& shape1, const ShapeMotion& motion1, const AnyShape& shape2,
                const ShapeMotion& motion2, double end)
      : shape1_(shape1), motion1_(motion1), shape2_(shape2), motion2_(motion2), end_(end) {
    reach1_ = reach_of(shape1), reach2_ = reach_of(shape2);
    require(std::isfinite(reach1_) || std::isfinite(reach2_),
            "The time of contact of two infinite shapes ({} and {}) cannot be found", type_of(shape1),
            type_of(shape2));
  }

  /// The distance at a time, and a bound of its rate from then on.
  struct At {
    double distance, rate;
  };
  At look(double t) {
    const Pose<double> X_W1 = motion1_.pose(t), X_W2 = motion2_.pose(t);
    require(internal::is_finite(X_W1) && internal::is_finite(X_W2),
            "The pose of a shape is not finite at t = {} s", t);
    const double distance = calc_distance(shape1_, X_W1, shape2_, X_W2, &memory_).distance;
    const double apart = norm(X_W2.p - X_W1.p);
    return {distance, motion1_.speed + motion2_.speed +
                          turning_speed(motion1_, reach1_, reach2_, apart, distance, t) +
                          turning_speed(motion2_, reach2_, reach1_, apart, distance, t)};
  }

 private:
  /// The speed that turning gives to points of a shape. Those of an infinite one matter only where the other
  /// may come to be: no farther from its origin than the other's origin, its reach and the distance.
  double turning_speed(const ShapeMotion& motion, double reach, double other_reach, double apart,
                       double distance, double t) const {
    if (motion.angular_speed == 0) return 0;
    if (std::isfinite(reach)) return motion.angular_speed * reach;
    const double approach = (motion1_.speed + motion2_.speed) * (end_ - t);
    return motion.angular_speed * (apart + other_reach + std::abs(distance) + 2 * approach);
  }

  const AnyShape& shape1_;
  const ShapeMotion& motion1_;
  const AnyShape& shape2_;
  const ShapeMotion& motion2_;
  double end_, reach1_, reach2_;
  PairMemory memory_;
};

void check_motion(const ShapeMotion& motion, int number) {
  require(motion.pose != nullptr, "The motion of shape {} has no pose", number);
  require(motion.speed >= 0 && std::isfinite(motion.speed),
          "The speed of shape {} is {} m/s; it must be a bound: finite and not negative", number,
          motion.speed);
  require(motion.angular_speed >= 0 && std::isfinite(motion.angular_speed),
          "The angular speed of shape {} is {} rad/s; it must be a bound: finite and not negative", number,
          motion.angular_speed);
}

/// Safe steps before the search goes on by looking at equal distances.
constexpr int safe_steps = 5000;
constexpr int looks = 1000;

/// The time between `before`, where the shapes are apart, and `after`, where they touch.
double bisect_contact(ContactSearch& search, double before, double after, double gap, double tolerance) {
  while (after - before > tolerance) {
    const double middle = 0.5 * (before + after);
    if (middle <= before || middle >= after) break;
    (search.look(middle).distance <= gap ? after : before) = middle;
  }
  return after;
}

/// The time between `low` and `high` at which the distance is least, if it has one minimum there, or an
/// earlier time at which the shapes touch: by the golden section.
double nearest_time(ContactSearch& search, double low, double high, double gap) {
  constexpr double golden = 0.6180339887498949;
  double left = high - golden * (high - low), right = low + golden * (high - low);
  double at_left = search.look(left).distance, at_right = search.look(right).distance;
  for (int i = 0; i < 40 && at_left > gap && at_right > gap; ++i) {
    if (at_left < at_right) {
      high = right, right = left, at_right = at_left;
      left = high - golden * (high - low), at_left = search.look(left).distance;
    } else {
      low = left, left = right, at_left = at_right;
      right = low + golden * (high - low), at_right = search.look(right).distance;
    }
  }
  return at_left <= gap || at_left < at_right ? left : right;
}

/// Looks for a contact at equal intervals of time from t, where the shapes are apart, and between them where
/// the distance has a minimum.
std::optional<double> look_for_contact(ContactSearch& search, double t, double end, double gap,
                                       double tolerance) {
  const double begin = t;
  double before = t, distance = search.look(t).distance;
  double distance_before = std::numeric_limits<double>::infinity();
  for (int look = 1; look <= looks; ++look) {
    const double next = look == looks ? end : begin + (end - begin) * look / looks;
    const double distance_next = search.look(next).distance;
    if (distance < distance_before && distance <= distance_next) {
      const double nearest = nearest_time(search, before, next, gap);
      if (search.look(nearest).distance <= gap)
        return bisect_contact(search, before, nearest, gap, tolerance);
    }
    if (distance_next <= gap) return bisect_contact(search, t, next, gap, tolerance);
    before = t, distance_before = distance, t = next, distance = distance_next;
  }
  return std::nullopt;
}

}  // namespace

std::optional<double> find_time_of_contact(const AnyShape& shape1, const ShapeMotion& motion1,
                                           const AnyShape& shape2, const ShapeMotion& motion2, double begin,
                                           double end, double gap, double tolerance) {
  check_motion(motion1, 1), check_motion(motion2, 2);
  require(std::isfinite(begin) && std::isfinite(end) && begin <= end,
          "The time of contact is sought from {} s to {} s; these must be finite and in order", begin, end);
  require(tolerance > 0, "The tolerance of a time of contact is {} s; it must be positive", tolerance);
  ContactSearch search(shape1, motion1, shape2, motion2, end);
  double t = begin;
  ContactSearch::At at = search.look(t);
  for (int step = 0; step < safe_steps; ++step) {
    if (at.distance <= gap) return t;
    if (t >= end || at.rate == 0) return std::nullopt;
    // A step no shorter than the tolerance passes no more than a contact that is shorter than it.
    t = std::min(end,
                 std::max(t + std::max((at.distance - gap) / at.rate, tolerance), std::nextafter(t, end)));
    at = search.look(t);
  }
  if (at.distance <= gap) return t;
  return look_for_contact(search, t, end, gap, tolerance);
}

}  // namespace sarrus
