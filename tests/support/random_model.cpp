#include "tests/support/random_model.h"

#include "sarrus/spatial/quaternion.h"
#include "tests/support/joint_rows.h"

namespace sarrus::testing {

Model model_of_all_joints(unsigned seed) {
  Random random(seed);
  ModelBuilder builder("all joints");
  builder.gravity({0.3, -0.4, -9.7});
  std::vector<std::string> names{world_name};
  for (const JointRow& row : joint_rows()) {
    const std::string parent = names[static_cast<std::size_t>(random.index(static_cast<int>(names.size())))];
    builder.body("b_" + row.name, random.inertia());
    builder.joint("j_" + row.name, row.joint, parent, "b_" + row.name)
        .parent_frame(random.pose())
        .child_frame(random.pose());
    names.push_back("b_" + row.name);
  }
  return builder.build();
}

std::vector<double> random_coordinates(const Model& model, Random& random) {
  std::vector<double> q = random.numbers(model.nq());
  for (const Body& body : model.bodies()) {
    if (!body.joint.has_quaternion()) continue;
    double* e = q.data() + body.q0;
    const auto unit = normalized(Quaternion<double>{e[0], e[1], e[2], e[3]});
    e[0] = unit.w, e[1] = unit.x, e[2] = unit.y, e[3] = unit.z;
  }
  return q;
}

LaneStates::LaneStates(const Model& model, int lanes, Random& random) {
  for (int i = 0; i < lanes; ++i) {
    q.push_back(random_coordinates(model, random));
    u.push_back(random.numbers(model.nu()));
    udot.push_back(random.numbers(model.nu()));
  }
}

}  // namespace sarrus::testing
