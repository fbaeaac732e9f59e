#pragma once
/// @file
#include "apps/plot/plot.h"
#include "sarrus/linearize/linearization.h"

namespace sarrus {

/// Angular frequencies of a plot, rad/s; zero: chosen by the modes.
struct FrequencyRange {
  double from = 0, to = 0;
  bool is_given() const { return from != 0 || to != 0; }
};

/// Magnitude and phase of the frequency responses, a column of two panels for each input with a curve for
/// each output. The state has the units.
Plot bode_plot(const Linearization& linear, const State& center, const FrequencyRange& range);

}  // namespace sarrus
