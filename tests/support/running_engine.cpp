#include "tests/support/running_engine.h"

#include <fmt/core.h>

#include <cmath>
#include <numbers>

#include "sarrus/force/linear_bushing.h"
#include "sarrus/joint/joints.h"
#include "sarrus/model/builder.h"
#include "sarrus/spatial/solids.h"
#include "sarrus/system/system.h"

namespace sarrus::testing {

SystemBuilder engine_on_mounts(double stiffness) {
  ModelBuilder model("engine");
  model.body("block", solid_brick(150, {0.6, 0.4, 0.5})).body("crank", solid_brick(20, {0.5, 0.1, 0.1}));
  model.body("unbalance", solid_brick(2, {0.1, 0.02, 0.02}));
  model.joint("free", Free{}, "world", "block");
  model.joint("turn", Pin{}, "block", "crank").axis({1, 0, 0});
  model.joint("web", Weld{}, "crank", "unbalance").parent_frame({0, 0, 0.05});
  SystemBuilder builder(model.build());
  const double turning = 0.05 * stiffness, c = 2 * 0.05 * std::sqrt(40 * stiffness), d = 0.05 * c;
  for (const double x : {-0.3, 0.3})
    for (const double y : {-0.2, 0.2})
      builder.add(
          fmt::format("mount at {} {}", x, y),
          LinearBushing({0, Vec3<double>{x, y, -0.25}}, {"block", Vec3<double>{x, y, -0.25}},
                        {turning, turning, turning, stiffness, stiffness, stiffness}, {d, d, d, c, c, c}));
  return builder;
}

State running(const System& engine) {
  State state = engine.default_state();
  state.set_u("turn.rate", 8 * std::numbers::pi);
  return state;
}

}  // namespace sarrus::testing
