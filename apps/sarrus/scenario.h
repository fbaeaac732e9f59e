#pragma once
/// @file
#include "apps/sarrus/contact_choice.h"
#include "apps/sarrus/limit_stops.h"
#include "apps/sarrus/simulate.h"
#include "apps/sarrus/stepper.h"

namespace sarrus {

/// The System of a run, and what acts in it.
struct Scenario {
  System system;
  ChosenContact contact;
  LimitStops limits = LimitStops::none;
  RigidParts rigid{};
  bool takes_steps = false;
};

/// Makes the System that the options of a run ask for, without stops at the limits of the joints named in
/// `without_limits`.
Scenario make_scenario(const SimulateCommand& command, const LoadedModel& robot,
                       const Array<std::string>& without_limits = {});

/// A scenario and where it begins.
struct RunStart {
  Scenario scenario;
  StartState start;
  std::string notes;  ///< On the file of the initial state, on what had to change, and on limits.
};
/// Makes the scenario of a run with its start. Joints that begin outside of their limits have no hard stops
/// in a Simulation.
RunStart begin_run(const SimulateCommand& command, const LoadedModel& robot);

}  // namespace sarrus
