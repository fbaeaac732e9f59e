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
};

SimulationSensitivity::SimulationSensitivity(const State& initial, const SensitivityOptions& options)
    : work_(new Work{DifferentiableMotion(initial, options), initial, {}}) {
  State& start = work_->state = work_->motion.state_at(work_->motion.time(), work_->motion.y());
  const int nq = start.nq(), nu = start.nu(), nz = start.nz();
  MatrixX<double>& S = work_->matrix;
  S.setZero(nq + nu + nz, 2 * nu + nz + static_cast<int>(options.parameters.size()));
  Array<double> direction(nu, 0.0);
  for (int k = 0; k < nu; ++k) {
    direction[k] = 1;
    calc_qdot<double>(start.tree(), start.q(), direction, {S.col(k).data(), static_cast<std::size_t>(nq)});
    direction[k] = 0;
  }
  S.block(nq, nu, nu + nz, nu + nz).setIdentity();
}

SimulationSensitivity::~SimulationSensitivity() = default;
SimulationSensitivity::SimulationSensitivity(SimulationSensitivity&&) noexcept = default;

void SimulationSensitivity::run_until(double time) {
  DifferentiableMotion& motion = work_->motion;
  require(time >= motion.time(), "the motion is at t = {} s already and does not run back to {} s",
          motion.time(), time);
  while (motion.time() < time) {
    const Array<double> before(motion.y().begin(), motion.y().end());
    motion.step(time);
    motion.linear_step().calc(motion.previous_time(), before, motion.time());
    motion.linear_step().carry_forward(work_->matrix);
  }
  work_->state = motion.state_at(motion.time(), motion.y());
}

const State& SimulationSensitivity::state() const { return work_->state; }
const MatrixX<double>& SimulationSensitivity::matrix() const { return work_->matrix; }
int SimulationSensitivity::column_of_speed(int speed) const { return work_->state.nu() + speed; }
int SimulationSensitivity::column_of_parameter(int parameter) const {
  return 2 * work_->state.nu() + work_->state.nz() + parameter;
}

VectorX<double> SimulationSensitivity::gradient(const StateOutput& output) const {
  const StateSlopes slopes = calc_state_slopes(work_->state, output, work_->motion.parameters());
  VectorX<double> all = work_->matrix.transpose() * slopes.by_y;
  all.tail(slopes.by_parameters.size()) += slopes.by_parameters;
  return all;
}

}  // namespace sarrus
