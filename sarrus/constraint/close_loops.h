#pragma once
/// @file
/// Mechanisms with closed kinematic loops: makes a System from bodies and joints between any two of them.
///
///     ModelBuilder model("four-bar");
///     …
///     SystemBuilder builder = close_loops(model);
///     builder.add("spring", MobilitySpring(…));
///     const System system = builder.build();

#include <map>

#include "sarrus/model/builder.h"
#include "sarrus/system/system.h"

namespace sarrus {

/// The treatment of a joint that closes a loop.
enum class LoopClosing {
  /// The joint has coordinates and speeds like any other: it connects its parent to a part of its child
  /// (model/internal/split_bodies.h), and a WeldConstraint "weld of <joint>" holds the parts together.
  with_coordinates,
  /// Constraints between its two bodies replace the joint, which is not part of the model: fewer coordinates,
  /// fewer equations. For welds, pins, sliders, cylinders, planar joints, universals, gimbals, balls,
  /// translations and free joints.
  constraints_only,
};

/// The joints at which loops are cut, and how they are closed.
struct LoopOptions {
  LoopClosing closing = LoopClosing::with_coordinates;  ///< For joints not named in `cut`.
  /// Joints that are to close loops, each with its own treatment; further cuts are chosen automatically. A
  /// body that is then attached to nothing gets a free joint.
  std::map<std::string, LoopClosing> cut{};
};

/// A SystemBuilder with the spanning tree of a graph of bodies and joints, and its loops closed by
/// constraints; other elements can be added to it. Default states have the default coordinates of the tree's
/// joints; if these do not close a loop, its constraints have position errors.
SystemBuilder close_loops(const ModelDescription& description, const LoopOptions& options = {});
inline SystemBuilder close_loops(const ModelBuilder& model, const LoopOptions& options = {}) {
  return close_loops(model.description(), options);
}

}  // namespace sarrus
