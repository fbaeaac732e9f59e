#include <algorithm>
#include <cmath>

#include "apps/sarrus/gallery.h"
#include "sarrus/system/responses.h"

namespace sarrus {

namespace {

const Color steel{0.62, 0.66, 0.72}, blue{0.20, 0.45, 0.78}, orange{0.93, 0.53, 0.18},
    ivory{0.93, 0.90, 0.82}, dark{0.22, 0.25, 0.30}, sky{0.47, 0.68, 0.88}, joint_color{0.95, 0.71, 0.27};
const Vec3<double> along_x{1, 0, 0}, along_y{0, 1, 0};

Pose<double> at(double x, double y, double z) { return Pose<double>::translation({x, y, z}); }
/// A place at a point whose z is along an axis: for cylinders and cones.
Pose<double> at(const Vec3<double>& point, const Vec3<double>& axis) {
  return {rotation_with_axis(2, axis), point};
}

Visual& add_at(Scene& scene, std::string_view body, VisualShape shape, const Color& color,
               const Pose<double>& place) {
  Visual& visual = scene.add_visual(body, std::move(shape), color);
  visual.X_BV = place;
  return visual;
}

/// A rod with round ends from one point of a body to another.
void add_rod(Scene& scene, std::string_view body, double radius, const Vec3<double>& from,
             const Vec3<double>& to, const Color& color) {
  add_at(scene, body, CapsuleShape{radius, norm(to - from)}, color, at(0.5 * (from + to), to - from));
}

/// Removes what was drawn for bodies without shapes.
void clear_drawn(Scene& scene, std::string_view body) {
  const int number = scene.body(body);
  std::erase_if(scene.visuals, [&](const Visual& visual) {
    return visual.body == number && visual.role == VisualRole::drawn;
  });
}

/// The radius of the rods that are drawn for bodies without shapes.
double drawn_radius(const Scene& scene) {
  for (const Visual& visual : scene.visuals)
    if (const auto* rod = std::get_if<CapsuleShape>(&visual.shape)) return rod->radius;
  return 0.02 * scene.size;
}

/// The way of a point of a body during a motion, as a line in the world.
void add_path(Scene& scene, const Trajectory& motion, const FrameOn<double>& point, const Color& color) {
  Array<Vec3<double>> points;
  for (const State& state : motion) points.push_back(pose(state, point).p);
  scene.add_visual(0, LineShape{std::move(points), 2.5}, color);
}

/// Two pairs of plates with a rod along each hinge.
void decorate_sarrus_linkage(Scene& scene, const Trajectory&) {
  constexpr double length = 0.7, radius = 0.028;
  const Vec3<double> lower = Vec3<double>::zero(), upper{0, 0, 1};
  for (const char* body : {"lower x", "upper x", "lower y", "upper y"}) {
    clear_drawn(scene, body);
    const bool is_along_x = std::string_view(body).ends_with('x');
    const Vec3<double> axis = is_along_x ? along_x : along_y;
    const Vec3<double> size =
        is_along_x ? Vec3<double>{length, 0.03, 0.96} : Vec3<double>{0.03, length, 0.96};
    add_at(scene, body, BoxShape{size}, is_along_x ? blue : orange, at(0, 0, 0.5));
    add_at(scene, body, CylinderShape{radius, length + 0.06}, steel, at(upper, axis));
    if (std::string_view(body).starts_with("lower"))
      add_at(scene, body, CylinderShape{radius, length + 0.06}, steel, at(lower, axis));
  }
  clear_drawn(scene, "platform");
  add_at(scene, "platform", BoxShape{{1.06, 1.06, 0.06}}, ivory, at(0, 0, 0.03));
  add_at(scene, "world", BoxShape{{1.06, 1.06, 0.02}}, dark, at(0, 0, -0.01));
}

/// The sixth rod is the world. What keeps angles acts where the rods meet, at the sixth hinge.
void decorate_bricard(Scene& scene, const Trajectory&) {
  const double radius = drawn_radius(scene), pin = 1.15 * radius;
  const Vec3<double> hinge{0, 0, 1};
  add_at(scene, "world", CapsuleShape{radius, 1}, dark, at(0, 0, 0.5));
  add_at(scene, "world", CylinderShape{pin, 4.2 * pin}, joint_color, at(hinge, along_x));
  for (const double side : {-2.1, 2.1})
    add_at(scene, "world", CylinderShape{1.45 * pin, 0.35 * pin}, joint_color,
           at(hinge + side * pin * along_x, along_x));
  for (SceneConstraint& constraint : scene.constraints) constraint.ends = scene.constraints.front().ends;
}

/// The color of a link of a leg by its name in Jansen's drawing, without the number of the leg.
Color link_color(std::string_view body) {
  if (body.starts_with("bde")) return blue;
  if (body.starts_with("ghi")) return orange;
  return body.starts_with("j") || body.starts_with("k") ? steel : sky;
}

/// The triangle at the end of a leg: nothing is attached to its third corner, the foot. Returns the point on
/// it.
FrameOn<double> draw_foot(Scene& scene, const Model& model, int leg) {
  const std::string number = std::to_string(leg);
  const BodyPoint& foot = model.point("foot" + number);
  const double radius = drawn_radius(scene);
  const auto closure = std::find_if(scene.constraints.begin(), scene.constraints.end(),
                                    [&](const SceneConstraint& one) { return one.name == "ankle" + number; });
  const Vec3<double> ankle = closure->ends.front().point;
  for (const Vec3<double>& corner : {Vec3<double>::zero(), ankle})
    add_rod(scene, model.body(foot.body).name, radius, corner, foot.p_B, orange);
  return {foot.body, foot.p_B};
}

/// Links of one color for each kind, a frame that carries shaft and pivots, the ways of two feet, and the
/// ground under them.
void decorate_walker(Scene& scene, const Trajectory& motion) {
  constexpr double spacing = 0.3, pivot = 0.38,
                   low = -0.078;  // of the pairs of legs along z; places of the pivots
  constexpr int legs = 12, pairs = legs / 2;
  constexpr double first = -0.14, last = (pairs - 1) * spacing + 0.14;
  clear_drawn(scene, "crank");
  for (Visual& visual : scene.visuals)
    if (visual.role == VisualRole::drawn) visual.color = link_color(scene.bodies[visual.body].name);
  double lowest = 0;
  for (int leg = 0; leg < legs; ++leg) {
    const FrameOn<double> foot = draw_foot(scene, motion.front().model(), leg);
    if (leg >= legs - 2) add_path(scene, motion, foot, blue);
    for (const State& state : motion) lowest = std::min(lowest, pose(state, foot).p.y);
  }
  add_at(scene, "crank", CylinderShape{0.03, last - first}, steel, at(0, 0, 0.5 * (first + last)));
  for (int i = 0; i < pairs; ++i)
    add_at(scene, "crank", CylinderShape{0.17, 0.03}, dark, at(0, 0, i * spacing));
  for (const double side : {-pivot, pivot}) {
    add_rod(scene, "world", 0.018, {side, low, first}, {side, low, last}, dark);
    for (const double z : {first, last}) add_rod(scene, "world", 0.022, {0, 0, z}, {side, low, z}, dark);
  }
  add_at(scene, "world", PlaneShape{}, {}, at({0, lowest - drawn_radius(scene), 0}, along_y));
}

/// Balls at both ends of the legs, rings on the ground and about the platform.
void decorate_stewart_platform(Scene& scene, const Trajectory&) {
  clear_drawn(scene, "platform");
  add_at(scene, "platform", CylinderShape{0.62, 0.06}, ivory, at(0, 0, 0.03));
  add_at(scene, "platform", TorusShape{0.62, 0.035}, dark, at(0, 0, 0.03));
  for (int i = 0; i < 6; ++i) {
    const std::string cylinder = "cylinder" + std::to_string(i), rod = "rod" + std::to_string(i);
    clear_drawn(scene, cylinder), clear_drawn(scene, rod);
    add_at(scene, cylinder, CylinderShape{0.045, 0.52}, blue, at(0, 0, 0.32));
    add_at(scene, cylinder, SphereShape{0.065}, dark, at(0, 0, 0));
    add_at(scene, rod, CylinderShape{0.025, 0.6}, steel, at(0, 0, -0.3));
    add_at(scene, rod, SphereShape{0.055}, joint_color, at(0, 0, 0));
  }
  add_at(scene, "world", TorusShape{1.0, 0.05}, dark, at(0, 0, 0));
  add_at(scene, "world", PlaneShape{}, {}, at(0, 0, -0.05));
}

/// Bones in a translucent leg, and the hip's socket.
void decorate_leg(Scene& scene, const Trajectory&) {
  for (const char* body : {"thigh", "shank", "foot"}) clear_drawn(scene, body);
  const Color skin{0.87, 0.70, 0.58};
  const auto flesh = [&](const char* body, VisualShape shape, const Pose<double>& place) {
    add_at(scene, body, std::move(shape), skin, place).opacity = 0.4;
  };
  add_at(scene, "world", CylinderShape{0.055, 0.03}, steel, at(0, 0, 0.985));
  add_at(scene, "world", CylinderShape{0.02, 0.1}, steel, at(0, 0, 0.94));
  add_at(scene, "thigh", SphereShape{0.036}, joint_color, {});
  add_rod(scene, "thigh", 0.02, {0, 0, 0}, {0, 0, -0.36}, ivory);
  for (const double side : {-0.026, 0.026})
    add_at(scene, "thigh", EllipsoidShape{{0.042, 0.024, 0.036}}, ivory, at(0, side, -0.372));
  flesh("thigh", CapsuleShape{0.068, 0.33}, at(0, 0, -0.2));
  add_at(scene, "shank", EllipsoidShape{{0.042, 0.05, 0.014}}, sky, at(0, 0, -0.024));
  add_rod(scene, "shank", 0.017, {0, 0, -0.03}, {0, 0, -0.39}, sky);
  add_rod(scene, "shank", 0.009, {-0.02, 0.03, -0.05}, {-0.01, 0.025, -0.38}, sky);
  flesh("shank", CapsuleShape{0.05, 0.32}, at(0, 0, -0.21));
  add_at(scene, "foot", SphereShape{0.026}, joint_color, {});
  add_rod(scene, "foot", 0.016, {-0.03, 0, -0.035}, {0.14, 0, -0.045}, ivory);
  flesh("foot", EllipsoidShape{{0.13, 0.048, 0.042}}, at(0.06, 0, -0.03));
}

/// Links with a drum at each hinge across, and the way of the tool.
void decorate_arm(Scene& scene, const Trajectory& motion) {
  const auto link = [&](const char* body, double radius, double length, const Color& color) {
    clear_drawn(scene, body);
    add_rod(scene, body, radius, {0, 0, 0}, {0, 0, length}, color);
  };
  const auto drum = [&](const char* body, double radius, double length) {
    add_at(scene, body, CylinderShape{radius, length}, dark, at(Vec3<double>::zero(), along_y));
    for (const double side : {-0.5, 0.5})
      add_at(scene, body, CylinderShape{0.6 * radius, 0.012}, steel, at(side * length * along_y, along_y));
  };
  clear_drawn(scene, "column");
  add_at(scene, "world", CylinderShape{0.15, 0.03}, steel, at(0, 0, 0.015));
  add_at(scene, "column", CylinderShape{0.1, 0.06}, dark, at(0, 0, 0.06));
  add_rod(scene, "column", 0.068, {0, 0, 0.08}, {0, 0, 0.4}, orange);
  link("upper arm", 0.052, 0.45, orange);
  drum("upper arm", 0.078, 0.17);
  link("forearm", 0.043, 0.25, orange);
  drum("forearm", 0.064, 0.14);
  link("roll", 0.036, 0.15, dark);
  link("bend", 0.03, 0.05, steel);
  drum("bend", 0.042, 0.095);
  clear_drawn(scene, "tool");
  add_at(scene, "tool", ConeShape{0.022, 0.12}, steel, at(0, 0, 0.06));
  add_path(scene, motion, {scene.body("tool"), {0, 0, 0.12}}, blue);
}

}  // namespace
Array<Exhibit> exhibits() {
  return {
      {"Sarrus linkage",
       "The first linkage that turned rotation into exact straight-line motion (1853): two pairs of hinged "
       "plates carry a platform that can only move up and down. One of its five closing equations is "
       "redundant.",
       6, models::sarrus_linkage, decorate_sarrus_linkage},
      {"Bricard linkage",
       "Six hinges and six rods that should not move at all by counting equations, yet do: one of five "
       "closing equations is redundant in every position (IFToMM benchmark A03).",
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
