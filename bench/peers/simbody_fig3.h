#pragma once
/// @file
#include <Simbody.h>

#include <ctime>
#include <memory>
#include <stdexcept>
#include <string>

#include "bench/peers/fig3.h"
#include "bench/simulation_run.h"

namespace sarrus::bench {

/// The scenario fig3 in Simbody.
class SimbodyFig3 {
 public:
  SimbodyFig3()
      : matter_(system_), forces_(system_), gravity_(forces_, matter_, -SimTK::YAxis, fig3::gravity) {
    SimTK::MobilizedBody::Slider base(
        matter_.updGround(), SimTK::Body::Rigid(SimTK::MassProperties(1, SimTK::Vec3(0), SimTK::Inertia(1))));
    const SimTK::Motion::Sinusoid drive(base, SimTK::Motion::Position, fig3::amplitude, fig3::rate, 0);
    const std::vector<fig3::Joint> joints = fig3::joints();
    for (std::size_t first = 0; first < joints.size(); first += fig3::links) {
      SimTK::MobilizedBody parent = base;
      for (std::size_t k = 0; k < fig3::links; ++k) parent = add(joints[first + k], parent, k == 0);
    }
    initial_ = system_.realizeTopology();
    for (std::size_t i = 0; i < joints.size(); ++i)
      initial_.updU()[static_cast<int>(i) + 1] = joints[i].speed;
  }

  SimulationRun simulate(const std::string& method, double accuracy) const {
    const std::unique_ptr<SimTK::Integrator> integrator = make(method);
    integrator->setAccuracy(accuracy);
    integrator->setFinalTime(fig3::duration);
    const std::clock_t start = std::clock();
    integrator->initialize(initial_);
    while (integrator->getTime() < fig3::duration) integrator->stepTo(fig3::duration);
    SimulationRun run;
    run.cpu_seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    run.steps = integrator->getNumStepsTaken();
    run.evaluations = integrator->getNumRealizations();
    for (int i = 0; i < initial_.getNQ(); ++i) run.q.push_back(integrator->getState().getQ()[i]);
    return run;
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
    SimTK::Force::MobilityLinearDamper(forces_, pin, SimTK::MobilizerUIndex(0), fig3::damping);
    return pin;
  }
  std::unique_ptr<SimTK::Integrator> make(const std::string& method) const {
    if (method == "merson") return std::make_unique<SimTK::RungeKuttaMersonIntegrator>(system_);
    if (method == "fehlberg") return std::make_unique<SimTK::RungeKuttaFeldbergIntegrator>(system_);
    if (method == "rk3") return std::make_unique<SimTK::RungeKutta3Integrator>(system_);
    if (method == "verlet") return std::make_unique<SimTK::VerletIntegrator>(system_);
    throw std::runtime_error("no method '" + method + "'");
  }

  SimTK::MultibodySystem system_;
  SimTK::SimbodyMatterSubsystem matter_;
  SimTK::GeneralForceSubsystem forces_;
  SimTK::Force::Gravity gravity_;
  SimTK::State initial_;
};

}  // namespace sarrus::bench
