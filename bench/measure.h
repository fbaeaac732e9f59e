#pragma once
/// @file
/// Standard C++17 only: the programs of the peers measure with it too.
#include <algorithm>
#include <ctime>

namespace sarrus::bench {

/// States that a measured function visits in turn, so that no branch predictor learns one by heart.
constexpr int state_count = 64;

/// Nanoseconds of processor time per call of `f(state)`: the best of a few repeats of two thousandths of a
/// second each; fewer where a call takes longer than that. No two calls in a row have the same state.
template <class F>
double best_nanoseconds(F&& f) {
  int next = 0;
  const auto run = [&](int calls) {
    const std::clock_t start = std::clock();
    for (int i = 0; i < calls; ++i) f(next++ % state_count);
    return 1e9 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  };
  run(1);
  int calls = 1;
  double sample = run(calls);
  while (sample < 1e5) sample = run(calls *= 2);
  const double estimate = sample / calls;
  calls = std::max(1, static_cast<int>(2e6 / estimate));
  const int repeats = std::clamp(static_cast<int>(1e8 / (estimate * calls)), 1, 5);
  double best = 1e30;
  for (int r = 0; r < repeats; ++r) best = std::min(best, run(calls) / calls);
  return best;
}

}  // namespace sarrus::bench
