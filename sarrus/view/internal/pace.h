#pragma once
/// @file
/// The pace of a live simulation: when the state of a time is due on the clock, and the rate achieved. It is
/// told what the clock says, in seconds.

#include <limits>

namespace sarrus::internal {

class Pace {
 public:
  /// Motion and clock go together from here, at `rate` seconds of motion per second; 0: as fast as possible.
  void start(double time, double clock, double rate);
  /// The clock at which the state of a time is due.
  double due(double time) const;
  /// Notes that the state of a time is there. If it is late by more than a moment the clock starts anew
  /// there: a delay is not made up for by a rush.
  void reach(double time, double clock);
  /// Seconds of motion per second, over the last half second or so; 0: not known yet.
  double rate_achieved() const { return achieved_; }

 private:
  static constexpr double moment = 0.1, window = 0.5;

  double rate_ = 1;
  double time_ = 0, clock_ = 0;                // where they go together
  double window_time_ = 0, window_clock_ = 0;  // where the present window of rate_achieved() begins
  double achieved_ = 0;
};

inline void Pace::start(double time, double clock, double rate) {
  rate_ = rate;
  time_ = window_time_ = time;
  clock_ = window_clock_ = clock;
  achieved_ = 0;
}

inline double Pace::due(double time) const {
  return rate_ > 0 ? clock_ + (time - time_) / rate_ : -std::numeric_limits<double>::infinity();
}

inline void Pace::reach(double time, double clock) {
  if (rate_ > 0 && clock > due(time) + moment) time_ = time, clock_ = clock;
  if (clock - window_clock_ < window) return;
  achieved_ = (time - window_time_) / (clock - window_clock_);
  window_time_ = time;
  window_clock_ = clock;
}

}  // namespace sarrus::internal
