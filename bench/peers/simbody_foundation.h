#pragma once
/// @file
#include "bench/peers/foundation.h"
#include "bench/peers/simbody_scenario.h"

namespace sarrus::bench {

/// A ball with an elastic foundation on a floor in Simbody.
class SimbodyFoundation : public SimbodyScenario {
 public:
  explicit SimbodyFoundation(const std::string& name)
      : SimbodyScenario(foundation::gravity, 1), tracker_(system()), contact_(system(), tracker_) {
    contact_.setTransitionVelocity(foundation::transition_speed);
    const SimTK::ContactMaterial material(foundation::stiffness, foundation::dissipation,
                                          foundation::static_friction, foundation::dynamic_friction, 0);
    matter().updGround().updBody().addContactSurface(
        SimTK::Transform(SimTK::Rotation(-SimTK::Pi / 2, SimTK::ZAxis)),
        SimTK::ContactSurface(SimTK::ContactGeometry::HalfSpace(), material, foundation::thickness));
    const foundation::Mesh mesh = foundation::ball(foundation::triangles(name));
    SimTK::PolygonalMesh faces;
    for (const auto& v : mesh.vertices) faces.addVertex(SimTK::Vec3(v[0], v[1], v[2]));
    for (const auto& t : mesh.triangles) {
      SimTK::Array_<int> corners;
      for (const int corner : t) corners.push_back(corner);
      faces.addFace(corners);
    }
    SimTK::Body::Rigid ball(
        SimTK::MassProperties(foundation::mass, SimTK::Vec3(0), SimTK::Inertia(foundation::inertia)));
    ball.addContactSurface(
        SimTK::Transform(),
        SimTK::ContactSurface(SimTK::ContactGeometry::TriangleMesh(faces), material, foundation::thickness));
    number(SimTK::MobilizedBody::Free(matter().updGround(), SimTK::Transform(), ball, SimTK::Transform()));
    finish();
  }

 private:
  SimTK::ContactTrackerSubsystem tracker_;
  SimTK::CompliantContactSubsystem contact_;
};

}  // namespace sarrus::bench
