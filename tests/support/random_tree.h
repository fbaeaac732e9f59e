#pragma once
/// @file
/// Random trees of any size and shape, of bodies that hardly are any too.

#include "sarrus/model/builder.h"
#include "tests/support/random.h"

namespace sarrus::testing {

/// What hangs on what.
enum class TreeShape {
  chain,   ///< Every body on the one before.
  star,    ///< Every body on the first.
  random,  ///< Every body on any of those before.
};
/// What the joints are, besides those that special bodies need.
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
  /// The share of bodies without mass (on a pin, with a body on a pin on them), and of bodies without inertia
  /// about one axis (on a pin across it, or on a line orientation).
  double massless = 0, line = 0;
  /// Whether the first body hangs on a free joint, and which way that is.
  bool floating = false, reversed_base = false;
};

/// A tree with these properties; every mass matrix of it is positive definite.
Model random_tree(const RandomTree& wanted);

}  // namespace sarrus::testing
