#include "sarrus/rigid/internal/given_normal_rows.h"

#include <algorithm>

namespace sarrus::internal {

void GivenNormalRows::begin(RowOperator& base, std::span<const ForceSet> sets) {
  base_ = &base;
  contacts_.clear(), first_rows_.clear(), first_blocks_.clear(), sizes_.clear();
  rows_ = base_blocks_ = 0;
  for (const ForceSet& set : sets) {
    first_rows_.push_back(rows_);
    first_blocks_.push_back(base_blocks_);
    sizes_.push_back(set.rows);
    rows_ += set.rows;
    base_blocks_ += set.rows * set.rows;
  }
}

void GivenNormalRows::add(int set, double inertia) {
  contacts_.push_back({sizes_[set], first_rows_[set], first_blocks_[set], rows_, inertia});
  rows_ += sizes_[set];
}

void GivenNormalRows::multiply(In<double> v, Out<double> u) const {
  base_->multiply(of_base(v), {u.data(), base_->row_count()});
  int w = base_->speed_count();
  for (const Contact& contact : contacts_) {
    u[contact.first_row] = v[w++];
    for (int i = 1; i < contact.rows; ++i) u[contact.first_row + i] = u[contact.first_base_row + i];
  }
}

void GivenNormalRows::multiply_transposed(In<double> r, Out<double> f) const {
  row_work_.assign(r.begin(), r.begin() + base_->row_count());
  int w = base_->speed_count();
  for (const Contact& contact : contacts_) {
    f[w++] = r[contact.first_row];
    for (int i = 1; i < contact.rows; ++i) row_work_[contact.first_base_row + i] += r[contact.first_row + i];
  }
  base_->multiply_transposed(row_work_, of_base(f));
}

void GivenNormalRows::multiply_inertia(In<double> v, Out<double> p) const {
  base_->multiply_inertia(of_base(v), of_base(p));
  int w = base_->speed_count();
  for (const Contact& contact : contacts_) p[w] = contact.inertia * v[w], ++w;
}

void GivenNormalRows::solve_inertia(Out<double> x) const {
  base_->solve_inertia(of_base(x));
  int w = base_->speed_count();
  for (const Contact& contact : contacts_) x[w++] /= contact.inertia;
}

void GivenNormalRows::calc_diagonal(Out<double> diagonal) const {
  base_->calc_diagonal({diagonal.data(), base_->row_count()});
  for (const Contact& contact : contacts_) {
    diagonal[contact.first_row] = 1 / contact.inertia;
    for (int i = 1; i < contact.rows; ++i)
      diagonal[contact.first_row + i] = diagonal[contact.first_base_row + i];
  }
}

void GivenNormalRows::calc_matrix(Out<double> G) const {
  const int n = base_->row_count();
  Array<double> base(n * n);
  base_->calc_matrix(Out<double>(base));
  Array<int> of(rows_, -1);  // the row of base_ that has the same entries
  for (int i = 0; i < n; ++i) of[i] = i;
  for (const Contact& contact : contacts_)
    for (int i = 1; i < contact.rows; ++i) of[contact.first_row + i] = contact.first_base_row + i;
  for (int i = 0; i < rows_; ++i)
    for (int j = 0; j < rows_; ++j)
      G[i * rows_ + j] = of[i] >= 0 && of[j] >= 0 ? base[of[i] * n + of[j]] : 0.0;
  for (const Contact& contact : contacts_)
    G[contact.first_row * rows_ + contact.first_row] = 1 / contact.inertia;
}

/// With w eliminated, a contact adds B_tt − B_tn·B_nt/(ε + B_nn) to the block of the same bodies.
void GivenNormalRows::factor(In<double> blocks) {
  blocks_.assign(blocks.begin(), blocks.begin() + base_blocks_);
  const double* B = blocks.data() + base_blocks_;
  for (Contact& contact : contacts_) {
    const int n = contact.rows;
    contact.pivot = contact.inertia + B[0];
    contact.coupling.assign(B + 1, B + n);
    double* to = blocks_.data() + contact.first_base_block;
    for (int i = 1; i < n; ++i)
      for (int j = 1; j < n; ++j) to[i * n + j] += B[i * n + j] - B[i] * B[j] / contact.pivot;
    B += n * n;
  }
  base_->factor(blocks_);
}

void GivenNormalRows::solve(Out<double> x) const {
  row_work_.assign(base_->row_count(), 0.0);
  int w = base_->speed_count();
  for (const Contact& contact : contacts_) {
    for (int i = 1; i < contact.rows; ++i)
      row_work_[contact.first_base_row + i] = contact.coupling[i - 1] * x[w] / contact.pivot;
    ++w;
  }
  speed_work_.resize(base_->speed_count());
  base_->multiply_transposed(row_work_, Out<double>(speed_work_));
  for (std::size_t k = 0; k < speed_work_.size(); ++k) x[k] -= speed_work_[k];
  base_->solve(of_base(x));
  base_->multiply(of_base(In<double>(x)), Out<double>(row_work_));
  w = base_->speed_count();
  for (const Contact& contact : contacts_) {
    for (int i = 1; i < contact.rows; ++i)
      x[w] -= contact.coupling[i - 1] * row_work_[contact.first_base_row + i];
    x[w++] /= contact.pivot;
  }
}

}  // namespace sarrus::internal
