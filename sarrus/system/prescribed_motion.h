#pragma once
/// @file
#include <functional>
#include <vector>

#include "sarrus/base/array.h"
#include "sarrus/function/function.h"
#include "sarrus/system/state.h"

namespace sarrus {

/// The motion of a speed at an instant, and how it goes on. At the level of positions: the coordinate, its
/// rate and second rate; of velocities: the speed and its rate; of accelerations: the rate of the speed.
struct MotionValue {
  double value = 0, rate = 0, second_rate = 0;
};
/// The motion of a speed as a function of the state; see SystemBuilder::prescribe_speed().
using SpeedMotion = std::function<MotionValue(const State& state)>;

/// The motion of a joint or of one of its speeds: functions of time, of its coordinates (position), its
/// speeds (velocity) or their rates (acceleration), one each; or of a single speed, any function.
struct PrescribedMotion {
  int body = 0;  ///< The joint is that between this body and its parent.
  MotionLevel level = MotionLevel::position;
  Array<Function> functions;
  ElementId element{};              ///< Its flag.
  int k = -1;                       ///< The speed within the joint, or −1: all.
  SpeedMotion motion{};             ///< In place of functions.
  std::vector<Dependency> reads{};  ///< What it is computed from.
};

/// Sets the coordinates and speeds whose motion is prescribed to what they are at the state's time, and
/// scales quaternions to length one.
void prescribe(State& state);

}  // namespace sarrus
