#include "models/mechanisms.h"

#include "models/linkage_parts.h"
#include "sarrus/constraint/constraints.h"
#include "sarrus/joint/joints.h"

namespace sarrus::models {

Linkage bricard() {
  const Vec3<double> P[] = {{0, 0, 0}, {1, 0, 0}, {1, -1, 0}, {1, -1, 1}, {0, -1, 1}, {0, 0, 1}};
  const Vec3<double> axes[] = {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  ModelBuilder model("Bricard linkage");
  model.gravity(earth);
  for (int i = 0; i < 5; ++i) {
    const std::string name = "rod" + std::to_string(i + 1),
                      parent = i == 0 ? "world" : "rod" + std::to_string(i);
    model.body(name, rod_from_joint(1, P[i + 1] - P[i]));
    JointDescription& joint = model.joint("hinge" + std::to_string(i), Pin{}, parent, name).axis(axes[i]);
    if (i > 0) joint.parent_frame(P[i] - P[i - 1]);
  }
  SystemBuilder builder(model.build());
  builder.add("tip", BallConstraint(Place("world", P[5]), Place("rod5", P[5] - P[4])));
  const Vec3<double> x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};
  const auto along = [](const std::string& body, const Vec3<double>& axis) {
    return Place(body, Pose<double>::rotation(rotation_with_axis(2, axis)));
  };
  builder.add("x across y", ConstantAngleConstraint(along("world", y), along("rod5", x), pi / 2));
  builder.add("x across z", ConstantAngleConstraint(along("world", z), along("rod5", x), pi / 2));
  const System system = builder.build();
  return {system, system.default_state()};
}

}  // namespace sarrus::models
