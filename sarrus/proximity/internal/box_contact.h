#pragma once
/// @file
/// The contact points of two boxes.

#include <optional>

#include "sarrus/proximity/manifold.h"

namespace sarrus::internal {

enum class BoxContact {
  done,    ///< The points were added, or there are none.
  edges,   ///< Perhaps edges cross: see find_box_edges().
  corners  ///< The boxes are apart, and nearest at a corner or at edges of which one ends there.
};

/// Adds the contact points of two boxes that touch with a face; else says how they touch.
BoxContact add_box_contacts(const BoxShape& box1, const Pose<double>& X_W1, const BoxShape& box2,
                            const Pose<double>& X_W2, double margin, Manifold& manifold);

/// The nearest points of the edges of two boxes that cross, if those are nearest.
std::optional<ShapeDistance> find_box_edges(const BoxShape& box1, const Pose<double>& X_W1,
                                            const BoxShape& box2, const Pose<double>& X_W2);

}  // namespace sarrus::internal
