#pragma once
/// @file
/// Forces of many springs at once.

#include "sarrus/contact/contact_material.h"
#include "sarrus/contact/contact_springs.h"

namespace sarrus::internal {

/// The motion of surface 2 relative to surface 1: at the position p its velocity is v0 + w×p.
struct PairMotion {
  Vec3<double> v0, w;
};

/// Sums over springs: force and moment about the world's origin on surface 2.
struct SpringSum {
  Force<double> F;
  double energy, dissipation;
};
/// The springs from `begin` to `end`, f = κ·A·x each, with the dissipation of Hunt and Crossley and Stribeck
/// friction: what calc_contact_force() gives for each.
SpringSum sum_springs(const ContactSprings& springs, int begin, int end, const PairMotion& motion,
                      const PairMaterial& material, double transition_speed);

}  // namespace sarrus::internal
