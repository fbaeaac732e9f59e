#include "apps/sarrus/interrupt.h"

#include <csignal>
#include <ctime>

namespace sarrus {

namespace {

volatile std::sig_atomic_t pressed = 0;
volatile std::time_t first = 0;

/// Some programs that send the signal do so twice at once: only one that comes later means impatience.
void note(int) {
  const std::time_t now = std::time(nullptr);
  if (pressed == 0) first = now;
  pressed = 1;
  if (now > first + 1) {
    std::signal(SIGINT, SIG_DFL);
    std::raise(SIGINT);
  }
}

}  // namespace

InterruptWatch::InterruptWatch() : before_(std::signal(SIGINT, note)) { pressed = 0; }
InterruptWatch::~InterruptWatch() { std::signal(SIGINT, before_); }
bool InterruptWatch::interrupted() const { return pressed != 0; }

}  // namespace sarrus
