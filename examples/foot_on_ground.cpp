// A foot on the ground: its sole is a mesh covered by springs, an elastic foundation. As the load moves from
// the heel to the toes, so does the center of pressure.
#include <cmath>
#include <cstdio>
#include <numbers>

#include "sarrus/contact.h"
#include "sarrus/sarrus.h"
using namespace sarrus;

/// A rounded sole, 26 cm long, wider and flatter at the ball of the foot than at the heel.
SurfaceMeshShape make_sole() {
  const int rows = 24, columns = 36;
  Array<Vec3<double>> points;
  Array<std::array<int, 3>> triangles;
  for (int i = 0; i <= rows; ++i)
    for (int j = 0; j <= columns; ++j) {
      const double polar = std::numbers::pi * i / rows, around = 2 * std::numbers::pi * j / columns;
      const double x = 0.13 * std::sqrt(std::sin(polar)) * std::cos(around), width = 0.04 + 0.08 * x;
      points.push_back({x, width * std::sqrt(std::sin(polar)) * std::sin(around), 0.02 * std::cos(polar)});
      const int a = i * (columns + 1) + j, b = a + columns + 1;
      if (i < rows && j < columns) triangles.push_back({a, b, b + 1}), triangles.push_back({a, b + 1, a + 1});
    }
  const MeshData mesh = repair_mesh(points, triangles);
  return {std::make_shared<const SurfaceMesh>(mesh.vertices, mesh.triangles)};
}

int main() {
  const ContactMaterial skin{.modulus = 1e6, .dissipation = 2, .thickness = 0.01};
  const SurfaceMeshShape sole = make_sole();
  std::printf("the sole has %zu triangles\n", sole.mesh->triangles().size());
  for (const double at : {-0.06, -0.02, 0.02, 0.06}) {
    ModelBuilder model("foot");
    model.body("foot", solid_brick(1, {0.26, 0.08, 0.04}));
    model.joint("foot", Free{}, "world", "foot").start({1, 0, 0, 0, 0, 0, 0.02});
    SystemBuilder builder(model.build());
    builder.add("load", ConstantForce({"foot", {at, 0, 0}}, {0, 0, -690}));
    const auto contact = std::make_shared<CompliantContact>(Array<ContactSurface>{
        {"ground", "world", HalfSpaceShape{}, concrete_material()}, {"sole", "foot", sole, skin}});
    builder.add_force("contact", contact);
    Simulation simulation(builder.build().default_state(), {.accuracy = 1e-4});
    simulation.run(1);

    // [pressure]
    const State& state = simulation.state();
    const Force<double> F =
        contact->force_between(state, "ground", "sole");  // on the sole; moment about the origin
    double area = 0, peak = 0;
    for (const Contact& spring : contact->contacts(state)) area += spring.area;
    for (const ContactForce& force : contact->forces(state)) peak = std::max(peak, force.peak_pressure);
    std::printf("load at %5.1f cm: %.1f N, center of pressure at %5.1f cm, %2.0f cm², at most %3.0f kPa\n",
                100 * at, F.f.z, 100 * -F.t.y / F.f.z, 1e4 * area, 1e-3 * peak);
    // [/pressure]
  }
}
