#pragma once
/// @file
/// Simulated time at the pace of the clock: frames that are equally spaced in simulated time arrive from the
/// simulation whenever its variable steps have got so far, wait in a buffer, and leave it at a steady rate, a
/// little late. [Sherman, Seth, Delp 2011, §3.4; the "local lag" of networked games]

#include "sarrus/simulate/simulation.h"

namespace sarrus {

struct RealTimeOptions {
  double frame_rate = 30;  ///< Frames per second of the clock.
  double delay = 0.1;      ///< Seconds by which frames leave the buffer late: as many as it holds.
  double speed = 1;        ///< Simulated seconds per second of the clock.
};

/// How steady it was.
struct RealTimeReport {
  Outcome outcome = Outcome::finished;
  long frames = 0;
  long late = 0;             ///< Frames that the simulation delivered after their time.
  double largest_delay = 0;  ///< By how many seconds, at most.
};

/// Simulates for a duration and calls `show` with each frame at its time, in the calling thread; the
/// simulation runs in another. `show` returns whether to go on. After a late frame the clock starts anew from
/// there, so that the following ones are steady again. Frames are the states at multiples of the interval
/// between them, which becomes the `every` of the simulation, and its end; what happens at events comes with
/// the next frame. Functions among the options of the simulation are called as ever, in its thread.
RealTimeReport run_in_real_time(const State& initial, double duration,
                                const std::function<bool(const State&)>& show,
                                SimulationOptions simulation = {}, const RealTimeOptions& options = {});

}  // namespace sarrus
