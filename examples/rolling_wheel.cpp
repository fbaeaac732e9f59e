// A tire rolls along the floor and is slowed down by rolling resistance. Below a certain speed it no longer
// stays upright: it turns in, rolls in ever smaller circles, tips over and comes to lie on its side.
#include <cmath>
#include <cstdio>
#include <numbers>

#include "sarrus/contact.h"
#include "sarrus/sarrus.h"
using namespace sarrus;

int main() {
  const double radius = 0.3, tube = 0.03, speed = 1.6, tilt = 2 * std::numbers::pi / 180;
  ModelBuilder model("tire");
  model.body("tire", solid_cylinder(4, radius, 2 * tube));
  model.joint("tire", Free{}, "world", "tire");
  SystemBuilder builder(model.build());
  const ContactMaterial rubber{.modulus = 2e6,
                               .dissipation = 5,
                               .static_friction = 0.9,
                               .dynamic_friction = 0.8,
                               .rolling_radius = 0.01};
  builder.add("contact", CompliantContact({{"floor", "world", HalfSpaceShape{}, concrete_material()},
                                           {"tire", "tire", TorusShape{radius - tube, tube}, rubber}}));
  const System system = builder.build();

  // It leans by two degrees, with its axle along y, and rolls along x.
  State state = system.default_state();
  const Pose<double> start{Rotation<double>::about_x(0.5 * std::numbers::pi + tilt),
                           {0, 0, (radius - tube) * std::cos(tilt) + tube}};
  state.set_q(fit_coordinates(Free{}, {}, start).values);
  state.set_u(std::vector<double>{0, speed / radius, 0, speed, 0, 0});

  Simulation simulation(state, {.accuracy = 1e-6});
  for (int second = 0; second <= 8; ++second) {
    simulation.run_until(second);
    const Pose<double> at = pose(simulation.state(), "tire");
    const double lean = std::abs(std::asin(at.R(2, 2))) * 180 / std::numbers::pi;
    std::printf("t = %d s: at (%5.2f, %5.2f) m, %4.2f m/s, leaning by %2.0f°\n", second, at.p.x, at.p.y + 0.0,
                norm(velocity(simulation.state(), "tire").v), lean);
  }
}
