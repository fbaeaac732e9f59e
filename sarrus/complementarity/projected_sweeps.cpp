#include "sarrus/complementarity/internal/projected_sweeps.h"

#include <algorithm>
#include <cmath>

namespace sarrus::internal {

void ProjectedSweeps::start(const ScaledProblem& problem, const RowResponses& rows,
                            const Eigen::VectorXd& r) {
  problem_ = &problem;
  rows_ = &rows;
  r_ = r;
  problem.calc_speeds(r_, v_);
  sets_.clear(), G_.clear();
  Array<double> on_speeds(problem.free_speeds.size(), 0.0);  // a row of W
  int bundle = 0, row = 0;
  problem.for_each_set([&](int, const ForceSet& set, int first) {
    if (row == rows.J.bundles()[bundle].rows()) ++bundle, row = 0;
    sets_.push_back({&set, bundle, row, first, static_cast<int>(G_.size())});
    const RowBundles::Bundle &J = rows.J.bundles()[bundle], &W = rows.W.bundles()[bundle];
    const int *read = rows.J.speeds(J), *changed = rows.W.speeds(W);
    const double* scale = problem.scale.data() + first;
    for (int i = 0; i < set.rows; ++i) {
      const double* response = rows.W.row(W, row + i);
      for (int k = 0; k < W.speeds; ++k) on_speeds[changed[k]] = response[k];
      for (int j = 0; j < set.rows; ++j) {
        const double* entries = rows.J.row(J, row + j);
        double sum = 0;
        for (int k = 0; k < J.speeds; ++k) sum += entries[k] * on_speeds[read[k]];
        G_.push_back(scale[i] * sum * scale[j]);
      }
      for (int k = 0; k < W.speeds; ++k) on_speeds[changed[k]] = 0;
    }
    row += set.rows;
  });
}

void ProjectedSweeps::sweep() {
  for (const Set& set : sets_) sweep(set);
  for (std::size_t i = sets_.size(); i-- > 0;) sweep(sets_[i]);
}

void ProjectedSweeps::sweep(const Set& at) {
  const RowBundles::Bundle &J = rows_->J.bundles()[at.bundle], &W = rows_->W.bundles()[at.bundle];
  const int count = at.set->rows, *read = rows_->J.speeds(J), *changed = rows_->W.speeds(W);
  const double *scale = problem_->scale.data() + at.first_row, *bias = problem_->bias.data() + at.first_row;
  double u[ForceSet::max_rows], change[ForceSet::max_rows] = {};
  for (int i = 0; i < count; ++i) {
    const double* entries = rows_->J.row(J, at.row + i);
    double even = 0, odd = 0;
    int k = 0;
    for (; k + 1 < J.speeds; k += 2) {
      even += entries[k] * v_[read[k]];
      odd += entries[k + 1] * v_[read[k + 1]];
    }
    if (k < J.speeds) even += entries[k] * v_[read[k]];
    u[i] = scale[i] * (even + odd) + bias[i];
  }
  find_changes(at, u, change);
  for (int i = 0; i < count; ++i) {
    if (change[i] == 0) continue;
    r_[at.first_row + i] += change[i];
    const double impulse = scale[i] * change[i];
    const double* response = rows_->W.row(W, at.row + i);
    for (int k = 0; k < W.speeds; ++k) v_[changed[k]] += impulse * response[k];
  }
}

/// The changes of the forces of a set whose rows have the speeds u: first of the normal force, then of the
/// others.
void ProjectedSweeps::find_changes(const Set& at, double* u, double* change) {
  const ForceSet& set = *at.set;
  const double *r = r_.data() + at.first_row, *G = G_.data() + at.first_entry;
  if (!(G[0] > 0)) return;
  double x[ForceSet::max_rows];
  if (set.kind != ForceSetKind::contact) {
    x[0] = r[0] - u[0] / G[0];
    project(set, x);
    change[0] = x[0] - r[0];
    return;
  }
  change[0] = std::max(-r[0], -u[0] / G[0]);
  const double normal = r[0] + change[0];
  double g = 0;
  for (int k = 1; k < set.rows; ++k) {
    u[k] += G[k] * change[0];
    g = std::max(g, G[k * (set.rows + 1)]);
  }
  for (int k = 1; k < set.rows; ++k) x[k] = g > 0 ? r[k] - u[k] / g : r[k];
  const double size = tangential_norm(set, x);
  const double part = size > normal ? normal / size : 1.0;
  for (int k = 1; k < set.rows; ++k) change[k] = part * x[k] - r[k];
}

}  // namespace sarrus::internal
