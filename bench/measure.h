#pragma once
/// @file
/// Standard C++17 only: the programs of the peers measure with it too.
#include <algorithm>
#include <chrono>

namespace sarrus::bench {

/// States that a measured function visits in turn, so that no branch predictor learns one by heart.
constexpr int state_count = 64;

/// Nanoseconds per call of `f(state)`: the best of many repeats of a few thousandths of a second each; fewer
/// repeats where a call takes longer than that.
template <class F>
double best_nanoseconds(F&& f, int repeats = 15) {
  using Clock = std::chrono::steady_clock;
  const auto run = [&](int calls) {
    const auto start = Clock::now();
    for (int i = 0; i < calls; ++i) f(i % state_count);
    return std::chrono::duration<double, std::nano>(Clock::now() - start).count();
  };
  run(1);
  const double estimate = std::max(run(2) / 2, 1.0);
  const int calls = std::max(1, static_cast<int>(2e6 / estimate));
  repeats = std::clamp(static_cast<int>(2e8 / (estimate * calls)), 5, repeats);
  double best = 1e30;
  for (int r = 0; r < repeats; ++r) best = std::min(best, run(calls) / calls);
  return best;
}

}  // namespace sarrus::bench
