#include "apps/sarrus/progress_bar.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace sarrus {

namespace {

constexpr int width = 32;

/// Seconds as a person says them.
std::string duration(double seconds) {
  if (seconds < 60) return fmt::format("{:.0f} s", std::ceil(seconds));
  if (seconds < 3600) return fmt::format("{:.0f} min", std::ceil(seconds / 60));
  return fmt::format("{:.1f} h", seconds / 3600);
}

}  // namespace

ProgressBar::ProgressBar(bool wanted) : wanted_(wanted && isatty(STDERR_FILENO) != 0) {}

void ProgressBar::clear() {
  if (shown_) fmt::print(stderr, "\r\033[K");
  shown_ = false;
}

void ProgressBar::show(const SimulationProgress& progress) {
  if (!wanted_) return;
  shown_ = true;
  const int full = static_cast<int>(std::lround(width * std::clamp(progress.fraction, 0.0, 1.0)));
  std::string bar;
  for (int i = 0; i < width; ++i) bar += i < full ? "█" : "░";
  fmt::print(stderr, "\r{} {:3.0f} %  t = {:.4g} s of {:.4g} s, {} left\033[K", bar, 100 * progress.fraction,
             progress.time, progress.end, duration(progress.wall_left));
  std::fflush(stderr);
}

}  // namespace sarrus
