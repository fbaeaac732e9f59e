#include "sarrus/simulate/simulation.h"

#include <cmath>

#include "sarrus/simulate/internal/simulation_run.h"
#include "sarrus/simulate/internal/singularity_hint.h"
#include "sarrus/system/responses.h"
#include "sarrus/system/rigid_element.h"

namespace sarrus {

using namespace internal;

namespace {

IntegratorOptions integrator_options(const SimulationOptions& options) {
  return {.accuracy = options.accuracy,
          .norm = options.norm,
          .fixed_step = options.fixed_step,
          .initial_step = options.initial_step,
          .smallest_step = options.smallest_step,
          .largest_step = options.largest_step};
}

}  // namespace

Simulation::Run::Run(const State& initial, const SimulationOptions& options)
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

Outcome Simulation::Run::run_until(double end) {
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

void Simulation::Run::finish() {
  if (finished_) return;
  const Closing closing{*this};
  if (!started_) start();
  finished_ = true;
  handle(numbers_[Trigger::end]);
  record_.complete_instant(state(), false);
}

void Simulation::Run::start() {
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

void Simulation::Run::step(double end) {
  try {
    integrator_->step(std::min({end, schedule_.next_time(), state().time() + guards_.longest_step(state())}));
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

std::optional<StepGuard::Missed> Simulation::Run::find_missed() {
  const auto state_at = [this](double t) -> const State& {
    if (t != state().time()) go_to(t);
    return state();
  };
  return guards_.find_missed({integrator_->previous_time(), integrator_->time(), state_at},
                             [this] { return_to_integrator(); });
}

void Simulation::Run::end_step_at(const StepGuard::Missed& missed) {
  report_before(missed.time);
  go_to(missed.time);
  restart(Restart::derivative);
  complete_step();
  guards_.limit_next_step(missed.next_step);
}

void Simulation::Run::explain(const Error& error) const {
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

void Simulation::Run::restart(Restart depth) {
  problem_.get_variables(y_);
  integrator_->restart(problem_.state().time(), y_, depth);
  return_to_integrator();
}

void Simulation::Run::go_to(double t) {
  y_.resize(integrator_->y().size());
  integrator_->interpolate(t, Out<double>(y_));
  problem_.set(t, y_);
}

void Simulation::Run::report_before(double t) {
  for (double next = record_.next_time_before(t); next < t; next = record_.next_time_before(t)) {
    go_to(next);
    record_.add_on_grid(state());
  }
}

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
