#include "sarrus/simulate/internal/system_linear_solver.h"

#include <cmath>

#include "sarrus/base/internal/index.h"
#include "sarrus/simulate/internal/system_problem.h"

namespace sarrus::internal {

SystemLinearSolver::SystemLinearSolver(SystemProblem& problem)
    : problem_(problem), motion_(problem.state()) {}

bool SystemLinearSolver::linearize(double t, In<double> y, In<double> ydot) {
  time_ = t;
  if (!MotionDerivatives::are_reduced(problem_.state())) return false;
  return problem_.calc_motion_derivatives(t, y, ydot, motion_);
}

template <class T>
void SystemLinearSolver::factor(T gamma, Factors<T>& out) {
  const std::size_t nv = index(motion_.independent()), nu = index(motion_.speeds());
  out.reciprocal = 1.0 / gamma;
  out.W.resize(nv * nu), out.p.resize(nu), out.w.resize(nv);
  for (std::size_t i = 0; i < nv * nu; ++i) out.W[i] = motion_.B_u()[i];
  for (const MotionDerivatives::PlainRate& rate : motion_.plain_rates())
    if (!rate.is_given)
      add_scaled(out.reciprocal, motion_.B_q().data() + index(rate.speed) * nv, nv,
                 out.W.data() + index(rate.speed) * nv);
  for (std::size_t j = 0; j < motion_.joints().size(); ++j) {
    if (out.joints.size() <= j) out.joints.emplace_back(motion_.joints()[j].nq);
    add_joint(gamma, motion_.joints()[j], out.joints[j], out);
  }
  if (!out.accelerations || out.accelerations->entries().size() != nv * nv)
    out.accelerations.emplace(motion_.independent());
  calc_reduced_matrix(out, out.accelerations->entries());
  const int singular = out.accelerations->factor();
  if (singular < 0) return;
  int speed = 0;
  for (const SpeedEntry& entry : motion_.G())
    if (entry.column == singular && entry.coefficient == 1) speed = entry.speed;
  throw problem_.singular_step(time_, speed, 1 / std::abs(gamma));
}

/// Adds B_q·P of a joint to W.
template <class T>
void SystemLinearSolver::add_joint(T gamma, const JointRates& joint, DenseLu<T>& lu, Factors<T>& out) {
  if (lu.factor(gamma, joint.by_q) >= 0) throw problem_.singular_step(time_, joint.u0, 1 / std::abs(gamma));
  const std::size_t nv = index(motion_.independent());
  out.block.resize(joint.nq);
  for (int k = 0; k < joint.nu; ++k) {
    for (int i = 0; i < joint.nq; ++i) out.block[i] = joint.N[i * joint.nu + k];
    lu.solve(out.block);
    for (int l = 0; l < joint.nu; ++l) {
      T P{};
      for (int i = 0; i < joint.nq; ++i) P += joint.N_inverse[l * joint.nq + i] * out.block[i];
      add_scaled(P, motion_.B_q().data() + index(joint.u0 + l) * nv, nv,
                 out.W.data() + index(joint.u0 + k) * nv);
    }
  }
}

/// D − W·G/γ, row by row.
template <class T>
void SystemLinearSolver::calc_reduced_matrix(const Factors<T>& of, Out<T> matrix) const {
  const std::size_t nv = index(motion_.independent());
  for (std::size_t i = 0; i < nv * nv; ++i) matrix[i] = motion_.D()[i];
  for (const SpeedEntry& entry : motion_.G()) {
    const T factor = -entry.coefficient * of.reciprocal;
    const T* column = of.W.data() + index(entry.speed) * nv;
    for (std::size_t i = 0; i < nv; ++i) matrix[i * nv + index(entry.column)] += product(factor, column[i]);
  }
}

/// Replaces the changes of a joint's coordinates by (γ − ∂q̇/∂q)⁻¹·(them + N·change of its speeds).
template <class T>
void SystemLinearSolver::follow_speeds(std::size_t j, const T* u, Factors<T>& by, T* q) const {
  const JointRates& joint = motion_.joints()[j];
  for (int i = 0; i < joint.nq; ++i)
    for (int k = 0; k < joint.nu; ++k) q[i] += joint.N[i * joint.nu + k] * u[joint.u0 + k];
  by.joints[j].solve(Out<T>(q, index(joint.nq)));
}

template <class T>
void SystemLinearSolver::solve(Out<T> b, Factors<T>& by) {
  const std::size_t nv = index(motion_.independent()), nu = index(motion_.speeds());
  T *const q = b.data(), *const u = q + b.size() - nu;
  // Changes without accelerations: those of speeds, and of coordinates in the directions of speeds, p.
  for (std::size_t k = 0; k < nu; ++k) u[k] = product(u[k], by.reciprocal);
  for (const MotionDerivatives::PlainRate& rate : motion_.plain_rates()) {
    T& change = q[rate.coordinate];
    if (!rate.is_given) change += u[rate.speed];
    by.p[rate.speed] = change = product(change, by.reciprocal);
  }
  for (std::size_t j = 0; j < motion_.joints().size(); ++j) {
    const JointRates& joint = motion_.joints()[j];
    follow_speeds(j, u, by, q + joint.q0);
    for (int k = 0; k < joint.nu; ++k) {
      T& sum = by.p[joint.u0 + k] = T(0);
      for (int i = 0; i < joint.nq; ++i) sum += joint.N_inverse[k * joint.nq + i] * q[joint.q0 + i];
    }
  }
  for (T& sum : by.w) sum = T(0);
  for (std::size_t k = 0; k < nu; ++k) {
    add_scaled(by.p[k], motion_.B_q().data() + k * nv, nv, by.w.data());
    add_scaled(u[k], motion_.B_u().data() + k * nv, nv, by.w.data());
  }
  by.accelerations->solve(by.w);
  // What accelerations add; p holds the changes of speeds.
  for (T& change : by.p) change = T(0);
  for (const SpeedEntry& entry : motion_.G())
    by.p[entry.speed] += entry.coefficient * product(by.reciprocal, by.w[entry.column]);
  for (std::size_t k = 0; k < nu; ++k) u[k] += by.p[k];
  for (const MotionDerivatives::PlainRate& rate : motion_.plain_rates())
    if (!rate.is_given) q[rate.coordinate] += product(by.reciprocal, by.p[rate.speed]);
  for (std::size_t j = 0; j < motion_.joints().size(); ++j) {
    const JointRates& joint = motion_.joints()[j];
    by.block.assign(joint.nq, T(0));
    follow_speeds(j, by.p.data(), by, by.block.data());
    for (int i = 0; i < joint.nq; ++i) q[joint.q0 + i] += by.block[i];
  }
}

}  // namespace sarrus::internal
