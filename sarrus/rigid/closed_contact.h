#pragma once
/// @file
/// Contacts that are closed in a Simulation.

#include <cstdint>

#include "sarrus/spatial/vec3.h"

namespace sarrus {

/// A contact that is closed, as the State keeps it from one event to the next.
struct ClosedContact {
  int surface1 = 0, surface2 = 0;
  std::uint64_t name = 0;   ///< The features that touch.
  std::int64_t slides = 0;  ///< 0: it sticks; 1: it slides, or there is no friction.
  Vec3<double> slip{};      ///< The direction of slip of surface 2 when it was last looked at; zero: none.
  /// Its forces when its mode began, along the normal and two tangents: loads that rigid bodies leave open
  /// are shared as they were then.
  Vec3<double> share{};

  friend bool operator==(const ClosedContact& a, const ClosedContact& b) {
    const auto same = [](const Vec3<double>& x, const Vec3<double>& y) {
      return x.x == y.x && x.y == y.y && x.z == y.z;
    };
    return a.surface1 == b.surface1 && a.surface2 == b.surface2 && a.name == b.name && a.slides == b.slides &&
           same(a.slip, b.slip) && same(a.share, b.share);
  }
};

/// What a closed contact does, in world axes.
struct ContactLoad {
  int surface1 = 0, surface2 = 0;
  bool slides = false;
  Vec3<double> point{}, normal{};  ///< The normal points from surface 1 to surface 2.
  Vec3<double> slip{};             ///< Velocity of surface 2 relative to surface 1, across the normal.
  double normal_force = 0;
  Vec3<double> friction{};  ///< On surface 2.
};

}  // namespace sarrus
