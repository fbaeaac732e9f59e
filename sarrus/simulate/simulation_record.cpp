#include "sarrus/simulate/internal/simulation_record.h"

#include <algorithm>
#include <cmath>

namespace sarrus::internal {

namespace {

/// Times that differ by less are equal up to rounding, such as a given end and a multiple of the interval.
double rounding_at(double t) { return 8 * std::numeric_limits<double>::epsilon() * std::abs(t); }

}  // namespace

SimulationRecord::SimulationRecord(const SimulationOptions& options, const State& initial)
    : options_(options),
      columns_(columns_of(options.outputs, initial)),
      table_(table_of(initial.model().name(), columns_)),
      before_(initial) {
  require(std::isfinite(options.every) && options.every >= 0, "states cannot be recorded every {} s",
          options.every);
}

void SimulationRecord::begin(const State& state) {
  origin_ = state.time();
  changed_ = false;
  add_row(state);
  if (options_.frame) options_.frame(state);
}

double SimulationRecord::next_time() const {
  if (options_.every == 0) return std::numeric_limits<double>::infinity();
  return origin_ + static_cast<double>(grid_rows_ + 1) * options_.every;
}

double SimulationRecord::next_time_before(double t) const {
  const double next = next_time();
  return next < t - rounding_at(t) ? next : std::numeric_limits<double>::infinity();
}

void SimulationRecord::add_on_grid(const State& state) {
  ++grid_rows_;
  add_row(state);
  if (options_.frame) options_.frame(state);
}

void SimulationRecord::note_rates(const State& state) {
  if (keeps_states()) Trajectory::calc_rates(state, noted_);
}

void SimulationRecord::note_change(const State& before, Cause cause) {
  if (cause == Cause::event) cause_ = Cause::event;
  if (changed_) return;  // keeps the state before the first of several changes
  changed_ = true;
  cause_ = cause;
  before_ = before;
  std::swap(rates_before_, noted_);
}

void SimulationRecord::complete_instant(const State& state, bool ends_step) {
  const bool on_grid = state.time() >= next_time() - rounding_at(state.time());
  const bool is_due = on_grid || (options_.every == 0 && ends_step && last_ < state.time());
  if (on_grid) ++grid_rows_;
  if (changed_) {
    changed_ = false;
    const In<double> a = before_.y(), b = state.y();
    add_changed(state, is_due, !std::equal(a.begin(), a.end(), b.begin(), b.end()));
  } else if (is_due) {
    add_row(state);
  }
  if (on_grid && options_.frame) options_.frame(state);
}

void SimulationRecord::add_changed(const State& state, bool is_due, bool jumps) {
  if (jumps || (options_.every == 0 && cause_ == Cause::event)) {
    if (last_ < before_.time()) add_row(before_);  // otherwise it is the last row already
    add_row(state);
  } else if (is_due) {
    add_row(state, rates_before_);
  } else if (keeps_states() && options_.keep_changes) {
    trajectory_.add_change(state, rates_before_);
  }
}

void SimulationRecord::end_run(const State& state) {
  if (last_ >= state.time()) return;
  add_row(state);
  if (options_.frame) options_.frame(state);
}

void SimulationRecord::add_row(const State& state, In<double> rates_before) {
  last_ = state.time();
  if (keeps_states()) trajectory_.add(state, rates_before);
  if (options_.record && !columns_.empty()) sarrus::add_row(state, columns_, table_);
  if (options_.report) options_.report(state);
}

}  // namespace sarrus::internal
