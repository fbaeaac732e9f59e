#include "sarrus/simulate/internal/system_linear_solver.h"

#include <algorithm>
#include <cmath>

#include "sarrus/base/internal/index.h"
#include "sarrus/simulate/internal/system_problem.h"

namespace sarrus::internal {

SystemLinearSolver::SystemLinearSolver(SystemProblem& problem) : problem_(problem), motion_(problem.state()) {
  motion_.leave_equations();
}

bool SystemLinearSolver::can_solve(const State& state) {
  return MotionDerivatives::are_known(state) && state.nz() == 0 &&
         (MotionDerivatives::are_reduced(state) ||
          state[state.layout().system.prescription].speeds.count() == 0);
}

bool SystemLinearSolver::linearize(double t, In<double> y, In<double> ydot) {
  time_ = t;
  return can_solve(problem_.state()) && problem_.calc_motion_derivatives(t, y, ydot, motion_) &&
         equations_.take(problem_.state(), motion_);
}

template <class T>
void SystemLinearSolver::factor(T gamma, Factors<T>& out) {
  out.reciprocal = 1.0 / gamma;
  if (out.version != equations_.version()) {
    out.sparse.reset(), out.dense.reset();
    if (!equations_.pattern().is_dense()) out.sparse.emplace(equations_.pattern());
    out.version = equations_.version();
  }
  calc_W(gamma, out);
  out.entries.assign(equations_.pattern().count(), T(0));
  for (const StepEquations::Entry& entry : equations_.constant()) out.entries[entry.place] += entry.value;
  for (const StepEquations::Use& use : equations_.uses())
    out.entries[use.place] -= product(product(out.reciprocal, use.coefficient), out.W[use.term]);
  factor_matrix(out);
}

/// W = B_u + B_q·P.
template <class T>
void SystemLinearSolver::calc_W(T gamma, Factors<T>& out) {
  const Array<StepEquations::Term>& terms = equations_.terms();
  out.W.resize(terms.size()), out.p.resize(index(motion_.speeds())), out.w.resize(index(equations_.size()));
  for (std::size_t t = 0; t < terms.size(); ++t) out.W[t] = terms[t].by_u;
  for (const MotionDerivatives::PlainRate& rate : motion_.plain_rates())
    for (int t = equations_.first_term(rate.speed);
         t < equations_.first_term(rate.speed + 1) && !rate.is_given; ++t)
      out.W[t] += product(out.reciprocal, terms[t].by_q);
  for (std::size_t j = 0; j < motion_.joints().size(); ++j) {
    if (out.joints.size() <= j) out.joints.emplace_back(motion_.joints()[j].nq);
    add_joint(gamma, motion_.joints()[j], out.joints[j], out);
  }
}

/// Adds B_q·P of a joint, whose speeds have terms in the same rows.
template <class T>
void SystemLinearSolver::add_joint(T gamma, const JointRates& joint, DenseLu<T>& lu, Factors<T>& out) {
  if (lu.factor(gamma, joint.by_q) >= 0) throw problem_.singular_step(time_, joint.u0, 1 / std::abs(gamma));
  const Array<StepEquations::Term>& terms = equations_.terms();
  const int first = equations_.first_term(joint.u0), rows = equations_.first_term(joint.u0 + 1) - first;
  out.block.resize(joint.nq);
  for (int k = 0; k < joint.nu; ++k) {
    for (int i = 0; i < joint.nq; ++i) out.block[i] = joint.N[i * joint.nu + k];
    lu.solve(out.block);
    for (int l = 0; l < joint.nu; ++l) {
      T P{};
      for (int i = 0; i < joint.nq; ++i) P += joint.N_inverse[l * joint.nq + i] * out.block[i];
      for (int i = 0; i < rows; ++i)
        out.W[first + k * rows + i] += product(P, terms[first + l * rows + i].by_q);
    }
  }
}

template <class T>
void SystemLinearSolver::factor_matrix(Factors<T>& out) {
  out.is_dense = !out.sparse;
  if (!out.is_dense) {
    out.sparse->values() = out.entries;
    constexpr double certain = 1e-6;
    const double pivot = out.sparse->factor();
    out.is_dense = pivot == 0 || (pivot < certain && !is_accurate(out));
  }
  if (!out.is_dense) return;
  const int singular = factor_dense(out);
  if (singular < 0) return;
  int speed = 0;
  for (const SpeedEntry& entry : motion_.G())
    if (entry.column == equations_.column(singular) && entry.coefficient == 1) speed = entry.speed;
  throw problem_.singular_step(time_, speed, std::abs(out.reciprocal));
}

/// Whether the factors return known numbers, in no regular order.
template <class T>
bool SystemLinearSolver::is_accurate(Factors<T>& of) const {
  constexpr double least = 1e-7;
  const auto known = [](int i) { return 1 + 0.618 * i - std::floor(0.618 * i); };
  of.trial.assign(index(equations_.size()), T(0));
  equations_.pattern().for_each(
      [&](int i, int j, int place) { of.trial[i] += product(of.entries[place], known(j)); });
  of.sparse->solve(of.trial);
  double error = 0;
  for (int i = 0; i < equations_.size(); ++i) error = std::max(error, std::abs(of.trial[i] - known(i)));
  return error < least;
}

/// Returns the unknown in which the matrix is singular, or −1.
template <class T>
int SystemLinearSolver::factor_dense(Factors<T>& out) const {
  const std::size_t n = index(equations_.size());
  if (!out.dense) out.dense.emplace(equations_.size());
  const Out<T> matrix = out.dense->entries();
  std::fill(matrix.begin(), matrix.end(), T(0));
  equations_.pattern().for_each(
      [&](int i, int j, int place) { matrix[index(i) * n + index(j)] = out.entries[place]; });
  return out.dense->factor();
}

/// Replaces the changes of a joint's coordinates by (γ − ∂q̇/∂q)⁻¹·(them + N·change of its speeds).
template <class T>
void SystemLinearSolver::follow_speeds(std::size_t j, const T* u, Factors<T>& by, T* q) const {
  const JointRates& joint = motion_.joints()[j];
  for (int i = 0; i < joint.nq; ++i)
    for (int k = 0; k < joint.nu; ++k) q[i] += joint.N[i * joint.nu + k] * u[joint.u0 + k];
  by.joints[j].solve(Out<T>(q, index(joint.nq)));
}

/// Changes without accelerations: those of speeds, and of coordinates in the directions of speeds, p.
template <class T>
void SystemLinearSolver::solve_without_accelerations(T* q, T* u, Factors<T>& by) const {
  for (int k = 0; k < motion_.speeds(); ++k) u[k] = product(u[k], by.reciprocal);
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
}

template <class T>
void SystemLinearSolver::solve(Out<T> b, Factors<T>& by) {
  const int nu = motion_.speeds();
  T *const q = b.data(), *const u = q + b.size() - index(nu);
  solve_without_accelerations(q, u, by);
  for (T& sum : by.w) sum = T(0);
  for (int k = 0; k < nu; ++k)
    for (int t = equations_.first_term(k); t < equations_.first_term(k + 1); ++t) {
      const StepEquations::Term& term = equations_.terms()[t];
      by.w[term.row] += product(by.p[k], term.by_q) + product(u[k], term.by_u);
    }
  if (by.is_dense)
    by.dense->solve(by.w);
  else
    by.sparse->solve(by.w);
  // What accelerations add; p holds the changes of speeds.
  for (T& change : by.p) change = T(0);
  for (const SpeedEntry& entry : motion_.G())
    by.p[entry.speed] += entry.coefficient * product(by.reciprocal, by.w[equations_.unknown(entry.column)]);
  for (int k = 0; k < nu; ++k) u[k] += by.p[k];
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
