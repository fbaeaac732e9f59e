/// Hertz's law against values computed in 40 digits from the formulas of Johnson's Contact Mechanics.

#include <gtest/gtest.h>

#include <cmath>

#include "sarrus/contact/contact_laws.h"
#include "sarrus/contact/internal/hertz_ellipse.h"
#include "tests/contact/contact_scenes.h"
#include "tests/support/random.h"
#include "tests/support/says.h"

namespace sarrus::testing::hertz_test {
namespace {

using internal::hertz_ellipse;
using internal::HertzEllipse;
using internal::relative_curvature;
using internal::RelativeCurvature;

TEST(HertzEllipse, AgreesWithTheTable) {
  const double rows[][3] = {{1.0, 1.0, 1.0},
                            {1.01, 1.0066556015912, 1.0000082507627},
                            {1.1, 1.0655993903199, 1.0007570503145},
                            {1.25, 1.160357497699, 1.0041508599314},
                            {1.5, 1.3101029621128, 1.0137159738868},
                            {2.0, 1.5858021197026, 1.0401755030025},
                            {3.0, 2.0719901321731, 1.1014856865098},
                            {5.0, 2.8901810398364, 1.2203288447011},
                            {10.0, 4.4994473031554, 1.4626103876816},
                            {20.0, 6.9286809643572, 1.8139038669687},
                            {50.0, 12.071146781319, 2.4933378204884},
                            {100.0, 18.187103004389, 3.2248891631396},
                            {1000.0, 67.872474777969, 8.0383390300343},
                            {10000.0, 242.43262569239, 21.116410385242},
                            {100000.0, 844.07181015605, 57.25358813861},
                            {1000000.0, 2890.5908046345, 158.67384731594}};
  for (const auto& [ratio, k, sigma] : rows) {
    const HertzEllipse ellipse = hertz_ellipse(3.0, 3.0 * ratio);
    EXPECT_NEAR(ellipse.k / k, 1, 1e-12) << ratio;
    EXPECT_NEAR(ellipse.sigma / sigma, 1, 1e-12) << ratio;
  }
}

/// Through the bound at which a circle is taken for granted.
TEST(HertzEllipse, IsContinuousNearTheCircle) {
  for (const double excess : {1e-12, 1e-9, 1e-8, 1e-6, 1e-4})
    EXPECT_NEAR((hertz_ellipse(1, 1 + excess).k - 1) / excess, 2.0 / 3,
                excess < 5e-9 ? 1 : 1e-3 + 1e-15 / excess);
}

TEST(HertzEllipse, RefusesLines) {
  EXPECT_SAYS(message([] { (void)hertz_ellipse(0, 1); }), "positive");
}

/// Hertz's law where the surface is said to be a hollow that is narrower than the ball.
class NarrowHollow : public HertzLaw {
 public:
  void find(const ContactPair& pair, Array<Contact>& contacts) const override {
    HertzLaw::find(pair, contacts);
    for (Contact& contact : contacts) contact.A = -3, contact.B = 5;
  }
};

TEST(HertzLaw, NamesSurfacesThatItDoesNotFit) {
  BallOnFloor scene;
  scene.options.law = std::make_shared<NarrowHollow>();
  const System system = scene.make();
  State state = BallOnFloor::at(system, {0, 0, 0.0999}, {0, 0, 0});
  expect_error([&] { udot(state); }, {"'floor' and 'ball'", "Hertz", "-3·x² + 5·y²", "another law"});
}

TEST(RelativeCurvature, OfCrossedCylinders) {
  const double s = std::sqrt(0.5);
  const RelativeCurvature at45 = relative_curvature({10, 0, {0, 1, 0}}, {10, 0, {s, s, 0}},
                                                    {0, 0, 1});  // radius 0.1, axes at 45 degrees
  EXPECT_NEAR(at45.A, 1.4644660940673, 1e-12);
  EXPECT_NEAR(at45.B, 8.5355339059327, 1e-12);
  // ξ halves the angle between the axes x and (1, −1)/√2 of the cylinders.
  EXPECT_NEAR(std::abs(dot(at45.direction, Vec3<double>{std::cos(M_PI / 8), -std::sin(M_PI / 8), 0})), 1,
              1e-12);
}

struct HertzCase {
  AnyShape shape1, shape2;
  Pose<double> X_W2;  // depth 1e-4
  double force, a, b, pressure, energy;
};

/// E* = 1e8 Pa, depth 1e-4 m.
TEST(HertzLaw, AgreesWithTheCases) {
  const double d = 1e-4;
  const HertzCase cases[] = {
      {HalfSpaceShape{}, SphereShape{0.1}, Pose<double>::translation({0, 0, 0.1 - d}), 42.163702135578,
       0.0031622776601684, 0.0031622776601684, 2013168.4841795, 0.0016865480854231},
      {SphereShape{0.1}, SphereShape{0.05}, Pose<double>::translation({0, 0.15 - d, 0}), 24.343224778007,
       0.0018257418583506, 0.0018257418583506, 3486910.0987953, 0.0009737289911203},
      {HalfSpaceShape{}, EllipsoidShape{{0.1, 0.06, 0.03}}, Pose<double>::translation({0, 0, 0.03 - d}),
       60.920747039872, 0.0062331939081353, 0.0031643365391959, 1474732.6752229, 0.0024368298815949},
      {HalfSpaceShape{}, EllipsoidShape{{0.1, 0.06, 0.03}},
       Pose<double>{Rotation<double>::about_y(M_PI / 2), {0, 0, 0.1 - d}}, 18.600579946435,
       0.0020955218549803, 0.00083797197973737, 5057619.8169506, 0.00074402319785741}};
  const HertzLaw law;
  const PairMaterial material{.modulus = 1e8};
  for (const HertzCase& one : cases) {
    Array<Contact> contacts;
    PairMemory memory;
    Manifold manifold;
    const Pose<double> X_W1;
    ASSERT_TRUE(law.serves(one.shape1, one.shape2));
    law.find({0, 1, one.shape1, one.shape2, X_W1, one.X_W2, memory, manifold}, contacts);
    ASSERT_EQ(contacts.size(), 1u);
    const ElasticForce found = law.elastic(contacts[0], material);
    EXPECT_NEAR(found.normal / one.force, 1, 1e-11);
    EXPECT_NEAR(found.patch_a / one.a, 1, 1e-11);
    EXPECT_NEAR(found.patch_b / one.b, 1, 1e-11);
    EXPECT_NEAR(found.peak_pressure / one.pressure, 1, 1e-11);
    EXPECT_NEAR(found.energy / one.energy, 1, 1e-11);
  }
}

/// Crossed cylinders, a ball in a groove and a ball in a cup, from their curvatures; concave ones are
/// negative.
TEST(HertzLaw, AgreesWithTheCasesOfCurvatures) {
  const auto axis = [](double degrees) {
    return Vec3<double>{std::cos(degrees * M_PI / 180), std::sin(degrees * M_PI / 180), 0};
  };
  struct {
    Curvature one, two;
    double force, a, b, pressure, energy;
  } const cases[] = {{{10, 0, axis(0)},
                      {10, 0, axis(90)},
                      42.163702135578,
                      0.0031622776601684,
                      0.0031622776601684,
                      2013168.4841795,
                      0.0016865480854231},
                     {{10, 0, axis(0)},
                      {10, 0, axis(45)},
                      53.359013188958,
                      0.0065894650830385,
                      0.0020653944765281,
                      1871957.5809711,
                      0.0021343605275583},
                     {{10, 0, axis(0)},
                      {50, 0, axis(60)},
                      32.823232899609,
                      0.0042888328197309,
                      0.0011472159197003,
                      3185212.8424848,
                      0.0013129293159844},
                     {{50, 50, axis(0)},
                      {-1 / 0.021, 0, axis(0)},
                      48.026344366927,
                      0.0077130504018994,
                      0.00108031859273,
                      2751964.9425317,
                      0.0019210537746771},
                     {{50, 50, axis(0)},
                      {-40, -40, axis(0)},
                      42.163702135578,
                      0.0031622776601684,
                      0.0031622776601684,
                      2013168.4841795,
                      0.0016865480854231}};
  for (const auto& one : cases) {
    const RelativeCurvature relative = relative_curvature(one.one, one.two, {0, 0, 1});
    Contact contact;
    contact.depth = 1e-4, contact.A = relative.A, contact.B = relative.B;
    const ElasticForce found = HertzLaw().elastic(contact, {.modulus = 1e8});
    EXPECT_NEAR(found.normal / one.force, 1, 1e-11);
    EXPECT_NEAR(found.patch_a / one.a, 1, 1e-11);
    EXPECT_NEAR(found.patch_b / one.b, 1, 1e-11);
    EXPECT_NEAR(found.peak_pressure / one.pressure, 1, 1e-11);
    EXPECT_NEAR(found.energy / one.energy, 1, 1e-11);
  }
}

/// The ball in the groove and in the cup again, found from shapes: solids with a hollow, as implicit
/// surfaces.
TEST(HertzLaw, FindsTheCurvaturesOfHollows) {
  const ImplicitShape groove = implicit_surface(
      [](const Vec3<double>& p) -> ImplicitValue {
        return {0.021 * 0.021 - p.x * p.x - p.z * p.z,
                {-2 * p.x, 0, -2 * p.z},
                Sym3<double>::diagonal(-2, 0, -2)};
      },
      {{-0.015, -0.05, -0.03}, {0.015, 0.05, -0.005}});
  const ImplicitShape cup = implicit_surface(
      [](const Vec3<double>& p) -> ImplicitValue {
        return {0.025 * 0.025 - dot(p, p), -2.0 * p, Sym3<double>::diagonal(-2, -2, -2)};
      },
      {{-0.015, -0.015, -0.03}, {0.015, 0.015, -0.005}});
  struct {
    AnyShape hollow;
    double radius, force;
  } const cases[] = {{groove, 0.021, 48.026344366927}, {cup, 0.025, 42.163702135578}};
  for (const auto& one : cases) {
    Array<Contact> contacts;
    PairMemory memory;
    Manifold manifold;
    const AnyShape ball = SphereShape{0.02};
    const Pose<double> X_W1, X_W2 = Pose<double>::translation({0, 0, -(one.radius - 0.02 + 1e-4)});
    HertzLaw().find({0, 1, one.hollow, ball, X_W1, X_W2, memory, manifold}, contacts);
    ASSERT_EQ(contacts.size(), 1u);
    EXPECT_NEAR(contacts[0].depth, 1e-4, 1e-13);
    EXPECT_NEAR(HertzLaw().elastic(contacts[0], {.modulus = 1e8}).normal / one.force, 1, 1e-8);
  }
}

/// An ellipsoid that is nearly a sphere.
TEST(HertzLaw, EllipticContactTendsToTheCircular) {
  const HertzLaw law;
  const PairMaterial material{.modulus = 1e8};
  const auto force = [&](const AnyShape& shape) {
    Array<Contact> contacts;
    PairMemory memory;
    Manifold manifold;
    const Pose<double> X_W1, X_W2 = Pose<double>::translation({0, 0, 0.0999});
    const AnyShape floor = HalfSpaceShape{};
    law.find({0, 1, floor, shape, X_W1, X_W2, memory, manifold}, contacts);
    return law.elastic(contacts.at(0), material).normal;
  };
  const double circular = force(SphereShape{0.1});
  for (const double e : {1e-3, 1e-5, 1e-7})
    EXPECT_NEAR(force(EllipsoidShape{{0.1 * (1 + e), 0.1, 0.1}}) / circular, 1, 2 * e) << e;
}

/// Contacts of spheres and planes are those of their manifolds, names included: which way they are found does
/// not matter to whoever follows them.
TEST(HertzLaw, OfSpheresHasThePointsOfTheManifold) {
  Random random(12);
  const AnyShape plane = HalfSpaceShape{}, small = SphereShape{0.1}, large = SphereShape{0.25};
  int found = 0;
  for (const auto& [shape1, shape2] :
       {std::pair(plane, small), std::pair(large, plane), std::pair(small, large), std::pair(large, large)})
    for (int trial = 0; trial < 40; ++trial) {
      const Pose<double> X_W1{random.rotation(), random.vector(0.15)},
          X_W2{random.rotation(), random.vector(0.15)};
      PairMemory memory;
      Manifold manifold, workspace;
      calc_manifold(shape1, X_W1, shape2, X_W2, 0.0, manifold);
      Array<Contact> contacts;
      HertzLaw().find({3, 7, shape1, shape2, X_W1, X_W2, memory, workspace}, contacts);
      ASSERT_EQ(contacts.size(), manifold.points.size()) << type_of(shape1) << ' ' << type_of(shape2);
      if (contacts.empty()) continue;
      const Contact& contact = contacts[0];
      const ManifoldPoint& point = manifold.points[0];
      EXPECT_EQ(contact.name, point.name);
      EXPECT_EQ(contact.surface1, 3);
      EXPECT_EQ(contact.surface2, 7);
      EXPECT_NEAR(contact.depth, -point.distance, 1e-15);
      EXPECT_LT(norm(contact.point1 - point.point1), 1e-15);
      EXPECT_LT(norm(contact.point2 - point.point2), 1e-15);
      EXPECT_LT(norm(contact.normal - manifold.normal), 1e-15);
      ++found;
    }
  EXPECT_GT(found, 60);
}

/// Steel ball of 1 cm radius on steel and on something rigid, without gravity: depth, duration, force and
/// patch of an elastic impact.
TEST(HertzImpact, AgreesWithTheClosedForm) {
  struct {
    StiffnessRule rule;
    double hardness, speed, depth, duration, force, radius;  // the floor's modulus over the ball's
  } const cases[] = {{StiffnessRule::hertz, 1, 1, 2.3882421135061e-05, 7.0292537468417e-05, 1710.0738767524,
                      0.00048869644090234},
                     {StiffnessRule::simbody, 1, 1, 2.7433697871191e-05, 8.0744922158538e-05, 1488.7057766848,
                      0.00052377187659506},
                     {StiffnessRule::hertz, 1e12, 1, 1.8099490681395e-05, 5.3271781771466e-05,
                      2256.4560083809, 0.00042543496190834},
                     {StiffnessRule::hertz, 1, 0.1, 3.7851086676448e-06, 1.1140616411451e-4, 107.89836721406,
                      0.00019455355734719},
                     {StiffnessRule::simbody, 1, 0.1, 4.3479481000086e-06, 1.2797207745487e-4,
                      93.930984356936, 0.00020851733980676},
                     {StiffnessRule::hertz, 1e12, 0.1, 2.8685759567956e-06, 8.4430084279871e-05,
                      142.37274909844, 0.00016936870893986}};
  for (const auto& one : cases) {
    const ContactMaterial steel{
        .modulus = 2 * 14652014652.015 * 0.75 / std::sqrt(0.01),  // so that K of the pair fits
        .dissipation = 0,
        .static_friction = 0,
        .dynamic_friction = 0};
    ContactMaterial floor = steel;
    floor.modulus *= one.hardness;
    BallOnFloor scene{
        .radius = 0.01, .mass = 0.032672563597334, .ball = steel, .floor = floor, .gravity = {0, 0, 0}};
    scene.options.rules.stiffness = one.rule;
    const System system = scene.make();
    Simulation simulation(BallOnFloor::at(system, {0, 0, 0.01}, {0, 0, -one.speed}),
                          {.accuracy = 1e-10 * one.speed});
    simulation.run(0.5 * one.duration);
    EXPECT_NEAR((0.01 - simulation.state().q(6)) / one.depth, 1, 1e-8);
    EXPECT_NEAR(simulation.state().u(5), 0, 1e-7);
    EXPECT_NEAR(scene.contact->forces(simulation.state()).at(0).normal / one.force, 1, 1e-7);
    EXPECT_NEAR(scene.contact->forces(simulation.state()).at(0).patch_a / one.radius, 1, 1e-7);
    simulation.run(0.5 * one.duration);
    EXPECT_NEAR(simulation.state().u(5), one.speed, 1e-8);
    EXPECT_NEAR(simulation.state().q(6), 0.01, 1e-11);
  }
}

/// The ball of the scenario "sphere" (R = 0.1 m, 1 kg, 1e6 Pa on both sides by Simbody's rule) at 1 m/s.
TEST(HertzImpact, OfTheScenarioBall) {
  const ContactMaterial material{
      .modulus = 1e6, .dissipation = 0, .static_friction = 0, .dynamic_friction = 0};
  BallOnFloor scene{.ball = material, .floor = material, .gravity = {0, 0, 0}};
  scene.options.rules.stiffness = StiffnessRule::simbody;
  const System system = scene.make();
  Simulation simulation(BallOnFloor::at(system, {0, 0, 0.1}, {0, 0, -1}), {.accuracy = 1e-10});
  simulation.run(0.013715365357437);
  const ContactForce& most = scene.contact->forces(simulation.state()).at(0);
  EXPECT_NEAR((0.1 - simulation.state().q(6)) / 0.0093197981829784, 1, 1e-8);
  EXPECT_NEAR(most.normal / 134.12307599997, 1, 1e-7);
  EXPECT_NEAR(most.patch_a / 0.030528344506341, 1, 1e-7);
  simulation.run(0.027430730714875 - 0.013715365357437);
  EXPECT_NEAR(simulation.state().u(5), 1, 1e-8);  // an impulse of 2 N·s
}

/// Depth and stiffness of contacts that carry the weight of a ball.
TEST(HertzLaw, CarriesAWeightAtTheDepthOfTheTable) {
  struct {
    double radius, mass, modulus, depth, stiffness;
    StiffnessRule rule;
  } const rows[] = {{0.01, 0.032672563597334, 2 * 14652014652.015 * 0.75 / std::sqrt(0.01),
                     7.8217377387698e-08, 6146674.6826822, StiffnessRule::hertz},
                    {0.1, 1, 1e6, 0.0016299846310669, 9027.6924822097, StiffnessRule::simbody}};
  for (const auto& row : rows) {
    const ContactMaterial material{.modulus = row.modulus};
    BallOnFloor scene{.radius = row.radius, .mass = row.mass, .ball = material, .floor = material};
    scene.options.rules.stiffness = row.rule;
    const System system = scene.make();
    const auto force = [&](double depth) {
      const State state = BallOnFloor::at(system, {0, 0, row.radius - depth}, {0, 0, 0});
      return scene.contact->forces(state).at(0).normal;
    };
    const double h = 1e-4 * row.depth;
    EXPECT_NEAR(force(row.depth) / (9.81 * row.mass), 1, 1e-7);
    EXPECT_NEAR((force(row.depth + h) - force(row.depth - h)) / (2 * h * row.stiffness), 1, 1e-6);
  }
}

}  // namespace
}  // namespace sarrus::testing::hertz_test
