// A shape that a long step has carried below the surface of a half-space is pushed out, and its energy is the
// work done.

#include <gtest/gtest.h>

#include "sarrus/contact/compliant_contact.h"
#include "sarrus/joint/joints.h"
#include "sarrus/model/builder.h"
#include "sarrus/spatial/solids.h"
#include "sarrus/system/system.h"
#include "tests/support/close.h"

namespace sarrus::testing::submerged_test {
namespace {

TEST(VolumeLaw, PushesWhatIsWhollyBelowAPlane) {
  for (const bool ground_first : {true, false}) {
    ModelBuilder model("brick");
    model.body("brick", solid_brick(2, {0.3, 0.2, 0.1}));
    model.joint("base", Free{}, "world", "brick");
    SystemBuilder builder(model.build());
    Array<ContactSurface> surfaces{{"ground", "world", HalfSpaceShape{}},
                                   {"brick", "brick", BoxShape{{0.3, 0.2, 0.1}}}};
    if (!ground_first) std::swap(surfaces[0], surfaces[1]);
    const auto contact = std::make_shared<CompliantContact>(surfaces);
    builder.add_force("contact", contact);
    State state = builder.build().default_state();
    // κ·V of two layers in series, 1e7 Pa and 0.01 m each, and the work of sinking in: κ·A·h²/2 up to the
    // top, then κ·V per depth.
    const double kappa = 0.5e9, area = 0.06, h = 0.1, volume = area * h;
    for (const double top : {0.001, 0.05, 3.0}) {
      state.set_q("base.z", -top - h / 2);
      EXPECT_NEAR(contact->force_between(state, "ground", "brick").f.z, kappa * volume, 1e-9 * kappa * volume)
          << top;
      const double work = kappa * area * h * h / 2 + kappa * volume * top;
      EXPECT_NEAR(contact->potential_energy(state), work, 1e-9 * work) << top;
    }
  }
}

}  // namespace
}  // namespace sarrus::testing::submerged_test
