// An arm that is moved by a hydraulic cylinder: a loop whose closure is a formula. The angle and the stroke
// of the cylinder are functions of the arm's angle, so that no constraint is left and nothing drifts.
// [Featherstone 2008, sec. 8.11, fig. 8.3]

#include <cmath>
#include <cstdio>

#include "sarrus/sarrus.h"
using namespace sarrus;

constexpr double l1 = 0.5;  // from the shoulder to the cylinder's pivot
constexpr double l2 = 0.4;  // from the shoulder to the rod's end on the arm

ModelBuilder arm_and_cylinder() {
  ModelBuilder model("arm with a cylinder");
  model.gravity({0, -9.81, 0});
  model.body("arm", Pose<double>::translation({0.5, 0, 0}) * solid_brick(3, {1, 0.1, 0.1}));
  model.body("cylinder", Pose<double>::translation({0.15, 0, 0}) * solid_brick(1, {0.3, 0.1, 0.1}));
  model.body("piston", Pose<double>::translation({-0.15, 0, 0}) * solid_brick(0.5, {0.3, 0.05, 0.05}));
  model.body("forearm", Pose<double>::translation({0.3, 0, 0}) * solid_brick(2, {0.6, 0.1, 0.1}));
  model.joint("shoulder", Pin{}, "world", "arm");
  model.joint("pivot", Pin{}, "world", "cylinder").parent_frame({l1, 0, 0});
  model.joint("stroke", Slider{}, "cylinder", "piston");
  model.joint("elbow", Pin{}, "arm", "forearm").parent_frame({1, 0, 0});
  return model;
}

/// The equations of motion in the angles y of shoulder and elbow.
struct ArmMotion : InitialValueProblem {
  ArmMotion(const Model& model, CoordinateMap closure)
      : tree(model), map(std::move(closure)), workspace(tree, map) {}
  int nq() const override { return map.ny(); }
  int nu() const override { return map.nv(); }
  int nz() const override { return 0; }
  std::string variable_name(int i) const override { return "variable " + std::to_string(i); }
  void calc_derivative(double, In<double> y, Out<double> ydot) override {
    const In<double> angles(y.data(), 2), rates(y.data() + 2, 2);
    std::copy(rates.begin(), rates.end(), ydot.begin());
    calc_mapped_forward_dynamics(tree, map, angles, rates, {}, {}, workspace, Out<double>(&ydot[2], 2));
  }
  Tree<double> tree;
  CoordinateMap map;
  MappedDynamics<double> workspace;
};

int main() {
  ModelBuilder model = arm_and_cylinder();
  const Model tree = model.build();
  const int shoulder = tree.coordinate_number("shoulder"), pivot = tree.coordinate_number("pivot"),
            stroke = tree.coordinate_number("stroke");
  const Function angle = user_function([](auto y) { return atan2(l2 * sin(y), l2 * cos(y) - l1); });
  const Function length =
      user_function([](auto y) { return sqrt(l1 * l1 + l2 * l2 - 2 * l1 * l2 * cos(y)); });
  ArmMotion problem(tree, CoordinateMap(tree, {{pivot, angle, {shoulder}}, {stroke, length, {shoulder}}}));

  const double start = 1.2, end = 0.4;
  const auto integrator = make_integrator("dormand-prince5", problem, {.accuracy = 1e-10});
  integrator->start(0, std::vector<double>{start, 0.3, 0, 0});
  while (integrator->time() < end) integrator->step(end);
  const In<double> y = integrator->y();
  std::printf("by formula:      shoulder %.6f   elbow %.6f   stroke %.6f\n", y[0], y[1], length(y[0]));

  // The same mechanism with its fifth joint, closed by constraints.
  model.joint("rod end", Pin{}, "piston", "arm").child_frame({l2, 0, 0});
  const System system = close_loops(model, {.cut = {{"rod end", LoopClosing::with_coordinates}}}).build();
  const Model& all = system.model();
  State state = system.default_state();
  state.set_q(all.coordinate_number("shoulder"), start);
  state.set_q(all.coordinate_number("elbow"), 0.3);
  state.set_q(all.coordinate_number("pivot"), angle(start));
  state.set_q(all.coordinate_number("stroke"), length(start));
  state.set_q(all.coordinate_number("rod end"), start - angle(start));
  Simulation simulation(state, {.accuracy = 1e-10});
  simulation.run(end);
  const auto q = [&](const char* name) { return simulation.state().q(all.coordinate_number(name)); };
  std::printf("by constraints:  shoulder %.6f   elbow %.6f   stroke %.6f\n", q("shoulder"), q("elbow"),
              q("stroke"));
}
