#pragma once
/// @file
#include "sarrus/simulate/simulation.h"

namespace sarrus {

/// A bar, per cent and times in at most so many columns.
std::string progress_line(const SimulationProgress& progress, int width);

/// A bar that grows on standard error, on a terminal only.
class ProgressBar {
 public:
  explicit ProgressBar(bool wanted);
  ~ProgressBar() { clear(); }
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  void show(const SimulationProgress& progress);
  /// Removes it.
  void clear();

 private:
  bool wanted_, shown_ = false;
};

}  // namespace sarrus
