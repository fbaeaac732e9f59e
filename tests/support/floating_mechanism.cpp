#include "tests/support/floating_mechanism.h"

#include "sarrus/joint/joints.h"
#include "sarrus/model/builder.h"
#include "tests/support/random.h"

namespace sarrus::testing {

Model floating_mechanism() {
  Random random(5);
  ModelBuilder builder("floating mechanism");
  const auto add = [&](const char* body, const char* name, Joint joint, const char* parent) {
    builder.body(body, random.inertia());
    builder.joint(name, std::move(joint), parent, body)
        .parent_frame(random.pose())
        .child_frame(random.pose());
  };
  add("base", "float", Free{}, "world");
  add("arm", "hinge", Pin{}, "base");
  add("slide", "track", Slider{}, "arm");
  add("ring", "twist", Gimbal{}, "base");
  add("ball", "socket", Ball{}, "ring");
  add("drum", "sleeve", Cylinder{}, "base");
  builder.point("grip", "ball", {0.2, 0.1, -0.3});
  return builder.build();
}

}  // namespace sarrus::testing
