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

/// What makes the axes stick and slide.
enum class R3Friction {
  own_events,  ///< Events of the drives, with locks set by hand; their shafts are auxiliary variables.
  elements     ///< DryFriction "friction1" to "friction6"; the shafts of elastic gears are bodies.
};

/// The robot at the start of its path, at rest, and the list to which simulations with the drives' own events
/// append these.
struct R3Robot {
  explicit R3Robot(R3Friction friction = R3Friction::own_events);
  std::shared_ptr<std::vector<FrictionEvent>> events = std::make_shared<std::vector<FrictionEvent>>();
  System system;
  State start;
};

}  // namespace sarrus::testing
