// A block on an incline. Stribeck friction of compliant surfaces holds it only while it creeps; the bristles
// of massless surfaces at its corners hold it still. On a steeper incline both let it slide with the same
// acceleration.
#include <cmath>
#include <cstdio>
#include <numbers>

#include "sarrus/contact.h"
#include "sarrus/sarrus.h"
using namespace sarrus;

const Vec3<double> size{0.2, 0.2, 0.1};
const ContactMaterial material{
    .modulus = 1e6, .dissipation = 20, .static_friction = 0.6, .dynamic_friction = 0.6};

Model block_on(const Pose<double>& incline) {
  ModelBuilder model("block");
  model.body("block", solid_brick(1, size));
  const Pose<double> start = incline * Pose<double>::translation({0, 0, 0.5 * size.z});
  model.joint("block", Free{}, "world", "block").start(fit_coordinates(Free{}, {}, start).values);
  return model.build();
}

// [surfaces]
System with_surfaces(const Pose<double>& incline) {
  SystemBuilder builder(block_on(incline));
  builder.add("contact", CompliantContact({{"incline", {"world", incline}, HalfSpaceShape{}, material},
                                           {"block", "block", BoxShape{size}, material}}));
  return builder.build();
}
// [/surfaces]

// [corners]
System with_corners(const Pose<double>& incline) {
  SystemBuilder builder(block_on(incline));
  for (int i = 0; i < 4; ++i) {
    const Vec3<double> corner{(i & 1 ? 0.5 : -0.5) * size.x, (i & 2 ? 0.5 : -0.5) * size.y, -0.5 * size.z};
    builder.add("corner " + std::to_string(i),
                MasslessSurface({"block", corner}, {"world", incline},
                                {.damping = 100, .tangential_damping = 100, .friction = 0.6}));
  }
  return builder.build();
}
// [/corners]

/// Prints how the block moves down the incline from t = 1 s, when it has settled, to t = 2 s.
void slide(const char* name, const System& system, const Vec3<double>& downhill) {
  const auto along = [&](const Vec3<double>& v) { return dot(downhill, v); };
  Simulation simulation(system.default_state(), {.accuracy = 1e-7});
  simulation.run(1);
  const double p = along(pose(simulation.state(), "block").p);
  const double v = along(velocity(simulation.state(), "block").v);
  simulation.run(1);
  const State& state = simulation.state();
  std::printf("  %-8s  moves by %6.1f mm, mean acceleration %.1f m/s²\n", name,
              1e3 * std::abs(along(pose(state, "block").p) - p),
              std::abs(along(velocity(state, "block").v) - v));
}

int main() {
  for (const double degrees : {20.0, 35.0}) {
    const double slope = degrees * std::numbers::pi / 180;
    const Pose<double> incline = Pose<double>::rotation(Rotation<double>::about_y(slope));
    const double sliding = 9.81 * (std::sin(slope) - 0.6 * std::cos(slope));
    std::printf("%g°, by Coulomb's law %.1f m/s²:\n", degrees, std::max(0.0, sliding));
    slide("surfaces", with_surfaces(incline), incline.R.col(0));
    slide("corners", with_corners(incline), incline.R.col(0));
  }
}
