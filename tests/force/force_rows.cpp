#include "tests/force/force_rows.h"

#include "sarrus/dynamics/coordinates.h"
#include "sarrus/force/forces.h"
#include "tests/support/random_model.h"

namespace sarrus::testing {

namespace {

const Vec3<double> here{0.3, -0.2, 0.4}, there{-0.5, 0.6, 0.1};

std::vector<ForceRow> rows_between_bodies() {
  using B = SystemBuilder;
  const Rotation<double> tilt = Rotation<double>::about({0, 0.6, 0.8}, 0.1);
  return {
      {"two_point_spring",
       [](B& b) {
         b.add("x", TwoPointSpring({"slide", here}, {"ball", there}, 30.0, 0.7));
       },
       true, true, true, "x.stiffness"},
      {"two_point_damper",
       [](B& b) {
         b.add("x", TwoPointDamper({"slide", here}, "grip", 5.0));
       },
       true, true, false, "x.damping"},
      {"two_point_force",
       [](B& b) {
         b.add("x", TwoPointForce({1, here}, {"drum", there}, -4.0));
       },
       true, true, true, "x.tension"},
      {"linear_bushing",
       [tilt](B& b) {  // its axes are near those of the joint, so that it stays far from its singular angle
         const Body& ring = b.model().body(b.model().body_number("ring"));
         const Pose<double> F{ring.X_PF.R, here}, M{ring.X_BM.R * tilt, there};
         b.add("x", LinearBushing({"base", F}, {"ring", M}, {3, 4, 5, 60, 70, 80}, {0.1, 0.2, 0.3, 4, 5, 6}));
       },
       true, true, false, "x.damping_rotation_y"},
      {"mutual_force", [](B& b) { b.add("x", MutualForce(2.0, 0.1)); }, true, true, true, "x.strength"},
      {"custom_force",
       [](B& b) {
         const auto stretch = [](const State& state) { return pose(state, 2).p - pose(state, 1).p; };
         b.add("x",
               CustomForce({b.quantities().position}, [stretch](const State& state, AppliedForces& forces) {
                 forces.add_at(2, {0, 0, 0}, -stretch(state));
                 forces.add_at(1, {0, 0, 0}, stretch(state));
               }).with_potential_energy([stretch](const State& state) {
                 return 0.5 * dot(stretch(state), stretch(state));
               }));
       },
       true, true, true, ""},
  };
}

std::vector<ForceRow> rows_on_bodies() {
  using B = SystemBuilder;
  return {
      {"constant_force_in_world",
       [](B& b) {
         b.add("x", ConstantForce({"ball", here}, {1, 2, 3}));
       },
       false, true, true, "x.force_y"},
      {"constant_force_in_body",
       [](B& b) {
         b.add("x", ConstantForce("grip", {1, 2, 3}, ForceAxes::body));
       },
       false, false, true, "x.force_z"},
      {"constant_torque_in_world",
       [](B& b) {
         b.add("x", ConstantTorque("ball", {1, 2, 3}));
       },
       false, false, true, "x.torque_x"},
      {"constant_torque_in_body",
       [](B& b) {
         b.add("x", ConstantTorque("ball", {1, 2, 3}, ForceAxes::body));
       },
       false, false, true, "x.torque_x"},
      {"discrete_forces", [](B& b) { b.add("x", DiscreteForces{}); }, false, false, true, "",
       [](const System& system, State& state) {
         system.force<DiscreteForces>("x").set_body(state, 2, {{1, 2, 3}, {4, 5, 6}});
         system.force<DiscreteForces>("x").set_speed(state, 3, -2.0);
       }},
      {"drag_spring", [](B& b) { b.add("x", DragSpring{}); }, false, true, false, "",
       [](const System& system, State& state) {
         system.force<DragSpring>("x").hold(state, 3, here, {2.0, -1.0, 3.0}, 4.0);
       }},
      {"gravity", [](B&) {}, false, true, true, "",
       [](const System& system, State& state) {
         system.gravity().set(state, 9.0, {1, 2, -3});
         system.gravity().exclude(state, 3);
         state.set_enabled(system.element("gravity"), true);
       }},
  };
}

std::vector<ForceRow> rows_on_speeds() {
  using B = SystemBuilder;
  const FrictionNumbers friction{1.5, 1.0, 0.5, 0.1, 0.3};
  const auto command = [](const System& system, State& state) {
    state.set(system.parameter("x.command"), 2.5);
  };
  return {
      {"mobility_spring",
       [](B& b) {
         b.add("x", MobilitySpring({"twist", 1}, 20.0, 0.2));
       },
       true, true, true, "x.rest_position"},
      {"mobility_damper",
       [](B& b) {
         b.add("x", MobilityDamper({"socket", 2}, 3.0));
       },
       true, true, false, "x.damping"},
      {"mobility_constant", [](B& b) { b.add("x", MobilityConstant("track", 3.0)); }, true, true, true,
       "x.force"},
      {"mobility_constant_on_angular_velocity",
       [](B& b) {
         b.add("x", MobilityConstant({"socket", 1}, 3.0));
       },
       true, false, true, "x.force"},
      {"mobility_discrete",
       [](B& b) {
         b.add("x", MobilityDiscrete({"socket", 1}));
       },
       true, false, true, "",
       [](const System& system, State& state) { system.force<MobilityDiscrete>("x").set(state, 3.0); }},
      {"stop_above",
       [](B& b) {
         b.add("x", MobilityStop({"sleeve", 1}, -3.0, -2.0, 50.0, 0.3));
       },
       true, true, false, "x.stiffness"},
      {"stop_below", [](B& b) { b.add("x", MobilityStop("hinge", 2.0, 3.0, 50.0, 0.3)); }, true, true, false,
       "x.stiffness"},
      {"global_damper", [](B& b) { b.add("x", GlobalDamper(2.0)); }, false, true, false, "x.damping"},
      {"joint_friction", [friction](B& b) { b.add("x", JointFriction("hinge", friction)); }, true, true,
       false, "x.static_force"},
      {"motor", [](B& b) { b.add("x", Motor("hinge", 2.0)); }, true, false, true, "x.max_torque", command},
      {"motor_with_line",
       [](B& b) {
         b.add("x", Motor("hinge", 4.0, SpeedLine{2.0, 5.0}));
       },
       true, false, false, "x.no_load_speed", command},
      {"thermostat",
       [](B& b) {
         b.add("x", Thermostat({2.0, 0.5, 6, 3, 1.0}));
       },
       false, false, false, "", [](const System&, State& state) { state.set_z(0, 0.4); }},
  };
}

}  // namespace

std::vector<ForceRow> force_rows() {
  std::vector<ForceRow> rows = rows_between_bodies();
  for (const auto& more : {rows_on_bodies(), rows_on_speeds()})
    rows.insert(rows.end(), more.begin(), more.end());
  return rows;
}

System system_of(const ForceRow& row) {
  SystemBuilder builder(floating_mechanism());
  row.add(builder);
  return builder.build();
}

State random_state(const System& system, const ForceRow& row, Random& random) {
  State state = system.default_state();
  state.set_q(random_coordinates(system.model(), random));
  state.set_u(random.numbers(state.nu()));
  state.set_z(random.numbers(state.nz()));
  state.set_enabled(system.element("gravity"), false);
  row.prepare(system, state);
  return state;
}

double applied_power(const State& state) {
  const AppliedForces& forces = applied_forces(state);
  double power = 0;
  for (int b = 0; b < state.model().body_count(); ++b) power += dot(velocity(state, b), forces.on_body(b));
  for (int k = 0; k < state.nu(); ++k) power += forces.on_speed(k) * state.u(k);
  return power;
}

double differenced(const State& state, const std::vector<double>& rate,
                   const std::function<double(const State&)>& f) {
  const double h = 1e-3;
  const std::vector<double> y(state.y().begin(), state.y().end());
  State moved = state;
  const auto at = [&](double t) {
    std::vector<double> there_y = y;
    for (std::size_t i = 0; i < y.size(); ++i) there_y[i] += t * rate[i];
    moved.set_y(there_y);
    return f(moved);
  };
  return (8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h);
}

}  // namespace sarrus::testing
