#pragma once
/// @file
/// Small scenes that the tests of contact share.

#include <memory>

#include "sarrus/contact/compliant_contact.h"
#include "sarrus/joint/joints.h"
#include "sarrus/model/builder.h"
#include "sarrus/simulate/simulation.h"
#include "sarrus/spatial/solids.h"
#include "sarrus/system/responses.h"
#include "sarrus/system/system.h"

namespace sarrus::testing {

/// A free ball and a floor, z = 0 of the world.
struct BallOnFloor {
  double radius = 0.1, mass = 1;
  ContactMaterial ball{}, floor{};
  Vec3<double> gravity{0, 0, -9.81};
  CompliantContactOptions options{};

  std::shared_ptr<CompliantContact> contact{};

  System make() {
    ModelBuilder model("ball");
    model.gravity(gravity);
    model.body("ball", solid_sphere(mass, radius));
    model.joint("free", Free{}, "world", "ball");
    SystemBuilder builder(model.build());
    contact =
        std::make_shared<CompliantContact>(Array<ContactSurface>{{"floor", "world", HalfSpaceShape{}, floor},
                                                                 {"ball", "ball", SphereShape{radius}, ball}},
                                           options);
    builder.add_force("contact", contact);
    return builder.build();
  }
  /// The ball's center at a position, moving.
  static State at(const System& system, const Vec3<double>& p, const Vec3<double>& v,
                  const Vec3<double>& w = {0, 0, 0}) {
    State state = system.default_state();
    for (int i = 0; i < 3; ++i) {
      state.set_q(4 + i, p[i]);
      state.set_u(i, w[i]);
      state.set_u(3 + i, v[i]);
    }
    return state;
  }
};

}  // namespace sarrus::testing
