#pragma once
/// @file
/// A contact of two surfaces: its geometry, its motion and its forces, all in world axes. The normal points
/// from surface 1 to surface 2, and forces are those on surface 2: surface 1 gets the opposite, at the same
/// point.

#include <cstdint>

#include "sarrus/base/array.h"
#include "sarrus/spatial/motion_force.h"

namespace sarrus {

/// The geometry of a contact at one point, found from positions alone.
struct Contact {
  int surface1 = 0, surface2 = 0;  ///< Numbers of the surfaces.
  std::uint64_t name = 0;          ///< The features that touch: a contact keeps its name while they do.
  Vec3<double> point1, point2;     ///< On the surfaces: point2 − point1 = −depth·normal.
  Vec3<double> normal;
  double depth = 0;     ///< Of the overlap; negative if the surfaces are apart.
  double A = 0, B = 0;  ///< The surfaces separate by A·ξ² + B·η² from the contact point; 0: not known.
  double area = 0;      ///< For laws of layers: the area for which the point stands.
  double volume = 0;    ///< For laws of volumes: the volume of the overlap.
  double pressure = 0, peak_pressure = 0;  ///< For laws of pressures: mean and peak over the area.
  double energy = 0;                       ///< For laws of pressures: what is stored below the area.
  double share1 = 0;                       ///< For laws of pressures: the share of surface 1 in the depth.
};

/// The motion of a contact: of surface 2 relative to surface 1 at the contact point.
struct ContactRates {
  double approach;    ///< Rate of the depth: positive while the surfaces approach.
  Vec3<double> slip;  ///< Tangential velocity.
  Vec3<double> spin;  ///< Relative angular velocity.
};

/// The force of a contact on surface 2.
struct ContactForce {
  Vec3<double> point{0, 0, 0};      ///< Where it acts.
  double normal = 0;                ///< Along the normal; never negative.
  Vec3<double> friction{0, 0, 0};   ///< Tangential.
  Vec3<double> torque{0, 0, 0};     ///< Resistance to spinning and rolling.
  double energy = 0;                ///< Stored in the deformed surfaces.
  double dissipation = 0;           ///< Power lost.
  double peak_pressure = 0;         ///< 0: not known.
  double patch_a = 0, patch_b = 0;  ///< Semi-axes of the contact patch; 0: not known.
};

/// The sum of the forces of a pair of surfaces on surface 2, about the world's origin.
struct ContactPairForce {
  int surface1, surface2;
  Force<double> F;
};

/// The forces of all contacts but springs, in their order, and the sums of all.
struct ContactForces {
  Array<ContactForce> of_contacts;
  Array<ContactPairForce> of_pairs;
  double energy = 0, dissipation = 0;
};

}  // namespace sarrus
