#pragma once
/// @file
#include <atomic>
#include <functional>
#include <thread>

#include "apps/sarrus/interrupt.h"

namespace sarrus {

/// Calls a function when a signal to end the program has come.
class AtSignal {
 public:
  explicit AtSignal(std::function<void()> act);
  ~AtSignal();
  AtSignal(const AtSignal&) = delete;
  AtSignal& operator=(const AtSignal&) = delete;

  /// The status with which the program should end.
  int exit_status() const;
  /// Returns when a signal has come.
  void wait() const;

 private:
  const InterruptWatch watch_;
  std::atomic<bool> over_ = false;
  std::thread thread_;
};

}  // namespace sarrus
