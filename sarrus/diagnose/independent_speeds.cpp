#include "sarrus/diagnose/independent_speeds.h"

#include "sarrus/base/array.h"
#include "sarrus/sparse/internal/row_elimination.h"
#include "sarrus/system/constraint_responses.h"
#include "sarrus/system/internal/constraint_evaluation.h"
#include "sarrus/system/internal/prescribed_rates.h"

namespace sarrus {

using namespace internal;

namespace {

/// K with the columns of prescribed speeds moved to the right-hand side k.
RowElimination make_rows(const State& state, const IndexSet& held, In<double> held_rates) {
  MatrixX<double> K(0, state.nu());
  MatrixX<double> k(0, 1);
  if (const Array<double> biases = calc_constraint_biases(state); !biases.empty()) {
    constraint_jacobian(state).calc_full(K);
    k = -Eigen::Map<const VectorX<double>>(biases.data(), static_cast<int>(biases.size()));
  }
  for (int i = 0; i < held.size(); ++i)
    if (held.contains(i)) k -= held_rates[i] * K.col(i), K.col(i).setZero();
  return {std::move(K), std::move(k), row_rank::least(calc_row_error(state))};
}

}  // namespace

IndependentSpeeds calc_independent_speeds(const State& state, const Array<int>& preferred) {
  const int nu = state.nu();
  const Prescription& prescription = state[state.layout().system.prescription];
  const IndexSet held = prescription.parts.empty() ? IndexSet(nu) : prescription.speeds;
  Array<double> rates(nu, 0.0);
  if (!prescription.parts.empty()) calc_prescribed_rates(state, prescription, rates);

  RowElimination rows = make_rows(state, held, rates);
  Array<char> candidates(nu, 1);
  for (const int speed : preferred) {
    require(speed >= 0 && speed < nu, "there is no speed {} to prefer; the state has speeds 0 to {}", speed,
            nu - 1);
    candidates[speed] = 0;
  }
  if (!preferred.empty()) rows.eliminate(candidates);
  rows.eliminate();

  Array<int> row_of(nu, -1);
  IndependentSpeeds found;
  const int count = static_cast<int>(rows.A().rows());
  for (int i = 0; i < count; ++i) {
    if (rows.pivot(i) >= 0)
      row_of[rows.pivot(i)] = i;
    else
      ++found.redundant, found.contradiction = std::max(found.contradiction, std::abs(rows.B()(i, 0)));
  }
  for (int u = 0; u < nu; ++u)
    if (row_of[u] < 0 && !held.contains(u)) found.independent.push_back(u);
  const int mobility = static_cast<int>(found.independent.size());
  found.G = MatrixX<double>::Zero(nu, mobility);
  found.g = VectorX<double>::Zero(nu);
  for (int a = 0; a < mobility; ++a) found.G(found.independent[a], a) = 1;
  for (int u = 0; u < nu; ++u) {
    const int row = row_of[u];
    if (held.contains(u)) found.g[u] = rates[u];
    if (row < 0) continue;
    found.g[u] = rows.B()(row, 0);
    for (int a = 0; a < mobility; ++a) found.G(u, a) = -rows.A()(row, found.independent[a]);
  }
  return found;
}

}  // namespace sarrus
