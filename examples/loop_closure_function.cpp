// An arm that is moved by a hydraulic cylinder: a loop with an explicit closure formula. The angle and the
// stroke of the cylinder are functions of the arm's angle, so that no constraint must be solved and nothing
// drifts. [Featherstone 2008, sec. 8.11, fig. 8.3]

#include <cmath>
#include <cstdio>

#include "sarrus/constraints.h"
#include "sarrus/extend.h"
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

void set(State& state, const char* joint, double q) {
  state.set_q(state.model().coordinate_number(joint), q);
}
void print(const char* how, const State& state) {
  const auto q = [&](const char* joint) { return state.q(state.model().coordinate_number(joint)); };
  std::printf("%s  shoulder %.6f   elbow %.6f   stroke %.6f\n", how, q("shoulder"), q("elbow"), q("stroke"));
}

int main() {
  const double start = 1.2, end = 0.4;

  ModelBuilder model = arm_and_cylinder();
  SystemBuilder builder(model.build());
  // [formula]
  const Function angle = user_function([](auto y) { return atan2(l2 * sin(y), l2 * cos(y) - l1); });
  const Function length =
      user_function([](auto y) { return sqrt(l1 * l1 + l2 * l2 - 2 * l1 * l2 * cos(y)); });
  builder.add("angle", DrivenCoordinateConstraint("pivot", angle, {"shoulder"}));
  builder.add("length", DrivenCoordinateConstraint("stroke", length, {"shoulder"}));
  // [/formula]
  const System driven = builder.build();
  State first = driven.default_state();
  set(first, "shoulder", start), set(first, "elbow", 0.3);
  set(first, "pivot", angle(start)), set(first, "stroke", length(start));
  Simulation formula(first, {.accuracy = 1e-10});
  formula.run(end);
  print("by formula:    ", formula.state());

  // The same mechanism with its fifth joint, closed by constraints.
  model.joint("rod end", Pin{}, "piston", "arm").child_frame({l2, 0, 0});
  const System system = close_loops(model, {.cut = {{"rod end", LoopClosing::with_coordinates}}}).build();
  State second = system.default_state();
  set(second, "shoulder", start), set(second, "elbow", 0.3);
  set(second, "pivot", angle(start)), set(second, "stroke", length(start));
  set(second, "rod end", start - angle(start));
  Simulation rows(second, {.accuracy = 1e-10});
  rows.run(end);
  print("by constraints:", rows.state());
}
