#pragma once
/// @file
#include <functional>
#include <vector>

#include "sarrus/base/array.h"
#include "sarrus/function/function.h"
#include "sarrus/system/state.h"

namespace sarrus {

/// A prescribed motion at one time, with its derivatives. At the position level: the coordinate, its rate and
/// second rate; at the velocity level: the speed and its rate; at the acceleration level: the rate of the
/// speed.
struct MotionValue {
  double value = 0, rate = 0, second_rate = 0;
};
/// The motion of a speed as a function of the state; see SystemBuilder::prescribe_speed().
using SpeedMotion = std::function<MotionValue(const State& state)>;

/// The prescribed motion of a joint or of one of its speeds. It is given by functions of time, one for each
/// coordinate (position), speed (velocity) or rate of a speed (acceleration); or, for a single speed, by any
/// function of the state.
struct PrescribedMotion {
  int body = 0;  ///< The joint is that between this body and its parent.
  MotionLevel level = MotionLevel::position;
  Array<Function> functions;
  ElementId element{};              ///< Its handle, with its enabled flag.
  int k = -1;                       ///< The number of the speed within the joint, or −1: all speeds.
  SpeedMotion motion{};             ///< Used in place of `functions` if set.
  std::vector<Dependency> reads{};  ///< Dependencies of `motion`.
};

/// Sets prescribed coordinates and speeds to their values at the state's time, and normalizes quaternions.
void prescribe(State& state);

/// True if the System has prescribed motions, enabled or not.
bool has_prescribed_motions(const State& state);

}  // namespace sarrus
