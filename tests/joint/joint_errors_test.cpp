#include <gtest/gtest.h>

#include "sarrus/base/error.h"
#include "sarrus/function/user_function.h"
#include "sarrus/joint/fit.h"
#include "sarrus/joint/joint_from_pose.h"
#include "sarrus/joint/joints.h"
#include "tests/support/says.h"

namespace sarrus::testing::joint_errors_test {
namespace {

struct Lifting : JointFromPose<Lifting, 1, 1> {
  static constexpr std::string_view type = "lifting";
  template <class T, class P>
  Pose<T> pose(const T* q, const P* p) const {
    return Pose<T>::translation({p[0] * q[0], T(0), T(0)});
  }
  Array<ParameterInfo> parameters() const { return {{"ratio", "1", 2.0}}; }
};
/// Forgets to state its parameter.
struct Forgetful : JointFromPose<Forgetful, 1> {
  static constexpr std::string_view type = "forgetful";
  template <class T, class P>
  Pose<T> pose(const T* q, const P* p) const {
    return Pose<T>::translation({p[0] * q[0], T(0), T(0)});
  }
  Array<ParameterInfo> parameters() const { return {{"ratio", "1", 2.0}}; }
};
/// Names no coordinate.
struct Nameless : Lifting {
  Array<QuantityInfo> coordinates() const { return {}; }
};
/// A ball joint of the user's own, with a quaternion.
struct OwnBall : Ball {
  static constexpr std::string_view type = "own-ball";
  bool has_quaternion() const { return true; }
};

TEST(JointErrors, CustomTypesMustBeConsistent) {
  EXPECT_NO_THROW(Custom{Lifting{}});
  EXPECT_SAYS(message([] { Custom{Forgetful{}}; }),
              "lists 1 parameters but derives from JointFromPose<..., 0>");
  EXPECT_SAYS(message([] { Custom{Nameless{}}; }), "nq = 1 and nu = 1, but it lists 0 coordinates");
  EXPECT_TRUE(Joint(Custom{OwnBall{}}).has_quaternion());
}

TEST(JointErrors, FitsRefuseWhatCannotBeFitted) {
  const Joint screw = Screw{0.1};
  EXPECT_SAYS(message([&] { fit_speeds(screw, {}, {0.5}, Motion<double>::zero()); }),
              "parameters has 0 entries");
  EXPECT_SAYS(message([&] { constraint_force_basis(screw, {}, {0.5}); }), "parameters has 0 entries");
  EXPECT_SAYS(message([&] {
                fit_coordinates(screw, {0.1}, Pose<double>::translation({0, NAN, 0}));
              }),
              "give finite numbers");
  EXPECT_SAYS(message([&] { fit_coordinates(screw, {0.1}, {}, {}, {1.0, 2.0}); }), "start has 2 entries");
}

TEST(JointErrors, FunctionBasedJointsCheckTheirFunctions) {
  FunctionBased joint(2);
  const Function two = user_function_of<2>([](const auto& x) { return x[0] * x[1]; });
  EXPECT_SAYS(message([&] {
                joint.rotation({0, 0, 1}, two, {0});
              }),
              "takes 2 arguments but 1 coordinates are listed");
  EXPECT_SAYS(message([&] {
                joint.rotation({0, 0, 1}, two, {0, 2});
              }),
              "coordinate 2; the joint has coordinates 0 to 1");
  EXPECT_SAYS(message([&] { joint.translation({0, 0, 0}, two, {0, 1}); }), "axis (0, 0, 0)");
  EXPECT_SAYS(message([] { FunctionBased(7); }), "1 to 6 coordinates, not 7");
  const Function seven = user_function_of<7>([](const auto& x) { return x[0] + x[6]; });
  EXPECT_SAYS(message([&] {
                joint.rotation({0, 0, 1}, seven, {0, 0, 0, 0, 0, 0, 0});
              }),
              "depends on 7 coordinates; at most 6");
}

TEST(JointErrors, OnlyPinsAndSlidersHaveAFixedAxis) {
  EXPECT_EQ(Joint(Pin{}).reversed().axis().z, -1);
  EXPECT_SAYS(message([] { Joint(Ball{}).axis(); }), "type 'ball' has no fixed axis");
}

TEST(JointErrors, FitIsNoWorseThanManyOtherCoordinates) {  // not a saddle or a side valley
  const Joint joint = BendStretch{};
  const Pose<double> wanted{Rotation<double>::about_x(0.5) * Rotation<double>::about_z(2.0),
                            {0.3, -0.8, 0.4}};
  const FitResult fit = fit_coordinates(joint, {}, wanted);
  double best = 1e9;
  for (int i = 0; i < 400; ++i)
    for (int k = 0; k < 100; ++k) {
      const double q[] = {-3.2 + 0.016 * i, -2 + 0.04 * k};
      const Pose<double> X = joint.pose(q, static_cast<const double*>(nullptr));
      double error = dot(X.p - wanted.p, X.p - wanted.p);
      for (int c = 0; c < 3; ++c)
        error += 0.5 * dot(X.R.col(c) - wanted.R.col(c), X.R.col(c) - wanted.R.col(c));
      best = std::min(best, std::sqrt(error));
    }
  EXPECT_LE(fit.error, best);
}

}  // namespace
}  // namespace sarrus::testing::joint_errors_test
