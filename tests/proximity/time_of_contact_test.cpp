#include "sarrus/proximity/time_of_contact.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/numbers.h"
#include "tests/support/random.h"
#include "tests/support/says.h"

namespace sarrus::testing::time_of_contact_test {
namespace {

/// Straight on, turning about an axis through the origin.
ShapeMotion moving(const Vec3<double>& from, const Vec3<double>& velocity,
                   const Vec3<double>& angular_velocity = {0, 0, 0}) {
  const double w = norm(angular_velocity);
  return {[=](double t) {
            const Rotation<double> R =
                w == 0 ? Rotation<double>() : Rotation<double>::about((1 / w) * angular_velocity, w * t);
            return Pose<double>{R, from + t * velocity};
          },
          norm(velocity), w};
}
const ShapeMotion at_rest = moving({0, 0, 0}, {0, 0, 0});

TEST(TimeOfContact, SphereFallsOnPlane) {
  // z = h − ½g·t² meets r at √(2(h − r)/g), also onto a sloping plane that passes through the origin.
  const double h = 1, r = 0.1, end = 1;
  const ShapeMotion fall{[=](double t) {
                           return Pose<double>::translation({0, 0, h - 0.5 * g * t * t});
                         },
                         g * end, 0};
  const auto time = find_time_of_contact(HalfSpaceShape{}, at_rest, SphereShape{r}, fall, 0, end);
  ASSERT_TRUE(time.has_value());
  EXPECT_NEAR(*time, std::sqrt(2 * (h - r) / g), 2e-10);
  const double slope = 0.5;
  const ShapeMotion plane{[=](double) { return Pose<double>::rotation(Rotation<double>::about_x(slope)); }, 0,
                          0};
  const auto sloping = find_time_of_contact(SphereShape{r}, fall, HalfSpaceShape{}, plane, 0, end);
  ASSERT_TRUE(sloping.has_value());
  EXPECT_NEAR(*sloping, std::sqrt(2 * (h - r / std::cos(slope)) / g), 2e-10);
  // A gap is met earlier; and not at all if the time ends before.
  const auto near = find_time_of_contact(HalfSpaceShape{}, at_rest, SphereShape{r}, fall, 0, end, 0.2);
  ASSERT_TRUE(near.has_value());
  EXPECT_NEAR(*near, std::sqrt(2 * (h - r - 0.2) / g), 2e-10);
  EXPECT_FALSE(find_time_of_contact(HalfSpaceShape{}, at_rest, SphereShape{r}, fall, 0, 0.4).has_value());
}

TEST(TimeOfContact, SpheresThatCrossMeetOrMiss) {
  // Along lines that pass at the distance b: they meet if b < r1 + r2, when |Δ(t)|² = (r1 + r2)².
  const SphereShape ball{0.5};
  for (const double b : {0.0, 0.5, 0.9, 0.999, 0.999999}) {
    const auto time =
        find_time_of_contact(ball, moving({-2, 0, 0}, {1, 0, 0}), ball, moving({2, b, 0}, {-1, 0, 0}), 0, 4);
    ASSERT_TRUE(time.has_value()) << b;
    EXPECT_NEAR(*time, 2 - 0.5 * std::sqrt(1 - b * b), 3e-10) << b;
  }
  for (const double b : {1.000001, 1.001, 1.1, 3.0})
    EXPECT_FALSE(
        find_time_of_contact(ball, moving({-2, 0, 0}, {1, 0, 0}), ball, moving({2, b, 0}, {-1, 0, 0}), 0, 4)
            .has_value())
        << b;
}

TEST(TimeOfContact, ThinBoxThatSpinsHitsWithItsEdge) {
  // A rod of half length a at the height h turns about y: its end dips to h − a·sin(w·t) − e·cos(w·t).
  const double a = 1, e = 0.005, h = 0.8, w = 3;
  const BoxShape rod{{2 * a, 0.1, 2 * e}};
  const auto time =
      find_time_of_contact(HalfSpaceShape{}, at_rest, rod, moving({0, 0, h}, {0, 0, 0}, {0, w, 0}), 0, 1);
  ASSERT_TRUE(time.has_value());
  // a·sin x + e·cos x = √(a² + e²)·sin(x + atan(e/a)) = h
  EXPECT_NEAR(*time, (std::asin(h / std::hypot(a, e)) - std::atan(e / a)) / w, 3e-10);
  // Higher than its half diagonal, it turns forever.
  EXPECT_FALSE(
      find_time_of_contact(HalfSpaceShape{}, at_rest, rod, moving({0, 0, 1.001}, {0, 0, 0}, {0, w, 0}), 0, 10)
          .has_value());
}

TEST(TimeOfContact, TurningPlaneHitsWhatIsFarFromItsOrigin) {
  // The plane turns about y through its origin: at x = −10 it rises to z = 10·tan(w·t).
  const SphereShape ball{0.1};
  const double w = 0.5;
  const auto time = find_time_of_contact(HalfSpaceShape{}, moving({0, 0, 0}, {0, 0, 0}, {0, w, 0}), ball,
                                         moving({-10, 0, 1}, {0, 0, 0}), 0, 1);
  ASSERT_TRUE(time.has_value());
  // cos(x) − 10·sin(x) = 0.1: √101·cos(x + atan 10) = 0.1
  EXPECT_NEAR(*time, (std::acos(0.1 / std::sqrt(101.0)) - std::atan(10.0)) / w, 3e-10);
}

TEST(TimeOfContact, BulletDoesNotPassThroughThinWall) {
  const SphereShape bullet{0.004};
  const BoxShape wall{{1e-4, 2, 2}};
  for (const double speed : {1.0, 1000.0, 1e6}) {
    const double end = 2 / speed;
    const auto time = find_time_of_contact(bullet, moving({-1, 0.3, 0.2}, {speed, 0, 0}), wall, at_rest, 0,
                                           end, 0, 1e-10 / speed);
    ASSERT_TRUE(time.has_value());
    EXPECT_NEAR(*time * speed, 1 - 0.004 - 0.5e-4, 1e-9);
  }
}

TEST(TimeOfContact, GrazingMotionsEndInBoundedWork) {
  // A ball slides over a plane a billionth above it, and then over a bump.
  const SphereShape ball{0.1};
  long calls = 0;
  const ShapeMotion slide{[&](double t) {
                            ++calls;
                            return Pose<double>::translation({t, 0, 0.1 + 1e-9});
                          },
                          1, 0};
  EXPECT_FALSE(find_time_of_contact(HalfSpaceShape{}, at_rest, ball, slide, 0, 1).has_value());
  EXPECT_LE(calls, 7000);
  calls = 0;
  const ShapeMotion sink{
      [&](double t) {
        ++calls;
        return Pose<double>::translation({t, 0, 0.1 + 1e-9 - 1e-3 * std::max(0.0, t - 0.5)});
      },
      1.1, 0};
  const auto time = find_time_of_contact(HalfSpaceShape{}, at_rest, ball, sink, 0, 1);
  ASSERT_TRUE(time.has_value());
  EXPECT_NEAR(*time, 0.5 + 1e-6, 1e-9);
  EXPECT_LE(calls, 7000);
}

TEST(TimeOfContact, NothingIsTouchedBeforeAndSomethingIsThen) {
  testing::Random random(4);
  int hits = 0;
  for (int i = 0; i < 60; ++i) {
    const BoxShape box{{random.number(0.2, 1), random.number(0.2, 1), random.number(0.2, 1)}};
    const CapsuleShape capsule{random.number(0.05, 0.3), random.number(0.1, 1)};
    const Vec3<double> from = normalized(random.vector()), spin1 = random.vector(3), spin2 = random.vector(3);
    const Vec3<double> to = random.vector(0.6), start = 3.0 * from;
    const ShapeMotion motion1 = moving({0, 0, 0}, {0, 0, 0}, spin1),
                      motion2 = moving(start, to - start, spin2);
    const auto distance = [&](double t) {
      return calc_distance(box, motion1.pose(t), capsule, motion2.pose(t)).distance;
    };
    const auto time = find_time_of_contact(box, motion1, capsule, motion2, 0, 2);
    hits += time.has_value();
    if (time) {
      EXPECT_LE(distance(*time), 1e-12);
    }
    const double until = time ? *time - 1e-9 : 2;
    for (int k = 0; k <= 300; ++k) EXPECT_GT(distance(until * k / 300), 0);
  }
  EXPECT_GT(hits, 20);
}

TEST(TimeOfContact, ShapesThatTouchAtTheBeginningTouchThen) {
  const SphereShape ball{1};
  EXPECT_EQ(find_time_of_contact(ball, at_rest, ball, moving({1, 0, 0}, {1, 0, 0}), 0.5, 2), 0.5);
  EXPECT_FALSE(find_time_of_contact(ball, at_rest, ball, moving({3, 0, 0}, {0, 0, 0}), 0, 2).has_value());
  EXPECT_FALSE(find_time_of_contact(ball, at_rest, ball, moving({3, 0, 0}, {0, 0, 0}), 1, 1).has_value());
}

TEST(TimeOfContact, WrongInputIsRefused) {
  const SphereShape ball{1};
  const ShapeMotion negative{at_rest.pose, -1, 0};
  using testing::expect_error;
  expect_error([&] { find_time_of_contact(ball, negative, ball, at_rest, 0, 1); },
               {"speed", "shape 1", "-1"});
  expect_error(
      [&] {
        find_time_of_contact(ball, at_rest, ball, ShapeMotion{nullptr, 0, 0}, 0, 1);
      },
      {"shape 2"});
  expect_error([&] { find_time_of_contact(ball, at_rest, ball, at_rest, 1, 0); }, {"order"});
  expect_error([&] { find_time_of_contact(ball, at_rest, ball, at_rest, 0, 1, 0, 0); }, {"tolerance"});
  expect_error([&] { find_time_of_contact(HalfSpaceShape{}, at_rest, HalfSpaceShape{}, at_rest, 0, 1); },
               {"infinite"});
  const ShapeMotion broken{[](double) { return Pose<double>::translation({std::nan(""), 0, 0}); }, 0, 0};
  expect_error([&] { find_time_of_contact(ball, at_rest, ball, broken, 0, 1); }, {"not finite"});
}

}  // namespace
}  // namespace sarrus::testing::time_of_contact_test
