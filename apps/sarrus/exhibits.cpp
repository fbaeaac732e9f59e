#include <cmath>

#include "apps/sarrus/gallery.h"
#include "sarrus/spatial/pose.h"

namespace sarrus {

namespace {

const Color steel{0.62, 0.66, 0.72}, blue{0.24, 0.48, 0.80}, orange{0.93, 0.53, 0.18},
    ivory{0.93, 0.90, 0.82}, dark{0.22, 0.25, 0.30};

Visual& add_at(Scene& scene, std::string_view body, VisualShape shape, const Color& color,
               const Pose<double>& place) {
  Visual& visual = scene.add_visual(body, std::move(shape), color);
  visual.X_BV = place;
  return visual;
}

/// Removes what was drawn for bodies without shapes.
void clear_drawn(Scene& scene, std::string_view body) {
  const int number = scene.body(body);
  std::erase_if(scene.visuals, [&](const Visual& visual) {
    return visual.body == number && visual.role == VisualRole::drawn;
  });
}

void decorate_sarrus_linkage(Scene& scene) {
  for (const char* body : {"lower x", "upper x", "lower y", "upper y"}) {
    clear_drawn(scene, body);
    const bool along_x = std::string_view(body).ends_with('x');
    const Vec3<double> size = along_x ? Vec3<double>{0.7, 0.03, 0.96} : Vec3<double>{0.03, 0.7, 0.96};
    add_at(scene, body, BoxShape{size}, along_x ? blue : orange, Pose<double>::translation({0, 0, 0.5}));
  }
  clear_drawn(scene, "platform");
  add_at(scene, "platform", BoxShape{{1, 1, 0.06}}, ivory, {});
  add_at(scene, "world", BoxShape{{1, 1, 0.02}}, dark, Pose<double>::translation({0, 0, -0.005}));
}

/// The sixth rod is the world. What keeps angles acts where the rods meet.
void decorate_bricard(Scene& scene) {
  double radius = 0.03;
  for (const Visual& visual : scene.visuals)
    if (const auto* rod = std::get_if<CapsuleShape>(&visual.shape)) radius = rod->radius;
  add_at(scene, "world", CapsuleShape{radius, 1}, dark, Pose<double>::translation({0, 0, 0.5}));
  for (SceneConstraint& constraint : scene.constraints) constraint.ends = scene.constraints.front().ends;
}

/// A shaft with a disk for each pair of legs.
void decorate_walker(Scene& scene) {
  constexpr double spacing = 0.3;  // of the pairs of legs, along z
  constexpr int pairs = 6;
  clear_drawn(scene, "crank");
  const double length = (pairs - 1) * spacing + 0.2;
  add_at(scene, "crank", CylinderShape{0.03, length}, steel,
         Pose<double>::translation({0, 0, 0.5 * (pairs - 1) * spacing}));
  for (int i = 0; i < pairs; ++i)
    add_at(scene, "crank", CylinderShape{0.17, 0.03}, dark, Pose<double>::translation({0, 0, i * spacing}));
}

void decorate_stewart_platform(Scene& scene) {
  clear_drawn(scene, "platform");
  add_at(scene, "platform", CylinderShape{0.62, 0.06}, ivory, {});
  for (int i = 0; i < 6; ++i) {
    const std::string number = std::to_string(i);
    clear_drawn(scene, "cylinder" + number), clear_drawn(scene, "rod" + number);
    add_at(scene, "cylinder" + number, CylinderShape{0.045, 0.56}, blue,
           Pose<double>::translation({0, 0, 0.3}));
    add_at(scene, "rod" + number, CylinderShape{0.025, 0.6}, steel, Pose<double>::translation({0, 0, -0.3}));
  }
  add_at(scene, "world", CylinderShape{1.08, 0.02}, dark, Pose<double>::translation({0, 0, 0}));
}

void decorate_leg(Scene& scene) {
  for (const char* body : {"thigh", "shank", "foot"}) clear_drawn(scene, body);
  const Color skin{0.87, 0.72, 0.60};
  add_at(scene, "thigh", CapsuleShape{0.06, 0.36}, skin, Pose<double>::translation({0, 0, -0.2}));
  add_at(scene, "shank", CapsuleShape{0.045, 0.34}, skin, Pose<double>::translation({0, 0, -0.2}));
  add_at(scene, "foot", EllipsoidShape{{0.13, 0.045, 0.04}}, skin,
         Pose<double>::translation({0.06, 0, -0.03}));
}

void decorate_arm(Scene& scene) {
  const auto link = [&](const char* body, double radius, double length, const Color& color) {
    clear_drawn(scene, body);
    add_at(scene, body, CapsuleShape{radius, length}, color, Pose<double>::translation({0, 0, 0.5 * length}));
  };
  clear_drawn(scene, "column");
  add_at(scene, "column", CylinderShape{0.075, 0.4}, dark, Pose<double>::translation({0, 0, 0.2}));
  add_at(scene, "column", SphereShape{0.075}, dark, Pose<double>::translation({0, 0, 0.4}));
  add_at(scene, "world", CylinderShape{0.14, 0.03}, steel, Pose<double>::translation({0, 0, 0.015}));
  link("upper arm", 0.055, 0.45, orange);
  link("forearm", 0.045, 0.25, orange);
  link("roll", 0.04, 0.15, dark);
  link("bend", 0.032, 0.06, steel);
  clear_drawn(scene, "tool");
  add_at(scene, "tool", ConeShape{0.022, 0.12}, steel, Pose<double>::translation({0, 0, 0.06}));
}

}  // namespace

Array<Exhibit> exhibits() {
  return {
      {"Sarrus linkage",
       "The first linkage that turned rotation into exact straight-line motion (1853): two pairs of hinged "
       "plates "
       "carry a platform that can only move up and down. One of its five closing equations is redundant.",
       6, models::sarrus_linkage, decorate_sarrus_linkage},
      {"Bricard linkage",
       "Six hinges and six rods that should not move at all by counting equations, yet do: one of five "
       "closing "
       "equations is redundant in every position (IFToMM benchmark A03).",
       10, models::bricard, decorate_bricard},
      {"Jansen's walker, 12 legs",
       "Theo Jansen's leg twelve times on one crankshaft: 73 coordinates, 108 equations, 36 closed loops.", 4,
       [] { return models::jansen_walker(12); }, decorate_walker},
      {"Stewart platform",
       "Six legs on springs and dampers carry a platform, here tilted, lifted and let go.", 6,
       models::stewart_platform, decorate_stewart_platform},
      {"Leg with a measured knee",
       "The knee has one coordinate; the shank rolls and slides on the thigh along curves through measured "
       "points.",
       5, models::measured_leg, decorate_leg},
      {"Robot arm",
       "A six-axis arm whose tool follows a figure eight: inverse kinematics, splines, prescribed motions.",
       8, [] { return models::robot_arm(8); }, decorate_arm},
  };
}

}  // namespace sarrus
