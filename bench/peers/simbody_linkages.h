#pragma once
/// @file
/// The linkages of tests/support/linkages.h in Simbody, with closures by Ball constraints. Coordinates are in
/// the order in which tests/support/linkages.h names the joints; where they start is said from outside.

#include <cmath>

#include "bench/peers/simbody_scenario.h"

namespace sarrus::bench {

/// Uniform rods with pins, for 10 seconds.
class SimbodyRods : public SimbodyScenario {
 protected:
  SimbodyRods() : SimbodyScenario(9.81, 10) {}

  /// A rod from a pin at the origin of its own frame to `tip`.
  SimTK::MobilizedBody rod(SimTK::MobilizedBody parent, const SimTK::Vec3& place, const SimTK::Vec3& tip,
                           double mass, const SimTK::UnitVec3& axis = SimTK::UnitVec3(SimTK::ZAxis)) {
    const SimTK::Real m = mass / 3;  // moments about the pin: m/3·(|t|² − t·tᵀ)
    const SimTK::Inertia about_pin(m * (tip[1] * tip[1] + tip[2] * tip[2]),
                                   m * (tip[0] * tip[0] + tip[2] * tip[2]),
                                   m * (tip[0] * tip[0] + tip[1] * tip[1]), -m * tip[0] * tip[1],
                                   -m * tip[0] * tip[2], -m * tip[1] * tip[2]);
    const SimTK::Rotation turned(axis, SimTK::ZAxis);
    return SimTK::MobilizedBody::Pin(parent, SimTK::Transform(turned, place),
                                     SimTK::Body::Rigid(SimTK::MassProperties(mass, tip / 2, about_pin)),
                                     SimTK::Transform(turned));
  }
};

class SimbodyFourBar : public SimbodyRods {
 public:
  SimbodyFourBar() {
    SimTK::MobilizedBody ground = matter().updGround();
    SimTK::MobilizedBody crank = rod(ground, {0, 0, 0}, {0, 0.35, 0}, 0.35);
    SimTK::MobilizedBody rocker = rod(ground, {1, 0, 0}, {0, 0.8, 0}, 0.8);
    SimTK::MobilizedBody coupler = rod(crank, {0, 0.35, 0}, {0, 0.9, 0}, 0.9);
    SimTK::Constraint::Ball(rocker, {0, 0.8, 0}, coupler, {0, 0.9, 0});
    for (const SimTK::MobilizedBody& body : {crank, rocker, coupler}) number(body);
    finish();
  }
};

class SimbodyBricard : public SimbodyRods {
 public:
  SimbodyBricard() {
    const SimTK::Vec3 P[] = {{0, 0, 0}, {1, 0, 0}, {1, -1, 0}, {1, -1, 1}, {0, -1, 1}, {0, 0, 1}};
    const SimTK::CoordinateAxis axes[] = {SimTK::YAxis, SimTK::ZAxis, SimTK::XAxis, SimTK::YAxis,
                                          SimTK::ZAxis};
    SimTK::MobilizedBody last = matter().updGround();
    for (int i = 0; i < 5; ++i) {
      last = rod(last, i == 0 ? P[0] : P[i] - P[i - 1], P[i + 1] - P[i], 1, SimTK::UnitVec3(axes[i]));
      number(last);
    }
    SimTK::MobilizedBody ground = matter().updGround();
    SimTK::Constraint::Ball(ground, P[5], last, P[5] - P[4]);
    for (const SimTK::CoordinateAxis& across :
         {SimTK::CoordinateAxis(SimTK::YAxis), SimTK::CoordinateAxis(SimTK::ZAxis)})
      SimTK::Constraint::ConstantAngle(ground, SimTK::UnitVec3(across), last, SimTK::UnitVec3(SimTK::XAxis));
    finish();
  }
};

/// With the start "skew".
class SimbodyLadder : public SimbodyRods {
 public:
  explicit SimbodyLadder(int n) {
    std::vector<SimTK::MobilizedBody> V, H;
    for (int i = 0; i <= n; ++i) {
      V.push_back(rod(matter().updGround(), {1.0 * i, 0, 0}, {0, length(i), 0}, length(i)));
      number(V.back());
    }
    for (int i = 1; i <= n; ++i) {
      SimTK::MobilizedBody& before = V[static_cast<std::size_t>(i) - 1];
      H.push_back(rod(before, {0, length(i - 1), 0}, {span(i), 0, 0}, span(i)));
      number(H.back());
      SimTK::Constraint::Ball(V[static_cast<std::size_t>(i)], {0, length(i), 0}, H.back(), {span(i), 0, 0});
    }
    finish();
  }

 private:
  static double length(int i) { return 1 + 0.05 * ((3 * i) % 5 - 2); }
  /// From tip i − 1 to tip i where all uprights are turned by 140°.
  static double span(int i) {
    const double angle = 140 * SimTK::Pi / 180, step = length(i) - length(i - 1);
    return std::hypot(1 - step * std::sin(angle), step * std::cos(angle));
  }
};

}  // namespace sarrus::bench
