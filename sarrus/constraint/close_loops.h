#pragma once
/// @file
/// Mechanisms with closed loops: from bodies and joints between any two of them to a System.
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

/// What becomes of a joint that closes a loop.
enum class LoopClosing {
  /// It has coordinates and speeds like any other: it connects its parent to a part of its child, see
  /// model/split_bodies.h, and a WeldConstraint "weld of <joint>" holds the parts together.
  with_coordinates,
  /// Constraints between its two bodies stand for it, and it is no joint of the model: fewer coordinates,
  /// fewer equations. For welds, pins, sliders, cylinders, planar joints, universals, gimbals, balls,
  /// translations and free joints.
  constraints_only,
};

/// Where loops are cut open, and how they are closed again.
struct LoopOptions {
  LoopClosing closing = LoopClosing::with_coordinates;  ///< Of joints not named in `cut`.
  /// Joints that shall close loops, each in its own way; what else has to be cut is chosen. A body that then
  /// hangs on nothing is given a free joint.
  std::map<std::string, LoopClosing> cut{};
};

/// The spanning tree of a graph of bodies and joints with its loops closed: everything else can be added to
/// it. It starts at the default coordinates of the tree's joints; if these do not close a loop, the errors of
/// its constraints say so.
SystemBuilder close_loops(const ModelDescription& description, const LoopOptions& options = {});
inline SystemBuilder close_loops(const ModelBuilder& model, const LoopOptions& options = {}) {
  return close_loops(model.description(), options);
}

}  // namespace sarrus
