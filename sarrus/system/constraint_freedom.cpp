#include "sarrus/system/constraint_freedom.h"

#include <cmath>

#include "sarrus/sparse/dense_solve.h"
#include "sarrus/system/internal/factored_rows.h"
#include "sarrus/system/internal/layout.h"

namespace sarrus {

using namespace internal;

struct ConstraintFreedom::Factors {
  Array<double> weights;
  FactoredRows rows;
  bool has_rows = false;
  Array<int> free{};
  MatrixX<double> G{};  // over the free speeds
};

ConstraintFreedom::ConstraintFreedom(const State& state, MotionLevel level, Array<double> weights)
    : factors_(std::make_unique<Factors>(Factors{weights, FactoredRows(level, weights)})) {
  if (!weights.empty()) require_size(In<double>(weights), state.nu(), "weights", "the state has nu");
  update(state);
}

ConstraintFreedom::~ConstraintFreedom() = default;
ConstraintFreedom::ConstraintFreedom(ConstraintFreedom&&) noexcept = default;
ConstraintFreedom& ConstraintFreedom::operator=(ConstraintFreedom&&) noexcept = default;

void ConstraintFreedom::update(const State& state) {
  Factors& of = *factors_;
  const IndexSet& held = state[state.layout().system.prescription].speeds;
  of.free.clear();
  for (int k = 0; k < state.nu(); ++k) {
    const bool is_heavy = !of.weights.empty() && std::isinf(of.weights[k]);
    if (!is_heavy && !(held.size() > 0 && held.contains(k))) of.free.push_back(k);
  }
  of.has_rows = !state.layout().constraints.empty() && state[state.layout().system.constraint_set].rows > 0;
  if (of.has_rows) of.rows.update(state);
  of.G = MatrixX<double>::Zero(rows(), static_cast<Eigen::Index>(of.free.size()));
  Array<double> unit(state.nu(), 0.0), column;
  for (std::size_t c = 0; c < of.free.size() && rows() > 0; ++c) {
    unit[of.free[c]] = 1;
    of.rows.calc_images(unit, column);
    unit[of.free[c]] = 0;
    for (int r = 0; r < rows(); ++r) of.G(r, static_cast<Eigen::Index>(c)) = column[r];
  }
}

const Array<int>& ConstraintFreedom::free_speeds() const { return factors_->free; }
int ConstraintFreedom::rows() const { return factors_->has_rows ? factors_->rows.size() : 0; }
int ConstraintFreedom::rank() const { return factors_->has_rows ? factors_->rows.rank() : 0; }
int ConstraintFreedom::mobility() const { return static_cast<int>(factors_->free.size()) - rank(); }

bool ConstraintFreedom::is_dependent(int row) const {
  require(row >= 0 && row < rows(), "there is no row {}; the constraints have {}", row, rows());
  return factors_->rows.is_dependent(row);
}

Array<double> ConstraintFreedom::calc_dependency(int row) const {
  require(is_dependent(row), "row {} is independent of the others", row);
  return factors_->rows.calc_dependency(row);
}

double ConstraintFreedom::independence() const { return rows() > 0 ? factors_->rows.independence() : 1; }

MatrixX<double> ConstraintFreedom::calc_rows() const { return factors_->G; }

/// Rows are divided by their norms: pivoting then takes the most independent ones first, whatever their
/// units.
MatrixX<double> ConstraintFreedom::calc_motions() const {
  const VectorX<double> norms = factors_->G.rowwise().norm();
  const VectorX<double> scales = (norms.array() > 0).select(norms, 1);
  return calc_null_space_of_rank(scales.cwiseInverse().asDiagonal() * factors_->G, rank());
}

}  // namespace sarrus
