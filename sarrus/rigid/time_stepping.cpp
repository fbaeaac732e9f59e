#include "sarrus/rigid/time_stepping.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "sarrus/dynamics/coordinates.h"
#include "sarrus/dynamics/normalize_quaternions.h"
#include "sarrus/rigid/internal/step_solver.h"
#include "sarrus/simulate/internal/simulation_record.h"
#include "sarrus/system/internal/layout.h"
#include "sarrus/system/responses.h"

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

StepOptions step_options(const TimeSteppingOptions& options) {
  const auto require_positive = [](double value, const char* what) {
    require(std::isfinite(value) && value > 0, "time stepping: the {} cannot be {}; give a positive number",
            what, value);
  };
  require_positive(options.step, "step [s]");
  require_positive(options.position_tolerance, "tolerance of positions [m]");
  require_positive(options.solver_tolerance, "tolerance of the solver");
  require(options.capture_speed >= 0, "time stepping: the capture speed cannot be {} m/s",
          options.capture_speed);
  return {options.position_tolerance, options.capture_speed, options.solver_tolerance,
          options.implicit_joints, options.impact_law};
}

void refuse_events(const State& state) {
  for (const Event& event : state.layout().events)
    require(event.is_of_rigid_element,
            "time stepping does not handle events, and the System has the event '{}'; use a Simulation, or "
            "leave the "
            "event out and look at the state between runs",
            event.name);
}

}  // namespace

/// One study from its first step to its last.
class TimeStepping::Run {
 public:
  Run(const State& initial, const TimeSteppingOptions& options)
      : options_(options),
        record_options_(record_options(options)),
        state_(initial),
        solver_(initial, step_options(options)),
        record_(record_options_, initial) {
    refuse_events(initial);
    place();
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
    begin_record();
    double told = 0;
    bool wanted = true;
    while (wanted && state_.time() < end) {
      const double stop = next_stop(end);
      const double left = stop - state_.time();
      const double count = std::ceil(left / options_.step * (1 - 1e-9));
      take_step(count > 1 ? left / count : left, count > 1 ? state_.time() + left / count : stop);
      wall_seconds_ = wall_before + seconds();
      if (!options_.progress || seconds() <= told + 0.1) continue;
      told = seconds();
      const double now = state_.time(), fraction = (now - from) / (end - from);
      wanted = options_.progress({now, end, fraction, told, told * (1 - fraction) / fraction});
    }
    record_.end_run(state_);
    return wanted ? Outcome::finished : Outcome::interrupted;
  }

  void step() {
    begin_record();
    take_step(options_.step, state_.time() + options_.step);
  }

  void change(const std::function<void(State&)>& make_changes) {
    make_changes(state_);
    place();
    solver_.forget();
  }

  const State& state() const { return state_; }
  SimulationRecord& record() { return record_; }
  const SteppingReport& report() const { return report_; }
  double wall_seconds() const { return wall_seconds_; }
  SteppingEnergy energy_balance() const {
    return {kinetic_energy(state_), potential_energy(state_), initial_energy_, rigid_work_};
  }
  Array<RigidForce> forces() const;

 private:
  void begin_record() {
    if (!std::exchange(has_begun_, true)) record_.begin(state_);
  }

  /// The next time at which a step must end.
  double next_stop(double end) const {
    if (options_.every == 0) return end;
    return std::min(end, record_.next_time_before(end));
  }

  void take_step(double h, double end) {
    const StepResult result = solver_.solve(state_, h);
    note(result);
    if (state_.nz() > 0) {
      z_.assign(state_.z().begin(), state_.z().end());
      const In<double> rates = zdot(state_);
      for (std::size_t k = 0; k < z_.size(); ++k) z_[k] += h * rates[k];
      state_.set_z(z_);
    }
    move(solver_.way());
    state_.set_u(solver_.speeds());
    state_.set_time(end);
    place();
    state_.update_discrete_variables();
    require_finite();
    record_.complete_instant(state_, true);
  }

  /// q ← q + N(q)·way, with quaternions of length one.
  void move(In<double> way) {
    q_.resize(state_.nq());
    calc_qdot(state_.tree(), state_.q(), way, Out<double>(q_));
    for (int i = 0; i < state_.nq(); ++i) q_[i] += state_.q()[i];
    normalize_quaternions(state_.model(), Out<double>(q_));
    state_.set_q(q_);
  }

  /// Sets what follows from time and the other variables.
  void place() {
    prescribe(state_);
    for (const FastEquilibrium& fast : state_.layout().relaxations)
      require(fast.relax(state_), "the fast variables '{}' found no equilibrium at t = {} s", fast.name,
              state_.time());
  }

  void require_finite() const {
    for (int k = 0; k < state_.nu(); ++k)
      if (!std::isfinite(state_.u(k)))
        throw NumericalError(
            fmt::format("the speed '{}' is not finite at t = {:.9g} s; give a smaller step than {:g} s",
                        state_.model().speeds()[k].name, state_.time(), options_.step),
            state_.time(), fmt::format("speed '{}'", state_.model().speeds()[k].name));
  }

  void note(const StepResult& result) {
    if (report_.steps++ == 0) report_.penetration_at_start = result.penetration;
    report_.rows += result.rows;
    report_.most_contacts = std::max(report_.most_contacts, result.contacts);
    report_.most_islands = std::max(report_.most_islands, result.islands);
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

  const TimeSteppingOptions options_;
  const SimulationOptions record_options_;  // of record_, which refers to it
  State state_;
  StepSolver solver_;
  SimulationRecord record_;
  SteppingReport report_;
  double initial_energy_ = 0, rigid_work_ = 0, wall_seconds_ = 0;
  bool has_begun_ = false;
  Array<double> q_, z_;
};

Array<RigidForce> TimeStepping::Run::forces() const {
  Array<RigidForce> out;
  const Array<RowGroup>& groups = solver_.rows().groups();
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const RowGroup& group = groups[i];
    if (group.kind == ForceSetKind::free) continue;
    const RowForce& found = solver_.forces()[i];
    RigidForce force{.element = solver_.element_name(state_, group),
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
