#pragma once
/// @file
#include <cstdint>
#include <string>
#include <string_view>

#include "sarrus/base/array.h"
#include "sarrus/contact/contact_material.h"
#include "sarrus/geometry/shapes.h"
#include "sarrus/system/place.h"

namespace sarrus {

/// A shape of a body that can touch others.
///
///     ContactSurface{.name = "sole", .on = {"foot", sole_pose}, .shape = BoxShape{{0.25, 0.1, 0.02}},
///                    .material = rubber_material()}
struct ContactSurface {
  std::string name;
  Place on;
  AnyShape shape;
  ContactMaterial material{};
  /// Two surfaces can touch if each is in a group that the other touches: bits of a set.
  std::uint32_t groups = 1, touches = ~std::uint32_t{0};
};

/// The number of a surface by its name. Throws an Error that suggests others if there is none.
int surface_number(const Array<ContactSurface>& surfaces, std::string_view name);

/// Pairs of surfaces that are left out.
struct ContactFilter {
  bool adjacent_bodies =
      true;  ///< Leave out bodies connected by a joint or rigidly, whose shapes often overlap.
  /// Further pairs, by the names of surfaces or bodies.
  Array<std::pair<std::string, std::string>> pairs{};
};

}  // namespace sarrus
