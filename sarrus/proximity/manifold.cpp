#include "sarrus/proximity/manifold.h"

#include <cmath>

#include "sarrus/proximity/internal/box_contact.h"
#include "sarrus/proximity/internal/free_form.h"
#include "sarrus/proximity/internal/mesh_contact.h"
#include "sarrus/proximity/internal/patch_contact.h"
#include "sarrus/proximity/internal/plane_contact.h"
#include "sarrus/spatial/internal/finite.h"

namespace sarrus {

namespace {

using internal::BoxContact;

internal::PatchScratch& patch_scratch() {
  thread_local internal::PatchScratch scratch;
  return scratch;
}

/// Any pair with a distance: the patches of both shapes that face each other there.
void add_contacts_at(const ShapeDistance& at, const AnyShape& shape1, const Pose<double>& X_W1,
                     const AnyShape& shape2, const Pose<double>& X_W2, double margin, Manifold& manifold) {
  internal::PatchScratch& scratch = patch_scratch();
  find_patch(shape1, X_W1, at.normal, scratch.patch1);
  find_patch(shape2, X_W2, -at.normal, scratch.patch2);
  add_patch_contacts(at, margin, scratch, manifold);
}

/// The same distance, seen from the other shape.
ShapeDistance turned(const ShapeDistance& at) { return {at.distance, -at.normal, at.point2, at.point1}; }

void add_contacts(const AnyShape& shape1, const Pose<double>& X_W1, const AnyShape& shape2,
                  const Pose<double>& X_W2, double margin, Manifold& manifold, PairMemory* memory) {
  const ShapeDistance at = calc_distance(shape1, X_W1, shape2, X_W2, memory);
  manifold.normal = at.normal;
  if (at.distance > margin) return;
  if (internal::is_free_form_surface(shape1))
    return internal::add_free_form_contacts(shape1, X_W1, shape2, X_W2, at, margin, false, manifold);
  if (internal::is_free_form_surface(shape2))
    return internal::add_free_form_contacts(shape2, X_W2, shape1, X_W1, turned(at), margin, true, manifold);
  const auto *mesh1 = std::get_if<SurfaceMeshShape>(&shape1), *mesh2 = std::get_if<SurfaceMeshShape>(&shape2);
  if (mesh1 != nullptr)
    add_mesh_contacts(*mesh1->mesh, X_W1, shape2, X_W2, at, margin, false, patch_scratch(), manifold);
  else if (mesh2 != nullptr)
    add_mesh_contacts(*mesh2->mesh, X_W2, shape1, X_W1, turned(at), margin, true, patch_scratch(), manifold);
  else
    add_contacts_at(at, shape1, X_W1, shape2, X_W2, margin, manifold);
}

}  // namespace

void calc_manifold(const AnyShape& shape1, const Pose<double>& X_W1, const AnyShape& shape2,
                   const Pose<double>& X_W2, double margin, Manifold& manifold, PairMemory* memory) {
  require(std::isfinite(margin), "The margin of contact points is {}; it must be finite", margin);
  if (!internal::are_finite(X_W1, X_W2))
    fail("The pose of shape {}, a {}, is not finite", internal::is_finite(X_W1) ? 2 : 1,
         type_of(internal::is_finite(X_W1) ? shape2 : shape1));
  manifold.points.clear();
  manifold.normals.clear();
  const bool is_plane1 = std::holds_alternative<HalfSpaceShape>(shape1);
  const bool is_plane2 = std::holds_alternative<HalfSpaceShape>(shape2);
  if (is_plane1 && internal::add_plane_contacts(X_W1, shape2, X_W2, margin, false, manifold)) return;
  if (is_plane2 && internal::add_plane_contacts(X_W2, shape1, X_W1, margin, true, manifold)) return;
  const auto *box1 = std::get_if<BoxShape>(&shape1), *box2 = std::get_if<BoxShape>(&shape2);
  if (box1 != nullptr && box2 != nullptr) {
    const BoxContact found = internal::add_box_contacts(*box1, X_W1, *box2, X_W2, margin, manifold);
    if (found == BoxContact::done) return;
    if (found == BoxContact::edges)
      if (const auto at = internal::find_box_edges(*box1, X_W1, *box2, X_W2))
        return add_contacts_at(*at, shape1, X_W1, shape2, X_W2, margin, manifold);
  }
  add_contacts(shape1, X_W1, shape2, X_W2, margin, manifold, memory);
}

}  // namespace sarrus
