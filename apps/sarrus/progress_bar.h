#pragma once
/// @file
#include "sarrus/simulate/simulation.h"

namespace sarrus {

/// A bar, percent and times in at most `width` columns.
std::string progress_line(const SimulationProgress& progress, int width);

/// A progress bar on standard error, if that is a terminal.
class ProgressBar {
 public:
  explicit ProgressBar(bool wanted);
  ~ProgressBar() { clear(); }
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  void show(const SimulationProgress& progress);
  /// Removes the bar.
  void clear();

 private:
  bool wanted_, shown_ = false;
};

}  // namespace sarrus
