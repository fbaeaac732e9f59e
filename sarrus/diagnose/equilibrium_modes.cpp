#include "sarrus/diagnose/equilibrium_modes.h"

#include <algorithm>
#include <cmath>

#include "sarrus/assemble/internal/assembly_space.h"
#include "sarrus/assemble/internal/constraint_clusters.h"
#include "sarrus/base/array.h"
#include "sarrus/diagnose/internal/static_forces.h"
#include "sarrus/sparse/dense_solve.h"
#include "sarrus/system/responses.h"

namespace sarrus {

using namespace internal;

namespace {

/// Stiffness below these, relative to the parts that cancel each other, is taken as zero: finite differences
/// are no more accurate.
constexpr double canceled = 1e-6, noise = 1e-9;

}  // namespace

double EquilibriumMode::frequency() const {
  return stability == Stability::stable ? std::sqrt(squared_frequency) : 0;
}
double EquilibriumMode::growth_rate() const {
  return stability == Stability::unstable ? std::sqrt(-squared_frequency) : 0;
}

std::string to_string(Stability stability) {
  switch (stability) {
    case Stability::stable:
      return "stable";
    case Stability::neutral:
      return "neutral";
    case Stability::unstable:
      return "unstable";
    case Stability::rigid:
      break;
  }
  return "rigid";
}

Stability worst_stability(const Array<EquilibriumMode>& modes) {
  Stability worst = modes.empty() ? Stability::rigid : Stability::stable;
  for (const EquilibriumMode& mode : modes)
    if (mode.stability == Stability::unstable || worst == Stability::stable) worst = mode.stability;
  return worst;
}

Array<EquilibriumMode> calc_equilibrium_modes(const State& state, const Array<std::string>& hold) {
  const Array<int> speeds = AssemblySpace(state, {.hold = hold}).free_speeds();
  StaticForces forces(state, speeds);
  const StaticBalance balance = calc_balance(forces, state.q());
  const MatrixX<double>& Z = balance.Z;
  if (Z.cols() == 0) return {};
  const Stiffness stiffness = calc_stiffness(state, forces, balance.multipliers);
  const MatrixX<double>& M = mass_matrix(state);
  MatrixX<double> free_M(forces.size(), forces.size());
  for (int i = 0; i < forces.size(); ++i)
    for (int j = 0; j < forces.size(); ++j) free_M(i, j) = M(speeds[i], speeds[j]);
  const MatrixX<double> sum = stiffness.sum();
  const EigenPairs pairs = calc_eigen_pairs(Z.transpose() * sum * Z, Z.transpose() * free_M * Z);
  require(pairs.vectors.allFinite(),
          "'{}' has motions that carry no mass, so that it has no frequencies; diagnose() names them",
          state.model().name());
  Array<EquilibriumMode> modes;
  for (Eigen::Index i = 0; i < Z.cols(); ++i) {
    const VectorX<double> y = (Z * pairs.vectors.col(i)).normalized();
    const auto along = [&](const MatrixX<double>& A) { return std::abs(y.dot(A * y)); };
    const double parts =
        along(stiffness.of_elements) + along(stiffness.of_gravity) + along(stiffness.of_constraints);
    EquilibriumMode mode{pairs.values[i], Stability::stable, name_motion(state, speeds, y)};
    if (along(sum) <= canceled * parts + noise * sum.norm() || along(sum) == 0)
      mode.stability = Stability::neutral;
    else if (mode.squared_frequency < 0)
      mode.stability = Stability::unstable;
    modes.push_back(std::move(mode));
  }
  return modes;
}

}  // namespace sarrus
