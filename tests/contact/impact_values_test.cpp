/// Impacts against closed forms: a ball that goes on bouncing, the depth of a damped impact, two spheres.

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "sarrus/contact/contact_laws.h"
#include "tests/contact/contact_scenes.h"

namespace sarrus::testing::impact_values_test {
namespace {

/// e of a massless surface: exp(−ζ/√(1 − ζ²)·acos(2·ζ² − 1)).
double restitution(double zeta) {
  return std::exp(-zeta / std::sqrt(1 - zeta * zeta) * std::acos(2 * zeta * zeta - 1));
}

struct Landings {
  std::vector<double> times, speeds;
};
/// Of a ball of 1 kg that falls by 1 m onto a massless surface with the frequency w and damping ζ.
Landings landings(double w, double zeta) {
  ModelBuilder model("ball");
  model.gravity({0, 0, -9.81});
  model.particle("ball", 1);
  model.joint("move", Translation{}, "world", "ball");
  SystemBuilder builder(model.build());
  builder.add("surface", MasslessSurface("ball", "world", {.stiffness = w * w, .damping = 2 * zeta * w}));
  Landings found;
  builder.on_crossing(
      "lands", {builder.quantities().position}, [](const State& state) { return state.q(2); },
      Crossing::falling,
      [&](State& state, EventCall&) {
        found.times.push_back(state.time()), found.speeds.push_back(-state.u(2));
      });
  State state = builder.build().default_state();
  state.set_q(2, 1);
  Simulation simulation(state, {.accuracy = 1e-9, .record = false});
  simulation.run(1.8);
  return found;
}

/// A ball that falls by 1 m and keeps e = 0.8 of its speed at each impact: impacts at t₁ = √(2·h/g) and
/// tₙ₊₁ = tₙ + 2·e·vₙ/g with vₙ₊₁ = e·vₙ. Impacts take a time of the order 1/w: two stiffnesses tell the
/// limit.
TEST(BouncingBall, KeepsItsRestitution) {
  const double times[] = {0.45152364098573, 1.1739614665629, 1.7519117270246},
               speeds[] = {4.42944691807, 3.543557534456, 2.8348460275648};
  double low = 0, high = 0.5;  // bisection for ζ
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    (restitution(middle) > 0.8 ? low : high) = middle;
  }
  const Landings soft = landings(2e3, low), hard = landings(4e3, low);
  ASSERT_EQ(soft.times.size(), 3u);
  ASSERT_EQ(hard.times.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(2 * hard.times[i] - soft.times[i], times[i], 1e-5) << i;
    EXPECT_NEAR(2 * hard.speeds[i] - soft.speeds[i], speeds[i], 1e-5) << i;
  }
}

/// x^{n+1} = (n + 1)·m/K·(v/a − ln(1 + a·v)/a²) for f = K·xⁿ·(1 + a·ẋ): the sphere of 1 kg with Simbody's
/// stiffness of two materials of 1e6 Pa, c = 0.5, at 1 m/s.
TEST(HuntCrossley, HasTheDepthOfTheClosedForm) {
  const ContactMaterial material{.modulus = 1e6, .dissipation = 0.5};
  BallOnFloor scene{.ball = material, .floor = material, .gravity = {0, 0, 0}};
  scene.options.rules.stiffness = StiffnessRule::simbody;
  double depth = 0;
  Simulation simulation(BallOnFloor::at(scene.make(), {0, 0, 0.1}, {0, 0, -1}),
                        {.accuracy = 1e-10, .every = 2e-5});
  simulation.run(0.02);
  for (const State& state : simulation.trajectory()) depth = std::max(depth, 0.1 - state.q(6));
  EXPECT_NEAR(depth / 0.0079730019054236, 1, 1e-5);
}

/// The whole table of restitutions over a·v, also of impacts that keep little.
TEST(HuntCrossley, HasTheRestitutionsOfTheTable) {
  const double rows[][2] = {{0.01, 0.99337745439877}, {0.05, 0.96773857853093},  {0.15, 0.9090157413492},
                            {0.2, 0.88218998624731},  {0.3, 0.8328697922656},    {1.5, 0.48774125601535},
                            {2.0, 0.41071968606104},  {3.0, 0.30689679829096},   {5.0, 0.19698024528052},
                            {7.5, 0.13310233599665},  {10.0, 0.099981624752944}, {20.0, 0.049999999203831}};
  for (const auto& [a_v, e] : rows) {
    const ContactMaterial material{.modulus = 1e7, .dissipation = a_v / 1.5};
    BallOnFloor scene{.ball = material, .floor = material, .gravity = {0, 0, 0}};
    Simulation simulation(BallOnFloor::at(scene.make(), {0, 0, 0.101}, {0, 0, -1}), {.accuracy = 1e-9});
    simulation.run(0.5);
    EXPECT_NEAR(simulation.state().u(5), e, 1e-6) << a_v;
  }
}

/// Spheres of 2 cm and 0.1 kg with E* = 1e9 Pa that meet at 2 m/s: depth, duration and force, and the
/// velocities change places.
TEST(HertzImpact, OfTwoSpheres) {
  const ContactMaterial material{
      .modulus = 2e9, .dissipation = 0, .static_friction = 0, .dynamic_friction = 0};
  ModelBuilder model("spheres");
  model.gravity({0, 0, 0});
  Array<ContactSurface> surfaces;
  for (const char* name : {"a", "b"}) {
    model.body(name, solid_sphere(0.1, 0.02));
    model.joint(name, Free{}, "world", name);
    surfaces.push_back({name, name, SphereShape{0.02}, material});
  }
  SystemBuilder builder(model.build());
  const auto contact = std::make_shared<CompliantContact>(surfaces);
  builder.add_force("contact", contact);
  State state = builder.build().default_state();
  state.set_q(4, -0.02), state.set_q(11, 0.02);
  state.set_u(3, 2);
  const double duration = 0.00047533673847482;
  Simulation simulation(state, {.accuracy = 1e-10});
  simulation.run(0.5 * duration);
  const State& middle = simulation.state();
  EXPECT_NEAR((0.04 - (middle.q(11) - middle.q(4))) / 0.00032299850248891, 1, 1e-7);
  EXPECT_NEAR(contact->forces(middle).at(0).normal / 773.99739650058, 1, 1e-7);
  EXPECT_NEAR(contact->forces(middle).at(0).patch_a / 0.001797215909369, 1, 1e-7);
  EXPECT_NEAR(middle.u(3), middle.u(9), 1e-7);
  simulation.run(0.5 * duration);
  EXPECT_NEAR(simulation.state().u(3), 0, 1e-7);
  EXPECT_NEAR(simulation.state().u(9), 2, 1e-7);
}

/// F = K·x.
class LinearLaw : public ContactLaw {
 public:
  std::string_view type() const override { return "linear"; }
  ElasticForce elastic(const Contact& contact, const PairMaterial&) const override {
    const double force = 1e6 * contact.depth;
    return {.normal = force, .energy = 0.5 * force * contact.depth};
  }
};

/// Newton's cradle with springs between equal balls that touch each other, after the first has arrived with
/// 1 m/s: the velocities depend on the exponent of the force alone.
TEST(NewtonsCradle, SpreadsImpactsAsSpringsDo) {
  struct {
    std::shared_ptr<const ContactLaw> law;
    std::vector<double> velocities;
  } const cases[] = {{std::make_shared<LinearLaw>(), {-0.13026169506, 0.15022956943, 0.98003212563}},
                     {std::make_shared<HertzLaw>(), {-0.070952353651, 0.076403039071, 0.99454931458}},
                     {std::make_shared<LinearLaw>(),
                      {-0.1322794847, -0.0753291698, -0.031010829, 0.2962177501, 0.9424017334}},
                     {std::make_shared<HertzLaw>(),
                      {-0.071085017086, -0.030273764097, -0.014463629032, 0.127044986068, 0.988777424147}}};
  for (const auto& one : cases) {
    ModelBuilder model("cradle");
    model.gravity({0, 0, 0});
    Array<ContactSurface> surfaces;
    const int count = static_cast<int>(one.velocities.size());
    for (int i = 0; i < count; ++i) {
      const std::string name = "ball" + std::to_string(i);
      model.body(name, solid_sphere(0.1, 0.02));
      model.joint(name, Slider{}, "world", name).axis({1, 0, 0}).start({0.04 * i});
      surfaces.push_back({name, name, SphereShape{0.02}, {.modulus = 1e9, .dissipation = 0}});
    }
    SystemBuilder builder(model.build());
    builder.add("contact", CompliantContact(surfaces, CompliantContactOptions{.law = one.law}));
    State state = builder.build().default_state();
    state.set_u(0, 1);
    Simulation simulation(state, {.accuracy = 1e-11, .record = false});
    simulation.run(0.1);
    for (int i = 0; i < count; ++i)
      EXPECT_NEAR(simulation.state().u(i), one.velocities[static_cast<std::size_t>(i)], 1e-8)
          << one.law->type() << ", " << i << " of " << count;
  }
}

/// e(ζ) and the time of contact of a massless surface over the whole table.
TEST(MasslessSurface, HasRestitutionAndDurationOfTheTable) {
  const double rows[][3] = {{0.01, 0.96926475046449, 3.1217484115644},
                            {0.05, 0.85875810177509, 3.0453600221721},
                            {0.2, 0.57174002758478, 2.7953544407346},
                            {0.3, 0.45097545289313, 2.6544745637854},
                            {0.1, 0.74407939772178, 2.9560753247495},
                            {0.5, 0.29843605919227, 2.4183991523123},
                            {0.7, 0.21028456437848, 2.2275622815321},
                            {0.9, 0.15528274750168, 2.0694529404708},
                            {1.0, 0.13533528323661, 2.0},
                            {1.2, 0.10521049053688, 1.8764935530983},
                            {2.0, 0.04776873250562, 1.5206919926019},
                            {5.0, 0.0092845221473263, 0.93588131010357}};
  for (const auto& [zeta, e, angle] : rows) {
    const double K = 5000, m = 2, w = std::sqrt(K / m);
    ModelBuilder model("bead");
    model.gravity({0, 0, 0});
    model.particle("bead", m);
    model.joint("move", Translation{}, "world", "bead");
    SystemBuilder builder(model.build());
    const auto surface = std::make_shared<MasslessSurface>(
        "bead", "world", MasslessSurfaceOptions{.stiffness = K, .damping = 2 * zeta * m * w});
    builder.add_force("surface", surface);
    State state = builder.build().default_state();
    state.set_q(2, 0.01);
    state.set_u(2, -1);
    Simulation simulation(state, {.accuracy = 1e-9});
    simulation.run(0.01 + (angle - 1e-5) / w);
    EXPECT_TRUE(surface->is_touching(simulation.state())) << zeta;
    simulation.run(2e-5 / w);
    EXPECT_FALSE(surface->is_touching(simulation.state())) << zeta;
    EXPECT_NEAR(simulation.state().u(2), e, 1e-7) << zeta;
  }
}

}  // namespace
}  // namespace sarrus::testing::impact_values_test
