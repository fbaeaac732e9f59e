#pragma once
/// @file
#include "sarrus/function/function.h"
#include "sarrus/system/state.h"

namespace sarrus {

/// The motion of a joint as functions of time: of its coordinates (position), its speeds (velocity) or their
/// rates (acceleration), one each.
struct PrescribedMotion {
  int body = 0;  ///< The joint is that between this body and its parent.
  MotionLevel level = MotionLevel::position;
  std::vector<Function> functions;
  ElementId element{};  ///< Its flag.
};

/// Sets the coordinates and speeds whose motion is prescribed to what they are at the state's time, and
/// scales quaternions to length one.
void prescribe(State& state);

}  // namespace sarrus
