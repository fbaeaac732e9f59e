#include "apps/sarrus/modes_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "apps/sarrus/modes_text.h"
#include "apps/sarrus/numbers_text.h"
#include "sarrus/linearize/mode_motion.h"

namespace sarrus {

namespace {

constexpr double frame_rate = 60;  // 1/s

/// Periods that are too short or too long to be watched are shown as this many seconds.
double shown_period(const LinearMode& mode) {
  constexpr double shortest = 0.5, longest = 4, instead = 2;
  const double period = mode.is_oscillation() ? 2 * std::numbers::pi / mode.frequency() : 0;
  return period >= shortest && period <= longest ? period : instead;
}

std::string mode_name(const LinearMode& mode, int number) {
  return mode.is_oscillation()
             ? fmt::format("mode {}: {:.4g} Hz", number + 1, mode.frequency() / (2 * std::numbers::pi))
             : fmt::format("mode {}: {:.4g} 1/s", number + 1, mode.eigenvalue.real());
}

/// "at its own pace", "3 times slower than it is".
std::string pace_text(const LinearMode& mode, double period) {
  const double slower = period * mode.frequency() / (2 * std::numbers::pi);
  if (std::abs(slower - 1) < 1e-6) return "at its own pace";
  return fmt::format("{} times {} than it is", short_number(std::max(slower, 1 / slower)),
                     slower > 1 ? "slower" : "faster");
}

std::string mode_text(const Linearization& linear, const LinearMode& mode, double period) {
  const std::string facts =
      fmt::format("Eigenvalue {} 1/s; moves {}.", eigenvalue_text(mode), shape_text(linear, mode));
  return mode.is_oscillation()
             ? fmt::format("{} Damping ratio {:.3f}; shown without it, {}.", facts, mode.damping_ratio(),
                           pace_text(mode, period))
             : fmt::format("{} It does not oscillate; the directions in which it {} are shown.", facts,
                           mode.eigenvalue.real() > 0 ? "grows" : "decays");
}

}  // namespace

Array<int> modes_worth_showing(const Array<LinearMode>& modes) {
  constexpr int most = 12;
  Array<int> oscillating, all;
  for (int i = 0; i < static_cast<int>(modes.size()); ++i) {
    all.push_back(i);
    if (modes[i].is_oscillation()) oscillating.push_back(i);
  }
  std::stable_sort(oscillating.begin(), oscillating.end(),
                   [&](int a, int b) { return modes[a].frequency() < modes[b].frequency(); });
  Array<int>& chosen = oscillating.empty() ? all : oscillating;
  if (static_cast<int>(chosen.size()) > most) chosen.resize(most);
  return chosen;
}

Page make_modes_page(const LoadedModel& robot, const State& center, const Linearization& linear,
                     const Array<LinearMode>& modes, const Array<int>& shown) {
  const Scene scene = make_scene(center, robot,
                                 {.accelerations = false,
                                  .forces = false,
                                  .energies = false,
                                  .errors = false,
                                  .applied_forces = false,
                                  .constraint_forces = false});
  Page page{robot.model.name() + ": modes", {}};
  for (const int number : shown) {
    const LinearMode& mode = modes[number];
    const double period = shown_period(mode);
    const ModeMotion motion = calc_mode_motion(
        center, mode,
        {.period = period, .frames_per_period = static_cast<int>(std::lround(frame_rate * period))});
    Recording recording(scene, mode_name(mode, number));
    for (const State& frame : motion.frames) recording.add(frame);
    page.items.push_back(
        {mode_name(mode, number), mode_text(linear, mode, period), scene, {std::move(recording)}});
  }
  return page;
}

}  // namespace sarrus
