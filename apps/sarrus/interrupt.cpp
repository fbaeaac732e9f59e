#include "apps/sarrus/interrupt.h"

#include <csignal>
#include <ctime>
#include <iterator>

namespace sarrus {

namespace {

constexpr int watched[] = {SIGINT, SIGTERM, SIGHUP};
volatile std::sig_atomic_t noted = 0;
volatile std::time_t first_signal_time = 0;

/// Some programs send a signal twice at once: only a later one means impatience.
void note(int number) {
  const std::time_t now = std::time(nullptr);
  if (noted == 0) {
    first_signal_time = now;
    noted = number;
  }
  if (now > first_signal_time + 1) {
    std::signal(number, SIG_DFL);
    std::raise(number);
  }
}

}  // namespace

InterruptWatch::InterruptWatch() {
  noted = 0;
  for (std::size_t i = 0; i < std::size(watched); ++i) {
    before_[i] = std::signal(watched[i], note);
    if (before_[i] == SIG_IGN) std::signal(watched[i], SIG_IGN);  // as nohup requires
  }
}
InterruptWatch::~InterruptWatch() {
  for (std::size_t i = 0; i < std::size(watched); ++i) std::signal(watched[i], before_[i]);
}
int InterruptWatch::signal() const { return noted; }

}  // namespace sarrus
