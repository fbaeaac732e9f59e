#include "sarrus/simulate/internal/chattering.h"

#include <algorithm>
#include <cmath>

#include "sarrus/base/array.h"

namespace sarrus::internal {

namespace {

/// Chattering is `repetition_limit` repetitions, each closer to the previous instant than the given time, in
/// units of the accuracy; `standstill_limit` repetitions are enough if time hardly advances. Several events
/// may follow each other more closely than repetitions of one, as the impacts of a body that rattles between
/// two walls.
constexpr int repetition_limit = 20, standstill_limit = 3;
constexpr double close_for_one = 10, close_for_several = 1e-3, standstill = 1e-10;

}  // namespace

/// Returns true if the instant continues the row; otherwise the row starts anew.
bool ChatteringWatch::goes_on(Row& row, const Array<int>& happened, double time, double close,
                              bool same_only) const {
  const auto is_known = [&](int event) {
    return std::find(row.events.begin(), row.events.end(), event) != row.events.end();
  };
  const bool again = is_known(happened.front());
  const bool belongs = !row.events.empty() && time - row.last < close && (again || !same_only);
  if (!belongs) row.events.clear(), row.repetitions = 0;
  if (belongs && again) ++row.repetitions;
  for (const int event : happened)
    if (!is_known(event) && (!same_only || row.events.empty())) row.events.push_back(event);
  return belongs;
}

void ChatteringWatch::add(const Array<Event>& events, const Array<int>& happened, const EventInstant& at) {
  for (Row* row : {&one_, &several_}) {
    const bool same_only = row == &one_;
    const double least = standstill * std::max(1.0, std::abs(at.time));
    const double close =
        at.is_motion
            ? std::max({(same_only ? close_for_one : close_for_several) * accuracy_, 100 * at.window, least})
            : least;
    const double since = at.time - row->last;
    if (goes_on(*row, happened, at.time, close, same_only)) {
      // With several events, each of them may have happened only once, however many they are.
      const int each = since < least ? standstill_limit : repetition_limit;
      if (row->repetitions >= each * static_cast<int>(row->events.size())) complain(events, *row, close);
    }
    row->last = at.time;
  }
}

void ChatteringWatch::complain(const Array<Event>& events, const Row& row, double close) const {
  std::string names;
  for (const int event : row.events)
    names += fmt::format("{}'{}'", names.empty() ? "" : ", ", events[event].name);
  const bool one = row.events.size() == 1;
  fail(
      "the {} {} {}: {} happened {} times in {}, each time within {:.3g} s of the last, until t = {:.9g} s. "
      "{} "
      "what triggers {}. Let {} change the motion so that the {} away from zero, stop the simulation, "
      "or switch to another model of what comes to rest here",
      one ? "event" : "events", names, one ? "chatters" : "chatter", one ? "it has" : "they have",
      row.repetitions, one ? "a row" : "turn", close, row.last,
      one ? "Its handler does not end" : "Their handlers do not end", one ? "it" : "them",
      one ? "the handler" : "the handlers", one ? "witness moves" : "witnesses move");
}

}  // namespace sarrus::internal
