#include <algorithm>

#include "sarrus/simulate/impulse.h"
#include "sarrus/simulate/internal/simulation_run.h"
#include "sarrus/system/responses.h"
#include "sarrus/system/state_difference.h"

namespace sarrus {

using namespace internal;

void Simulation::Run::change_state(const std::function<void(State&)>& make_changes) {
  require(!finished_, "the simulation was finished at t = {} s and cannot be changed", state().time());
  const Closing closing{*this};
  if (!started_) start();
  if (finder_.has_crossings()) finder_.look();
  const State before = state();
  try {
    change(SimulationRecord::Cause::event, [&] {
      calling_.clear();
      change_once("after a change by the program", [&] {
        make_changes(problem_.state());
        require(problem_.size() == static_cast<int>(integrator_->y().size()) &&
                    problem_.state().time() == before.time(),
                "time and the choice of orientation coordinates cannot be changed during a simulation; "
                "restart it from that state");
      });
      call_in_rounds(Array<int>(calling_));
    });
  } catch (...) {
    problem_.state() = before;
    restart(Restart::variables);
    throw;
  }
  finder_.look();
  record_.complete_instant(state(), false);
}

void Simulation::Run::handle_due_at_start() {
  if (!finder_.has_crossings()) return;
  finder_.look();
  due_.clear();
  finder_.find_due(due_);
  const bool was_at_event = is_at_event_;
  if (!due_.empty()) handle(due_);
  is_at_event_ = was_at_event;
}

bool Simulation::Run::handle_crossings(double end) {
  if (!finder_.has_crossings()) return true;
  while (true) {
    finder_.find(*integrator_, end, found_);
    if (found_.events.empty()) return true;
    report_before(found_.after);
    go_to(found_.after);
    const Change made = handle(found_.events);
    if (made != Change::none)
      chattering_.add(events(), found_.events,
                      {found_.after, found_.after - found_.before, made >= Change::rates && !are_impacts()});
    if (made >= Change::rates || schedule_.next_time() < end || stopped_ || is_at_event_) {
      if (made < Change::rates) restart(Restart::derivative);
      complete_step();
      return false;
    }
    finder_.look();
    record_.complete_instant(state(), false);
    if (found_.after >= end) return true;
  }
}

bool Simulation::Run::are_impacts() const {
  return std::all_of(found_.events.begin(), found_.events.end(),
                     [this](int number) { return event(number).is_of_rigid_element; });
}

Simulation::Run::Change Simulation::Run::handle(const Array<int>& numbers) {
  const bool any_handler = std::any_of(numbers.begin(), numbers.end(),
                                       [this](int number) { return event(number).handle != nullptr; });
  if (!any_handler) {
    for (const int number : numbers) call(event(number));
    return Change::none;
  }
  for (const int number : numbers_[Trigger::before]) call(event(number));
  if (finder_.has_crossings()) finder_.look();
  return change(SimulationRecord::Cause::event, [&] { call_in_rounds(numbers); });
}

template <class F>
Simulation::Run::Change Simulation::Run::change(SimulationRecord::Cause cause, const F& make_changes) {
  State& state = problem_.state();
  ydot(state);
  before_ = state;
  record_.note_rates(state);
  if (options_.energy_balance) ledger_.before_change(state);
  make_changes();
  const bool moved = !std::equal(before_.y().begin(), before_.y().end(), state.y().begin(), state.y().end());
  const bool same_rates = !moved && state.has(state.layout().system.derivative);
  const bool is_update = cause == SimulationRecord::Cause::update;  // not worth a comparison
  if (is_update ? same_rates : !moved && state == before_) {
    if (is_update) schedule_.update(state);
    return Change::none;
  }
  if (options_.energy_balance) ledger_.after_change(state);
  record_.note_change(before_, cause);
  if (!same_rates) restart(moved ? Restart::variables : Restart::derivative);
  schedule_.update(state);
  return moved ? Change::variables : same_rates ? Change::others : Change::rates;
}

void Simulation::Run::call_in_rounds(const Array<int>& first) {
  const std::size_t most = 2 * events().size() + 10;
  calling_ = first;
  for (std::size_t round = 0; !calling_.empty(); ++round) {
    if (round == most) complain_of_endless_rounds();
    change_once(occasion(calling_), [this] {
      for (const int number : calling_) call(event(number));
    });
  }
}

template <class F>
void Simulation::Run::change_once(std::string_view occasion, const F& make_changes) {
  State& state = problem_.state();
  u_before_.assign(state.u().begin(), state.u().end());
  make_changes();
  prescribe(state);
  stop_by_impulse(state, u_before_);
  problem_.settle(occasion);
  std::swap(called_, calling_);
  calling_.clear();
  if (finder_.has_crossings()) finder_.find_jumps(called_, calling_);
}

void Simulation::Run::complain_of_endless_rounds() const {
  std::string names = names_of(called_);
  if (called_ != calling_) names += " and " + names_of(calling_);
  fail(
      "the events {} trigger each other without end at t = {:.9g} s: the handler of one makes the witness "
      "of the next pass through zero. Let a handler leave the witnesses of the others alone, or make one "
      "event of them",
      names, state().time());
}

std::string Simulation::Run::names_of(const Array<int>& numbers) const {
  std::string names;
  for (const int number : numbers)
    if (event(number).handle)
      names += fmt::format("{}'{}'", names.empty() ? "" : " and ", event(number).name);
  return names;
}

std::string_view Simulation::Run::occasion(const Array<int>& numbers) {
  occasion_ = "after the event ";
  const std::size_t intro = occasion_.size();
  for (const int number : numbers) {
    if (!event(number).handle) continue;
    if (occasion_.size() > intro) occasion_ += " and ";
    (occasion_ += "'") += event(number).name;
    occasion_ += "'";
  }
  return occasion_;
}

void Simulation::Run::note_event(const Event& event) {
  const bool is_scheduled = event.trigger == Trigger::scheduled && event.handle != nullptr;
  if (event.trigger != Trigger::crossing && !is_scheduled) return;
  last_event_times_[event.name] = state().time();
  record_.note_event(state().time(), event.name);
  is_at_event_ = stops_at_events_;
}

void Simulation::Run::call(const Event& event) {
  ++event_counts_[event.name];
  note_event(event);
  if (event.report) return event.report(problem_.state());
  EventCall call(event.name);
  event.handle(problem_.state(), call);
  require(problem_.size() == static_cast<int>(integrator_->y().size()),
          "a handler of the event '{}' has changed the orientation coordinates, which cannot be done during "
          "a simulation; start another one from that state",
          event.name);
  if (call.stops()) stopped_ = true, stop_reason_ = call.reason();
}

void Simulation::Run::complete_step() {
  State& state = problem_.state();
  handle_scheduled();
  if (!numbers_[Trigger::step].empty()) handle(numbers_[Trigger::step]);
  if (has_updates_)
    change(SimulationRecord::Cause::update, [&] {
      state.update_discrete_variables();
      prescribe(state);
      problem_.settle("after an update of variables");
    });
  else
    ydot(state);
  problem_.note_energies(options_.accuracy);
  finder_.look();
  record_.complete_instant(state, true);
}

void Simulation::Run::handle_scheduled() {
  schedule_.take_due(state().time(), due_);
  if (due_.empty()) return;
  handle(due_);
  schedule_.update(state());
}

}  // namespace sarrus
