/// Constraints that are independent by little are obeyed, and those that depend on others must not contradict
/// them.

#include "sarrus/joint/joints.h"
#include "sarrus/spatial/lie.h"
#include "sarrus/system/constraint_freedom.h"
#include "tests/mechanism/mechanism.h"
#include "tests/support/random.h"
#include "tests/support/says.h"

namespace sarrus::testing::nearly_dependent_test {
namespace {

/// A bead of 1 kg on two planes whose normals differ by an angle e. It may move along their common line only,
/// the y axis; gravity acts along x.
System bead_on_two_planes(double e) {
  ModelBuilder builder("bead");
  builder.gravity({g, 0, 0}).particle("bead", 1);
  builder.joint("bead", Translation{}, "world", "bead");
  SystemBuilder system(builder.build());
  system.add("plane", PointInPlaneConstraint("world", "bead", 0));
  const Place tilted("world", Pose<double>{Rotation<double>::about_y(e), {}});
  system.add("tilted plane", PointInPlaneConstraint(tilted, "bead", 0));
  return system.build();
}

TEST(NearlyDependent, ABeadRestsBetweenPlanesHoweverAlike) {
  for (const double e : {1e-1, 1e-2, 1e-3, 6e-4, 4e-4, 1e-4, 1e-5, 1e-6}) {
    const System system = bead_on_two_planes(e);
    const State start = system.default_state();
    EXPECT_NEAR(udot(start)[0], 0, 1e-11) << e;
    // Forces of the planes hold its weight: λ·sin e of the tilted one.
    EXPECT_NEAR(multipliers(start)[1] * std::sin(e), -g, 1e-9) << e;
    Simulation simulation(start, {.accuracy = 1e-8});
    simulation.run(1);
    EXPECT_NEAR(simulation.state().q(0), 0, 1e-11) << e;
  }
}

/// Planes that numbers cannot tell from one: what they contradict each other in is not ignored.
TEST(NearlyDependent, PlanesTooMuchAlikeAreRefused) {
  for (const double e : {1e-7, 1e-8}) {
    const System system = bead_on_two_planes(e);
    Simulation simulation(system.default_state(), {.accuracy = 1e-6});
    expect_error([&] { simulation.run(1); },
                 {"plane' asks for another acceleration than those it depends on"});
  }
}

/// A body turns about a ball joint, and a rod ties it to another. A ball constraint, or a sphere on a sphere,
/// about the pivot adds nothing: rounding leaves of its rows the cross products of distances around 1e-16, in
/// directions at random, which must not be taken for what it forbids.
State turning_about_a_held_pivot(unsigned seed, bool is_held) {
  Random random(seed);
  ModelBuilder builder("held pivot");
  builder.gravity({0.3, -0.4, -9.7});
  const Pose<double> pivot = random.pose(), on_body = random.pose();
  builder.body("top", random.inertia()).body("bob", random.inertia());
  builder.joint("top", Ball{}, "world", "top").parent_frame(pivot).child_frame(on_body);
  builder.joint("bob", Universal{}, "world", "bob").parent_frame(random.pose()).child_frame(random.pose());
  const Vec3<double> at_top = random.vector(), at_bob = random.vector(), hook = random.vector();
  SystemBuilder system(builder.build());
  system.add("rod", RodConstraint({"top", at_top}, {"bob", at_bob}, 1.5));
  if (is_held) {
    system.add("held", BallConstraint(Place("world", pivot), Place("top", on_body)));
    system.add("shell",
               SphereOnSphereContact({"top", hook}, Place("world", pivot), 0.5 * norm(hook - on_body.p),
                                     0.5 * norm(hook - on_body.p), ContactMotion::sliding));
  }
  State state = system.build().default_state();
  for (int k = 0; k < state.nu(); ++k) state.set_u(k, random.number());
  assemble(state, 1e-12);
  return state;
}

TEST(NearlyDependent, RowsThatNothingMovesForbidNothing) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const State free = turning_about_a_held_pivot(seed, false), held = turning_about_a_held_pivot(seed, true);
    for (int k = 0; k < free.nu(); ++k)
      EXPECT_NEAR(udot(held)[k], udot(free)[k], 1e-10 * (1 + largest(udot(free)))) << seed;
    EXPECT_LT(largest(multipliers(held)), 1e3 * (1 + largest(multipliers(free)))) << seed;
    Simulation simulation(held, {.accuracy = 1e-7});
    simulation.run(1);
    EXPECT_NEAR(energy(simulation.state()), energy(held), 1e-5 * (1 + std::abs(energy(held)))) << seed;
  }
}

/// A ball turns about its center in the world and rolls without slip on a sphere of a cart on a rail: one
/// motion is left. Again and again it comes where the rail is almost at right angles to what the contact
/// permits, and rows are nearly dependent.
State ball_and_cart(unsigned seed) {
  Random random(seed);
  ModelBuilder builder("ball and cart");
  builder.gravity({0.3, -0.4, -9.7});
  builder.body("ball", random.inertia()).body("cart", random.inertia());
  const Pose<double> pivot = random.pose(), rail = random.pose();
  const Vec3<double> center = random.vector(), mark = random.vector();
  builder.joint("ball", Ball{}, "world", "ball").parent_frame(pivot);
  builder.joint("cart", Slider{}, "world", "cart").parent_frame(rail);
  const Model model = builder.build();
  const double distance = norm(pivot * center - rail * mark);
  SystemBuilder system(model);
  const Pose<double> surface{random.rotation(), center};
  system.add("rolling", SphereOnSphereContact({"ball", surface}, {"cart", mark}, 0.4 * distance,
                                              0.6 * distance, ContactMotion::rolling));
  State state = system.build().default_state();
  const MatrixX<double> motion = ConstraintFreedom(state).calc_motions();
  for (int k = 0; k < state.nu(); ++k) state.set_u(k, 2 * motion(k, 0));
  return state;
}

/// A step that comes near a singular position is projected at all of its stages or at none: otherwise it
/// loses the order of the method, and energy, at every accuracy.
TEST(NearlyDependent, StepsKeepTheirOrderOnTheWayToASingularPosition) {
  for (const unsigned seed : {18U, 22U, 27U, 36U, 39U}) {
    const State start = ball_and_cart(seed);
    for (const double accuracy : {1e-6, 1e-8, 1e-10}) {
      Simulation simulation(start, {.accuracy = accuracy});
      double largest_energy = 0;
      for (int i = 1; i <= 20; ++i) {
        simulation.run_until(0.1 * i);
        largest_energy = std::max(largest_energy, kinetic_energy(simulation.state()));
      }
      EXPECT_NEAR(energy(simulation.state()), energy(start), 20 * accuracy * largest_energy)
          << "seed " << seed << ", accuracy " << accuracy;
    }
  }
}

/// A point in the plane z = 0 may only move at an angle θ to the direction towards the origin, so along
/// logarithmic spirals. With p = (x, y, z):
///   0 = ż + n·ṗ,   n = sin θ·(x, y) + cos θ·(−y, x)
/// The plane asks for ż = 0, so that what is left of the row shrinks with the distance from the origin.
class Spiral : public ConstraintOf<Spiral> {
 public:
  explicit Spiral(double angle) : sine_(std::sin(angle)), cosine_(std::cos(angle)) {}
  ConstraintShape declare(Declaration& system) override {
    places_.find(system);
    return {.velocity_rows = 1, .F = places_.A, .frames = {places_.B}};
  }
  template <class T>
  void rows(const ConstraintArguments<T>& at, const ConstraintRows<T>& G) const {
    const Vec3<T>& p = at.frames[0].X.p;
    G.wrench(0).f = {sine_ * p.x - cosine_ * p.y, sine_ * p.y + cosine_ * p.x, T(1)};
  }
  template <class T>
  void biases(const ConstraintArguments<T>& at, Out<T> bias) const {
    const Vec3<T>& v = at.frames[0].V.v;
    bias[0] = sine_ * (v.x * v.x + v.y * v.y);
  }

 private:
  PlacePair places_{"world", "point"};
  double sine_, cosine_;
};

/// Rows of velocities can lose their rank where a motion ends. With speed v it reaches the origin at
/// t = r₀/(v·cos θ), after turning around it without end, so that no direction is left in which to go on:
///   r = r₀ − v·cos θ·t,   φ = tan θ·ln(r₀/r)
/// Accelerations grow as v²/r. The Error comes there, not before.
TEST(NearlyDependent, AMotionThatWindsIntoASingularPositionEndsThere) {
  const double angle = 1, speed = 1.5, r0 = 1, end = r0 / (speed * std::cos(angle));
  ModelBuilder builder("spiral");
  builder.gravity({0, 0, 0}).particle("point", 1);
  builder.joint("point", Translation{}, "world", "point");
  SystemBuilder system(builder.build());
  system.add("plane", PointInPlaneConstraint("world", "point", 0));
  system.add("spiral", Spiral(angle));
  State start = system.build().default_state();
  set(start, "point", r0, -speed * std::cos(angle), 0);
  set(start, "point", 0, speed * std::sin(angle), 1);
  for (const double accuracy : {1e-4, 1e-6, 1e-8, 1e-10}) {
    Simulation simulation(start, {.accuracy = accuracy});
    simulation.run_until(0.9 * end);
    const double r = 0.1 * r0, phi = std::tan(angle) * std::log(r0 / r);
    EXPECT_NEAR(coordinate(simulation.state(), "point", 0), r * std::cos(phi), 10 * accuracy) << accuracy;
    EXPECT_NEAR(coordinate(simulation.state(), "point", 1), r * std::sin(phi), 10 * accuracy) << accuracy;
    EXPECT_NEAR(energy(simulation.state()), energy(start), 100 * accuracy * energy(start)) << accuracy;
    expect_error([&] { simulation.run_until(2 * end); },
                 {"these constraints are nearly dependent", "spiral"});
    EXPECT_NEAR(simulation.state().time(), end, 1e-3 * end) << accuracy;
  }
}

/// A bead slides along two planes at an angle e, far from the origin, where rounding takes it off them:
/// within steps it is projected back, now and then. A ball beside it spins at ω about a fixed axis, so that
/// its rotation is exp(ω·t).
TEST(NearlyDependent, RowsDoNotDisturbAnOrientationBesideThem) {
  const double e = 2e-3, duration = 3;
  ModelBuilder builder("bead and ball");
  builder.gravity({0, 0, 0}).particle("bead", 1).body("ball", solid_sphere(1, 0.1));
  builder.joint("bead", Translation{}, "world", "bead");
  builder.joint("ball", Ball{}, "world", "ball");
  SystemBuilder system(builder.build());
  const auto turn = Rotation<double>::about_z(0.7) * Rotation<double>::about_x(0.4);
  const Vec3<double> far = turn * Vec3<double>{0, 3, 0}, along = turn * Vec3<double>{0, 2, 0},
                     omega{1.5, -2.5, 3.5};
  system.add("plane", PointInPlaneConstraint(Place("world", Pose<double>{turn, {}}), "bead", 0));
  const Pose<double> tilted{turn * Rotation<double>::about_y(e), {}};
  system.add("tilted plane", PointInPlaneConstraint(Place("world", tilted), "bead", 0));
  State start = system.build().default_state();
  for (int k = 0; k < 3; ++k) set(start, "bead", far[k], along[k], k);
  for (int k = 0; k < 3; ++k) start.set_u(speed_number(start, "ball", k), omega[k]);
  const auto exact = exp_so3(duration * omega);
  for (const double accuracy : {1e-6, 1e-8, 1e-10}) {
    Simulation simulation(start, {.accuracy = accuracy, .integrator = "dormand-prince5"});
    simulation.run(duration);
    const auto left = pose(simulation.state(), "ball").R.inverse() * exact;
    EXPECT_LT(norm(log_so3(left)), 5 * accuracy) << accuracy;
  }
}

}  // namespace
}  // namespace sarrus::testing::nearly_dependent_test
