#pragma once
/// @file
/// The motion of a mode as States of the mechanism, to be looked at: with ξ, η, ζ the parts of its shape for
/// positions, speeds and auxiliary variables, frames at
///   x(φ) = ε·Re(shape·exp(iφ)),   φ = 2π·t/T
/// are deviations from the state, whose dependent coordinates and speeds follow from the constraints. Growth
/// and damping are left out, and a mode that does not oscillate swings like one that does.
///
///     const Array<LinearMode> modes = calc_modes(linearize(state));
///     for (const State& frame : calc_mode_motion(state, modes[0]).frames) recording.add(frame);

#include "sarrus/linearize/linear_modes.h"

namespace sarrus {

struct ModeMotionOptions {
  /// The largest displacement of a point of a body, of the points listed below, relative to the size of the
  /// mechanism.
  double relative_size = 0.1;
  double largest_turn = 0.3;  ///< No body turns by more than this (rad).
  double period = 0;          ///< T, s; zero: that of the mode, or 1 s if it does not oscillate.
  int periods = 2;
  int frames_per_period = 60;
};

struct ModeMotion {
  double amplitude = 0;   ///< ε; zero if no body moves in the mode.
  Array<State> frames{};  ///< From time zero; the last equals the first but for its time.
};

/// The motion of a mode of linearize(state). Its size is chosen by the displacements of origins, centers of
/// mass and joints of all bodies, and the size of the mechanism is the diagonal of the box around these
/// points. Where constraints cannot be satisfied so far from the state, the motion is made smaller.
ModeMotion calc_mode_motion(const State& state, const LinearMode& mode,
                            const ModeMotionOptions& options = {});

}  // namespace sarrus
