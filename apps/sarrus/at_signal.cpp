#include "apps/sarrus/at_signal.h"

#include <chrono>

#include "apps/sarrus/command.h"

namespace sarrus {

namespace {

void doze() { std::this_thread::sleep_for(std::chrono::milliseconds(30)); }

}  // namespace

AtSignal::AtSignal(std::function<void()> act)
    : thread_([this, act = std::move(act)] {
        while (!over_ && !watch_.interrupted()) doze();
        if (!over_) act();
      }) {}

AtSignal::~AtSignal() {
  over_ = true;
  thread_.join();
}

int AtSignal::exit_status() const {
  return watch_.interrupted() ? ExitStatus::of_signal + watch_.signal() : ExitStatus::done;
}

void AtSignal::wait() const {
  while (!watch_.interrupted()) doze();
}

}  // namespace sarrus
