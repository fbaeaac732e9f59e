#pragma once
/// @file
/// Simulation in real time. Frames that are equally spaced in simulated time arrive from the simulation as
/// its variable steps reach them, wait in a buffer, and leave it at a steady rate with a small delay.
/// [Sherman, Seth, Delp 2011, §3.4; the "local lag" of networked games]

#include "sarrus/simulate/simulation.h"

namespace sarrus {

struct RealTimeOptions {
  double frame_rate = 30;  ///< Frames per second of real time.
  double delay = 0.1;      ///< Delay in seconds, which is also the length of the buffer, up to 1000 frames.
  double speed = 1;        ///< Simulated seconds per second of real time.
};

/// A report on the steadiness of the frames.
struct RealTimeReport {
  Outcome outcome = Outcome::finished;
  long frames = 0;
  long late = 0;             ///< Number of frames that the simulation delivered too late.
  double largest_delay = 0;  ///< The largest lateness of a frame in seconds.
};

/// Simulates for a duration and calls `show` with each frame at its time, in the calling thread; the
/// simulation runs in another thread. `show` returns true to continue. After a late frame the clock restarts
/// there, so that the following frames are steady again. Frames are the states at multiples of the frame
/// interval, which becomes the `every` of the simulation, and at its end; the effects of events appear in the
/// next frame. Functions in the options of the simulation are called as usual, in its thread.
RealTimeReport run_in_real_time(const State& initial, double duration,
                                const std::function<bool(const State&)>& show,
                                SimulationOptions simulation = {}, const RealTimeOptions& options = {});

}  // namespace sarrus
