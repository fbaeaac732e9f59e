#pragma once
/// @file
/// The energy balance of a simulation:
///   E(t) − E(0) = work − dissipated + changed by events + imbalance,
/// in joules. The imbalance is the integration error and nothing else.

#include <string>
#include <string_view>

#include "sarrus/base/array.h"

namespace sarrus {

/// The energy account of a force element since the start.
struct ElementEnergy {
  std::string name;
  double work = 0;        ///< Work of its forces on the bodies: positive if it drives them.
  double dissipated = 0;  ///< Energy dissipated in it.
};

struct EnergyBalance {
  double kinetic = 0, potential = 0;  ///< Present energies.
  double initial = 0;                 ///< Kinetic plus potential energy at the start.
  double work_of_motions = 0;         ///< Work of prescribed motions, locks and driving constraints.
  double work_of_forces = 0;          ///< Energy from motors and other elements that are not passive.
  double dissipated = 0;              ///< Energy lost to dampers and friction.
  double by_events = 0;               ///< Energy that event handlers have added by changing the state.
  Array<ElementEnergy> elements;      ///< Gravity and all other force elements.

  double energy() const { return kinetic + potential; }
  double work() const { return work_of_motions + work_of_forces; }
  double imbalance() const { return energy() - initial - work() + dissipated - by_events; }
  /// The account of an element by its name; an unknown name is an Error that suggests the nearest.
  const ElementEnergy& element(std::string_view name) const;
};

}  // namespace sarrus
