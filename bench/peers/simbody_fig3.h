#pragma once
/// @file
#include "bench/peers/fig3.h"
#include "bench/peers/simbody_scenario.h"

namespace sarrus::bench {

/// The scenario fig3 in Simbody.
class SimbodyFig3 : public SimbodyScenario {
 public:
  SimbodyFig3() : SimbodyScenario(fig3::gravity, fig3::duration) {
    SimTK::MobilizedBody::Slider base(matter().updGround(), SimTK::Body::Rigid(SimTK::MassProperties(
                                                                1, SimTK::Vec3(0), SimTK::Inertia(1))));
    const SimTK::Motion::Sinusoid drive(base, SimTK::Motion::Position, fig3::amplitude, fig3::rate, 0);
    number(base);
    const std::vector<fig3::Joint> joints = fig3::joints();
    for (std::size_t first = 0; first < joints.size(); first += fig3::links) {
      SimTK::MobilizedBody parent = base;
      for (std::size_t k = 0; k < fig3::links; ++k) parent = add(joints[first + k], parent, k == 0);
    }
    finish();
    ScenarioState start{std::vector<double>(joints.size() + 1), {0}};
    for (const fig3::Joint& joint : joints) start.u.push_back(joint.speed);
    set_start(start);
  }

 private:
  /// A link that begins at the origin of its parent or at its end.
  SimTK::MobilizedBody add(const fig3::Joint& joint, SimTK::MobilizedBody& parent, bool at_origin) {
    const SimTK::Vec3 center(0, fig3::center, 0);
    const SimTK::Inertia central(fig3::central_inertia);
    const SimTK::Body::Rigid link(
        SimTK::MassProperties(fig3::mass, center, central.shiftFromMassCenter(-center, fig3::mass)));
    const SimTK::UnitVec3 axis(joint.axis[0], joint.axis[1], joint.axis[2]);
    const SimTK::Rotation turned(axis, SimTK::ZAxis);
    const SimTK::Vec3 place(0, at_origin ? 0 : -fig3::length, 0);
    const SimTK::MobilizedBody::Pin pin(parent, SimTK::Transform(turned, place), link,
                                        SimTK::Transform(turned));
    SimTK::Force::MobilityLinearDamper(forces(), pin, SimTK::MobilizerUIndex(0), fig3::damping);
    number(pin);
    return pin;
  }
};

}  // namespace sarrus::bench
