#include <algorithm>
#include <array>
#include <cmath>

#include "sarrus/scene/internal/inertia_solid.h"
#include "sarrus/scene/internal/scene_visuals.h"
#include "sarrus/system/responses.h"

namespace sarrus::internal {

namespace {

/// What is known about the extent of a body: the place of its joint and the places where others are attached.
struct Outline {
  Vec3<double> hub = Vec3<double>::zero();
  bool has_joint = false;  ///< False if the joint lets the hub move in all directions: it shows no place.
  Array<Vec3<double>> points{};  ///< Of other bodies and of constraints.
  Array<Vec3<double>> loads{};   ///< Of forces.
};

bool moves_anywhere(const SceneJoint& joint) {
  const auto translates = [](const SceneAxis& axis) { return axis.kind == SceneAxis::Kind::translation; };
  return std::count_if(joint.axes.begin(), joint.axes.end(), translates) >= 3;
}

/// Two parts of one body, which a weld holds together in the same place (constraint/close_loops.h): the part
/// that carries no other body is drawn as part of the other. Returns for each body the one that it is drawn
/// as.
Array<int> parts_of_bodies(const State& state, const Scene& scene) {
  Array<int> drawn_as(scene.bodies.size());
  for (std::size_t b = 0; b < scene.bodies.size(); ++b) drawn_as[b] = static_cast<int>(b);
  for (const SceneConstraint& constraint : scene.constraints) {
    if (constraint.type != "WeldConstraint" || constraint.ends.size() != 2) continue;
    const SceneEnd &a = constraint.ends[0], &b = constraint.ends[1];
    const bool same_place =
        norm(a.point - b.point) == 0 && norm(scene.bodies[a.body].com - scene.bodies[b.body].com) == 0;
    if (!same_place || a.body == 0 || b.body == 0) continue;
    const auto carries = [&](int body) { return !state.model().connectivity().children(body).empty(); };
    if (!carries(b.body))
      drawn_as[b.body] = a.body;
    else if (!carries(a.body))
      drawn_as[a.body] = b.body;
  }
  return drawn_as;
}

Array<Outline> outlines(const State& state, const Scene& scene, const Array<int>& drawn_as) {
  Array<Outline> result(scene.bodies.size());
  for (int b = 1; b < state.model().body_count(); ++b) {
    Outline& own = result[b];
    const int joint = scene.bodies[b].joint;
    own.has_joint = joint < 0 || !moves_anywhere(scene.joints[joint]);
    own.hub = own.has_joint ? state.model_parameters().X_BM[b].p : scene.bodies[b].com;
  }
  for (int b = 1; b < state.model().body_count(); ++b) {
    if (drawn_as[b] != b) result[drawn_as[b]].points.push_back(result[b].hub);
    const bool seen = scene.bodies[b].joint < 0 || result[b].has_joint;
    if (seen) result[state.model().body(b).parent].points.push_back(state.model_parameters().X_PF[b].p);
  }
  const auto add_ends = [&](const Array<SceneEnd>& ends, Array<Vec3<double>> Outline::*to) {
    for (const SceneEnd& end : ends)
      if (drawn_as[end.body] == end.body) (result[end.body].*to).push_back(end.point);
  };
  for (const SceneConstraint& constraint : scene.constraints)
    if (constraint.type != "WeldConstraint") add_ends(constraint.ends, &Outline::points);
  for (const SceneForce& force : scene.forces) add_ends(force.ends, &Outline::loads);
  return result;
}

/// Leaves out points that coincide with the hub or with others.
void merge_points(Outline& outline, double distance) {
  Array<Vec3<double>> seen{outline.hub};
  for (Array<Vec3<double>>* points : {&outline.points, &outline.loads})
    std::erase_if(*points, [&](const Vec3<double>& point) {
      const bool is_known = std::any_of(seen.begin(), seen.end(), [&](const Vec3<double>& other) {
        return norm(point - other) <= distance;
      });
      if (!is_known) seen.push_back(point);
      return is_known;
    });
}

/// The radius of a sphere about everything that moves: the middle of a box about it, and the largest
/// distance.
class Extent {
 public:
  void add(const Vec3<double>& center, double radius) {
    if (!(norm(center) < 1e9 && radius < 1e9)) return;
    for (int i = 0; i < 3; ++i) {
      low_[i] = empty_ ? center[i] - radius : std::min(low_[i], center[i] - radius);
      high_[i] = empty_ ? center[i] + radius : std::max(high_[i], center[i] + radius);
    }
    empty_ = false;
  }
  double radius() const { return empty_ ? 0 : 0.5 * norm(high_ - low_); }

 private:
  Vec3<double> low_ = Vec3<double>::zero(), high_ = Vec3<double>::zero();
  bool empty_ = true;
};

/// The size of a scene from its outlines and the shapes that it has already.
double scene_size(const State& state, const Scene& scene, const Array<Outline>& outlines) {
  Extent extent;
  for (int b = 1; b < state.model().body_count(); ++b) {
    const Pose<double> X_WB = pose(state, b);
    if (outlines[b].has_joint) extent.add(X_WB * outlines[b].hub, 0);
    for (const Vec3<double>& point : outlines[b].points) extent.add(X_WB * point, 0);
    for (const Vec3<double>& point : outlines[b].loads) extent.add(X_WB * point, 0);
    const SceneBody& body = scene.bodies[b];
    if (body.mass <= 0) continue;
    extent.add(X_WB * body.com, 0);
    const PlacedShape solid = inertia_solid(body, 0);
    extent.add(X_WB * solid.X_BV.p, bounding_radius(solid.shape) / std::sqrt(3.0));
  }
  for (const Visual& visual : scene.visuals)
    if (visual.body > 0)
      extent.add(pose(state, visual.body) * visual.X_BV.p, bounding_radius(visual.shape) / std::sqrt(3.0));
  return extent.radius() > 0 ? extent.radius() : 1;
}

/// Adds the shapes of one body.
class BodyDrawing {
 public:
  BodyDrawing(Scene& scene, int body, double rod_radius) : scene_(scene), body_(body), radius_(rod_radius) {}

  void rod(const Vec3<double>& from, const Vec3<double>& to) {
    const double length = norm(to - from);
    if (length <= 0) return;
    add({{rotation_with_axis(2, to - from), 0.5 * (from + to)},
         CapsuleShape{std::min(radius_, 0.2 * length), length}});
  }
  /// The solid of the body's inertia, and rods to it from the hub and from loads that are elsewhere.
  void solid(const Outline& outline) {
    const SceneBody& body = scene_.bodies[body_];
    if (body.mass <= 0) return;
    const PlacedShape solid = inertia_solid(body, radius_);
    add(solid);
    const auto attach = [&](const Vec3<double>& point) {
      if (!is_near(solid.shape, solid.X_BV.inverse_times(point), radius_)) rod(point, solid.X_BV.p);
    };
    if (outline.has_joint) attach(outline.hub);
    for (const Vec3<double>& load : outline.loads) attach(load);
  }

 private:
  void add(const PlacedShape& placed) {
    Visual& visual = scene_.add_visual(body_, placed.shape, body_color(body_));
    visual.X_BV = placed.X_BV;
    visual.role = VisualRole::drawn;
  }

  Scene& scene_;
  int body_;
  double radius_;
};

/// A body that connects others is drawn as rods from its hub to them, and between two that are not in line
/// with it; one at the end of a chain, or not attached anywhere, as its solid.
void draw(const Outline& outline, BodyDrawing drawing) {
  for (const Vec3<double>& point : outline.points) drawing.rod(outline.hub, point);
  if (outline.points.size() == 2) {
    const Vec3<double> a = outline.points[0] - outline.hub, b = outline.points[1] - outline.hub;
    if (norm(cross(a, b)) > 0.05 * norm(a) * norm(b)) drawing.rod(outline.points[0], outline.points[1]);
  }
  if (outline.points.empty() || !outline.has_joint)
    drawing.solid(outline);
  else
    for (const Vec3<double>& load : outline.loads) drawing.rod(outline.hub, load);
}

/// The radius of rods: in proportion to their usual length, neither too thin nor too thick for the scene.
double rod_radius(const Array<Outline>& outlines, double size) {
  Array<double> lengths;
  for (const Outline& outline : outlines)
    for (const Vec3<double>& point : outline.points) lengths.push_back(norm(point - outline.hub));
  if (lengths.empty()) return 0.02 * size;
  const auto middle = lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 2);
  std::nth_element(lengths.begin(), middle, lengths.end());
  return std::clamp(0.06 * *middle, 0.004 * size, 0.025 * size);
}

}  // namespace

/// Hues that go well together, of equal lightness (0.7, then 0.62 in OKLCH), in an order in which neighbors
/// are far apart.
Color body_color(int body) {
  if (body == 0) return {0.74, 0.75, 0.77};
  static constexpr std::array<Color, 18> colors{
      Color{0.39, 0.64, 0.89}, Color{0.84, 0.54, 0.33}, Color{0.30, 0.71, 0.55}, Color{0.87, 0.50, 0.48},
      Color{0.66, 0.55, 0.86}, Color{0.73, 0.61, 0.25}, Color{0.11, 0.70, 0.75}, Color{0.83, 0.50, 0.66},
      Color{0.53, 0.68, 0.37}, Color{0.40, 0.51, 0.80}, Color{0.69, 0.48, 0.17}, Color{0.00, 0.61, 0.55},
      Color{0.75, 0.43, 0.30}, Color{0.64, 0.44, 0.71}, Color{0.56, 0.54, 0.17}, Color{0.00, 0.58, 0.72},
      Color{0.75, 0.40, 0.48}, Color{0.32, 0.60, 0.36}};
  return colors[(body - 1) % static_cast<int>(colors.size())];
}

void add_drawn_visuals(const State& state, Scene& scene) {
  const Array<int> drawn_as = parts_of_bodies(state, scene);
  Array<Outline> all = outlines(state, scene, drawn_as);
  all[0] = {};  // the ground is the viewer's
  scene.size = scene_size(state, scene, all);
  for (Outline& outline : all) merge_points(outline, 1e-3 * scene.size);
  const double radius = rod_radius(all, scene.size);
  Array<char> has_shape(scene.bodies.size(), 0);
  for (const Visual& visual : scene.visuals)
    if (visual.role == VisualRole::visual) has_shape[visual.body] = 1;
  for (int b = 1; b < state.model().body_count(); ++b)
    if (has_shape[b] == 0 && drawn_as[b] == b) draw(all[b], BodyDrawing(scene, b, radius));
}

}  // namespace sarrus::internal
