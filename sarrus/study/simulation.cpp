#include "sarrus/study/simulation.h"

#include <chrono>
#include <cmath>

#include "sarrus/study/dead_end.h"
#include "sarrus/system/responses.h"

namespace sarrus {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// So many occurrences, each so soon after the one before, are chattering; the time in units of the accuracy.
/// Fewer are enough when they are so close that time hardly moves.
constexpr int chattering_limit = 20, standstill_limit = 3;
constexpr double chattering_time = 10, standstill_time = 1e-10;

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
        columns_(columns_of(options.outputs, initial)),
        outputs_(table_of(initial.model().name(), columns_)) {
    require(std::isfinite(options.every) && options.every >= 0, "states cannot be recorded every {} s",
            options.every);
    if (!options.speed_weights.empty()) problem_.set_speed_weights(options.speed_weights);
    require(std::isfinite(options.constraint_tolerance) && options.constraint_tolerance >= 0,
            "the tolerance of constraints cannot be {}", options.constraint_tolerance);
    problem_.set_constraint_tolerance(options.constraint_tolerance > 0 ? options.constraint_tolerance
                                                                       : 0.1 * options.accuracy);
    prescribe(problem_.state());
    if (options.energy_balance) ledger_.begin(state());
    for (const DiscreteEntry& variable : state().layout().discretes) has_updates_ |= variable.update >= 0;
  }

  Outcome run_until(double end) {
    require(std::isfinite(end), "a simulation cannot run until t = {} s", end);
    require(end >= problem_.state().time(), "the simulation is at t = {} s and cannot go back to {} s",
            problem_.state().time(), end);
    const Clock::time_point began = Clock::now();
    struct Closing {  // also when something is thrown
      Run& run;
      Clock::time_point began;
      ~Closing() {
        run.wall_seconds_ += seconds_since(began);
        run.trajectory_.set_statistics(run.statistics());
      }
    } closing{*this, began};
    stop_reason_.clear();
    if (!started_) start();
    const double from = problem_.state().time();
    double reported = 0;
    while (!stopped_ && problem_.state().time() < end) {
      step(end);
      if (options_.progress && (seconds_since(began) > reported + 0.1)) {
        reported = seconds_since(began);
        if (!options_.progress(progress(from, end, reported))) return Outcome::interrupted;
      }
    }
    finish();
    return std::exchange(stopped_, false) ? Outcome::stopped : Outcome::finished;
  }

  const State& state() const { return problem_.state(); }
  Trajectory& trajectory() { return trajectory_; }
  Table& outputs() { return outputs_; }
  const IntegratorStatistics& statistics() const { return integrator_->statistics(); }
  const std::map<std::string, long>& event_counts() const { return event_counts_; }
  const std::string& stop_reason() const { return stop_reason_; }
  double wall_seconds() const { return wall_seconds_; }
  EnergyBalance energy_balance() const {
    require(options_.energy_balance,
            "no account was kept of energies; set energy_balance in the options of the simulation");
    return ledger_.balance(state(), problem_.integrals_of_power());
  }

 private:
  const std::vector<Event>& events() const { return problem_.state().layout().events; }

  SimulationProgress progress(double from, double end, double wall) const {
    const double now = problem_.state().time(), fraction = (now - from) / (end - from);
    return {now, end, fraction, wall, fraction > 0 ? wall * (1 - fraction) / fraction : 0};
  }

  void start() {
    started_ = true;
    handle_all(Trigger::start);
    prescribe(problem_.state());
    problem_.settle("at the start");
    const double t = state().time();
    problem_.get_variables(y_);
    problem_.set(t, y_);
    problem_.state().update_discrete_variables();  // as after a step of no length
    problem_.get_variables(y_);
    integrator_->start(t, y_);
    return_to_integrator();
    if (options_.energy_balance) ledger_.begin(state());
    finder_.look();
    origin_ = problem_.state().time();
    schedule();
    record();
  }

  void finish() {
    if (last_recorded_ < state().time()) record_now();
    change("after an event at the end", [this] { handle_all(Trigger::end); });
  }

  /// One step of the integrator and what happens in it.
  void step(double end) {
    double limit = end;
    for (const double t : next_times_) limit = std::min(limit, t);
    try {
      integrator_->step(limit);
    } catch (const Error& error) {
      return_to_integrator();  // from wherever the last attempt ended
      explain(error);
      throw;
    } catch (...) {
      return_to_integrator();
      throw;
    }
    if (!handle_crossings()) return;  // the rest of the step was given up
    const double t = integrator_->time();
    report_until(t);
    return_to_integrator();
    handle_scheduled();
    complete_step();
  }

  /// Throws the Error of a step again, with what is to be said of the mechanism first; nothing if that is
  /// nothing.
  void explain(const Error& error) const {
    std::string dead_end;
    try {
      dead_end = describe_dead_end(state(), problem_.constraint_tolerance());
    } catch (const Error&) {  // a state that cannot be looked at: the first Error says more
    }
    require(dead_end.empty(), "{}\nIn detail: {}", dead_end, error.what());
  }

  /// Lets the integrator go on from the problem's state.
  void restart(Restart depth) {
    problem_.get_variables(y_);
    integrator_->restart(problem_.state().time(), y_, depth);
    return_to_integrator();
  }
  /// The integrator evaluates the problem elsewhere; this brings it back.
  void return_to_integrator() { problem_.set(integrator_->time(), integrator_->y()); }

  /// Handles the crossings within the last step one after the other. Returns false when one of them changed
  /// the motion: then the simulation goes on from there.
  bool handle_crossings() {
    if (!finder_.has_crossings()) return true;
    const double end = integrator_->time();
    while (true) {
      const FoundCrossings found = finder_.find(*integrator_, end);
      if (found.events.empty()) break;
      report_until(found.before);
      y_.resize(integrator_->y().size());
      integrator_->interpolate(found.after, Out<double>(y_));
      problem_.set(found.after, y_);
      watch_for_chattering(found);
      if (handle(found.events) || stopped_) {
        complete_step();
        return false;
      }
      finder_.look();
      if (found.after >= end) break;
    }
    return true;
  }

  void watch_for_chattering(const FoundCrossings& found) {
    const double since = found.after - last_crossing_time_;
    const double close = std::max(chattering_time * options_.accuracy, 100 * (found.after - found.before));
    const bool again = found.events.front() == last_crossing_ && since < close;
    repetitions_ = again ? repetitions_ + 1 : 0;
    last_crossing_ = found.events.front();
    last_crossing_time_ = found.after;
    const bool stands_still = since < standstill_time * std::max(1.0, found.after);
    require(
        repetitions_ < (stands_still ? standstill_limit : chattering_limit),
        "the event '{}' chatters: it has happened {} times in a row, each time within {:.3g} s of the last, "
        "until "
        "t = {} s. Its handler does not end what triggers it. Let the handler change the motion so that the "
        "witness moves away from zero, stop the simulation, or switch to another model of what comes to rest "
        "here",
        events()[static_cast<std::size_t>(last_crossing_)].name, repetitions_, close, found.after);
  }

  /// Calls handlers and reporters at the problem's present state; whether the motion goes on differently.
  bool handle(const std::vector<int>& numbers) {
    bool any_handler = false;
    for (const int number : numbers)
      any_handler |= events()[static_cast<std::size_t>(number)].handle != nullptr;
    if (any_handler) record_now();
    const Change change_made = change(occasion(numbers), [&] {
      for (const int number : numbers) call(events()[static_cast<std::size_t>(number)]);
    });
    if (change_made == Change::none) return false;
    finder_.look();
    schedule();
    if (change_made == Change::variables) record_now();
    return true;
  }

  /// What somebody has changed about the state.
  enum class Change { none, rates, variables };

  /// "after the event 'latch'"
  std::string occasion(const std::vector<int>& numbers) const {
    std::string names;
    for (const int number : numbers) {
      const Event& event = events()[static_cast<std::size_t>(number)];
      if (event.handle) names += fmt::format("{}'{}'", names.empty() ? "" : " and ", event.name);
    }
    return "after the event " + names;
  }

  /// Lets `make_changes` change the problem's state at once, constraints be met again, and the integrator go
  /// on from there.
  template <class F>
  Change change(std::string_view occasion, const F& make_changes) {
    State& state = problem_.state();
    ydot(state);
    const std::vector<double> before(state.y().begin(), state.y().end());
    if (options_.energy_balance) ledger_.before_change(state);
    make_changes();
    if (state.has(state.layout().system.derivative)) return Change::none;
    prescribe(state);
    problem_.settle(occasion);
    if (options_.energy_balance) ledger_.after_change(state);
    const bool moved = !std::equal(before.begin(), before.end(), state.y().begin(), state.y().end());
    restart(moved ? Restart::variables : Restart::derivative);
    return moved ? Change::variables : Change::rates;
  }

  void call(const Event& event) {
    ++event_counts_[event.name];
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

  void handle_all(Trigger trigger) {
    for (const Event& event : events())
      if (event.trigger == trigger) call(event);
  }

  void handle_scheduled() {
    std::vector<int> due;
    for (std::size_t i = 0; i < next_times_.size(); ++i)
      if (next_times_[i] <= problem_.state().time()) due.push_back(static_cast<int>(i));
    if (due.empty()) return;
    handle(due);
    schedule();
  }

  /// What belongs to the end of a step: events that follow each, variables that are updated, the record.
  void complete_step() {
    State& state = problem_.state();
    std::vector<int> after_step;
    for (std::size_t i = 0; i < events().size(); ++i)
      if (events()[i].trigger == Trigger::step) after_step.push_back(static_cast<int>(i));
    if (!after_step.empty()) handle(after_step);
    if (has_updates_)
      change("after an update of variables", [&] { state.update_discrete_variables(); });
    else
      ydot(state);
    finder_.look();
    record();
  }

  /// When the scheduled events happen next.
  void schedule() {
    const State& state = problem_.state();
    next_times_.assign(events().size(), std::numeric_limits<double>::infinity());
    for (std::size_t i = 0; i < events().size(); ++i) {
      if (events()[i].trigger != Trigger::scheduled) continue;
      next_times_[i] = events()[i].next_time(state, state.time());
      require(next_times_[i] > state.time(),
              "the event '{}' wants to happen at t = {} s, which is not after t = {} s", events()[i].name,
              next_times_[i], state.time());
    }
  }

  // --- The record

  /// At the end of a step, when every step is recorded.
  void record() {
    const bool first = !any_recorded_;
    if (first || (options_.every == 0 && last_recorded_ < state().time())) record_now();
  }
  void record_now() {
    any_recorded_ = true;
    last_recorded_ = state().time();
    if (options_.record && columns_.empty()) trajectory_.add(state());
    if (options_.record && !columns_.empty()) add_row(state(), columns_, outputs_);
    if (options_.report) options_.report(state());
  }
  /// The states between steps that were asked for.
  void report_until(double t) {
    if (options_.every == 0) return;
    while (true) {
      const double next = origin_ + static_cast<double>(reports_ + 1) * options_.every;
      if (next > t) return;
      y_.resize(integrator_->y().size());
      integrator_->interpolate(next, Out<double>(y_));
      problem_.set(next, y_);
      record_now();
      ++reports_;
    }
  }

  SimulationOptions options_;
  SystemProblem problem_;
  std::unique_ptr<Integrator> integrator_;
  EventFinder finder_;
  EnergyLedger ledger_;
  Trajectory trajectory_;
  std::vector<Output::Column> columns_;
  Table outputs_;
  bool has_updates_ = false, started_ = false, stopped_ = false, any_recorded_ = false;
  double last_recorded_ = 0;
  double origin_ = 0;
  long reports_ = 0;
  std::vector<double> next_times_, y_;
  std::map<std::string, long> event_counts_;
  std::string stop_reason_;
  double wall_seconds_ = 0;
  int last_crossing_ = -1, repetitions_ = 0;
  double last_crossing_time_ = 0;
};

Simulation::Simulation(const State& initial, const SimulationOptions& options)
    : run_(std::make_unique<Run>(initial, options)) {}
Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;

Outcome Simulation::run_until(double time) { return run_->run_until(time); }
const State& Simulation::state() const { return run_->state(); }
const Trajectory& Simulation::trajectory() const& { return run_->trajectory(); }
Trajectory Simulation::trajectory() && { return std::move(run_->trajectory()); }
const Table& Simulation::outputs() const& { return run_->outputs(); }
Table Simulation::outputs() && { return std::move(run_->outputs()); }
const IntegratorStatistics& Simulation::statistics() const { return run_->statistics(); }
const std::map<std::string, long>& Simulation::event_counts() const { return run_->event_counts(); }
const std::string& Simulation::stop_reason() const { return run_->stop_reason(); }
double Simulation::wall_seconds() const { return run_->wall_seconds(); }
EnergyBalance Simulation::energy_balance() const { return run_->energy_balance(); }

}  // namespace sarrus
