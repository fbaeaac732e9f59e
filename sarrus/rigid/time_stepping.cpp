#include "sarrus/rigid/time_stepping.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <thread>

#include "sarrus/ode/internal/step_control.h"
#include "sarrus/rigid/internal/compared_steps.h"
#include "sarrus/rigid/internal/stepping_events.h"
#include "sarrus/simulate/internal/simulation_record.h"
#include "sarrus/system/internal/layout.h"
#include "sarrus/system/responses.h"
#include "sarrus/system/rigid_element.h"
#include "sarrus/system/state_difference.h"

namespace sarrus {

using namespace internal;

namespace {

SimulationOptions record_options(const TimeSteppingOptions& options) {
  SimulationOptions out;
  out.every = options.every;
  out.report = options.report;
  out.frame = options.frame;
  out.record = options.record;
  out.outputs = options.outputs;
  return out;
}

void check(const TimeSteppingOptions& options) {
  const auto require_positive = [](double value, const char* what) {
    require(std::isfinite(value) && value > 0, "time stepping: the {} cannot be {}; give a positive number",
            what, value);
  };
  require_positive(options.step, "step [s]");
  require_positive(options.position_tolerance, "tolerance of positions [m]");
  require_positive(options.solver_tolerance, "tolerance of the solver");
  require(options.capture_speed >= 0, "time stepping: the capture speed cannot be {} m/s",
          options.capture_speed);
  require(
      options.accuracy >= 0 && options.accuracy <= 1,
      "time stepping: the accuracy cannot be {}; give a number up to 1, such as 1e-3, or zero for steps of "
      "one length",
      options.accuracy);
  require(options.threads >= 0, "time stepping: the number of threads cannot be {}; give 0 for one per core",
          options.threads);
  if (options.accuracy == 0) return;
  require_positive(options.largest_step, "largest step [s]");
  require(options.smallest_step >= 0 && options.smallest_step <= options.largest_step,
          "time stepping: the smallest step cannot be {} s; the largest is {} s", options.smallest_step,
          options.largest_step);
}

int thread_count(int wanted) {
  return wanted > 0 ? wanted : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

/// One accuracy drives everything: what else is left open is a tenth of it.
StepOptions step_options(const TimeSteppingOptions& options) {
  check(options);
  StepOptions out{.position_tolerance = options.position_tolerance,
                  .capture_speed = options.capture_speed,
                  .solver_tolerance = options.solver_tolerance,
                  .implicit_joints = options.implicit_joints,
                  .impact_law = options.impact_law,
                  .threads = thread_count(options.threads)};
  if (options.accuracy == 0) return out;
  out.closing_speed = 0.1 * options.accuracy;
  out.position_tolerance = std::min(out.position_tolerance, 0.1 * options.accuracy);
  out.touching_gap = out.position_tolerance;
  out.solver_tolerance = std::min(out.solver_tolerance, 0.1 * options.accuracy);
  return out;
}

/// Limits of steps with error control. Jumps of speeds are found within the smallest one: of those of 1 m/s,
/// it leaves a hundredth of the accuracy open.
IntegratorOptions control_options(const TimeSteppingOptions& options) {
  IntegratorOptions out;
  out.largest_step = options.largest_step;
  out.smallest_step =
      options.smallest_step > 0 ? options.smallest_step : std::min(0.01 * options.accuracy, out.largest_step);
  return out;
}

/// The error of a step is proportional to the square of its length.
constexpr int error_exponent = 2;

}  // namespace

/// One study from its first step to its last.
class TimeStepping::Run {
 public:
  Run(const State& initial, const TimeSteppingOptions& options)
      : options_(options),
        record_options_(record_options(options)),
        state_(initial),
        step_(initial, step_options(options)),
        limits_(control_options(options)),
        control_(limits_, error_exponent),
        record_(record_options_, initial),
        events_(initial),
        before_(initial) {
    release_rigid_elements(state_);
    place(state_);
    begin_control();
    initial_energy_ = energy(state_);
  }

  Outcome run_until(double end) {
    require(std::isfinite(end), "time stepping cannot run until t = {} s", end);
    require(end >= state_.time(), "time stepping is at t = {} s and cannot go back to {} s", state_.time(),
            end);
    const auto began = std::chrono::steady_clock::now();
    const double wall_before = wall_seconds_, from = state_.time();
    const auto seconds = [&] {
      return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    };
    events_.forget_reason();
    begin_record();
    double told = 0;
    bool wanted = true;
    while (wanted && !events_.stops() && state_.time() < end) {
      step_towards(next_stop(end));
      wall_seconds_ = wall_before + seconds();
      if (!options_.progress || seconds() <= told + 0.1) continue;
      told = seconds();
      const double now = state_.time(), fraction = (now - from) / (end - from);
      wanted = options_.progress({now, end, fraction, told, told * (1 - fraction) / fraction});
    }
    record_.end_run(state_);
    if (events_.take_stop()) return Outcome::stopped;
    return wanted ? Outcome::finished : Outcome::interrupted;
  }

  void step() {
    begin_record();
    const double end = state_.time() + options_.step, next = events_.next_time();
    if (compared_ != nullptr || next < end)
      step_towards(next);
    else
      take_step(options_.step, end);
    events_.take_stop();
  }

  void finish() {
    require(!std::exchange(is_finished_, true), "time stepping was finished at t = {} s", state_.time());
    begin_record();
    happen(events_.of(Trigger::end));
    record_.complete_instant(state_, false);
  }

  void change(const std::function<void(State&)>& make_changes) {
    const double energy_before = energy(state_);
    make_changes(state_);
    release_rigid_elements(state_);
    place(state_);
    step_.solver().forget();
    begin_control();
    if (!has_begun_) return;
    work_of_events_ += energy(state_) - energy_before;
    events_.update_schedule(state_);
    Array<int> jumped;
    if (events_.has_crossings()) events_.find_jumps(state_, {}, jumped);
    happen(jumped);
  }

  const State& state() const { return state_; }
  SimulationRecord& record() { return record_; }
  const SteppingReport& report() const { return report_; }
  const SteppingEvents& events() const { return events_; }
  double wall_seconds() const { return wall_seconds_; }
  SteppingEnergy energy_balance() const {
    return {kinetic_energy(state_), potential_energy(state_), initial_energy_, rigid_work_, work_of_events_};
  }
  Array<RigidForce> forces() const;

 private:
  void begin_record() {
    if (std::exchange(has_begun_, true)) return;
    happen(events_.of(Trigger::start));
    initial_energy_ = energy(state_), work_of_events_ = 0;
    events_.begin_schedule(state_);
    handle_scheduled();
    if (events_.has_crossings()) events_.look(state_);
    record_.begin(state_);
  }

  /// Calls handlers and reporters at the present state.
  void happen(const Array<int>& numbers) {
    if (numbers.empty()) return;
    if (!events_.has_handler(numbers)) return events_.call(state_, numbers, record_);
    before_ = state_;
    record_.note_rates(state_);
    events_.call(state_, Array<int>(numbers), record_);
    if (state_ == before_) return;
    record_.note_change(before_, SimulationRecord::Cause::event);
    work_of_events_ += energy(state_) - energy(before_);
    events_.update_schedule(state_);
    if (std::equal(state_.y().begin(), state_.y().end(), before_.y().begin(), before_.y().end())) return;
    step_.solver().forget();
    begin_control();
  }

  void handle_scheduled() {
    const Array<int>& due = events_.take_due(state_.time());
    if (due.empty()) return;
    happen(due);
    events_.update_schedule(state_);
  }

  /// The next time at which a step must end.
  double next_stop(double end) const {
    const double stop = std::min(end, events_.next_time());
    return options_.every == 0 ? stop : std::min(stop, record_.next_time_before(stop));
  }

  void begin_control() {
    if (options_.accuracy == 0) return;
    compared_ = std::make_unique<ComparedSteps>(state_, options_.norm);
    control_.reset();
    wanted_ = control_.limited(options_.step);
  }

  /// Takes one step, which ends at `stop` at the latest.
  void step_towards(double stop) {
    if (compared_ != nullptr) return take_controlled_step(stop);
    const double left = stop - state_.time();
    const double count = std::ceil(left / options_.step * (1 - 1e-9));
    take_step(count > 1 ? left / count : left, count > 1 ? state_.time() + left / count : stop);
  }

  void take_step(double h, double end) {
    u_.assign(state_.u().begin(), state_.u().end());
    if (!events_.has_crossings()) {
      note(step_.advance(state_, h, end));
    } else {
      before_ = state_;
      memory_ = step_.solver().memory();
      StepResult result = step_.advance(state_, h, end);
      h = events_.locate(h, state_, [&](double length) -> const State& {
        state_ = before_;
        step_.solver().set_memory(memory_);
        result = step_.advance(state_, length, before_.time() + length);
        return state_;
      });
      note(result);
    }
    note_step(h, estimate_error(h));
    state_.update_discrete_variables();
    complete_step();
  }

  /// Steps whose error is too large are repeated with shorter ones.
  void take_controlled_step(double stop) {
    const PlannedStep plan = plan_step(state_.time(), stop, wanted_, limits_);
    double h = plan.length;
    bool is_repeated = false;
    while (true) {
      const double end = plan.reaches_end && !is_repeated ? stop : state_.time() + h;
      StepResult result = compared_->advance(step_, state_, h, end);
      const double error = compared_->error() / options_.accuracy;
      if (error <= 1 || h <= limits_.smallest_step) {
        const double length = locate_event(h, result);
        note(result);
        note_step(length, compared_->error());
        if (!(error <= 1)) ++report_.unresolved;
        std::swap(state_, compared_->state());
        wanted_ = control_.after_acceptance(h, error, plan.shortened && !is_repeated ? wanted_ : h);
        if (length < h) wanted_ = std::max(wanted_, h);
        return complete_step();
      }
      ++report_.rejections;
      is_repeated = true;
      compared_->undo(step_);
      h = std::max(limits_.smallest_step,
                   std::isfinite(error) ? control_.after_rejection(h, error) : control_.after_failure(h));
    }
  }

  /// Shortens a step that has been compared to the first event within it.
  double locate_event(double h, StepResult& result) {
    if (!events_.has_crossings()) return h;
    return events_.locate(h, compared_->state(), [&](double length) -> const State& {
      compared_->undo(step_);
      result = compared_->advance(step_, state_, length, state_.time() + length);
      return compared_->state();
    });
  }

  void complete_step() {
    require_finite();
    happen(events_.found());
    handle_scheduled();
    happen(events_.of(Trigger::step));
    if (events_.has_crossings()) events_.look(state_);
    record_.complete_instant(state_, true);
  }

  /// The coordinates move at the speeds of the end instead of their mean: half of the change is their error.
  double estimate_error(double h) const {
    double squares = 0;
    for (int k = 0; k < state_.nu(); ++k) {
      const double error = 0.5 * h * (state_.u()[k] - u_[k]) / state_.layout().speed_unit_changes[k];
      squares += error * error;
    }
    return state_.nu() > 0 ? std::sqrt(squares / state_.nu()) : 0;
  }

  void require_finite() const {
    for (int k = 0; k < state_.nu(); ++k)
      if (!std::isfinite(state_.u(k)))
        throw NumericalError(
            fmt::format("the speed '{}' is not finite at t = {:.9g} s; give a smaller step than {:g} s",
                        state_.model().speeds()[k].name, state_.time(), report_.last_step),
            state_.time(), fmt::format("speed '{}'", state_.model().speeds()[k].name));
  }

  void note(const StepResult& result) {
    if (report_.steps == 0) report_.penetration_at_start = result.penetration;
    report_.rows += result.rows;
    report_.most_contacts = std::max(report_.most_contacts, result.contacts);
    report_.most_islands = std::max(report_.most_islands, result.most_islands);
    report_.largest_penetration = std::max(report_.largest_penetration, result.penetration);
    report_.factorizations += result.factorizations;
    report_.first_tries += result.first_tries;
    report_.problems += result.islands;
    report_.relaxed += result.relaxed;
    report_.limited_impacts += result.limited_impacts;
    report_.corrections += result.has_moved_positions ? 1 : 0;
    const ConeCertificate &now = result.certificate, &worst = report_.worst;
    if (now.momentum + now.complementarity > worst.momentum + worst.complementarity) {
      report_.worst = now;
      report_.worst_time = state_.time();
    }
    rigid_work_ += result.rigid_work;
  }

  void note_step(double h, double error) {
    report_.shortest_step = report_.steps == 0 ? h : std::min(report_.shortest_step, h);
    report_.longest_step = std::max(report_.longest_step, h);
    report_.last_step = h;
    report_.largest_error = std::max(report_.largest_error, error);
    report_.summed_error += error;
    ++report_.steps;
  }

  const TimeSteppingOptions options_;
  const SimulationOptions record_options_;  // of record_, which refers to it
  State state_;
  StateStep step_;
  const IntegratorOptions limits_;
  StepController control_;
  double wanted_ = 0;                        // length of the next step
  std::unique_ptr<ComparedSteps> compared_;  // null: steps of one length
  SimulationRecord record_;
  SteppingReport report_;
  double initial_energy_ = 0, rigid_work_ = 0, wall_seconds_ = 0;
  bool has_begun_ = false, is_finished_ = false;
  Array<double> u_;  // before the step
  SteppingEvents events_;
  State before_;  // a step, or the call of handlers
  RowMemory memory_;
  double work_of_events_ = 0;
};

Array<RigidForce> TimeStepping::Run::forces() const {
  Array<RigidForce> out;
  const Array<RowGroup>& groups = step_.solver().rows().groups();
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const RowGroup& group = groups[i];
    if (group.kind == ForceSetKind::free) continue;
    const RowForce& found = step_.solver().forces()[i];
    RigidForce force{.element = step_.solver().element_name(state_, group),
                     .name = group.name,
                     .mode = found.mode,
                     .body1 = group.body1,
                     .body2 = group.body2,
                     .gap = group.gap};
    if (group.kind == ForceSetKind::contact) {
      force.point = group.point;
      force.normal = group.directions[0];
      force.force = found.force;
      force.moment = found.moment;
    } else {
      force.row_force = found.force.x;
    }
    out.push_back(std::move(force));
  }
  return out;
}

TimeStepping::TimeStepping(const State& initial, const TimeSteppingOptions& options)
    : run_(std::make_unique<Run>(initial, options)) {}
TimeStepping::~TimeStepping() = default;
TimeStepping::TimeStepping(TimeStepping&&) noexcept = default;

void TimeStepping::finish() { run_->finish(); }
const std::map<std::string, long>& TimeStepping::event_counts() const { return run_->events().counts(); }
const std::map<std::string, double>& TimeStepping::last_event_times() const {
  return run_->events().last_times();
}
const std::string& TimeStepping::stop_reason() const { return run_->events().stop_reason(); }
Outcome TimeStepping::run_until(double time) { return run_->run_until(time); }
void TimeStepping::step() { run_->step(); }
const State& TimeStepping::state() const { return run_->state(); }
void TimeStepping::change(const std::function<void(State&)>& make_changes) { run_->change(make_changes); }
const Trajectory& TimeStepping::trajectory() const { return run_->record().trajectory(); }
const NumberTable& TimeStepping::outputs() const { return run_->record().table(); }
Array<RigidForce> TimeStepping::forces() const { return run_->forces(); }
const SteppingReport& TimeStepping::report() const { return run_->report(); }
SteppingEnergy TimeStepping::energy_balance() const { return run_->energy_balance(); }
double TimeStepping::wall_seconds() const { return run_->wall_seconds(); }

}  // namespace sarrus
