#include "sarrus/simulate/simulation.h"

#include <chrono>
#include <cmath>

#include "sarrus/base/array.h"
#include "sarrus/simulate/impulse.h"
#include "sarrus/simulate/internal/chattering.h"
#include "sarrus/simulate/internal/event_finder.h"
#include "sarrus/simulate/internal/event_schedule.h"
#include "sarrus/simulate/internal/simulation_record.h"
#include "sarrus/simulate/internal/singularity_hint.h"
#include "sarrus/simulate/internal/step_guards.h"
#include "sarrus/simulate/internal/system_problem.h"
#include "sarrus/system/internal/layout.h"
#include "sarrus/system/responses.h"
#include "sarrus/system/rigid_element.h"
#include "sarrus/system/state_difference.h"

namespace sarrus {

using namespace internal;

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

IntegratorOptions integrator_options(const SimulationOptions& options) {
  return {.accuracy = options.accuracy,
          .norm = options.norm,
          .fixed_step = options.fixed_step,
          .initial_step = options.initial_step,
          .smallest_step = options.smallest_step,
          .largest_step = options.largest_step};
}

}  // namespace

/// One simulation from its first step to its last.
class Simulation::Run {
 public:
  Run(const State& initial, const SimulationOptions& options)
      : options_(options),
        problem_(initial, options.energy_balance),
        integrator_(make_integrator(options.integrator, problem_, integrator_options(options))),
        finder_(problem_),
        guards_(initial),
        chattering_(options.accuracy),
        record_(options_, initial),
        before_(initial) {
    refuse_rigid_elements(initial);
    if (!options.speed_weights.empty()) problem_.set_speed_weights(options.speed_weights);
    require(std::isfinite(options.constraint_tolerance) && options.constraint_tolerance >= 0,
            "the tolerance of constraints cannot be {}", options.constraint_tolerance);
    problem_.set_constraint_tolerance(options.constraint_tolerance > 0 ? options.constraint_tolerance
                                                                       : 0.1 * options.accuracy);
    if (options.fixed_step == 0) problem_.set_step_accuracy(options.accuracy);
    prescribe(problem_.state());
    if (options.energy_balance) ledger_.begin(state());
    for (const DiscreteEntry& variable : state().layout().discretes) has_updates_ |= variable.update >= 0;
    for (std::size_t i = 0; i < events().size(); ++i)
      numbers_[events()[i].trigger].push_back(static_cast<int>(i));
  }

  Outcome run_until(double end) {
    require(std::isfinite(end), "a simulation cannot run until t = {} s", end);
    require(end >= problem_.state().time(), "the simulation is at t = {} s and cannot go back to {} s",
            problem_.state().time(), end);
    require(!finished_, "the simulation was finished at t = {} s and cannot go on to {} s", state().time(),
            end);
    const Closing closing{*this};
    stop_reason_.clear();
    is_at_event_ = false;
    if (!started_) start();
    const double from = problem_.state().time();
    double reported = 0;
    bool wanted = true;
    while (wanted && !stopped_ && !is_at_event_ && problem_.state().time() < end) {
      step(end);
      if (!options_.progress || closing.seconds() <= reported + 0.1) continue;
      reported = closing.seconds();
      wanted = options_.progress(progress(from, end, reported));
    }
    record_.end_run(state());
    const bool was_at_event = std::exchange(is_at_event_, false);
    if (std::exchange(stopped_, false)) return Outcome::stopped;
    if (was_at_event) return Outcome::at_event;
    return wanted ? Outcome::finished : Outcome::interrupted;
  }

  void change_state(const std::function<void(State&)>& make_changes) {
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

  bool stops_at_events() const { return stops_at_events_; }
  void stop_at_events(bool on) { stops_at_events_ = on; }

  void finish() {
    if (finished_) return;
    const Closing closing{*this};
    if (!started_) start();
    finished_ = true;
    handle(numbers_[Trigger::end]);
    record_.complete_instant(state(), false);
  }

  const SimulationOptions& options() const { return options_; }
  const State& state() const { return problem_.state(); }
  Trajectory& trajectory() { return record_.trajectory(); }
  NumberTable& outputs() { return record_.table(); }
  const IntegratorStatistics& statistics() const { return integrator_->statistics(); }
  const std::map<std::string, long>& event_counts() const { return event_counts_; }
  const std::map<std::string, double>& last_event_times() const { return last_event_times_; }
  const std::string& stop_reason() const { return stop_reason_; }
  double wall_seconds() const { return wall_seconds_; }
  EnergyBalance energy_balance() const {
    require(options_.energy_balance,
            "no account was kept of energies; set energy_balance in the options of the simulation");
    return ledger_.balance(state(), problem_.integrals_of_power());
  }

 private:
  /// Adds the wall-clock time of its scope, also on an exception.
  struct Closing {
    Run& run;
    Clock::time_point began = Clock::now();
    double seconds() const { return seconds_since(began); }
    ~Closing() {
      run.wall_seconds_ += seconds();
      run.trajectory().set_statistics(run.statistics());
    }
  };

  const Array<Event>& events() const { return problem_.state().layout().events; }
  const Event& event(int number) const { return events()[number]; }

  SimulationProgress progress(double from, double end, double wall) const {
    const double now = problem_.state().time(), fraction = (now - from) / (end - from);
    return {now, end, fraction, wall, fraction > 0 ? wall * (1 - fraction) / fraction : 0};
  }

  void start() {
    started_ = true;
    for (const RigidElement* element : rigid_elements(state()))
      element->begin(problem_.state(), options_.accuracy);
    for (const int number : numbers_[Trigger::start]) call(event(number));
    prescribe(problem_.state());
    problem_.settle("at the start");
    const double t = state().time();
    problem_.get_variables(y_);
    problem_.set(t, y_);
    problem_.state().update_discrete_variables();  // as after a step of zero length
    problem_.get_variables(y_);
    integrator_->start(t, y_);
    return_to_integrator();
    if (options_.energy_balance) ledger_.begin(state());
    schedule_.begin(state());
    handle_scheduled();
    handle_due_at_start();
    problem_.note_energies(options_.accuracy);
    finder_.look();
    record_.begin(state());
  }

  /// What rigid elements have to settle before the motion begins; runs do not end there.
  void handle_due_at_start() {
    if (!finder_.has_crossings()) return;
    finder_.look();
    due_.clear();
    finder_.find_due(due_);
    const bool was_at_event = is_at_event_;
    if (!due_.empty()) handle(due_);
    is_at_event_ = was_at_event;
  }

  /// Takes one step of the integrator and handles its events.
  void step(double end) {
    try {
      integrator_->step(
          std::min({end, schedule_.next_time(), state().time() + guards_.longest_step(state())}));
    } catch (const Error& error) {
      return_to_integrator();  // the last attempt may have ended elsewhere
      explain(error);
      throw;
    } catch (...) {
      return_to_integrator();
      throw;
    }
    const std::optional<StepGuard::Missed> missed = find_missed();
    if (!handle_crossings(missed ? missed->time : integrator_->time())) return;  // the rest was discarded
    if (missed) return end_step_at(*missed);
    report_before(integrator_->time());
    return_to_integrator();
    complete_step();
  }

  /// The first of the things that the last step has passed over.
  std::optional<StepGuard::Missed> find_missed() {
    const auto state_at = [this](double t) -> const State& {
      if (t != state().time()) go_to(t);
      return state();
    };
    return guards_.find_missed({integrator_->previous_time(), integrator_->time(), state_at},
                               [this] { return_to_integrator(); });
  }
  /// Discards the rest of the last step.
  void end_step_at(const StepGuard::Missed& missed) {
    report_before(missed.time);
    go_to(missed.time);
    restart(Restart::derivative);
    complete_step();
    guards_.limit_next_step(missed.next_step);
  }

  /// If the mechanism is at a singular position, rethrows the Error of a step with a message that explains
  /// this first.
  void explain(const Error& error) const {
    std::string hint;
    try {
      hint = describe_singularity(state(), problem_.constraint_tolerance());
    } catch (const Error&) {  // the state cannot be examined: the first Error says more
    }
    if (hint.empty()) return;
    const auto* numerical = dynamic_cast<const NumericalError*>(&error);
    throw NumericalError(fmt::format("{}\nIn detail: {}", hint, error.what()), state().time(),
                         numerical != nullptr ? numerical->variable() : "");
  }

  /// Restarts the integrator from the problem's state.
  void restart(Restart depth) {
    problem_.get_variables(y_);
    integrator_->restart(problem_.state().time(), y_, depth);
    return_to_integrator();
  }
  /// Brings the problem back to the integrator's time, after evaluations elsewhere.
  void return_to_integrator() { problem_.set(integrator_->time(), integrator_->y()); }
  /// Brings the problem to a time within the last step, by dense output.
  void go_to(double t) {
    y_.resize(integrator_->y().size());
    integrator_->interpolate(t, Out<double>(y_));
    problem_.set(t, y_);
  }

  /// Handles the zero crossings within the last step, up to `end`, one after the other. Returns false if the
  /// rest of the step is discarded, because one of them changed the motion or the schedule, or stopped the
  /// run.
  bool handle_crossings(double end) {
    if (!finder_.has_crossings()) return true;
    while (true) {
      finder_.find(*integrator_, end, found_);
      if (found_.events.empty()) return true;
      report_before(found_.after);
      go_to(found_.after);
      const Change made = handle(found_.events);
      if (made != Change::none)
        chattering_.add(
            events(), found_.events,
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

  /// True if the events found are those of rigid elements, such as stops. A joint may hit its stop as often
  /// as what shakes it: that is chattering only where time stands still.
  bool are_impacts() const {
    return std::all_of(found_.events.begin(), found_.events.end(),
                       [this](int number) { return event(number).is_of_rigid_element; });
  }

  /// The kind of a change of the state, in increasing order of its effect.
  enum class Change { none, others, rates, variables };

  /// Calls handlers and reporters at the problem's present state, then those of events that these trigger at
  /// once, until there are no more. Then the constraints are met again, and integrator, schedule and record
  /// are updated.
  Change handle(const Array<int>& numbers) {
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

  /// Calls `make_changes`, which changes the problem's state instantaneously; then restores the constraints
  /// and restarts the integrator.
  template <class F>
  Change change(SimulationRecord::Cause cause, const F& make_changes) {
    State& state = problem_.state();
    ydot(state);
    before_ = state;
    record_.note_rates(state);
    if (options_.energy_balance) ledger_.before_change(state);
    make_changes();
    const bool moved =
        !std::equal(before_.y().begin(), before_.y().end(), state.y().begin(), state.y().end());
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

  /// Calls handlers in rounds. The handlers of one round change the state, and the constraints are met again;
  /// the events whose witnesses have jumped through zero are handled in the next round.
  void call_in_rounds(const Array<int>& first) {
    const std::size_t most = 2 * events().size() + 10;
    calling_ = first;
    for (std::size_t round = 0; !calling_.empty(); ++round) {
      if (round == most) complain_of_endless_rounds();
      change_once(occasion(calling_), [this] {
        for (const int number : calling_) call(event(number));
      });
    }
  }

  /// Changes the state, meets the constraints again and finds the events that this triggers.
  template <class F>
  void change_once(std::string_view occasion, const F& make_changes) {
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

  [[noreturn]] void complain_of_endless_rounds() const {
    std::string names = names_of(called_);
    if (called_ != calling_) names += " and " + names_of(calling_);
    fail(
        "the events {} trigger each other without end at t = {:.9g} s: the handler of one makes the witness "
        "of the next pass through zero. Let a handler leave the witnesses of the others alone, or make one "
        "event of them",
        names, state().time());
  }

  /// "'latch' and 'catch'"
  std::string names_of(const Array<int>& numbers) const {
    std::string names;
    for (const int number : numbers)
      if (event(number).handle)
        names += fmt::format("{}'{}'", names.empty() ? "" : " and ", event(number).name);
    return names;
  }
  /// "after the event 'latch'"; the text is kept in a member.
  std::string_view occasion(const Array<int>& numbers) {
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

  /// Keeps the time of an event of the motion: not of those that come with every step, nor of periodic
  /// reports.
  void note_event(const Event& event) {
    const bool is_scheduled = event.trigger == Trigger::scheduled && event.handle != nullptr;
    if (event.trigger != Trigger::crossing && !is_scheduled) return;
    last_event_times_[event.name] = state().time();
    record_.note_event(state().time(), event.name);
    is_at_event_ = stops_at_events_;
  }

  void call(const Event& event) {
    ++event_counts_[event.name];
    note_event(event);
    if (event.report) return event.report(problem_.state());
    EventCall call(event.name);
    event.handle(problem_.state(), call);
    require(
        problem_.size() == static_cast<int>(integrator_->y().size()),
        "a handler of the event '{}' has changed the orientation coordinates, which cannot be done during "
        "a simulation; start another one from that state",
        event.name);
    if (call.stops()) stopped_ = true, stop_reason_ = call.reason();
  }

  /// Completes a step: handles events that are due and those after each step, updates variables, and records
  /// the state.
  void complete_step() {
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

  void handle_scheduled() {
    schedule_.take_due(state().time(), due_);
    if (due_.empty()) return;
    handle(due_);
    schedule_.update(state());
  }

  /// Records the states of the grid before a time within the last step.
  void report_before(double t) {
    for (double next = record_.next_time_before(t); next < t; next = record_.next_time_before(t)) {
      go_to(next);
      record_.add_on_grid(state());
    }
  }

  SimulationOptions options_;
  SystemProblem problem_;
  std::unique_ptr<Integrator> integrator_;
  EventFinder finder_;
  EventSchedule schedule_;
  StepGuards guards_;
  ChatteringWatch chattering_;
  EnergyLedger ledger_;
  SimulationRecord record_;
  std::map<Trigger, Array<int>> numbers_;  // numbers of the events
  bool has_updates_ = false, started_ = false, stopped_ = false, finished_ = false;
  bool stops_at_events_ = false, is_at_event_ = false;
  State before_;            // the state before handlers were called
  Array<double> u_before_;  // the speeds before the handlers of a round
  FoundCrossings found_;
  Array<int> due_, calling_, called_;
  Array<double> y_;
  std::map<std::string, long> event_counts_;
  std::map<std::string, double> last_event_times_;
  std::string stop_reason_, occasion_;
  double wall_seconds_ = 0;
};

Simulation::Simulation(const State& initial, const SimulationOptions& options)
    : run_(std::make_unique<Run>(initial, options)) {}
Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;

Outcome Simulation::run_until(double time) { return run_->run_until(time); }
void Simulation::change(const std::function<void(State&)>& make_changes) { run_->change_state(make_changes); }
void Simulation::restart(const State& initial) {
  const bool stops_at_events = run_->stops_at_events();
  run_ = std::make_unique<Run>(initial, run_->options());
  run_->stop_at_events(stops_at_events);
}
void Simulation::stop_at_events(bool on) { run_->stop_at_events(on); }
void Simulation::finish() { run_->finish(); }
const State& Simulation::state() const { return run_->state(); }
const Trajectory& Simulation::trajectory() const& { return run_->trajectory(); }
Trajectory Simulation::trajectory() && { return finish(), std::move(run_->trajectory()); }
const NumberTable& Simulation::outputs() const& { return run_->outputs(); }
NumberTable Simulation::outputs() && { return finish(), std::move(run_->outputs()); }
const IntegratorStatistics& Simulation::statistics() const { return run_->statistics(); }
const std::map<std::string, long>& Simulation::event_counts() const { return run_->event_counts(); }
const std::map<std::string, double>& Simulation::last_event_times() const { return run_->last_event_times(); }
const std::string& Simulation::stop_reason() const { return run_->stop_reason(); }
double Simulation::wall_seconds() const { return run_->wall_seconds(); }
EnergyBalance Simulation::energy_balance() const { return run_->energy_balance(); }

}  // namespace sarrus
