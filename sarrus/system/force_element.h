#pragma once
/// @file
/// What a force element is: the library's own are in sarrus/force, users write theirs in the same way.

#include <vector>

#include "sarrus/system/declaration.h"

namespace sarrus {

/// A part of a System that applies forces to bodies and speeds.
///
///     class Wind : public ForceElement {
///      public:
///       std::vector<Dependency> declare(Declaration& system) override {
///         speed_ = system.parameter("speed", 5.0, "m/s");
///         return {system.quantities().position};
///       }
///       void add_forces(const State& state, AppliedForces& forces) const override { … state[speed_] … }
///      private:
///       Parameter speed_;
///     };
class ForceElement {
 public:
  virtual ~ForceElement() = default;

  /// Called once while the System is built: declares parameters and variables, and returns what the forces
  /// and the energies are computed from. The element's own parameters and discrete variables need not be
  /// listed.
  virtual std::vector<Dependency> declare(Declaration& declaration) = 0;
  /// Adds the forces of this state.
  virtual void add_forces(const State& state, AppliedForces& forces) const = 0;
  /// Energy stored; forces that have one are −∂U/∂q.
  virtual double potential_energy(const State&) const { return 0; }
  /// The rate at which mechanical energy is lost, never negative; zero of elements that lose none.
  virtual double dissipation(const State&) const { return 0; }
  /// Whether all that its forces do to the energy is −U̇ − dissipation. The power of others beyond that is put
  /// in from outside: who keeps account of energies computes their forces once more to know it.
  virtual bool is_passive() const { return false; }
  /// Whether the forces are worth a thread of their own: ten microseconds or more. Elements that say so may
  /// run at the same time as others (SystemBuilder::force_threads): they read what they have declared and
  /// write nothing but `forces`.
  virtual bool is_costly() const { return false; }
};

}  // namespace sarrus
