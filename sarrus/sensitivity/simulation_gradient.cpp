#include "sarrus/sensitivity/simulation_gradient.h"

#include <cmath>
#include <optional>

#include "sarrus/dynamics/coordinates.h"
#include "sarrus/sensitivity/internal/differentiable_motion.h"
#include "sarrus/sensitivity/internal/state_slopes.h"

namespace sarrus {

using namespace internal;

namespace {

/// States along a motion, and the times of all its steps. As the motion goes on every second state is dropped
/// whenever there are more than twice the square root of the steps, so that memory and work stay small.
class Checkpoints {
 public:
  Checkpoints(double t, In<double> y) : ends_{{t, false}} { keep(y); }

  void add(double t, bool is_implicit, In<double> y) {
    ends_.push_back({t, is_implicit});
    if (steps() % spacing_ != 0) return;
    keep(y);
    if (count() > 2 * spacing_ + 2) thin_out();
  }
  long steps() const { return static_cast<long>(ends_.size()) - 1; }
  long count() const { return static_cast<long>(states_.size()); }
  double time(long step) const { return ends_[step].time; }
  /// True if this step, which ends at time(step + 1), was that of an implicit method.
  bool is_implicit(long step) const { return ends_[step + 1].is_implicit; }
  /// The number of the first step after checkpoint i, and the state there.
  long first_step(long i) const { return i * spacing_; }
  const Array<double>& state(long i) const { return states_[i]; }

 private:
  void keep(In<double> y) { states_.emplace_back(y.begin(), y.end()); }
  void thin_out() {
    spacing_ *= 2;
    Array<Array<double>> kept;
    for (std::size_t i = 0; i < states_.size(); i += 2) kept.push_back(std::move(states_[i]));
    states_ = std::move(kept);
  }

  struct StepEnd {
    double time;
    bool is_implicit;
  };
  long spacing_ = 1;
  Array<StepEnd> ends_;
  Array<Array<double>> states_;
};

/// Carries a gradient back over the steps between a checkpoint and `last`. Returns the integral over them.
double carry_back(DifferentiableMotion& motion, const Checkpoints& past, long checkpoint, long last,
                  VectorX<double>& gradient, VectorX<double>& by_parameters) {
  const long first = past.first_step(checkpoint);
  Array<Array<double>> states{past.state(checkpoint)};
  for (long step = first; step + 1 < last; ++step) {
    states.push_back(states.back());
    motion.repeat_step(past.time(step), past.time(step + 1), past.is_implicit(step), states.back());
  }
  double integral = 0;
  for (long step = last - 1; step >= first; --step) {
    motion.linear_step().calc(motion.formula(past.is_implicit(step)), past.time(step), states[step - first],
                              past.time(step + 1));
    motion.linear_step().carry_back(gradient, by_parameters);
    integral += motion.linear_step().integral();
  }
  return integral;
}

/// A part of the motion between two events.
struct Part {
  State start;  ///< Has the discrete variables of this part.
  Checkpoints past;
  std::optional<EventJump> jump{};  ///< The event at its end.
};

Array<Part> run(DifferentiableMotion& motion, double end) {
  Array<Part> parts;
  const auto begin_part = [&] {
    parts.push_back({motion.state_at(motion.time(), motion.y()), Checkpoints(motion.time(), motion.y())});
  };
  begin_part();
  while (motion.time() < end && !motion.is_over()) {
    motion.step(end);
    const EventJump* const jump = motion.jump();
    if (motion.time() > motion.previous_time())
      parts.back().past.add(motion.time(), motion.is_implicit(),
                            jump != nullptr ? jump->before.y() : motion.y());
    if (jump == nullptr) continue;
    parts.back().jump = *jump;
    begin_part();
  }
  return parts;
}

/// Carries a gradient back over an event. The integral of a rate changes with the time of the event.
void carry_back(const EventJump& jump, const StateOutput& rate, VectorX<double>& gradient,
                VectorX<double>& by_parameters) {
  const double difference = rate ? rate(jump.before) - (jump.stops ? 0 : rate(jump.after)) : 0;
  by_parameters += jump.by_parameters.transpose() * gradient + difference * jump.time_by_parameters;
  gradient = jump.by_y.transpose() * gradient + difference * jump.time_by_y;
}

/// Carries a gradient back over a part. Returns the integral over it.
double carry_back(DifferentiableMotion& motion, const Part& part, VectorX<double>& gradient,
                  VectorX<double>& by_parameters) {
  motion.return_to(part.start);
  double integral = 0;
  for (long i = part.past.count() - 1, last = part.past.steps(); i >= 0; last = part.past.first_step(i), --i)
    integral += carry_back(motion, part.past, i, last, gradient, by_parameters);
  return integral;
}

}  // namespace

SimulationGradient calc_simulation_gradient(const State& initial, double end,
                                            const SimulationObjective& objective,
                                            const SensitivityOptions& options) {
  require(objective.at_end || objective.rate,
          "there is nothing to differentiate: give an output at the end or a rate");
  DifferentiableMotion motion(initial, options);
  require(std::isfinite(end) && end >= initial.time(), "the motion begins at t = {} s and cannot end at {} s",
          initial.time(), end);
  const std::optional<EventJump> at_start = motion.jump() ? std::optional(*motion.jump()) : std::nullopt;
  const Array<Part> parts = run(motion, end);
  const State start = at_start ? at_start->before : parts.front().start;
  SimulationGradient result{.end = motion.state_at(motion.time(), motion.y())};
  for (const Part& part : parts) result.steps += part.past.steps(), result.checkpoints += part.past.count();

  VectorX<double> gradient = VectorX<double>::Zero(motion.y().size());
  result.by_parameters.setZero(static_cast<Eigen::Index>(options.parameters.size()));
  if (objective.at_end) {
    const StateSlopes slopes = calc_state_slopes(result.end, objective.at_end, motion.parameters());
    result.value = objective.at_end(result.end);
    gradient = slopes.by_y, result.by_parameters = slopes.by_parameters;
  }
  motion.linear_step().set_rate(objective.rate);
  for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
    if (part->jump) carry_back(*part->jump, objective.rate, gradient, result.by_parameters);
    result.value += carry_back(motion, *part, gradient, result.by_parameters);
  }
  if (at_start) carry_back(*at_start, {}, gradient, result.by_parameters);

  result.differenced = motion.linear_step().differenced();
  const int nq = start.nq(), nu = start.nu(), nz = start.nz();
  result.by_dq.resize(nu);
  calc_speed_forces<double>(start.tree(), start.q(), {gradient.data(), nq}, result.by_dq);
  result.by_u = gradient.segment(nq, nu), result.by_z = gradient.tail(nz);
  return result;
}

}  // namespace sarrus
