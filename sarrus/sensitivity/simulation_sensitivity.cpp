#include "sarrus/sensitivity/simulation_sensitivity.h"

#include "sarrus/dynamics/coordinates.h"
#include "sarrus/sensitivity/internal/differentiable_motion.h"
#include "sarrus/sensitivity/internal/state_slopes.h"

namespace sarrus {

using namespace internal;

struct SimulationSensitivity::Work {
  DifferentiableMotion motion;
  State state;
  MatrixX<double> matrix;

  /// Carries the matrix over the last step, which began at y0, and over the event at its end.
  void carry_over_step(In<double> y0) {
    const EventJump* const jump = motion.jump();
    if (jump != nullptr) motion.return_to(jump->before);
    if (motion.time() > motion.previous_time()) {
      motion.linear_step().calc(motion.formula(motion.is_implicit()), motion.previous_time(), y0,
                                motion.time());
      motion.linear_step().carry_forward(matrix);
    }
    if (jump != nullptr) motion.return_to(jump->after);
    carry_over_event();
  }
  void carry_over_event() {
    const EventJump* const jump = motion.jump();
    if (jump == nullptr) return;
    matrix = jump->by_y * matrix;
    matrix.rightCols(jump->by_parameters.cols()) += jump->by_parameters;
  }
};

SimulationSensitivity::SimulationSensitivity(const State& initial, const SensitivityOptions& options)
    : work_(new Work{DifferentiableMotion(initial, options), initial, {}}) {
  DifferentiableMotion& motion = work_->motion;
  work_->state = motion.state_at(motion.time(), motion.y());
  const State& start = motion.jump() != nullptr ? motion.jump()->before : work_->state;
  const int nq = start.nq(), nu = start.nu(), nz = start.nz();
  MatrixX<double>& S = work_->matrix;
  S.setZero(nq + nu + nz, 2 * nu + nz + static_cast<int>(options.parameters.size()));
  Array<double> direction(nu, 0.0);
  for (int k = 0; k < nu; ++k) {
    direction[k] = 1;
    calc_qdot<double>(start.tree(), start.q(), direction, {S.col(k).data(), nq});
    direction[k] = 0;
  }
  S.block(nq, nu, nu + nz, nu + nz).setIdentity();
  work_->carry_over_event();
}

SimulationSensitivity::~SimulationSensitivity() = default;
SimulationSensitivity::SimulationSensitivity(SimulationSensitivity&&) noexcept = default;

Outcome SimulationSensitivity::run_until(double time) {
  DifferentiableMotion& motion = work_->motion;
  require(time >= motion.time(), "the motion is at t = {} s already and does not run back to {} s",
          motion.time(), time);
  while (motion.time() < time && !motion.is_over()) {
    const Array<double> before(motion.y().begin(), motion.y().end());
    motion.step(time);
    work_->carry_over_step(before);
  }
  work_->state = motion.state_at(motion.time(), motion.y());
  return motion.is_over() ? Outcome::stopped : Outcome::finished;
}

const State& SimulationSensitivity::state() const { return work_->state; }
const MatrixX<double>& SimulationSensitivity::matrix() const { return work_->matrix; }
int SimulationSensitivity::column_of_speed(int speed) const { return work_->state.nu() + speed; }
int SimulationSensitivity::column_of_parameter(int parameter) const {
  return 2 * work_->state.nu() + work_->state.nz() + parameter;
}

const Array<std::string>& SimulationSensitivity::differenced() const {
  return work_->motion.linear_step().differenced();
}

VectorX<double> SimulationSensitivity::gradient(const StateOutput& output) const {
  const StateSlopes slopes = calc_state_slopes(work_->state, output, work_->motion.parameters());
  VectorX<double> all = work_->matrix.transpose() * slopes.by_y;
  all.tail(slopes.by_parameters.size()) += slopes.by_parameters;
  return all;
}

}  // namespace sarrus
