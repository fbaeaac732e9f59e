/// A builder of systems after something was refused, and what is told of elements that break a rule.

#include <gtest/gtest.h>

#include "sarrus/constraint/constraints.h"
#include "sarrus/force/forces.h"
#include "sarrus/function/constant.h"
#include "sarrus/joint/joints.h"
#include "sarrus/model/builder.h"
#include "sarrus/spatial/solids.h"
#include "sarrus/system/constraint_responses.h"
#include "sarrus/system/declaration.h"
#include "sarrus/system/internal/layout.h"
#include "sarrus/system/responses.h"
#include "sarrus/system/system.h"
#include "tests/support/says.h"

namespace sarrus::testing::system_builder_test {

using namespace internal;
namespace {

Model particle() {
  ModelBuilder builder("particle");
  builder.particle("m", 1);
  builder.joint("t", Translation{}, "world", "m").start({1, 0, 0});
  return builder.build();
}

/// A force that declares one of everything before it finds that it cannot be.
class Undecided : public ForceElement {
 public:
  explicit Undecided(bool refuse) : refuse_(refuse) {}
  std::vector<Dependency> declare(Declaration& declaration) override {
    declaration.declare_parameter("size", 1);
    declaration.discrete<int>("mode", 2);
    declaration.auxiliary("memory", {0.5}, {}, [](const State&, Out<double> zdot) { zdot[0] = 0; });
    declaration.quantity<double>("sum", {Source::q}, 0.0, [](const State&, double& x) { x = 3; });
    declaration.fast("settle", [](State&) { return true; });
    declaration.event(at_start("begin", [](State&, EventCall&) {}));
    declaration.port(0, {}, [](const State&) { return 2.0; });
    require(!refuse_, "it cannot be");
    return {};
  }
  void add_forces(const State&, AppliedForces&) const override {}

 private:
  bool refuse_;
};

TEST(SystemBuilder, GoesOnAfterARefusal) {
  SystemBuilder builder(particle());
  expect_error([&] { builder.add("rod", RodConstraint(Place("world"), Place("m"), 0.0)); }, {"rod"});
  expect_error([&] { builder.add("rod", RodConstraint(Place("world"), Place("n"), 1.0)); }, {"'n'"});
  expect_error([&] { builder.add("force", Undecided(true)); }, {"it cannot be"});
  builder.add("rod", RodConstraint(Place("world"), Place("m"), 1.0));
  builder.add("force", Undecided(false));
  expect_error([&] { builder.add("rod", RodConstraint(Place("world"), Place("m"), 1.0)); }, {"'rod'"});
  const System system = builder.build();
  State state = system.default_state();
  EXPECT_EQ(state.nz(), 1);
  EXPECT_EQ(system.layout().constraints.size(), 1U);
  EXPECT_EQ(system.layout().events.size(), 1U);
  EXPECT_EQ(system.layout().relaxations.size(), 1U);
  EXPECT_EQ(system.layout().ports.size(), 1U);
  EXPECT_EQ(state[system.parameter("constraints.stabilization_time")], 0);
  state.set(system.parameter("rod.length"), 0.25);
  EXPECT_NEAR(position_errors(state)[0], 0.75, 1e-15);
  EXPECT_NEAR(udot(state)[2], -9.81, 1e-12);
}

TEST(SystemBuilder, NamesTheForceThatReadsWhatItHasNotDeclared) {
  for (const bool costly : {false, true}) {
    SystemBuilder builder(particle());
    const auto reading_u = [](const State& state, AppliedForces& forces) {
      forces.add_to_speed(0, -state.u(0));
    };
    CustomForce force({Source::q}, reading_u);
    builder.add("drag", costly ? std::move(force).costly() : std::move(force));
    const State state = builder.build().default_state();
    expect_error([&] { (void)udot(state); }, {"force 'drag'", "reads 'u'", "declare()"});
  }
  SystemBuilder builder(particle());
  builder.add("well", CustomForce({Source::q}, [](const State&, AppliedForces&) {
                      }).with_potential_energy([](const State& state) { return state.time(); }));
  const State state = builder.build().default_state();
  expect_error([&] { (void)potential_energy(state); }, {"force 'well'", "reads 'time'"});
}

/// A quantity that the force reads, and that itself reads too much, keeps its own name.
TEST(SystemBuilder, NamesTheQuantityWhereThatIsWhatReads) {
  SystemBuilder builder(particle());
  const auto height = builder.declare().quantity<double>("height", {Source::q}, 0.0,
                                                         [](const State& s, double& x) { x = s.u(0); });
  builder.add("lift", CustomForce({height}, [height](const State& s, AppliedForces& forces) {
                forces.add_to_speed(2, s[height]);
              }));
  const State state = builder.build().default_state();
  expect_error([&] { (void)udot(state); }, {"quantity 'height'", "reads 'u'"});
}

TEST(PrescribedMotion, OfAnOrientationMustBeOne) {
  ModelBuilder model("ball");
  model.body("x", solid_sphere(1.0, 0.1));
  model.joint("j", Ball{}, "world", "x");
  SystemBuilder builder(model.build());
  builder.prescribe("spin", "j", MotionLevel::position,
                    {constant(0.0), constant(0.0), constant(0.0), constant(0.0)});
  State state = builder.build().default_state();
  expect_error([&] { prescribe(state); }, {"'spin'", "'j'", "quaternion of zeros", "(1, 0, 0, 0)"});
}

}  // namespace
}  // namespace sarrus::testing::system_builder_test
