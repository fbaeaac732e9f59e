#pragma once
/// @file
/// Forces at frames of bodies, which keep their directions in the world while the bodies move.

#include "sarrus/derivatives/motion_variation.h"
#include "sarrus/dynamics/frames.h"

namespace sarrus {

/// A force on a body at the origin of a frame, in world axes.
template <class T = double>
struct FrameForce {
  FrameOn<T> at;
  Force<T> F;
};

/// Adds such forces to those that act in a motion computed by calc_motion_variation().
template <class T>
void apply_frame_forces(const Tree<T>& tree, In<FrameForce<T>> forces, MotionVariation<T>& motion);

}  // namespace sarrus
