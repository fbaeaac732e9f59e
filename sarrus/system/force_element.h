#pragma once
/// @file
/// The interface of force elements. The library's own are in sarrus/force; users write theirs in the same
/// way.

#include <vector>

#include "sarrus/base/array.h"
#include "sarrus/dynamics/frames.h"
#include "sarrus/system/applied_forces.h"
#include "sarrus/system/state.h"

namespace sarrus {

class Declaration;
class ForceDerivatives;

/// Where a force element acts, for pictures and plots of it.
struct ForceEnds {
  /// Points of bodies. At two points equal and opposite forces act, or a wrench and its opposite.
  Array<FrameOn<double>> points{};
  bool has_torques = false;  ///< True if it applies torques at its points too.
  Array<int> speeds{};       ///< Numbers of speeds.
};

/// An element of a System that applies forces to bodies and speeds.
///
///     class Wind : public ForceElement {
///      public:
///       std::vector<Dependency> declare(Declaration& system) override {
///         speed_ = system.declare_parameter("speed", 5.0, "m/s");
///         return {system.quantities().position};
///       }
///       void add_forces(const State& state, AppliedForces& forces) const override { … state[speed_] … }
///      private:
///       Parameter speed_;
///     };
class ForceElement {
 public:
  virtual ~ForceElement() = default;

  /// Called once while the System is built: declares parameters and variables, and returns the dependencies
  /// of the forces and the energies. The element's own parameters and discrete variables need not be listed.
  virtual std::vector<Dependency> declare(Declaration& declaration) = 0;
  /// Adds the element's forces in this state.
  virtual void add_forces(const State& state, AppliedForces& forces) const = 0;
  /// Stored energy U; conservative forces are −∂U/∂q.
  virtual double potential_energy(const State&) const { return 0; }
  /// The rate at which the element dissipates mechanical energy; never negative.
  virtual double dissipation(const State&) const { return 0; }
  /// True if the power of its forces is always −U̇ − dissipation. Elements that are not passive bring in
  /// energy from outside; energy accounts compute their forces once more to find their power.
  virtual bool is_passive() const { return false; }
  /// True if the forces are worth a thread of their own: ten microseconds or more. Such elements may run
  /// concurrently with others (SystemBuilder::force_threads): they must read only what they have declared and
  /// write only to `forces`.
  virtual bool is_costly() const { return false; }
  /// Where it acts, if that is known before the motion. Viewers draw its ends and arrows there.
  virtual ForceEnds ends() const { return {}; }
  /// Adds the derivatives of the element's forces in this state by coordinates, speeds and, if it reads them,
  /// auxiliary variables (force_derivatives.h), and returns true. Returns false if it has none: its forces
  /// are then differenced. An element whose forces depend on none of these returns true. A force between two
  /// bodies is given as a law of their relative motion in any scalar: dual numbers do the rest.
  virtual bool add_derivatives(const State&, ForceDerivatives&) const { return false; }
};

}  // namespace sarrus
