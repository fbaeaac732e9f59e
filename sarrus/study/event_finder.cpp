#include "sarrus/study/event_finder.h"

#include <algorithm>
#include <cmath>

namespace sarrus {

namespace {

/// A witness on the side from which it cannot trigger may come back and cross within the same step, as that
/// of a ball that has just bounced. It is looked at after h/2ⁿ, …, h/4, h/2 and h: whatever leaves and
/// returns later than the first of them is seen, because one look falls into the second half of its way.
constexpr int looks_while_not_armed = 36;

}  // namespace

/// Two times between which something happens, with the witnesses there.
struct EventFinder::Bracket {
  double begin, end;
  std::vector<double> at_begin, at_end;
};

EventFinder::EventFinder(SystemProblem& problem) : problem_(problem) {
  const std::vector<Event>& events = problem.state().layout().events;
  for (std::size_t i = 0; i < events.size(); ++i)
    if (events[i].trigger == Trigger::crossing) crossings_.push_back({static_cast<int>(i), events[i].window});
}

std::vector<double> EventFinder::values() const {
  const State& state = problem_.state();
  std::vector<double> result;
  for (const Watched& watched : crossings_) {
    const Event& event = state.layout().events[static_cast<std::size_t>(watched.event)];
    result.push_back(state[event.witness]);
    require(!std::isnan(result.back()), "the witness of event '{}' is not a number at t = {} s", event.name,
            state.time());
  }
  return result;
}

void EventFinder::look() {
  const std::vector<double> now = values();
  for (std::size_t i = 0; i < now.size(); ++i) crossings_[i].value = now[i];
  time_ = problem_.state().time();
}

std::vector<double> EventFinder::values_at(const Integrator& integrator, double t) {
  y_.resize(integrator.y().size());
  integrator.interpolate(t, Out<double>(y_));
  problem_.set(t, y_);
  return values();
}

bool EventFinder::crosses(const Watched& watched, double before, double after) const {
  const Crossing direction =
      problem_.state().layout().events[static_cast<std::size_t>(watched.event)].direction;
  const bool rises = before < 0 && after >= 0, falls = before > 0 && after <= 0;
  return (rises && direction != Crossing::falling) || (falls && direction != Crossing::rising);
}

bool EventFinder::is_armed(const Watched& watched) const {
  switch (problem_.state().layout().events[static_cast<std::size_t>(watched.event)].direction) {
    case Crossing::rising:
      return watched.value < 0;
    case Crossing::falling:
      return watched.value > 0;
    case Crossing::both:
      return watched.value != 0;
  }
  return true;
}

bool EventFinder::detect(const Integrator& integrator, Bracket& bracket) {
  const bool all_armed =
      std::all_of(crossings_.begin(), crossings_.end(), [this](const Watched& w) { return is_armed(w); });
  const int looks = all_armed ? 1 : looks_while_not_armed;
  const double begin = bracket.begin, end = bracket.end;
  for (int k = 1; k <= looks; ++k) {
    if (begin + std::ldexp(end - begin, k - looks) <= bracket.begin) continue;
    bracket.end = k == looks ? end : begin + std::ldexp(end - begin, k - looks);
    bracket.at_end = values_at(integrator, bracket.end);
    for (std::size_t i = 0; i < crossings_.size(); ++i)
      if (crosses(crossings_[i], bracket.at_begin[i], bracket.at_end[i])) return true;
    bracket.begin = bracket.end;
    bracket.at_begin = bracket.at_end;
  }
  return false;
}

/// Narrows the bracket around the first crossing: by secants, and by halves whenever those have not halved it
/// in two steps.
void EventFinder::localize(const Integrator& integrator, Bracket& bracket) {
  const auto width = [&] { return bracket.end - bracket.begin; };
  double window = 0;
  for (double wanted = width(); true; wanted = width()) {
    window = std::numeric_limits<double>::infinity();
    double probe = bracket.end;
    for (std::size_t i = 0; i < crossings_.size(); ++i) {
      if (!crosses(crossings_[i], bracket.at_begin[i], bracket.at_end[i])) continue;
      window = std::min(window, crossings_[i].window);
      const double a = bracket.at_begin[i], b = bracket.at_end[i];
      probe = std::min(probe, bracket.begin + width() * (a / (a - b)));
    }
    const double smallest = 4 * std::numeric_limits<double>::epsilon() * std::max(1.0, std::abs(bracket.end));
    window = std::max(window, smallest);
    if (width() <= window) return;

    // On either side of the secant's guess, closer than the window if the guess is good; then the middle.
    for (const double t : {probe - window / 3, probe + window / 3, bracket.begin + width() / 2}) {
      const double inside =
          std::clamp(t, bracket.begin + smallest / 4, std::max(bracket.begin, bracket.end - smallest / 4));
      if (inside <= bracket.begin || inside >= bracket.end ||
          (width() < wanted / 2 && t != probe + window / 3))
        continue;
      std::vector<double> values = values_at(integrator, inside);
      bool happened = false;
      for (std::size_t i = 0; i < crossings_.size(); ++i)
        happened |= crosses(crossings_[i], bracket.at_begin[i], values[i]);
      (happened ? bracket.end : bracket.begin) = inside;
      (happened ? bracket.at_end : bracket.at_begin) = std::move(values);
      if (width() <= window) return;
    }
  }
}

FoundCrossings EventFinder::find(const Integrator& integrator, double end) {
  Bracket bracket{time_, end, {}, {}};
  for (const Watched& watched : crossings_) bracket.at_begin.push_back(watched.value);
  if (!detect(integrator, bracket)) return {};
  localize(integrator, bracket);

  FoundCrossings found{{}, bracket.begin, bracket.end};
  std::vector<std::pair<double, int>> order;  // where the secant puts each
  for (std::size_t i = 0; i < crossings_.size(); ++i)
    if (const double a = bracket.at_begin[i], b = bracket.at_end[i]; crosses(crossings_[i], a, b))
      order.emplace_back(a / (a - b), crossings_[i].event);
  std::sort(order.begin(), order.end());
  for (const auto& [fraction, event] : order) found.events.push_back(event);
  return found;
}

}  // namespace sarrus
