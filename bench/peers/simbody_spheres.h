#pragma once
/// @file
#include <memory>

#include "bench/peers/simbody_scenario.h"
#include "bench/peers/spheres.h"

namespace sarrus::bench {

/// Balls on a floor in Simbody: Hertz contact with the dissipation of Hunt and Crossley and Stribeck
/// friction.
class SimbodySpheres : public SimbodyScenario {
 public:
  explicit SimbodySpheres(const std::string& name)
      : SimbodyScenario(spheres::gravity, spheres::duration),
        tracker_(system()),
        contact_(system(), tracker_) {
    contact_.setTransitionVelocity(spheres::transition_speed);
    const SimTK::ContactMaterial material(spheres::stiffness(name), spheres::dissipation,
                                          spheres::static_friction, spheres::dynamic_friction, 0);
    // The half-space of Simbody is x > 0.
    matter().updGround().updBody().addContactSurface(
        SimTK::Transform(SimTK::Rotation(-SimTK::Pi / 2, SimTK::ZAxis)),
        SimTK::ContactSurface(SimTK::ContactGeometry::HalfSpace(), material));
    SimTK::Body::Rigid ball(
        SimTK::MassProperties(spheres::mass, SimTK::Vec3(0), SimTK::Inertia(spheres::inertia)));
    ball.addContactSurface(SimTK::Transform(),
                           SimTK::ContactSurface(SimTK::ContactGeometry::Sphere(spheres::radius), material));
    for (int i = 0; i < spheres::count(name); ++i)
      number(SimTK::MobilizedBody::Free(matter().updGround(), SimTK::Transform(), ball, SimTK::Transform()));
    finish();
  }

 private:
  SimTK::ContactTrackerSubsystem tracker_;
  SimTK::CompliantContactSubsystem contact_;
};

}  // namespace sarrus::bench
