#pragma once
/// @file
#include <algorithm>
#include <chrono>

namespace sarrus::bench {

/// Nanoseconds per call of `f`: the best of many repeats of a few thousandths of a second each.
template <class F>
double best_nanoseconds(F&& f, int repeats = 30) {
  using Clock = std::chrono::steady_clock;
  const auto run = [&](int calls) {
    const auto start = Clock::now();
    for (int i = 0; i < calls; ++i) f(i);
    return std::chrono::duration<double, std::nano>(Clock::now() - start).count();
  };
  run(10);
  const int calls = std::max(10, static_cast<int>(2e6 / std::max(run(10) / 10, 1.0)));
  double best = 1e30;
  for (int r = 0; r < repeats; ++r) best = std::min(best, run(calls) / calls);
  return best;
}

}  // namespace sarrus::bench
