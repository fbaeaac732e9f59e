#include "bench/fig3.h"

#include <fmt/core.h>

#include <ctime>

#include "bench/peers/fig3.h"
#include "sarrus/force/global_damper.h"
#include "sarrus/function/sinusoid.h"
#include "sarrus/model/builder.h"
#include "sarrus/study/system_problem.h"

namespace sarrus::bench {

namespace {

RigidInertia<double> equal_inertia(double mass, const Vec3<double>& center, double moment) {
  return RigidInertia<double>::from_central(mass, center, Sym3<double>{moment, moment, moment, 0, 0, 0});
}

Model make_model() {
  ModelBuilder builder("fig3");
  builder.gravity({0, -fig3::gravity, 0});
  builder.body("base", equal_inertia(1, {0, 0, 0}, 1));
  builder.joint("base", Slider{}, "world", "base");
  const RigidInertia<double> link = equal_inertia(fig3::mass, {0, fig3::center, 0}, fig3::central_inertia);
  const std::vector<fig3::Joint> joints = fig3::joints();
  for (std::size_t i = 0; i < joints.size(); ++i) {
    const bool first = i % fig3::links == 0;
    const std::string name = fmt::format("link{}", i);
    const auto& [x, y, z] = joints[i].axis;
    builder.body(name, link);
    builder.joint(name, Pin{}, first ? "base" : fmt::format("link{}", i - 1), name)
        .axis({x, y, z})
        .parent_frame({0, first ? 0 : -fig3::length, 0});
  }
  return builder.build();
}

System make_system() {
  SystemBuilder builder(make_model());
  builder.add("damping", GlobalDamper(fig3::damping));  // also of the base, whose motion is given
  builder.prescribe("drive", "base", MotionLevel::position, {sinusoid(fig3::amplitude, fig3::rate, 0)});
  return builder.build();
}

/// Our bodies in the order of the scenario: the base, then chain after chain.
std::vector<Body> bodies_in_order(const Model& model) {
  std::vector<Body> bodies{model.body(model.body_number("base"))};
  for (int i = 0; i < fig3::chains * fig3::links; ++i)
    bodies.push_back(model.body(model.body_number(fmt::format("link{}", i))));
  return bodies;
}

}  // namespace

Fig3::Fig3() : system_(make_system()), initial_(system_.default_state()) {
  const std::vector<Body> bodies = bodies_in_order(system_.model());
  const std::vector<fig3::Joint> joints = fig3::joints();
  for (std::size_t i = 0; i < joints.size(); ++i) initial_.set_u(bodies[i + 1].u0, joints[i].speed);
}

SimulationRun Fig3::simulate(const std::string& method, double accuracy) const {
  Simulation simulation(initial_, {.accuracy = accuracy, .integrator = method, .record = false});
  const std::clock_t start = std::clock();
  simulation.run(fig3::duration);
  SimulationRun run;
  run.cpu_seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  run.steps = simulation.statistics().steps;
  run.evaluations = simulation.statistics().evaluations;
  for (const Body& body : bodies_in_order(system_.model())) run.q.push_back(simulation.state().q(body.q0));
  return run;
}

int Fig3::order(const std::string& method) const {
  SystemProblem problem(initial_);
  return make_integrator(method, problem)->order();
}

}  // namespace sarrus::bench
