/// What docs/constraints.md shows, compiled and run.

#include <gtest/gtest.h>

#include "sarrus/constraints.h"
#include "sarrus/extend.h"
#include "sarrus/sarrus.h"

namespace sarrus::testing {
namespace {

TEST(ConstraintsSnippets, NumbersOfConstraintsAreParameters) {
  // [constraints]
  RodConstraint link({"crank", {0.1, 0, 0}}, {"rocker", {0.3, 0, 0}}, 0.45);   // name.length
  GearConstraint gears("sun", "planet", -2.5);                                 // name.ratio, name.offset
  SphereOnPlaneContact marble("world", "ball", 0.02, ContactMotion::rolling);  // name.radius, name.height
  DiskOnPlaneContact wheel("world", "coin", 0.0116, ContactMotion::rolling);   // those and name.crown
  // [/constraints]

  ModelBuilder model("parts");
  for (const char* body : {"crank", "rocker", "sun", "planet"}) {
    model.body(body, solid_brick(1, {0.1, 0.1, 0.1}));
    model.joint(body, Pin{}, "world", body);
  }
  for (const char* body : {"ball", "coin"}) {
    model.body(body, solid_brick(1, {0.1, 0.1, 0.1}));
    model.joint(body, Free{}, "world", body);
  }
  SystemBuilder builder(model.build());
  builder.add("link", link);
  builder.add("gears", gears);
  builder.add("marble", marble);
  builder.add("wheel", wheel);
  const System system = builder.build();
  const State state = system.default_state();
  EXPECT_EQ(state[system.parameter("link.length")], 0.45);
  EXPECT_EQ(state[system.parameter("gears.ratio")], -2.5);
  EXPECT_EQ(state[system.parameter("gears.offset")], 0);
  EXPECT_EQ(state[system.parameter("marble.radius")], 0.02);
  EXPECT_EQ(state[system.parameter("marble.height")], 0);
  EXPECT_EQ(state[system.parameter("wheel.radius")], 0.0116);
  EXPECT_EQ(state[system.parameter("wheel.height")], 0);
  EXPECT_EQ(state[system.parameter("wheel.crown")], 0);
}

TEST(ConstraintsSnippets, UnitErrors) {
  ModelBuilder model("watch");
  model.body("wheel", solid_cylinder(0.001, 0.01, 0.001)).body("lid", solid_cylinder(0.001, 0.02, 0.001));
  model.joint("wheel", Free{}, "world", "wheel").start({1, 0, 0, 0, 1e-6, 0, 0});
  model.joint("lid", Free{}, "world", "lid").start({1, 0, 0, 0, 0, 0, 0});
  SystemBuilder builder(model.build());
  builder.add("bearing", BallConstraint("world", "wheel"));
  builder.add("weld", WeldConstraint("world", "lid"));
  // [units]
  builder.characteristic_length(0.02).characteristic_time(0.05);  // a watch: 1 m and 1 s unless given
  builder.unit_error("bearing", 0.001);  // all rows of a constraint count a thousand times as much as by 1 m
  builder.unit_error("weld", 2, 0.01);   // one row, counted from 0
  // [/units]
  EXPECT_NEAR(largest_position_error(builder.build().default_state()).size, 1e-6 / 0.001, 1e-12);
}

/// A rope whose length is an auxiliary variable: e = |p| − L.
class WinchRope : public ConstraintOf<WinchRope> {
 public:
  WinchRope(Place F, Place M, Auxiliary length, Parameter speed)
      : places_{std::move(F), std::move(M)}, length_(length), speed_(speed) {}
  // [reads]
  ConstraintShape declare(Declaration& system) override {
    places_.find(system);
    return {.position_rows = 1,
            .F = places_.A,
            .frames = {places_.B},
            .units = {ErrorUnit::length},
            .reads = {length_},       // an Auxiliary: all functions may read it
            .rates_read = {speed_}};  // a Parameter, ż: drifts and biases may
  }
  template <class T>  // e = |p| − L
  void errors(const ConstraintArguments<T>& at, Out<T> e) const {
    e[0] = norm(at.frames[0].X.p) - T(at[length_][0]);
  }
  template <class T>  // ė = n·v − L̇
  void drifts(const ConstraintArguments<T>& at, Out<T> drift) const {
    drift[0] = T(-at[speed_]);
  }
  // [/reads]
  template <class T>
  void rows(const ConstraintArguments<T>& at, const ConstraintRows<T>& G) const {
    G.wrench(0).f = normalized(at.frames[0].X.p);
  }
  template <class T>  // ë = n·a + (|v|² − (n·v)²)/|p|
  void biases(const ConstraintArguments<T>& at, Out<T> bias) const {
    const Vec3<T>&p = at.frames[0].X.p, &v = at.frames[0].V.v;
    const T along = dot(p, v) / norm(p);
    bias[0] = (dot(v, v) - along * along) / norm(p);
  }

 private:
  PlacePair places_;
  Auxiliary length_;
  Parameter speed_;
};

TEST(ConstraintsSnippets, ARopeOfAWinchGetsLonger) {
  ModelBuilder model("bob");
  model.particle("bob", 2).gravity({0, 0, -9.81});
  model.joint("place", Translation{}, "world", "bob").start({0.6, 0, -0.8});
  SystemBuilder builder(model.build());
  const Parameter speed = builder.declare().declare_parameter("winch.speed", 0.3, "m/s");
  const Auxiliary length =
      builder.declare().auxiliary("winch.length", {1.0}, {speed},
                                  [speed](const State& state, Out<double> zdot) { zdot[0] = state[speed]; });
  builder.add("rope", WinchRope("world", "bob", length, speed));
  Simulation simulation(builder.build().default_state(), {.accuracy = 1e-8});
  simulation.run(2);
  EXPECT_NEAR(norm(pose(simulation.state(), "bob").p), 1.6, 1e-8);
}

}  // namespace
}  // namespace sarrus::testing
