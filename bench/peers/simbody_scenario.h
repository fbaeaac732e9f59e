#pragma once
/// @file
#include <Simbody.h>

#include <ctime>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/measure.h"
#include "bench/peers/scenario_state.h"
#include "bench/simulation_run.h"

namespace sarrus::bench {

/// A mechanism in Simbody under gravity along −y. Its maker adds bodies, then calls finish().
class SimbodyScenario {
 public:
  SimbodyScenario(double gravity, double duration)
      : duration_(duration),
        matter_(system_),
        forces_(system_),
        gravity_(forces_, matter_, -SimTK::YAxis, gravity) {}
  virtual ~SimbodyScenario() = default;

  void set_start(const ScenarioState& start) { set(initial_, start); }

  SimulationRun simulate(const std::string& method, double accuracy) const {
    const std::unique_ptr<SimTK::Integrator> integrator = make(method);
    integrator->setAccuracy(accuracy);
    integrator->setFinalTime(duration_);
    const std::clock_t start = std::clock();
    integrator->initialize(initial_);
    while (integrator->getTime() < duration_) integrator->stepTo(duration_);
    SimulationRun run;
    run.cpu_seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    run.steps = integrator->getNumStepsTaken();
    run.evaluations = integrator->getNumRealizations();
    const SimTK::State& end = integrator->getState();
    for (const SimTK::MobilizedBody& body : bodies_)
      for (int k = 0; k < body.getNumQ(end); ++k)
        run.q.push_back(body.getOneQ(end, SimTK::MobilizerQIndex(k)));
    return run;
  }

  /// Nanoseconds for all accelerations after new coordinates and speeds.
  double time(const std::vector<ScenarioState>& states) {
    SimTK::State state = initial_;
    std::vector<SimTK::Vector> q, u;
    for (const ScenarioState& from : states) {
      set(state, from);
      q.push_back(state.getQ()), u.push_back(state.getU());
    }
    return best_nanoseconds([&](int i) {
      const std::size_t s = static_cast<std::size_t>(i) % states.size();
      state.updQ() = q[s], state.updU() = u[s];
      system_.realize(state, SimTK::Stage::Acceleration);
    });
  }
  std::vector<double> accelerations(const ScenarioState& at) {
    SimTK::State state = initial_;
    set(state, at);
    system_.realize(state, SimTK::Stage::Acceleration);
    std::vector<double> all;
    for (const SimTK::MobilizedBody& body : bodies_)
      all.push_back(body.getOneUDot(state, SimTK::MobilizerUIndex(0)));
    return all;
  }

 protected:
  SimTK::MultibodySystem& system() { return system_; }
  SimTK::SimbodyMatterSubsystem& matter() { return matter_; }
  SimTK::GeneralForceSubsystem& forces() { return forces_; }
  /// Bodies are numbered in the order of the scenario's coordinates.
  void number(const SimTK::MobilizedBody& body) { bodies_.push_back(body); }
  void finish() {
    initial_ = system_.realizeTopology();
    system_.realizeModel(initial_);
  }

 private:
  void set(SimTK::State& state, const ScenarioState& from) const {
    std::size_t q = 0, u = 0;
    for (const SimTK::MobilizedBody& body : bodies_)
      q += static_cast<std::size_t>(body.getNumQ(state)), u += static_cast<std::size_t>(body.getNumU(state));
    if (from.q.size() != q || from.u.size() != u)
      throw std::runtime_error("the state is that of another mechanism");
    q = u = 0;
    for (const SimTK::MobilizedBody& body : bodies_) {
      for (int k = 0; k < body.getNumQ(state); ++k)
        body.setOneQ(state, SimTK::MobilizerQIndex(k), from.q[q++]);
      for (int k = 0; k < body.getNumU(state); ++k)
        body.setOneU(state, SimTK::MobilizerUIndex(k), from.u[u++]);
    }
  }
  std::unique_ptr<SimTK::Integrator> make(const std::string& method) const {
    if (method == "merson") return std::make_unique<SimTK::RungeKuttaMersonIntegrator>(system_);
    if (method == "fehlberg") return std::make_unique<SimTK::RungeKuttaFeldbergIntegrator>(system_);
    if (method == "rk3") return std::make_unique<SimTK::RungeKutta3Integrator>(system_);
    if (method == "verlet") return std::make_unique<SimTK::VerletIntegrator>(system_);
    throw std::runtime_error("no method '" + method + "'");
  }

  double duration_;
  SimTK::MultibodySystem system_;
  SimTK::SimbodyMatterSubsystem matter_;
  SimTK::GeneralForceSubsystem forces_;
  SimTK::Force::Gravity gravity_;
  std::vector<SimTK::MobilizedBody> bodies_;
  SimTK::State initial_;
};

}  // namespace sarrus::bench
