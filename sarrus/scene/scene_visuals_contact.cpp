#include <numbers>

#include "sarrus/contact/compliant_contact.h"
#include "sarrus/format/mesh/internal/mesh_formats.h"
#include "sarrus/rigid/rigid_contact.h"
#include "sarrus/scene/internal/scene_visuals.h"
#include "sarrus/system/internal/layout.h"

namespace sarrus::internal {

namespace {

TriangleMeshShape mesh_shape(std::string_view name, In<Vec3<double>> vertices,
                             In<std::array<int, 3>> triangles) {
  TriangleMesh mesh{.name = std::string(name), .positions = {}, .triangles = {}};
  for (const Vec3<double>& v : vertices)
    mesh.positions.push_back({static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)});
  for (const auto& [a, b, c] : triangles)
    mesh.triangles.push_back(
        {static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b), static_cast<std::uint32_t>(c)});
  remove_degenerate_triangles(mesh);
  add_normals(mesh);
  return {std::make_shared<const TriangleMesh>(std::move(mesh))};
}

/// The outermost points of a shape along rays towards the middle of its bounds, or where a ray misses it, the
/// point nearest to where the ray begins.
TriangleMeshShape seen_from_outside(const AnyShape& shape) {
  constexpr int rows = 40, columns = 80;
  const Bounds box = bounds(shape);
  const Vec3<double> middle = 0.5 * (box.lower + box.upper);
  const double radius = norm(box.upper - box.lower);
  Array<Vec3<double>> points;
  for (int i = 0; i <= rows; ++i)
    for (int j = 0; j < columns; ++j) {
      const double polar = std::numbers::pi * i / rows, around = 2 * std::numbers::pi * j / columns;
      const Vec3<double> out{std::sin(polar) * std::cos(around), std::sin(polar) * std::sin(around),
                             std::cos(polar)};
      const Vec3<double> from = middle + radius * out;
      const std::optional<RayHit> seen = hit(shape, {.origin = from, .direction = -out});
      points.push_back(seen ? seen->point : nearest(shape, from).point);
    }
  Array<std::array<int, 3>> triangles;
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) {
      const int a = i * columns + j, b = i * columns + (j + 1) % columns;
      triangles.push_back({a, a + columns, b + columns});
      triangles.push_back({a, b + columns, b});
    }
  return mesh_shape(type_of(shape), points, triangles);
}

/// How a shape is drawn: most are shapes of pictures too, the others become meshes.
struct Drawing {
  const AnyShape& any;
  template <class Shape>
  VisualShape operator()(const Shape& shape) const {
    if constexpr (std::is_constructible_v<VisualShape, const Shape&>)
      return shape;
    else
      return seen_from_outside(any);
  }
  VisualShape operator()(const HalfSpaceShape&) const { return PlaneShape{}; }
  VisualShape operator()(const ConvexShape& shape) const {
    return mesh_shape("hull", shape.polyhedron->vertices(), shape.polyhedron->triangles());
  }
  VisualShape operator()(const SurfaceMeshShape& shape) const {
    return mesh_shape("mesh", shape.mesh->vertices(), shape.mesh->triangles());
  }
};

}  // namespace

namespace {

/// Draws the surfaces of a contact: of a body that is drawn already they are its collision shapes.
template <class AnyContact>
void draw_surfaces(const AnyContact& contact, const Array<char>& has_shape, const SceneOptions& options,
                   Scene& scene) {
  for (int i = 0; i < static_cast<int>(contact.surfaces().size()); ++i) {
    const FrameOn<double>& place = contact.frame(i);
    const bool is_extra = has_shape[place.body] != 0;
    if (is_extra && !options.collisions) continue;
    const AnyShape& shape = contact.surfaces()[i].shape;
    Visual& visual = scene.add_visual(place.body, std::visit(Drawing{shape}, shape), body_color(place.body));
    visual.name = contact.surfaces()[i].name;
    visual.X_BV = place.X_BF;
    visual.role = is_extra ? VisualRole::collision : VisualRole::visual;
  }
}

}  // namespace

void add_contact_visuals(const State& state, const SceneOptions& options, Scene& scene) {
  Array<char> has_shape(scene.bodies.size(), 0);
  for (const Visual& visual : scene.visuals)
    if (visual.role == VisualRole::visual) has_shape[visual.body] = 1;
  for (const std::shared_ptr<const ForceElement>& force : state.layout().forces) {
    if (const auto* compliant = dynamic_cast<const CompliantContact*>(force.get()))
      draw_surfaces(*compliant, has_shape, options, scene);
    else if (const auto* rigid = dynamic_cast<const RigidContact*>(force.get()))
      draw_surfaces(*rigid, has_shape, options, scene);
  }
}

void fit_contact_planes(Scene& scene) {
  for (Visual& visual : scene.visuals) {
    auto* plane = std::get_if<PlaneShape>(&visual.shape);
    if (plane == nullptr || plane->size) continue;
    const bool is_ground = visual.body == 0 && dot(visual.X_BV.R.col(2), scene.up) > 0.999;
    if (!is_ground) plane->size = {{3 * scene.size, 3 * scene.size}};
  }
}

}  // namespace sarrus::internal
