#include "sarrus/rigid/rigid_contact.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sarrus/contact/internal/contact_pairs.h"
#include "sarrus/contact/point_law.h"
#include "sarrus/proximity/broad_phase.h"
#include "sarrus/proximity/manifold.h"
#include "sarrus/rigid/rigid_rows.h"
#include "sarrus/system/declaration.h"
#include "sarrus/system/responses.h"

namespace sarrus {

using namespace internal;

/// Where the last search ended.
struct RigidContact::Search : RigidElement::Memory {
  Array<Pose<double>> poses;         // per surface
  Array<Vec3<double>> centers;       // of bounding spheres, in world axes
  Array<double> reaches;             // how far a surface can move within the step
  Array<PairMemory> memories;        // per listed pair
  std::shared_ptr<BroadPhase> near;  // for many surfaces
  Manifold manifold;
};

namespace {

Bounds enlarge(Bounds box, double by) {
  const Vec3<double> all{by, by, by};
  return {box.lower - all, box.upper + all};
}

}  // namespace

RigidContact::RigidContact(Array<ContactSurface> surfaces, RigidContactOptions options)
    : options_(std::move(options)) {
  std::sort(surfaces.begin(), surfaces.end(),
            [](const ContactSurface& a, const ContactSurface& b) { return a.name < b.name; });
  surfaces_ = std::make_shared<const Array<ContactSurface>>(std::move(surfaces));
}

std::vector<Dependency> RigidContact::declare(Declaration& declaration) {
  const std::string& name = name_ = declaration.name();
  for (std::size_t i = 0; i < surfaces().size(); ++i) {
    const ContactSurface& surface = surfaces()[i];
    require(!surface.name.empty(), "the contact '{}': surface {} has no name; give it one", name, i);
    for (std::size_t k = 0; k < i; ++k)
      require(surfaces()[k].name != surface.name,
              "the contact '{}' has two surfaces '{}'; give them different names", name, surface.name);
    const std::string who = fmt::format("the surface '{}' of the contact '{}'", surface.name, name);
    frames_.push_back(surface.on.find(declaration.model(), who));
    check(surface.shape);
    surface.material.check(who);
    const auto declare = [&](const char* what, double value, ParameterRange range) {
      return declaration.declare_parameter(surface.name + "." + what, value, "", range);
    };
    const ContactMaterial& m = surface.material;
    materials_.push_back({declare("static_friction", m.static_friction, ParameterRange::at_least(0)),
                          declare("dynamic_friction", m.dynamic_friction, ParameterRange::at_least(0)),
                          declare("restitution", m.restitution, ParameterRange::at_least(0))});
  }
  // Pairs and their filters are those of compliant contact; any law that serves all pairs will do.
  CompliantContactOptions like_compliant;
  like_compliant.filter = options_.filter;
  like_compliant.law = std::make_shared<PointLaw>();
  pairs_ =
      std::make_shared<const ContactPairs>(declaration.model(), name, surfaces_, frames_, like_compliant);
  for (int i = 0; i < static_cast<int>(surfaces().size()); ++i)
    for (int j = i + 1; j < static_cast<int>(surfaces().size()); ++j)
      if (may_touch(i, j))
        require_distance(surfaces()[i].shape, surfaces()[i].name, surfaces()[j].shape, surfaces()[j].name);
  declare_events(declaration);
  return {declaration.quantities().position, forces_};
}

std::unique_ptr<RigidElement::Memory> RigidContact::make_memory() const { return std::make_unique<Search>(); }

PairMaterial RigidContact::friction_of(const State& state, int surface1, int surface2) const {
  const auto material = [&](int surface) {
    ContactMaterial m = surfaces()[surface].material;
    m.static_friction = state[materials_[surface].static_friction];
    m.dynamic_friction = state[materials_[surface].dynamic_friction];
    return m;
  };
  return combine(material(surface1), material(surface2), {.friction = options_.friction});
}

RigidContactPoint RigidContact::describe_pair(const State& state, int surface1, int surface2) const {
  return describe_pair(state, surface1, surface2, friction_of(state, surface1, surface2));
}

RigidContactPoint RigidContact::describe_pair(const State& state, int surface1, int surface2,
                                              const PairMaterial& material) const {
  return {.body1 = frames_[surface1].body,
          .body2 = frames_[surface2].body,
          .static_friction = material.static_friction,
          .dynamic_friction = material.dynamic_friction,
          .restitution =
              std::min(state[materials_[surface1].restitution], state[materials_[surface2].restitution])};
}

/// True if a surface is a half-space, and a point farther above it than a distance.
bool RigidContact::is_above(int surface, const Pose<double>& pose, const Vec3<double>& point,
                            double distance) const {
  return std::holds_alternative<HalfSpaceShape>(surfaces()[surface].shape) &&
         dot(pose.R.col(2), point - pose.p) > distance;
}

template <class Margin, class Visit>
void RigidContact::search(Search& memory, const Margin& margin, const Visit& visit) const {
  const int count = static_cast<int>(surfaces().size());
  const auto look_at = [&](int i, int j, PairMemory* pair) {
    const double within = margin(i, j);
    const double r1 = pairs_->sphere(i).radius, r2 = pairs_->sphere(j).radius;
    if (std::isfinite(r1) && std::isfinite(r2) &&
        norm(memory.centers[j] - memory.centers[i]) > r1 + r2 + within)
      return;
    if (is_above(i, memory.poses[i], memory.centers[j], r2 + within) ||
        is_above(j, memory.poses[j], memory.centers[i], r1 + within))
      return;
    calc_manifold(surfaces()[i].shape, memory.poses[i], surfaces()[j].shape, memory.poses[j], within,
                  memory.manifold, pair);
    for (int k = 0; k < static_cast<int>(memory.manifold.points.size()); ++k)
      visit(i, j, memory.manifold.points[k], memory.manifold.normal_of(k));
  };
  if (!pairs_->uses_broad_phase()) {
    const Array<ContactPairs::Pair>& list = pairs_->list();
    memory.memories.resize(list.size());
    for (std::size_t k = 0; k < list.size(); ++k)
      look_at(list[k].surface1, list[k].surface2, &memory.memories[k]);
    return;
  }
  const auto box = [&](int i) {
    return enlarge(bounds(surfaces()[i].shape, memory.poses[i]), memory.reaches[i]);
  };
  if (memory.near == nullptr) {
    double smallest = std::numeric_limits<double>::infinity();
    for (int i = 0; i < count; ++i) smallest = std::min(smallest, pairs_->sphere(i).radius);
    memory.near = std::make_shared<BroadPhase>(0.1 * smallest);
    for (int i = 0; i < count; ++i) memory.near->add(box(i));
  } else {
    for (int i = 0; i < count; ++i) memory.near->move(i, box(i));
  }
  for (const std::pair<int, int>&pair :
       memory.near->find_pairs([this](int i, int j) { return !pairs_->may_touch(i, j); }))
    look_at(pair.first, pair.second, nullptr);
}

void RigidContact::add_rows(const State& state, Memory* kept, RigidRows& rows) const {
  Search& memory = *static_cast<Search*>(kept);
  const std::size_t count = surfaces().size();
  memory.poses.resize(count), memory.centers.resize(count), memory.reaches.resize(count);
  for (int i = 0; i < static_cast<int>(count); ++i) {
    memory.poses[i] = pose(state, frames_[i]);
    memory.centers[i] = memory.poses[i] * pairs_->sphere(i).center;
    memory.reaches[i] =
        rows.reach(frames_[i].body, memory.centers[i], pairs_->sphere(i).radius) + 0.5 * rows.margin();
  }
  int last1 = -1, last2 = -1;
  RigidContactPoint contact;
  search(
      memory, [&](int i, int j) { return memory.reaches[i] + memory.reaches[j]; },
      [&](int i, int j, const ManifoldPoint& point, const Vec3<double>& normal) {
        if (i != last1 || j != last2) {
          last1 = i, last2 = j;
          const PairMaterial material = friction_of(state, i, j);
          contact = describe_pair(state, i, j, material);
          // The radii stand for the size of a patch that is one point; several points have a size.
          const std::size_t points = memory.manifold.points.size();
          contact.torsion_radius = points < 2 ? material.torsion_radius : 0.0;
          contact.rolling_radius = points < 3 ? material.rolling_radius : 0.0;
        }
        contact.point = 0.5 * (point.point1 + point.point2);
        contact.normal = normal;
        contact.gap = point.distance;
        rows.add_contact({.first = i, .second = j, .feature = point.name}, contact);
      });
}

Array<Contact> RigidContact::find_contacts(const State& state, double margin) const {
  Search memory;
  for (std::size_t i = 0; i < surfaces().size(); ++i) {
    memory.poses.push_back(pose(state, frames_[i]));
    memory.centers.push_back(memory.poses[i] * pairs_->sphere(static_cast<int>(i)).center);
    memory.reaches.push_back(margin);
  }
  Array<Contact> found;
  search(
      memory, [margin](int, int) { return margin; },
      [&](int i, int j, const ManifoldPoint& point, const Vec3<double>& normal) {
        found.push_back({.surface1 = i,
                         .surface2 = j,
                         .name = point.name,
                         .point1 = point.point1,
                         .point2 = point.point2,
                         .normal = normal,
                         .depth = -point.distance});
      });
  return found;
}

int RigidContact::surface_number(std::string_view name) const {
  return sarrus::surface_number(surfaces(), name);
}

bool RigidContact::may_touch(int surface1, int surface2) const {
  return pairs_->may_touch(surface1, surface2);
}

ShapeDistance RigidContact::distance(const State& state, int surface1, int surface2) const {
  return calc_distance(surfaces()[surface1].shape, pose(state, frames_[surface1]), surfaces()[surface2].shape,
                       pose(state, frames_[surface2]));
}

}  // namespace sarrus
