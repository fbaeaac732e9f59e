#pragma once
/// @file
/// The contact points of two patches.

#include "sarrus/proximity/internal/clip.h"
#include "sarrus/proximity/internal/contact_patch.h"
#include "sarrus/proximity/manifold.h"

namespace sarrus::internal {

/// Scratch memory for finding contact points; kept from call to call, so that nothing is allocated.
struct PatchScratch {
  ContactPatch patch1, patch2;
  Array<ClipVertex> corners, spare;
  Array<HalfPlane> sides;
};

/// Adds the contact points of the patches in `scratch`, of shapes at the distance `at`. The two patches are
/// seen along the normal; the points are the corners of the region that they have in common, each at its own
/// height on both surfaces. Points farther apart than `margin` are left out; the nearest points never are.
void add_patch_contacts(const ShapeDistance& at, double margin, PatchScratch& scratch, Manifold& manifold);

/// Adds the corners of the common region alone, without the nearest points.
void add_patch_corners(const ShapeDistance& at, double margin, PatchScratch& scratch, Manifold& manifold);

}  // namespace sarrus::internal
