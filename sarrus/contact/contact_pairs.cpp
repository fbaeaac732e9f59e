#include "sarrus/contact/internal/contact_pairs.h"

#include <algorithm>
#include <cmath>

#include "sarrus/base/names.h"

namespace sarrus::internal {

namespace {

constexpr int most_listed_pairs = 200;  // more are left to a broad phase

std::pair<int, int> in_order(int i, int j) { return {std::min(i, j), std::max(i, j)}; }

/// The radius of the least sphere about the origin that holds a round shape; zero for other shapes.
double round_radius(const AnyShape& shape) {
  if (const auto* sphere = std::get_if<SphereShape>(&shape)) return sphere->radius;
  if (const auto* capsule = std::get_if<CapsuleShape>(&shape)) return 0.5 * capsule->length + capsule->radius;
  if (const auto* cylinder = std::get_if<CylinderShape>(&shape))
    return std::hypot(0.5 * cylinder->length, cylinder->radius);
  if (const auto* ellipsoid = std::get_if<EllipsoidShape>(&shape))
    return std::max({ellipsoid->radii.x, ellipsoid->radii.y, ellipsoid->radii.z});
  return 0;
}

/// Larger by more than the rounding of distances, so that whatever touches counts as near.
BoundingSphere least_sphere(const AnyShape& shape) {
  constexpr double margin = 1 + 1e-9;
  if (const double radius = round_radius(shape); radius > 0) return {Vec3<double>::zero(), margin * radius};
  const BoundingSphere sphere = bounding_sphere(shape);
  return {sphere.center, margin * sphere.radius};
}

bool is_identity(const Pose<double>& X) {
  bool equal = true;
  for (int i = 0; i < 3; ++i) {
    equal = equal && X.p[i] == 0;
    for (int j = 0; j < 3; ++j) equal = equal && X.R(i, j) == (i == j ? 1 : 0);
  }
  return equal;
}

std::optional<double> find_ground_height(const AnyShape& shape) {
  if (std::holds_alternative<HalfSpaceShape>(shape)) return 0.0;
  if (std::holds_alternative<HeightFieldShape>(shape)) return bounds(shape).upper.z;
  return std::nullopt;
}

}  // namespace

BoundingSphere bounding_sphere(const AnyShape& shape) {
  const Bounds box = bounds(shape);
  const Vec3<double> center = 0.5 * (box.lower + box.upper);
  const double radius = norm(box.upper - center);
  if (!std::isfinite(radius)) return {Vec3<double>::zero(), std::numeric_limits<double>::infinity()};
  return {center, radius};
}

ContactPairs::ContactPairs(const Model& model, const std::string& element,
                           std::shared_ptr<const Array<ContactSurface>> surfaces,
                           const Array<FrameOn<double>>& frames, const CompliantContactOptions& options)
    : shared_(std::move(surfaces)), surfaces_(*shared_), skips_adjacent_(options.filter.adjacent_bodies) {
  for (const FrameOn<double>& frame : frames) body_of_.push_back(frame.body);
  for (std::size_t i = 0; i < surfaces_.size(); ++i) {
    spheres_.push_back(least_sphere(surfaces_[i].shape));
    centers_on_bodies_.push_back(frames[i].X_BF * spheres_[i].center);
    is_body_frame_.push_back(is_identity(frames[i].X_BF));
    ground_heights_.push_back(find_ground_height(surfaces_[i].shape));
  }
  find_rigid_groups(model);
  take_filter(model, element, options.filter);
  choose_laws(element, options);
  if (uses_broad_phase_) list_.clear();
  for (const Pair& pair : list_) add_pair(pair.surface1, pair.surface2, blocks_);
}

void ContactPairs::find_rigid_groups(const Model& model) {
  for (int b = 0; b < model.body_count(); ++b) {
    const Body& body = model.body(b);
    const bool is_welded = b > 0 && body.nu == 0;
    group_of_.push_back(is_welded ? group_of_[body.parent] : b);
    parent_group_of_.push_back(b == 0      ? -1
                               : is_welded ? parent_group_of_[body.parent]
                                           : group_of_[body.parent]);
  }
}

int ContactPairs::find_surface(const std::string& element, const std::string& name) const {
  Array<std::string> names;
  for (std::size_t i = 0; i < surfaces_.size(); ++i) {
    if (surfaces_[i].name == name) return static_cast<int>(i);
    names.push_back(surfaces_[i].name);
  }
  fail("the contact '{}' has no surface '{}'.{}", element, name, suggestion(name, names));
}

void ContactPairs::take_filter(const Model& model, const std::string& element, const ContactFilter& filter) {
  const auto surfaces_of = [&](const std::string& name) {
    Array<int> found;
    for (std::size_t i = 0; i < surfaces_.size(); ++i)
      if (surfaces_[i].name == name || model.body(body_of_[i]).name == name)
        found.push_back(static_cast<int>(i));
    if (found.empty()) (void)find_surface(element, name);
    return found;
  };
  for (const auto& [name1, name2] : filter.pairs)
    for (const int i : surfaces_of(name1))
      for (const int j : surfaces_of(name2)) skipped_.push_back(in_order(i, j));
  std::sort(skipped_.begin(), skipped_.end());
}

bool ContactPairs::may_touch(int i, int j) const {
  const ContactSurface &one = surfaces_[i], &two = surfaces_[j];
  if ((one.groups & two.touches) == 0 || (two.groups & one.touches) == 0) return false;
  const int body1 = body_of_[i], body2 = body_of_[j], group1 = group_of_[body1], group2 = group_of_[body2];
  if (group1 == group2) return false;
  // The world is adjacent to all that stands on it: it is never left out.
  if (skips_adjacent_ && ((group1 != 0 && parent_group_of_[body2] == group1) ||
                          (group2 != 0 && parent_group_of_[body1] == group2)))
    return false;
  return !std::binary_search(skipped_.begin(), skipped_.end(), in_order(i, j));
}

void ContactPairs::choose_laws(const std::string& element, const CompliantContactOptions& options) {
  const int count = static_cast<int>(surfaces_.size());
  for (const PairLaw& given : options.pair_laws) {
    require(given.law != nullptr, "the contact '{}': no law is given for '{}' and '{}'", element,
            given.surface1, given.surface2);
    law_of_pairs_[in_order(find_surface(element, given.surface1), find_surface(element, given.surface2))] =
        given.law;
  }
  for (int i = 0; i < count; ++i)
    for (int j = i + 1; j < count; ++j) {
      if (!may_touch(i, j)) continue;
      const AnyShape &shape1 = surfaces_[i].shape, &shape2 = surfaces_[j].shape;
      const auto own = law_of_pairs_.find({i, j});
      auto& law = own != law_of_pairs_.end() ? own->second : law_of_types_[shape1.index()][shape2.index()];
      if (law == nullptr)
        law = options.law != nullptr && options.law->serves(shape1, shape2)
                  ? options.law
                  : choose_contact_law(shape1, shape2);
      require(law != nullptr && law->serves(shape1, shape2),
              "the contact '{}': there is no {} of the {} '{}' with the {} '{}'; use other shapes (a mesh "
              "works with "
              "most), give the pair a law of its own, or leave it out by the filter",
              element,
              law == nullptr ? "law for the contact" : fmt::format("contact by the law '{}'", law->type()),
              type_of(shape1), surfaces_[i].name, type_of(shape2), surfaces_[j].name);
      is_exact_ = is_exact_ && law->is_exact(shape1, shape2);
      prepare(*law, i), prepare(*law, j);
      if (static_cast<int>(list_.size()) <= most_listed_pairs) list_.push_back({i, j});
    }
  uses_broad_phase_ = static_cast<int>(list_.size()) > most_listed_pairs;
}

void ContactPairs::prepare(const ContactLaw& law, int surface) {
  if (prepared(law, surface) != nullptr) return;
  auto shape = law.prepare(surfaces_[surface].shape);
  if (shape == nullptr) return;
  prepared_.resize(surfaces_.size());
  prepared_[surface].push_back({&law, std::move(shape)});
}

const ContactLaw& ContactPairs::law(int i, int j) const {
  if (!law_of_pairs_.empty())
    if (const auto own = law_of_pairs_.find({i, j}); own != law_of_pairs_.end()) return *own->second;
  return *law_of_types_[surfaces_[i].shape.index()][surfaces_[j].shape.index()];
}

}  // namespace sarrus::internal
