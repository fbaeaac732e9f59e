#include "bench/contact_evaluations.h"

#include <fmt/core.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <numbers>

#include "bench/measure.h"
#include "bench/peers/foundation.h"
#include "bench/peers/scenario_state.h"
#include "models/mechanisms.h"
#include "sarrus/base/array.h"
#include "sarrus/contact/compliant_contact.h"
#include "sarrus/contact/hydroelastic_law.h"
#include "sarrus/joint/joints.h"
#include "sarrus/model/builder.h"
#include "sarrus/system/internal/layout.h"
#include "sarrus/system/responses.h"

namespace sarrus::bench {

namespace {

/// States of a free ball, pressed into the floor by up to a tenth of its radius, moving and turning.
std::vector<ScenarioState> pressed_states() {
  std::vector<ScenarioState> states;
  for (int i = 0; i < state_count; ++i) {
    const double phase = 2 * std::numbers::pi * i / state_count;
    states.push_back(
        {{std::cos(phase), 0, 0, std::sin(phase), 0, foundation::radius * (0.95 + 0.04 * std::sin(phase)), 0},
         {0.1, 0.2, std::cos(phase), 0.1, 0.05 * std::cos(phase), 0.2}});
  }
  return states;
}

State ball_with_foundation(const std::string& name) {
  const foundation::Mesh mesh = foundation::ball(foundation::triangles(name));
  Array<Vec3<double>> vertices;
  for (const auto& v : mesh.vertices) vertices.push_back({v[0], v[1], v[2]});
  Array<std::array<int, 3>> triangles(mesh.triangles.begin(), mesh.triangles.end());
  const ContactMaterial material{.modulus = foundation::stiffness,
                                 .dissipation = foundation::dissipation,
                                 .static_friction = foundation::static_friction,
                                 .dynamic_friction = foundation::dynamic_friction,
                                 .thickness = foundation::thickness};
  ModelBuilder model(name);
  model.gravity({0, -foundation::gravity, 0});
  model.body("ball", RigidInertia<double>::from_central(foundation::mass, {0, 0, 0},
                                                        Sym3<double>{foundation::inertia, foundation::inertia,
                                                                     foundation::inertia, 0, 0, 0}));
  model.joint("ball", Free{}, "world", "ball");
  SystemBuilder builder(model.build());
  const Rotation<double> upward = Rotation<double>::about_x(-std::numbers::pi / 2);
  builder.add("contact",
              CompliantContact(
                  {{"floor", {"world", Pose<double>::rotation(upward)}, HalfSpaceShape{}, material},
                   {"ball", "ball",
                    SurfaceMeshShape{std::make_shared<const SurfaceMesh>(vertices, triangles)}, material}},
                  {.transition_speed = foundation::transition_speed}));
  return builder.build().default_state();
}

int contact_count(const State& state) {
  const auto& forces = state.layout().forces;
  for (const auto& force : forces)
    if (const auto* contact = dynamic_cast<const CompliantContact*>(force.get()))
      return static_cast<int>(contact->contacts(state).size());
  return 0;
}

}  // namespace

ContactEvaluations::ContactEvaluations(const Peer* simbody, const std::string& states_folder) {
  measure_foundation(simbody, states_folder);
  measure_pressure_fields();
  measure_humanoid();
}

void ContactEvaluations::measure_foundation(const Peer* simbody, const std::string& states_folder) {
  const Array<ScenarioState> states = pressed_states();
  for (const char* name : {"foundation_1000", "foundation_10000"}) {
    State state = ball_with_foundation(name);
    const double ours = best_nanoseconds([&](int i) {
      state.set_q(states[i].q);
      state.set_u(states[i].u);
      udot(state);
    });
    const std::string path = states_folder + "/" + name + ".states";
    write_states(path, states);
    const double theirs = simbody != nullptr ? simbody->evaluate(name, path).nanoseconds
                                             : std::numeric_limits<double>::quiet_NaN();
    lines_.push_back({fmt::format("ball of {} triangles on a floor",
                                  foundation::ball(foundation::triangles(name)).triangles.size()),
                      contact_count(state), ours / 1000, theirs / 1000});
  }
}

/// A body of 10 cm height that pressure fields carry, 5 mm deep in another of its kind.
void ContactEvaluations::measure_pressure_fields() {
  const struct {
    const char* what;
    AnyShape shape, ground;
  } cases[] = {{"ball on a floor, by pressure fields", SphereShape{0.05}, HalfSpaceShape{}},
               {"ball on a ball, by pressure fields", SphereShape{0.05}, SphereShape{0.05}},
               {"box on a box, by pressure fields", BoxShape{{0.1, 0.1, 0.1}}, BoxShape{{0.1, 0.1, 0.1}}}};
  for (const auto& one : cases) {
    ModelBuilder model("pressed");
    model.body("body", RigidInertia<double>::from_central(1, {0, 0, 0}, {0.002, 0.002, 0.002, 0, 0, 0}));
    model.joint("body", Free{}, "world", "body");
    SystemBuilder builder(model.build());
    const bool on_floor = std::holds_alternative<HalfSpaceShape>(one.ground);
    const ContactMaterial soft{.modulus = 1e5};
    builder.add("contact",
                CompliantContact({{"ground", {"world", {0, 0, on_floor ? 0 : -0.05}}, one.ground, soft},
                                  {"body", "body", one.shape, soft}},
                                 {.law = std::make_shared<HydroelasticLaw>()}));
    State state = builder.build().default_state();
    const double time = best_nanoseconds([&](int i) {
      const double phase = 2 * std::numbers::pi * i / state_count;
      state.set_q(
          std::vector<double>{1, 0, 0, 0, 0.001 * std::cos(phase), 0, 0.045 + 1e-4 * std::sin(phase)});
      udot(state);
    });
    lines_.push_back({one.what, contact_count(state), time / 1000, std::numeric_limits<double>::quiet_NaN()});
  }
}

/// Standing on both feet: the last states of a simulation that lets it fall onto them, alike but for small
/// motions.
void ContactEvaluations::measure_humanoid() {
  const models::Linkage humanoid = models::humanoid_on_ground({.modulus = 1e6, .dissipation = 1});
  State state = humanoid.start;
  const Body& torso = state.model().body("torso");
  state.set_q(torso.q0 + 6, 1.2802);  // the soles are pressed in by 2 mm
  Array<std::vector<double>> q, u;
  for (int i = 0; i < state_count; ++i) {
    state.set_q(torso.q0 + 6, 1.2802 + 1e-4 * std::sin(i));
    state.set_u(torso.u0 + 3, 0.01 * std::cos(i));
    q.emplace_back(state.q().begin(), state.q().end()), u.emplace_back(state.u().begin(), state.u().end());
  }
  const double with = best_nanoseconds([&](int i) {
    state.set_q(q[i]), state.set_u(u[i]);
    udot(state);
  });
  lines_.push_back({"humanoid of 27 speeds on its feet", contact_count(state), with / 1000,
                    std::numeric_limits<double>::quiet_NaN()});
  state.set_enabled("contact", false);
  const double without = best_nanoseconds([&](int i) {
    state.set_q(q[i]), state.set_u(u[i]);
    udot(state);
  });
  lines_.push_back({"the same without contact", 0, without / 1000, std::numeric_limits<double>::quiet_NaN()});
}

void ContactEvaluations::print() const {
  fmt::print("\nµs for all accelerations, with contact\n{:<40}{:>10}{:>10}{:>10}{:>8}\n", "", "contacts",
             "Sarrus", "Simbody", "ratio");
  for (const Line& line : lines_)
    fmt::print("{:<40}{:>10}{:>10.2f}{:>10.2f}{:>8.1f}\n", line.what, line.contacts, line.sarrus,
               line.simbody, line.simbody / line.sarrus);
}

nlohmann::ordered_json ContactEvaluations::json() const {
  nlohmann::ordered_json json;
  for (const Line& line : lines_)
    json.push_back({{"what", line.what},
                    {"contacts", line.contacts},
                    {"sarrus_us", line.sarrus},
                    {"simbody_us", std::isnan(line.simbody) ? nlohmann::ordered_json()
                                                            : nlohmann::ordered_json(line.simbody)}});
  return json;
}

}  // namespace sarrus::bench
