#pragma once
/// @file
/// The motion of a frame M relative to a frame F, which elements between two bodies read.

#include "sarrus/dynamics/frames.h"

namespace sarrus {

class State;

/// The motion of a frame M relative to a frame F: its pose X_FM, its angular velocity and the velocity of its
/// origin, in F's axes.
template <class T>
struct RelativeMotion {
  Pose<T> X;
  Motion<T> V = Motion<T>::zero();
};

/// The motion of M relative to F in a state.
RelativeMotion<double> calc_relative_motion(const State& state, const FrameOn<double>& F,
                                            const FrameOn<double>& M);

}  // namespace sarrus
