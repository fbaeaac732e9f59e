// The laws every joint obeys, in both directions and in every scalar. Derivatives are taken by dual numbers
// from the pose alone, so that columns, biases and coordinate rates are each checked against something they
// were not made from.

#include <gtest/gtest.h>

#include "sarrus/joint/fit.h"
#include "sarrus/scalar/eigen.h"
#include "tests/support/close.h"
#include "tests/support/joint_rows.h"
#include "tests/support/lanes.h"
#include "tests/support/random.h"

namespace sarrus::testing::joint_laws_test {
namespace {

class JointLaw : public ::testing::TestWithParam<JointRow> {
 protected:
  const Joint& joint() const { return GetParam().joint; }
  int nq() const { return joint().nq(); }
  int nu() const { return joint().nu(); }

  /// Random configurations, and the special ones of the row.
  std::vector<std::vector<double>> configurations() {
    std::vector<std::vector<double>> list = GetParam().special;
    for (int i = 0; i < 20; ++i) list.push_back(random_.numbers(nq(), -1.2, 1.2));
    return list;
  }
  /// Coordinates as dual numbers moving with rates `rates` in direction 0.
  static std::vector<Dual8> moving(const std::vector<double>& q, const std::vector<double>& rates) {
    std::vector<Dual8> x(q.size());
    for (std::size_t i = 0; i < q.size(); ++i) x[i] = Dual8(q[i]), x[i].partial[0] = rates[i];
    return x;
  }
  std::vector<double> rates(const std::vector<double>& q, const std::vector<double>& u) const {
    std::vector<double> r(q.size());
    joint().qdot(q.data(), u.data(), r.data());
    return r;
  }
  static Vec3<double> partial(const Vec3<Dual8>& v) {
    return {v.x.partial[0], v.y.partial[0], v.z.partial[0]};
  }
  /// Velocity of a moving pose:  [w]× = Ṙ·Rᵀ, v = ṗ.
  static Motion<double> velocity(const Pose<Dual8>& X) {
    Vec3<double> w = Vec3<double>::zero();
    for (int k = 0; k < 3; ++k) w += 0.5 * cross(lane(X.R.col(k), 0), partial(X.R.col(k)));
    return {w, partial(X.p)};
  }
  double size(const std::vector<double>& r) const {
    double s = 1;
    for (double x : r) s = std::max(s, std::abs(x));
    return s;
  }
  Random random_{7};
  std::vector<double> p_ = parameter_values<double>(GetParam().joint);
  std::vector<Dual8> pd_ = parameter_values<Dual8>(GetParam().joint);
};

TEST_P(JointLaw, ColumnsAreTheVelocityOfThePose) {
  for (const auto& q : configurations()) {
    const auto u = random_.numbers(nu()), r = rates(q, u);
    const auto x = moving(q, r);
    Pose<double> X;
    Motion<double> H[max_joint_speeds], V = Motion<double>::zero();
    joint().pose_and_columns(q.data(), p_.data(), X, H);
    for (int i = 0; i < nu(); ++i) V += u[static_cast<std::size_t>(i)] * H[i];
    EXPECT_TRUE(close(V, velocity(joint().pose(x.data(), pd_.data())), 64, size(r)));
    EXPECT_TRUE(close(X, joint().pose(q.data(), p_.data())));
  }
}

TEST_P(JointLaw, BiasIsTheRateOfTheColumns) {
  for (const auto& q : configurations()) {
    const auto u = random_.numbers(nu()), r = rates(q, u);
    const auto x = moving(q, r);
    Pose<Dual8> X;
    Motion<Dual8> H[max_joint_speeds];
    joint().pose_and_columns(x.data(), pd_.data(), X, H);
    Motion<double> A = Motion<double>::zero();
    for (int i = 0; i < nu(); ++i)
      A += u[static_cast<std::size_t>(i)] * Motion<double>{partial(H[i].w), partial(H[i].v)};
    EXPECT_TRUE(close(joint().bias(q.data(), u.data(), p_.data()), A, 256, size(r) * size(r)));
  }
}

TEST_P(JointLaw, SpeedsFollowFromRatesAndBack) {
  for (const auto& q : configurations()) {
    const auto u = random_.numbers(nu()), r = rates(q, u);
    std::vector<double> back(u.size());
    joint().speeds(q.data(), r.data(), back.data());
    for (std::size_t i = 0; i < u.size(); ++i) EXPECT_TRUE(close(back[i], u[i], 64, size(r)));
  }
}

TEST_P(JointLaw, RateBiasIsTheRateOfN) {
  for (const auto& q : configurations()) {
    const auto u = random_.numbers(nu()), r = rates(q, u);
    const auto x = moving(q, r);
    const std::vector<Dual8> ud(u.begin(), u.end());
    std::vector<Dual8> rd(q.size());
    joint().qdot(x.data(), ud.data(), rd.data());
    std::vector<double> bias(q.size());
    joint().qdot_bias(q.data(), u.data(), bias.data());
    for (std::size_t i = 0; i < q.size(); ++i)
      EXPECT_TRUE(close(bias[i], rd[i].partial[0], 256, size(r) * size(r) * size(r)));
  }
}

TEST_P(JointLaw, ReversedPoseIsTheInverse) {
  for (const auto& q : configurations()) {
    const Pose<double> X = joint().pose(q.data(), p_.data()),
                       Y = joint().reversed().pose(q.data(), p_.data());
    EXPECT_TRUE(close(X * Y, Pose<double>{}));
  }
}

TEST_P(JointLaw, ConstraintForcesDoNoWork) {
  for (const auto& q : configurations()) {
    const MatrixX<double> T = constraint_force_basis(joint(), p_, q);
    Pose<double> X;
    Motion<double> H[max_joint_speeds];
    joint().pose_and_columns(q.data(), p_.data(), X, H);
    EXPECT_GE(T.cols(), 6 - nu());
    for (int k = 0; k < T.cols(); ++k) {
      const Force<double> F{{T(0, k), T(1, k), T(2, k)}, {T(3, k), T(4, k), T(5, k)}};
      for (int i = 0; i < nu(); ++i) EXPECT_TRUE(close(dot(H[i], F), 0, 64, 10));
    }
  }
}

TEST_P(JointLaw, FitReproducesAReachablePose) {
  for (const auto& q : configurations()) {
    const Pose<double> X = joint().pose(q.data(), p_.data());
    const FitResult fit = fit_coordinates(joint(), p_, X);
    EXPECT_LT(fit.error, 1e-12);
    EXPECT_TRUE(close(joint().pose(fit.values.data(), p_.data()), X, 1e4));
  }
}

TEST_P(JointLaw,
       FitOfAnyPoseIsStationary) {  // the error left is perpendicular to every motion the joint allows
  for (int k = 0; k < 5; ++k) {
    const Pose<double> wanted = random_.pose();
    const FitResult fit = fit_coordinates(joint(), p_, wanted);
    Pose<double> X;
    Motion<double> H[max_joint_speeds];
    joint().pose_and_columns(fit.values.data(), p_.data(), X, H);
    for (int i = 0; i < nu(); ++i) {
      double slope = dot(H[i].v, X.p - wanted.p);
      for (int c = 0; c < 3; ++c) slope += 0.5 * dot(cross(H[i].w, X.R.col(c)), X.R.col(c) - wanted.R.col(c));
      EXPECT_NEAR(slope, 0, 1e-7) << "wanted pose " << k << ", speed " << i;
    }
  }
}

TEST_P(JointLaw, FitReproducesAReachableVelocity) {
  for (const auto& q : configurations()) {
    const auto u = random_.numbers(nu());
    Pose<double> X;
    Motion<double> H[max_joint_speeds], V = Motion<double>::zero(), W = Motion<double>::zero();
    joint().pose_and_columns(q.data(), p_.data(), X, H);
    for (int i = 0; i < nu(); ++i) V += u[static_cast<std::size_t>(i)] * H[i];
    const FitResult fit = fit_speeds(joint(), p_, q, V);
    for (int i = 0; i < nu(); ++i) W += fit.values[static_cast<std::size_t>(i)] * H[i];
    EXPECT_TRUE(close(W, V, 256));
    EXPECT_LT(fit.error, 1e-13);
  }
}

TEST_P(JointLaw, DataAgreeWithTheSizes) {
  EXPECT_EQ(static_cast<int>(joint().coordinates().size()), nq());
  EXPECT_EQ(static_cast<int>(joint().speed_infos().size()), nu());
  EXPECT_EQ(static_cast<int>(joint().default_q().size()), nq());
  EXPECT_LE(nu(), max_joint_speeds);
  EXPECT_LE(nq(), max_joint_coordinates);
}

/// The same numbers come out in scalar T as in double, in every lane.
template <class T>
void expect_same_in(const Joint& joint, Random& random) {
  using V = ValueOf<T>;
  constexpr int lanes = ScalarTraits<T>::lanes;
  std::vector<std::vector<double>> q, u;
  for (int i = 0; i < lanes; ++i)
    q.push_back(random.numbers(joint.nq())), u.push_back(random.numbers(joint.nu()));
  const std::vector<T> qt = packed<T>(q), ut = packed<T>(u);
  const auto p = parameter_values<double>(joint);
  const auto pt = parameter_values<ConstantOf<T>>(joint);
  Pose<T> X;
  Motion<T> H[max_joint_speeds];
  joint.pose_and_columns(qt.data(), pt.data(), X, H);
  const Motion<T> A = joint.bias(qt.data(), ut.data(), pt.data());
  std::vector<T> rates(qt.size()), bias(qt.size()), back(ut.size());
  joint.qdot(qt.data(), ut.data(), rates.data());
  joint.qdot_bias(qt.data(), ut.data(), bias.data());
  joint.speeds(qt.data(), rates.data(), back.data());
  for (int i = 0; i < lanes; ++i) {
    const auto& qi = q[static_cast<std::size_t>(i)];
    const auto& ui = u[static_cast<std::size_t>(i)];
    Pose<double> Xd;
    Motion<double> Hd[max_joint_speeds];
    joint.pose_and_columns(qi.data(), p.data(), Xd, Hd);
    std::vector<double> rates_d(qi.size()), bias_d(qi.size());
    joint.qdot(qi.data(), ui.data(), rates_d.data());
    joint.qdot_bias(qi.data(), ui.data(), bias_d.data());
    EXPECT_TRUE(close<V>(lane(X, i), Xd, 64));
    EXPECT_TRUE(close<V>(lane(joint.pose(qt.data(), pt.data()), i), Xd, 64));
    for (int k = 0; k < joint.nu(); ++k) {
      EXPECT_TRUE(close<V>(lane(H[k], i), Hd[k], 64));
      EXPECT_TRUE(close<V>(lane(back[static_cast<std::size_t>(k)], i), ui[static_cast<std::size_t>(k)], 128));
    }
    EXPECT_TRUE(close<V>(lane(A, i), joint.bias(qi.data(), ui.data(), p.data()), 256));
    for (int k = 0; k < joint.nq(); ++k) {
      EXPECT_TRUE(close<V>(lane(rates[static_cast<std::size_t>(k)], i), rates_d[static_cast<std::size_t>(k)],
                           64, 10));
      EXPECT_TRUE(
          close<V>(lane(bias[static_cast<std::size_t>(k)], i), bias_d[static_cast<std::size_t>(k)], 256, 10));
    }
  }
}

template <class... Ts>
void expect_same_in_each(TypeList<Ts...>, const Joint& joint, Random& random) {
  (expect_same_in<Ts>(joint, random), ...);
}

TEST_P(JointLaw, EveryScalarGivesTheSameNumbers) { expect_same_in_each(Scalars{}, joint(), random_); }

INSTANTIATE_TEST_SUITE_P(Joints, JointLaw, ::testing::ValuesIn(joint_rows()),
                         [](const auto& row) { return row.param.name; });

}  // namespace
}  // namespace sarrus::testing::joint_laws_test
