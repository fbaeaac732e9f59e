#pragma once
/// @file
/// A slider with a spring and dry friction, and the motions of it that are known.

#include "sarrus/all.h"
#include "sarrus/joint/joints.h"
#include "sarrus/rigid/dry_friction.h"

namespace sarrus::testing {

/// Its elements are called "spring", "push" (zero at first) and "friction".
inline System make_friction_oscillator(double m, double k, double static_force, double dynamic_force) {
  ModelBuilder model("oscillator");
  model.body("mass", solid_sphere(m, 0.1));
  model.joint("x", Slider{}, "world", "mass");
  SystemBuilder builder(model.build());
  builder.add("spring", MobilitySpring("x", k, 0));
  builder.add("push", MobilityConstant("x", 0));
  builder.add("friction", DryFriction("x", static_force, dynamic_force));
  return builder.build();
}

/// Half swings from x0 on take the time `half` each; they end at `turns`, the last one at rest at the time
/// `stop`, where the spring pulls with `spring`. The energy `lost` goes into friction.
struct FrictionSwings {
  double m, k, static_force, dynamic_force, x0, half, stop, lost, spring;
  Array<double> turns;

  double rest() const { return turns.back(); }
};

/// dry_friction_oscillator.json: each half swing takes π/ω and costs 2·dynamic_force/k of the amplitude.
inline Array<FrictionSwings> friction_swings() {
  return {{.m = 1,
           .k = 100,
           .static_force = 3,
           .dynamic_force = 3,
           .x0 = 0.2,
           .half = 0.31415926535898,
           .stop = 0.94247779607694,
           .lost = 1.98,
           .spring = 2,
           .turns = {-0.14, 0.08, -0.02}},
          {.m = 2,
           .k = 50,
           .static_force = 1.5,
           .dynamic_force = 1.2,
           .x0 = 0.31,
           .half = 0.62831853071796,
           .stop = 3.7699111843078,
           .lost = 2.3904,
           .spring = 1.1,
           .turns = {-0.262, 0.214, -0.166, 0.118, -0.07, 0.022}}};
}

}  // namespace sarrus::testing
