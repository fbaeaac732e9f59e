#pragma once
/// @file
/// The Manutec r3 robot with its drives: six joints, motors with their circuits and controllers, elastic and
/// rigid gears, friction that sticks. Data of the r3 robot of the Modelica Standard Library (after M. Otter).

#include "sarrus/system/system.h"

namespace sarrus::testing {

/// An event at which an axis starts to slide or to stick.
struct FrictionEvent {
  double time;
  int axis;       ///< Number, from 1.
  bool is_start;  ///< True if sliding starts.
};

/// The robot at the start of its path, at rest, and the list to which simulations append their events.
struct R3Robot {
  R3Robot();
  std::shared_ptr<std::vector<FrictionEvent>> events = std::make_shared<std::vector<FrictionEvent>>();
  System system;
  State start;
};

}  // namespace sarrus::testing
