#pragma once
/// @file
#include "sarrus/base/array.h"
#include "sarrus/system/system.h"

namespace sarrus {

/// Everything in a State as plain data, for files.
struct StateValues {
  struct Lock {
    int body = 0;
    MotionLevel level = MotionLevel::position;
    Array<double> accelerations{};  ///< For locks at the acceleration level: one per locked speed.
    int k = -1;                     ///< The number of the speed within the joint; −1: all speeds.
  };
  double time = 0;
  std::optional<RotationCoordinates> rotation{};
  Array<double> q{}, u{}, z{}, parameters{};
  std::optional<Parameters<double>> model_parameters{};  ///< Set if they are not the model's own.
  Array<bool> enabled{};
  Array<Lock> locks{};
  Array<std::string> discretes{};  ///< As encoded by their codecs.
};

/// The values of a State. A discrete variable whose type has no codec is an Error.
StateValues values_of(const State& state);

/// A State with these values, bit by bit; the State's own checks apply.
State make_state(const System& system, const StateValues& values);

/// The locks of a State.
Array<StateValues::Lock> locks_of(const State& state);

/// The name of a level of motion: "position", …
std::string_view level_name(MotionLevel level);

}  // namespace sarrus
