// From a measured motion to the torques behind it: coordinates sampled at 50 Hz become splines, whose
// derivatives go into inverse dynamics. The samples are those of a known motion of a leg, without noise, so
// that the torques can be compared with a formula.

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "sarrus/dynamics.h"
#include "sarrus/sarrus.h"
using namespace sarrus;

constexpr double thigh = 0.4, shank = 0.45, thigh_mass = 8, shank_mass = 3.5, g = 9.81;  // thin rods

/// A coordinate with its first two rates.
struct Moving {
  double q, u, udot;
};
Moving value_of(const Function& f, double t) {
  Moving at{};
  f.evaluate(&t, at.q, &at.u, &at.udot);
  return at;
}

/// The equations of two rods in a row, as textbooks have them, with q₂ the angle between them.
Array<double> known_torques(const Moving& hip, const Moving& knee) {
  const double l = thigh, c1 = 0.5 * thigh, c2 = 0.5 * shank, m1 = thigh_mass, m2 = shank_mass;
  const double I1 = m1 * thigh * thigh / 12, I2 = m2 * shank * shank / 12;
  const double cosine = std::cos(knee.q), h = m2 * l * c2 * std::sin(knee.q);
  const double M22 = I2 + m2 * c2 * c2, M12 = M22 + m2 * l * c2 * cosine;
  const double M11 = I1 + m1 * c1 * c1 + M22 + m2 * l * (l + 2 * c2 * cosine);
  const double weight2 = m2 * g * c2 * std::sin(hip.q + knee.q);
  const double weight1 = (m1 * c1 + m2 * l) * g * std::sin(hip.q) + weight2;
  return {M11 * hip.udot + M12 * knee.udot - h * (2 * hip.u + knee.u) * knee.u + weight1,
          M12 * hip.udot + M22 * knee.udot + h * hip.u * hip.u + weight2};
}

int main() {
  ModelBuilder builder("leg");
  builder.body("thigh",
               Pose<double>::translation({0, 0, -0.5 * thigh}) * thin_rod(thigh_mass, {0, 0, thigh}));
  builder.body("shank",
               Pose<double>::translation({0, 0, -0.5 * shank}) * thin_rod(shank_mass, {0, 0, shank}));
  builder.joint("hip", Pin{}, "world", "thigh").axis({0, 1, 0});
  builder.joint("knee", Pin{}, "thigh", "shank").axis({0, 1, 0}).parent_frame({0, 0, -thigh});
  const Tree tree(builder.build());
  InverseDynamics workspace(tree);

  // One second of the motion, measured every 20 ms.
  const auto true_hip = [](double t) {
    return Moving{0.4 * std::sin(6 * t), 2.4 * std::cos(6 * t), -14.4 * std::sin(6 * t)};
  };
  const auto true_knee = [](double t) {
    return Moving{0.6 - 0.5 * std::cos(6 * t), 3 * std::sin(6 * t), 18 * std::cos(6 * t)};
  };
  Array<double> times, hip, knee;
  for (int i = 0; i <= 50; ++i) {
    times.push_back(0.02 * i);
    hip.push_back(true_hip(times.back()).q), knee.push_back(true_knee(times.back()).q);
  }

  const auto torques = [&](const Moving& h, const Moving& k) {
    Array<double> tau(2);
    calc_inverse_dynamics(tree, {.q = {h.q, k.q}, .u = {h.u, k.u}, .udot = {h.udot, k.udot}}, workspace, tau);
    return tau;
  };
  const auto known = [&](double t) { return known_torques(true_hip(t), true_knee(t)); };
  const auto error = [&](const Array<double>& found, double t) {
    return std::max(std::abs(found[0] - known(t)[0]), std::abs(found[1] - known(t)[1]));
  };

  const Function hip_curve = quintic_spline(times, hip), knee_curve = quintic_spline(times, knee);
  std::printf("torques (N·m)   hip       formula   knee      formula\n");
  for (const double t : {0.2, 0.35, 0.5, 0.65, 0.8}) {
    const Array<double> tau = torques(value_of(hip_curve, t), value_of(knee_curve, t));
    std::printf("t = %.2f s    %8.3f  %8.3f  %8.3f  %8.3f\n", t, tau[0], known(t)[0], tau[1], known(t)[1]);
  }

  // Between 0.2 s and 0.8 s, away from the ends, where splines know less.
  double exact = 0, cubic = 0, quintic = 0;
  const Function hip_cubic = cubic_spline(times, hip), knee_cubic = cubic_spline(times, knee);
  for (int i = 0; i < 200; ++i) {
    const double t = 0.2 + 0.003 * i;
    exact = std::max(exact, error(torques(true_hip(t), true_knee(t)), t));
    cubic = std::max(cubic, error(torques(value_of(hip_cubic, t), value_of(knee_cubic, t)), t));
    quintic = std::max(quintic, error(torques(value_of(hip_curve, t), value_of(knee_curve, t)), t));
  }
  std::printf(
      "largest errors: %.3f N·m with cubic splines, %.4f N·m with quintic ones, %s with the true motion\n",
      cubic, quintic, exact < 1e-12 ? "none" : "some");
}
