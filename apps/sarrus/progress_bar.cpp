#include "apps/sarrus/progress_bar.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "apps/sarrus/numbers_text.h"
#include "apps/sarrus/standard_streams.h"
#include "apps/sarrus/text_table.h"

namespace sarrus {

namespace {

/// The number of columns of the terminal.
int terminal_width() {
  winsize size{};
  const bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : 80;
}

}  // namespace

ProgressBar::ProgressBar(bool wanted) : wanted_(wanted && isatty(STDERR_FILENO) != 0) {}

void ProgressBar::clear() {
  if (shown_) say("\r\033[K");
  shown_ = false;
}

void ProgressBar::show(const SimulationProgress& progress) {
  if (!wanted_) return;
  shown_ = true;
  say(fmt::format("\r{}\033[K", progress_line(progress, terminal_width())));
  std::fflush(stderr);
}

std::string progress_line(const SimulationProgress& progress, int width) {
  constexpr int longest = 32, shortest = 6;
  const std::string percent = fmt::format("{:3.0f} %", 100 * progress.fraction);
  const std::string text = fmt::format("{}  t = {:.4g} s of {:.4g} s, {} left", percent, progress.time,
                                       progress.end, rough_duration(progress.wall_left));
  const int room = width - 2 - static_cast<int>(display_width(text));
  if (room < shortest) return room >= 0 ? text : percent;
  const int length = std::min(longest, room);
  const int full = static_cast<int>(std::lround(length * std::clamp(progress.fraction, 0.0, 1.0)));
  std::string bar;
  for (int i = 0; i < length; ++i) bar += i < full ? "█" : "░";
  return bar + " " + text;
}

}  // namespace sarrus
