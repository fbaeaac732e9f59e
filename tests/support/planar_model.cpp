#include "tests/support/planar_model.h"

#include <numbers>

#include "sarrus/joint/joints.h"
#include "tests/support/random.h"

namespace sarrus::testing {

Model planar_model(const std::vector<Joint>& joints, int bodies, bool branched, unsigned seed,
                   double last_tilt) {
  Random random(seed);
  ModelBuilder builder("planar");
  builder.gravity({3, -2, -9});
  std::vector<std::string> names{world_name};
  std::vector<Rotation<double>> plane{random.rotation()};  // axes of the plane in each body
  for (int i = 1; i <= bodies; ++i) {
    const std::size_t parent = branched ? static_cast<std::size_t>(random.index(i)) : names.size() - 1;
    const std::string name = "body" + std::to_string(i);
    const Rotation<double> own = random.rotation(),
                           flip = Rotation<double>::about_x(i % 2 == 0 ? std::numbers::pi : 0.0),
                           tilt = Rotation<double>::about(normalized(Vec3<double>{1, 1, 0}),
                                                          i == bodies ? last_tilt : 0.0);
    builder.body(name, random.inertia());
    builder
        .joint("joint" + std::to_string(i), joints[static_cast<std::size_t>(i) % joints.size()],
               names[parent], name)
        .parent_frame(Pose<double>{
            plane[parent] * Rotation<double>::about_z(random.number(-3, 3)) * tilt * flip, random.vector()})
        .child_frame(
            Pose<double>{own * Rotation<double>::about_z(random.number(-3, 3)) * flip, random.vector()});
    names.push_back(name);
    plane.push_back(own);
  }
  return builder.build();
}

std::vector<Joint> all_planar_joints() {
  return {Pin{},         Slider{},        Joint(Pin{}).reversed(),          Planar{},
          Pin{},         Weld{},          Joint(Slider{}).reversed(),       Joint(Planar{}).reversed(),
          BendStretch{}, RackPinion{0.4}, Joint(RackPinion{0.3}).reversed()};
}

}  // namespace sarrus::testing
