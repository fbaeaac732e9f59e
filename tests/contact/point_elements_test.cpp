/// Elements for one point or sphere and a plane, against closed forms and tabulated values.

#include <gtest/gtest.h>

#include <cmath>

#include "sarrus/contact/contact_laws.h"
#include "tests/contact/contact_scenes.h"

namespace sarrus::testing::point_elements_test {
namespace {

Model free_particle(double mass, const Vec3<double>& gravity) {
  ModelBuilder model("particle");
  model.gravity(gravity);
  model.particle("bead", mass);
  model.joint("move", Translation{}, "world", "bead");
  return model.build();
}

/// e = exp(−ζ/√(1 − ζ²)·acos(2·ζ² − 1)), and its continuation beyond ζ = 1.
TEST(MasslessSurface, HasTheRestitutionOfTheClosedForm) {
  const double rows[][2] = {
      {0.1, 0.74407939772178}, {0.5, 0.29843605919227}, {1.0, 0.13533528323661}, {2.0, 0.04776873250562}};
  for (const auto& [zeta, e] : rows) {
    SystemBuilder builder(free_particle(2, {0, 0, 0}));
    const double K = 5000;
    const auto surface = std::make_shared<MasslessSurface>(
        "bead", "world", MasslessSurfaceOptions{.stiffness = K, .damping = 2 * zeta * std::sqrt(K * 2)});
    builder.add_force("surface", surface);
    State state = builder.build().default_state();
    state.set_q(2, 0.01);
    state.set_u(2, -1);
    Simulation simulation(state, {.accuracy = 1e-9});
    simulation.run(0.5);
    EXPECT_NEAR(simulation.state().u(2), e, 1e-7) << zeta;
    EXPECT_FALSE(surface->is_touching(simulation.state()));
  }
}

/// The last bounces on a hard surface follow each other within milliseconds: that is no chattering. What the
/// fall has given is dissipated.
TEST(MasslessSurface, HardSurfacesLetBallsBounceToRest) {
  for (const double w : {1e3, 1e4, 3e4})
    for (const double accuracy : {1e-3, 1e-5, 1e-7}) {
      SystemBuilder builder(free_particle(2, {0, 0, -9.81}));
      const double K = 2 * w * w, zeta = 0.03;
      builder.add("surface", MasslessSurface("bead", "world", {.stiffness = K, .damping = 2 * zeta * w * 2}));
      State state = builder.build().default_state();
      state.set_q(2, 0.01);
      Simulation simulation(state, {.accuracy = accuracy, .record = false, .energy_balance = true});
      simulation.run(2);
      EXPECT_LT(std::abs(simulation.state().u(2)), 10 * accuracy) << w << ", " << accuracy;
      if (accuracy > 1e-6) continue;
      const double fallen = 2 * 9.81 * 0.01;
      EXPECT_NEAR(simulation.energy_balance().element("surface").dissipated, fallen, 0.01 * fallen) << w;
    }
}

/// Friction sticks without creep, and slides at μ·m·g.
TEST(MasslessSurface, SticksAndSlides) {
  for (const double push : {5.0, 8.0}) {
    SystemBuilder builder(free_particle(1, {push, 0, -9.81}));
    builder.add("surface", MasslessSurface("bead", "world", {.friction = 0.7}));  // 6.867 N
    Simulation simulation(builder.build().default_state(), {.accuracy = 1e-7});
    simulation.run(1);
    const double x = simulation.state().q(0);
    simulation.run(1);
    if (push < 6.867)
      EXPECT_NEAR(simulation.state().q(0), x, 1e-7);
    else
      EXPECT_NEAR(udot(simulation.state())[0], 8.0 - 6.867, 1e-5);
  }
}

TEST(ExponentialSpring, HasItsForcesAndHeights) {
  SystemBuilder builder(free_particle(1, {0, 0, -9.81}));
  const auto spring = std::make_shared<ExponentialSpring>("bead", "world");
  builder.add_force("spring", spring);
  const System system = builder.build();
  State state = system.default_state();
  const double rows[][2] = {
      {-0.001, 3297.6527801034}, {0.0, 1044.1581228258}, {0.005, 3.3233264218495}, {0.01, 0.010577419515996}};
  for (const auto& [height, force] : rows) {
    state.set_q(2, height);
    EXPECT_NEAR(spring->force(state).z / force, 1, 1e-12);
    EXPECT_NEAR(spring->potential_energy(state), force / 1150, 1e-12 * force);
  }
  state.set_q(2, 0.006);
  Simulation simulation(state, {.accuracy = 1e-8});
  simulation.run(8);
  EXPECT_NEAR(simulation.state().q(2), 0.0040587512539496, 1e-8);
}

/// Under loads from 0.01 to 1000 N, and displaced by 5 N / K where friction holds it.
TEST(ExponentialSpring, RestsWhereTheTableSays) {
  const double rows[][2] = {{0.01, 0.010048814262267},
                            {1, 0.0060443184483646},
                            {9.81, 0.0040587512539496},
                            {100, 0.0020398226344619},
                            {1000, 3.7574727510556e-05}};
  for (const auto& [load, height] : rows) {
    SystemBuilder builder(free_particle(1, {0, 0, -load}));
    builder.add("spring", ExponentialSpring("bead", "world"));
    State state = builder.build().default_state();
    state.set_q(2, height);
    EXPECT_NEAR(udot(state)[2] / load, 0, 1e-11) << load;
  }
  SystemBuilder builder(free_particle(1, {5, 0, -9.81}));
  builder.add("spring", ExponentialSpring("bead", "world"));
  State state = builder.build().default_state();
  state.set_q(2, 0.0040587512539496);
  Simulation simulation(state, {.accuracy = 1e-9});
  simulation.run(2);
  EXPECT_NEAR(simulation.state().q(0), 0.00025, 1e-9);
}

/// E 1e6, R 0.8, c 2, μ_s 0.8, μ_d 0.5, μ_v 0.5, v_t 0.2: Simbody's force has the same values beside its
/// kink.
TEST(SmoothSphereContact, AgreesWithSimbodysValues) {
  struct {
    double x, vn, vt, normal, friction;
  } const rows[] = {{0.0, 0.0, 0.1, 37.489421679356, 20.242488574438},
                    {0.001, 0.0, 0.1, 51.997761499002, 28.076295815988},
                    {0.01, 0.0, 0.05, 451.76031139277, 131.52696998242},
                    {0.1, 0.5, 1.0, 33358.330209635, 34128.04318376},
                    {-0.01, 0.0, 0.1, 1.1198018551963, 0.60463926206491}};
  SystemBuilder builder(free_particle(1, {0, 0, 0}));
  const auto contact = std::make_shared<SmoothSphereContact>(
      "bead", 0.8, "world",
      ContactMaterial{.modulus = 1e6,
                      .dissipation = 2,
                      .static_friction = 0.8,
                      .dynamic_friction = 0.5,
                      .viscous_friction = 0.5},
      SmoothSphereOptions{
          .depth_constant = std::sqrt(1e-5), .speed_constant = std::sqrt(1e-5), .transition_speed = 0.2});
  builder.add_force("contact", contact);
  State state = builder.build().default_state();
  for (const auto& row : rows) {
    state.set_q(2, 0.8 - row.x);
    state.set_u(2, -row.vn);
    state.set_u(0, row.vt);
    EXPECT_NEAR(contact->force(state).z / row.normal, 1, 1e-11) << row.x;
    EXPECT_NEAR(contact->force(state).x / -row.friction, 1, 1e-11) << row.x;
  }
}

/// −∂U/∂z is the elastic force.
TEST(SmoothSphereContact, StoresTheIntegralOfItsForce) {
  SystemBuilder builder(free_particle(1, {0, 0, 0}));
  const auto contact =
      std::make_shared<SmoothSphereContact>("bead", 0.1, "world", ContactMaterial{.modulus = 1e6});
  builder.add_force("contact", contact);
  State state = builder.build().default_state();
  for (const double x : {-0.01, -0.001, 0.0, 0.002, 0.02}) {
    const auto energy = [&](double depth) {
      state.set_q(2, 0.1 - depth);
      return contact->potential_energy(state);
    };
    const double h = 1e-5, slope = (energy(x + h) - energy(x - h)) / (2 * h);
    state.set_q(2, 0.1 - x);
    EXPECT_NEAR(slope / contact->force(state).z, 1, 1e-4) << x;
  }
}

}  // namespace
}  // namespace sarrus::testing::point_elements_test
