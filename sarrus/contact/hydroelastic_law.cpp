#include "sarrus/contact/hydroelastic_law.h"

#include <algorithm>
#include <cmath>

#include "sarrus/contact/internal/contact_polygon.h"

namespace sarrus {

using namespace internal;

namespace {

struct PreparedField : PreparedShape {
  std::shared_ptr<const PressureField> field;  // null for half-spaces and meshes
};

bool is_plane(const AnyShape& shape) { return std::holds_alternative<HalfSpaceShape>(shape); }
bool is_mesh(const AnyShape& shape) { return std::holds_alternative<SurfaceMeshShape>(shape); }
bool has_field(const AnyShape& shape) {
  return !is_plane(shape) && !is_mesh(shape) && volume(shape).has_value();
}

/// Finds the polygons of a body with a field, in whose frame F all is computed, and another body.
class PolygonFinder {
 public:
  /// `is_turned`: the body with the field is surface 2 of the pair.
  PolygonFinder(const ContactPair& pair, const PressureField& field, bool is_turned, Array<Contact>& contacts)
      : pair_(pair),
        field_(field),
        is_turned_(is_turned),
        modulus_((is_turned ? pair.material2 : pair.material1).modulus),
        other_((is_turned ? pair.material1 : pair.material2)),
        X_WF_(is_turned ? pair.X_W2 : pair.X_W1),
        X_FO_(X_WF_.inverse_times(is_turned ? pair.X_W1 : pair.X_W2)),
        contacts_(contacts) {}

  void meet_half_space() const {
    const Vec3<double> n = X_FO_.R.col(2);
    const double offset = dot(n, X_FO_.p), stiffness = other_.modulus / other_.thickness;
    const LinearPressure theirs{-stiffness * n, stiffness * offset};
    field_.tree().visit(
        [&](const Bounds& box) {
          const Vec3<double> lowest{n.x > 0 ? box.lower.x : box.upper.x, n.y > 0 ? box.lower.y : box.upper.y,
                                    n.z > 0 ? box.lower.z : box.upper.z};
          return dot(n, lowest) < offset;
        },
        [&](int t) {
          const LinearPressure ours = pressure(t);
          const ContactPolygon polygon = ContactPolygon::cut(field_.tetrahedra()[t].corners, ours - theirs);
          add(polygon, t, 0, ours, theirs.gradient - ours.gradient, norm(theirs.gradient));
        });
  }

  void meet_field(const PressureField& other) const {
    visit_near(other.tree(), [&](int t, int u) {
      const PressureField::Tetrahedron& theirs = other.tetrahedra()[u];
      const LinearPressure p1 = pressure(t), p2 = LinearPressure::of(theirs, other_.modulus).moved(X_FO_);
      ContactPolygon polygon = ContactPolygon::cut(field_.tetrahedra()[t].corners, p1 - p2);
      for (const auto& [normal, offset] : theirs.sides) {
        if (polygon.is_empty()) return;
        const Vec3<double> n = X_FO_.R * normal;
        polygon.clip(n, offset + dot(n, X_FO_.p));
      }
      add(polygon, t, u, p1, p2.gradient - p1.gradient, norm(p2.gradient));
    });
  }

  /// The triangles of a rigid surface inside the field; its normal points outward.
  void meet_mesh(const SurfaceMesh& mesh) const {
    visit_near(mesh.tree(), [&](int t, int u) {
      const auto& [i, j, k] = mesh.triangles()[u];
      const auto vertex = [&](int v) { return X_FO_ * mesh.vertices()[v]; };
      ContactPolygon polygon = ContactPolygon::triangle(vertex(i), vertex(j), vertex(k));
      for (const auto& [normal, offset] : field_.tetrahedra()[t].sides) {
        if (polygon.is_empty()) return;
        polygon.clip(normal, offset);
      }
      add(polygon, t, u, pressure(t), -(X_FO_.R * mesh.normals()[u]), 0);
    });
  }

 private:
  LinearPressure pressure(int t) const { return LinearPressure::of(field_.tetrahedra()[t], modulus_); }

  /// Calls visit(tetrahedron, item of the other tree) where their bounds overlap: boxes of the other tree are
  /// turned into the frame F.
  template <class Visit>
  void visit_near(const BoundingTree& other, const Visit& visit) const {
    const auto overlap = [&](const Bounds& box, const Bounds& turned) {
      const Vec3<double> center = X_FO_ * (0.5 * (turned.lower + turned.upper)),
                         half = 0.5 * (turned.upper - turned.lower);
      Vec3<double> wide;
      for (int i = 0; i < 3; ++i)
        wide[i] = std::abs(X_FO_.R(i, 0)) * half.x + std::abs(X_FO_.R(i, 1)) * half.y +
                  std::abs(X_FO_.R(i, 2)) * half.z;
      return box.overlaps({center - wide, center + wide});
    };
    field_.tree().visit_pairs(other, overlap, visit);
  }

  /// The depth at which a pressure is reached, along the normal; where the gradient is almost at right angles
  /// to that, no more than twice the distance from the surface.
  static double depth_at(double pressure, double gradient, double along_normal) {
    return gradient > 0 ? pressure / std::max(std::abs(along_normal), 0.5 * gradient) : 0;
  }

  /// `n` points from this body to the other; `their_gradient` is the size of the other's, 0 for a rigid one.
  void add(const ContactPolygon& polygon, int t, int u, const LinearPressure& p, const Vec3<double>& n,
           double their_gradient) const {
    if (polygon.is_empty()) return;
    const ContactPolygon::Pressed pressed = polygon.press(p);
    const double size = norm(n);
    if (!(pressed.force > 0) || !(size > 0)) return;
    const Vec3<double> normal = (1 / size) * n;
    const double mean = pressed.force / pressed.area, along = dot(p.gradient, normal);
    const double ours = depth_at(mean, norm(p.gradient), along),
                 theirs = depth_at(mean, their_gradient, size + along), depth = ours + theirs;
    const Vec3<double> center = X_WF_ * pressed.center, towards_other = X_WF_.R * normal;
    const Vec3<double> on_ours = center + ours * towards_other, on_theirs = center - theirs * towards_other;
    const std::uint64_t a = static_cast<std::uint32_t>(t), b = static_cast<std::uint32_t>(u);
    contacts_.push_back({.surface1 = pair_.surface1,
                         .surface2 = pair_.surface2,
                         .name = is_turned_ ? b << 32 | a : a << 32 | b,
                         .point1 = is_turned_ ? on_theirs : on_ours,
                         .point2 = is_turned_ ? on_ours : on_theirs,
                         .normal = is_turned_ ? -towards_other : towards_other,
                         .depth = depth,
                         .area = pressed.area,
                         .pressure = mean,
                         .peak_pressure = pressed.peak,
                         .energy = 0.5 * pressed.square / mean * depth,
                         .share1 = (is_turned_ ? theirs : ours) / depth});
  }

  const ContactPair& pair_;
  const PressureField& field_;
  bool is_turned_;
  double modulus_;
  const ContactMaterial& other_;
  const Pose<double>& X_WF_;
  Pose<double> X_FO_;
  Array<Contact>& contacts_;
};

}  // namespace

HydroelasticLaw::HydroelasticLaw(int edges_around) : edges_around_(edges_around) {
  require(edges_around >= 4 && edges_around <= 4096,
          "a hydroelastic law cannot have {} edges around; give a number from 4 to 4096", edges_around);
}

bool HydroelasticLaw::serves(const AnyShape& shape1, const AnyShape& shape2) const {
  const auto other_serves = [](const AnyShape& shape) {
    return has_field(shape) || is_plane(shape) || is_mesh(shape);
  };
  return (has_field(shape1) && other_serves(shape2)) || (has_field(shape2) && other_serves(shape1));
}

std::shared_ptr<const PreparedShape> HydroelasticLaw::prepare(const AnyShape& shape) const {
  auto prepared = std::make_shared<PreparedField>();
  if (has_field(shape)) prepared->field = make_pressure_field(shape, edges_around_);
  return prepared;
}

void HydroelasticLaw::find(const ContactPair& pair, Array<Contact>& contacts) const {
  const auto field_of = [](const PreparedShape* prepared) {
    const auto* own = dynamic_cast<const PreparedField*>(prepared);
    require(own != nullptr, "the hydroelastic law finds contacts of shapes that it has prepared");
    return own->field.get();
  };
  const PressureField *field1 = field_of(pair.prepared1), *field2 = field_of(pair.prepared2);
  const bool is_turned = field1 == nullptr;
  const PolygonFinder finder(pair, is_turned ? *field2 : *field1, is_turned, contacts);
  const AnyShape& other = is_turned ? pair.shape1 : pair.shape2;
  if (is_plane(other))
    finder.meet_half_space();
  else if (const auto* mesh = std::get_if<SurfaceMeshShape>(&other))
    finder.meet_mesh(*mesh->mesh);
  else
    finder.meet_field(*field2);
}

double HydroelasticLaw::share1(const Contact& contact, const PairMaterial&) const { return contact.share1; }

ElasticForce HydroelasticLaw::elastic(const Contact& contact, const PairMaterial&) const {
  return {.normal = contact.pressure * contact.area,
          .energy = contact.energy,
          .peak_pressure = contact.peak_pressure};
}

}  // namespace sarrus
