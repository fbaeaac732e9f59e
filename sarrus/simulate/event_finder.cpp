#include "sarrus/simulate/internal/event_finder.h"

#include <algorithm>
#include <cmath>

#include "sarrus/base/array.h"

namespace sarrus::internal {

namespace {

/// The number n of samples after a trigger. A witness that leaves zero and returns later than h/2ⁿ is seen,
/// because one sample falls into the second half of its excursion.
constexpr int looks_after_trigger = 36;
/// The fraction of a step at which it is sampled in addition to its end: not a simple fraction, so that a
/// periodic witness is not mistaken for a constant one (aliasing).
constexpr double inner_look = 0.382;
/// The distance from zero, in multiples of the height of the parabola, at which a witness is safe between two
/// samples; the shortest interval that is divided, as a fraction of the step; and the largest number of
/// samples in a step.
constexpr double safe_height = 4, shortest_interval = 1e-3;
constexpr std::size_t most_looks = 100;

/// The divided difference f[a, b, c] of Newton's interpolation.
double second_difference(const double* t, double fa, double fb, double fc) {
  return ((fc - fb) / (t[2] - t[1]) - (fb - fa) / (t[1] - t[0])) / (t[2] - t[0]);
}

}  // namespace

EventFinder::EventFinder(SystemProblem& problem) : problem_(problem) {
  const Array<Event>& events = problem.state().layout().events;
  const double never = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < events.size(); ++i)
    if (events[i].trigger == Trigger::crossing)
      crossings_.push_back({static_cast<int>(i), events[i].direction, events[i].window, never});
  for (auto* values : {&values_, &probe_, &bracket_.at_begin, &bracket_.at_end}) values->resize(count());
  if (count() == 0) return;
  sample_times_.reserve(most_looks + looks_after_trigger + 1);
  samples_.reserve(sample_times_.capacity() * count());
  order_.reserve(count());
}

void EventFinder::read_witnesses(Out<double> values) const {
  const State& state = problem_.state();
  for (std::size_t i = 0; i < count(); ++i) {
    const Event& event = state.layout().events[crossings_[i].event];
    values[i] = state[event.witness];
    require(!std::isnan(values[i]), "the witness of event '{}' is not a number at t = {} s", event.name,
            state.time());
  }
}

void EventFinder::read_witnesses(const Integrator& integrator, double t, Out<double> values) {
  y_.resize(integrator.y().size());
  integrator.interpolate(t, Out<double>(y_));
  problem_.set(t, y_);
  read_witnesses(values);
}

void EventFinder::look() {
  read_witnesses(Out<double>(values_));
  time_ = problem_.state().time();
}

void EventFinder::find_jumps(const Array<int>& called, Array<int>& events) {
  read_witnesses(Out<double>(probe_));
  for (std::size_t i = 0; i < count(); ++i)
    if (crosses(crossings_[i], values_[i], probe_[i]) &&
        std::find(called.begin(), called.end(), crossings_[i].event) == called.end()) {
      events.push_back(crossings_[i].event);
      crossings_[i].triggered = time_;
    }
  std::swap(values_, probe_);
}

void EventFinder::find_due(Array<int>& events) const {
  for (std::size_t i = 0; i < count(); ++i) {
    const Event& event = problem_.state().layout().events[crossings_[i].event];
    if (event.is_of_rigid_element && values_[i] < 0) events.push_back(crossings_[i].event);
  }
}

bool EventFinder::crosses(const Watched& watched, double before, double after) {
  const bool rises = before < 0 && after >= 0, falls = before > 0 && after <= 0;
  return (rises && watched.direction != Crossing::falling) ||
         (falls && watched.direction != Crossing::rising);
}

bool EventFinder::any_crosses(const double* before, const double* after) const {
  for (std::size_t i = 0; i < count(); ++i)
    if (crosses(crossings_[i], before[i], after[i])) return true;
  return false;
}

bool EventFinder::may_return_at_once(std::size_t witness) const {
  return values_[witness] == 0 || crossings_[witness].triggered == time_;
}

void EventFinder::add_sample(const Integrator& integrator, std::size_t at, double t) {
  sample_times_.insert(sample_times_.begin() + static_cast<std::ptrdiff_t>(at), t);
  samples_.insert(samples_.begin() + static_cast<std::ptrdiff_t>(at * count()), count(), 0.0);
  read_witnesses(integrator, t, Out<double>(sample(at), count()));
}

/// Takes the first samples, up to the first zero crossing or the end.
void EventFinder::take_first_samples(const Integrator& integrator, double end) {
  sample_times_.assign(1, time_);
  samples_.assign(values_.begin(), values_.end());
  bool returns = false;
  for (std::size_t i = 0; i < count(); ++i) returns |= may_return_at_once(i);
  const int looks = returns ? looks_after_trigger : 2;
  for (int k = 1; k <= looks; ++k) {
    const double fraction = returns ? std::ldexp(1, k - looks) : inner_look;
    const double t = k == looks ? end : time_ + fraction * (end - time_);
    if (t <= sample_times_.back() || (t >= end && k < looks)) continue;
    const std::size_t last = sample_times_.size();
    add_sample(integrator, last, t);
    if (any_crosses(sample(last - 1), sample(last))) return;
  }
}

/// The time between samples i and i + 1 at which a witness may have been on the other side of zero; infinity:
/// none.
double EventFinder::hidden_turn(std::size_t i) {
  const double never = std::numeric_limits<double>::infinity();
  const double *times = sample_times_.data(), left = times[i], right = times[i + 1], length = right - left;
  const std::size_t last = sample_times_.size() - 1;
  if (length < shortest_interval * (times[last] - times[0]) || sample_times_.size() > most_looks)
    return never;
  for (std::size_t k = 0; k < count(); ++k) {
    const double a = sample(i)[k], b = sample(i + 1)[k], nearest = std::min(std::abs(a), std::abs(b));
    if ((a < 0) != (b < 0)) continue;  // already detected, or in the other direction
    double bend = 0;
    for (std::size_t first = i == 0 ? 0 : i - 1; first <= i && first + 2 <= last; ++first)
      if (const double difference =
              second_difference(times + first, sample(first)[k], sample(first + 1)[k], sample(first + 2)[k]);
          std::abs(difference) > std::abs(bend))
        bend = difference;
    if (bend == 0 || nearest >= safe_height * std::abs(bend) * length * length / 4) continue;
    // The vertex of the parabola, if it is well inside the interval.
    const double vertex = (left + right) / 2 - (b - a) / length / (2 * bend);
    return vertex > left + 0.1 * length && vertex < right - 0.1 * length ? vertex : (left + right) / 2;
  }
  return never;
}

bool EventFinder::detect(const Integrator& integrator, double end) {
  take_first_samples(integrator, end);
  for (std::size_t i = 0; i + 1 < sample_times_.size();) {
    if (any_crosses(sample(i), sample(i + 1))) {
      bracket_.begin = sample_times_[i], bracket_.end = sample_times_[i + 1];
      std::copy_n(sample(i), count(), bracket_.at_begin.begin());
      std::copy_n(sample(i + 1), count(), bracket_.at_end.begin());
      return true;
    }
    if (const double turn = hidden_turn(i); std::isfinite(turn))
      add_sample(integrator, i + 1, turn);
    else
      ++i;
  }
  return false;
}

/// Narrows the bracket around the first zero crossing: by the secant method, and by bisection whenever
/// secants have not halved it in two steps.
void EventFinder::localize(const Integrator& integrator) {
  Bracket& bracket = bracket_;
  const auto width = [&] { return bracket.end - bracket.begin; };
  double window = 0;
  for (double wanted = width(); true; wanted = width()) {
    window = std::numeric_limits<double>::infinity();
    double probe = bracket.end;
    for (std::size_t i = 0; i < count(); ++i) {
      if (!crosses(crossings_[i], bracket.at_begin[i], bracket.at_end[i])) continue;
      window = std::min(window, crossings_[i].window);
      const double a = bracket.at_begin[i], b = bracket.at_end[i];
      probe = std::min(probe, bracket.begin + width() * (a / (a - b)));
    }
    const double smallest = 4 * std::numeric_limits<double>::epsilon() * std::max(1.0, std::abs(bracket.end));
    window = std::max(window, smallest);
    if (width() <= window) return;

    // Probes both sides of the secant's root, closer together than the window if the root is good; then the
    // middle.
    for (const double t : {probe - window / 3, probe + window / 3, bracket.begin + width() / 2}) {
      const double inside =
          std::clamp(t, bracket.begin + smallest / 4, std::max(bracket.begin, bracket.end - smallest / 4));
      if (inside <= bracket.begin || inside >= bracket.end ||
          (width() < wanted / 2 && t != probe + window / 3))
        continue;
      read_witnesses(integrator, inside, Out<double>(probe_));
      const bool happened = any_crosses(bracket.at_begin.data(), probe_.data());
      (happened ? bracket.end : bracket.begin) = inside;
      std::swap(happened ? bracket.at_end : bracket.at_begin, probe_);
      if (width() <= window) return;
    }
  }
}

void EventFinder::find(const Integrator& integrator, double end, FoundCrossings& found) {
  found.events.clear();
  if (time_ >= end || !detect(integrator, end)) return;
  localize(integrator);

  found.before = bracket_.begin, found.after = bracket_.end;
  order_.clear();  // sorted by the roots of the secants
  for (std::size_t i = 0; i < count(); ++i)
    if (const double a = bracket_.at_begin[i], b = bracket_.at_end[i]; crosses(crossings_[i], a, b)) {
      order_.emplace_back(a / (a - b), crossings_[i].event);
      crossings_[i].triggered = found.after;
    }
  std::sort(order_.begin(), order_.end());
  for (const auto& [fraction, event] : order_) found.events.push_back(event);
}

}  // namespace sarrus::internal
