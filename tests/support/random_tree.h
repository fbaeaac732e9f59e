#pragma once
/// @file
/// Random trees of any size and shape, also with massless bodies and lines.

#include "sarrus/model/builder.h"
#include "tests/support/random.h"

namespace sarrus::testing {

/// The topology of a tree.
enum class TreeShape {
  chain,   ///< The parent of every body is the previous one.
  star,    ///< The parent of every body is the first one.
  random,  ///< The parent of every body is a random earlier one.
};
/// The types of joints, in addition to those that special bodies need.
enum class TreeJoints {
  all,   ///< Any row of joint_rows(), welds and reversed joints included.
  pins,  ///< Pins and sliders.
  welds,
};

struct RandomTree {
  int bodies = 10;
  unsigned seed = 1;
  TreeShape shape = TreeShape::random;
  TreeJoints joints = TreeJoints::all;
  /// The fractions of bodies without mass (on a pin, with another body on a pin attached), and of bodies
  /// without inertia about one axis (on a pin across it, or on a line orientation).
  double massless = 0, line = 0;
  /// True if the first body has a free joint, and if that joint is reversed.
  bool floating = false, reversed_base = false;
};

/// A tree with these properties; every mass matrix of it is positive definite.
Model random_tree(const RandomTree& wanted);

}  // namespace sarrus::testing
