/// Impacts of one contact in space, integrated over the impulse.

#include "sarrus/rigid/internal/contact_impact.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/rigid/rigid_scenes.h"
#include "tests/support/random.h"

namespace sarrus::testing::contact_impact_test {
namespace {

using internal::ContactImpact;
using internal::ImpactEnd;

Vec3<double> times(const std::array<Vec3<double>, 3>& G, const Vec3<double>& p) {
  return p.x * G[0] + p.y * G[1] + p.z * G[2];
}

/// G of a contact at the arm r of a free body: 1/m − r̃·I⁻¹·r̃.
std::array<Vec3<double>, 3> free_body(double mass, const Vec3<double>& inertia, const Vec3<double>& r) {
  std::array<Vec3<double>, 3> G;
  const Vec3<double> axes[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec3<double> moment = cross(r, axes[i]);
    const Vec3<double> rate{moment.x / inertia.x, moment.y / inertia.y, moment.z / inertia.z};
    G[i] = (1 / mass) * axes[i] + cross(rate, r);
  }
  return G;
}

/// The same impact in very many small impulses, each with the friction at its begin; the slip is stopped by
/// what friction can hold.
Vec3<double> brute_force(const ContactImpact& impact, Vec3<double> u, int count) {
  const auto& G = impact.G;
  const double dp = -u.x / G[0].x / count, normal = u.x;
  double p = 0, work = 0, p_c = 0, work_c = 0;
  bool expands = false;
  while (true) {
    if (!expands && u.x >= 0) {
      expands = true;
      p_c = p, work_c = work, work = 0;
    }
    if (expands && impact.law == ImpactLaw::newton && u.x >= -impact.restitution * normal) break;
    if (expands && impact.law == ImpactLaw::poisson && p >= (1 + impact.restitution) * p_c) break;
    if (expands && impact.law == ImpactLaw::stronge &&
        work >= -impact.restitution * impact.restitution * work_c)
      break;
    // The tangential impulse that would stop the slip, or the part of it that friction allows.
    const Vec3<double> free = u + dp * G[0];
    const double det = G[1].y * G[2].z - G[1].z * G[2].y;
    double y = -(G[2].z * free.y - G[2].y * free.z) / det, z = -(G[1].y * free.z - G[1].z * free.y) / det;
    if (std::hypot(y, z) > impact.dynamic_friction * dp) {
      const double slip = std::hypot(u.y, u.z);
      const double a = slip > 1e-4 ? -u.y / slip : y / std::hypot(y, z);
      const double b = slip > 1e-4 ? -u.z / slip : z / std::hypot(y, z);
      y = impact.dynamic_friction * dp * a, z = impact.dynamic_friction * dp * b;
    }
    const Vec3<double> next = u + times(G, {dp, y, z});
    work += 0.5 * (u.x + next.x) * dp;
    p += dp;
    u = next;
  }
  return u;
}

TEST(ContactImpact, IsThatOfManySmallImpulses) {
  Random random(3);
  int turned = 0;
  for (int trial = 0; trial < 40; ++trial) {
    const Vec3<double> inertia{random.number(0.05, 0.1), random.number(0.05, 0.1), random.number(0.05, 0.1)};
    const Vec3<double> arm{random.number(-0.4, -0.2), random.number(-0.3, 0.3), random.number(-0.3, 0.3)};
    ContactImpact impact{.G = free_body(1, inertia, arm)};
    impact.static_friction = impact.dynamic_friction = random.number(0.05, 1.0);
    impact.restitution = random.number(0.1, 0.9);
    impact.law = static_cast<ImpactLaw>(trial % 3);
    const Vec3<double> before{-1, random.number(-1.0, 1.0), random.number(-1.0, 1.0)};
    const ImpactEnd end = integrate(impact, before);
    EXPECT_LT(norm(end.velocity - brute_force(impact, before, 100000)), 1e-3) << trial;
    // Impulse and change of velocity belong together, the impulse is within the cone, and energy is lost.
    EXPECT_LT(norm(before + times(impact.G, end.impulse) - end.velocity), 1e-10) << trial;
    EXPECT_LE(std::hypot(end.impulse.y, end.impulse.z), impact.dynamic_friction * end.impulse.x * (1 + 1e-9));
    if (impact.law != ImpactLaw::newton) {
      EXPECT_LE(dot(end.impulse, before + end.velocity), 1e-12) << trial;
    }
    turned += std::abs(before.y * end.velocity.z - before.z * end.velocity.y) > 0.05 ? 1 : 0;
  }
  EXPECT_GT(turned, 5);  // the slip has not only changed its size
}

/// painleve_rod.json: a rod that slides at an angle at which no forces exist is struck without a collision:
/// the slip stops at once, by impulses of both directions.
TEST(ContactImpact, WithoutCollision) {
  struct Case {
    double mu, slip, e, normal, tangential;
  };
  for (const Case& c :
       {Case{1.5, -1, 0, 0.3, 0.4}, Case{2, -2, 0, 0.6, 0.8}, Case{1.5, -1, 0.5, 0.45, 0.45294117647059}}) {
    ContactImpact impact{.static_friction = c.mu, .dynamic_friction = c.mu, .restitution = c.e};
    impact.G = {Vec3<double>{1.6, -1.2, 0}, Vec3<double>{-1.2, 3.4, 0}, Vec3<double>{0, 0, 0}};  // tan θ = 2
    const ImpactEnd end = integrate(impact, {0, c.slip, 0});
    EXPECT_NEAR(end.impulse.x, c.normal, 1e-12);
    EXPECT_NEAR(end.impulse.y, c.tangential, 1e-12);
    EXPECT_EQ(end.velocity.y, 0);
    EXPECT_TRUE(end.sticks);
  }
}

/// superball.json: a ball that spins is thrown back by friction; it ends rolling, or slips all the while.
TEST(ContactImpact, ASpinningBall) {
  struct Case {
    double mu, vx, vy, w;
  };
  for (const Case& c : {Case{0.5, -0.71428571428571, 2.7, 28.571428571429}, Case{0.1, -0.57, 2.7, 43.0}})
    for (const ImpactLaw law : {ImpactLaw::newton, ImpactLaw::poisson, ImpactLaw::stronge})
      for (const double turn : {0.0, 1.1}) {
        State start = make_scene({{"ball", 0.05, {0.025, 0, 0}, {0, 0, 0.025}, {0, 0, -3}}}, rough(c.mu, 0.9),
                                 {0, 0, 0});
        // Spin of 100 about an axis in the floor; its contact moves at −R·ẑ × …: w = −ω about y for slip
        // along x.
        start.set_u(0, -100 * std::sin(turn) * -1), start.set_u(1, -100 * std::cos(turn));
        TimeStepping stepping(start, {.step = 1e-6, .impact_law = law});
        stepping.step();
        const State& end = stepping.state();
        const double along = end.u(3) * std::cos(turn) + end.u(4) * std::sin(turn);
        const double spin = end.u(0) * std::sin(turn) - end.u(1) * std::cos(turn);
        EXPECT_NEAR(along, c.vx, 1e-9);
        EXPECT_NEAR(end.u(5), c.vy, 1e-9);
        EXPECT_NEAR(spin, c.w, 1e-7);
      }
}

}  // namespace
}  // namespace sarrus::testing::contact_impact_test
