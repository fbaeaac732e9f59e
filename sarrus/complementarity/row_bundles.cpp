#include "sarrus/complementarity/internal/row_bundles.h"

namespace sarrus::internal {

void RowBundles::clear() {
  rows_ = blocks_ = 0;
  is_open_ = false;
  bundles_.clear(), speeds_.clear(), entries_.clear();
}

void RowBundles::add(int rows, In<int> speeds, In<double> entries) {
  const int n = static_cast<int>(speeds.size());
  const bool joins = is_open_ && bundles_.back().rows_per_set == rows && bundles_.back().speeds == n &&
                     std::equal(speeds.begin(), speeds.end(), this->speeds(bundles_.back()));
  if (!joins) {
    bundles_.push_back({.rows_per_set = rows,
                        .first_row = rows_,
                        .first_block = blocks_,
                        .speeds = n,
                        .first_speed = static_cast<int>(speeds_.size()),
                        .first_entry = static_cast<int>(entries_.size()),
                        .stride = (n + width - 1) / width * width});
    speeds_.insert(speeds_.end(), speeds.begin(), speeds.end());
  }
  is_open_ = true;
  Bundle& bundle = bundles_.back();
  ++bundle.sets;
  rows_ += rows;
  blocks_ += rows * rows;
  const std::size_t first = entries_.size();
  entries_.resize(first + rows * bundle.stride, 0.0);
  for (int r = 0; r < rows; ++r)
    std::copy_n(entries.data() + r * n, n, entries_.data() + first + r * bundle.stride);
}

const double* RowBundles::gather(const Bundle& bundle, In<double> x) const {
  gathered_.resize(std::max(static_cast<int>(gathered_.size()), bundle.stride));
  const int* on = speeds(bundle);
  double* to = gathered_.data();
  for (int k = 0; k < bundle.speeds; ++k) to[k] = x[on[k]];
  for (int k = bundle.speeds; k < bundle.stride; ++k) to[k] = 0;
  return to;
}

void RowBundles::multiply(In<double> v, Out<double> u) const {
  for (const Bundle& bundle : bundles_) {
    const double* x = gather(bundle, v);
    const double* J = row(bundle, 0);
    for (int r = 0; r < bundle.rows(); ++r, J += bundle.stride) {
      Part sum(0.0);
      for (int b = 0; b < bundle.stride; b += width) sum += Part::load(J + b) * Part::load(x + b);
      const auto half = [&](int i) { return (sum[i] + sum[i + 4]) + (sum[i + 2] + sum[i + 6]); };
      u[bundle.first_row + r] = half(0) + half(1);
    }
  }
}

void RowBundles::multiply_transposed(In<double> r, Out<double> f) const {
  std::fill(f.begin(), f.end(), 0.0);
  for (const Bundle& bundle : bundles_) {
    const double* force = r.data() + bundle.first_row;
    const int rows = bundle.rows();
    if (std::all_of(force, force + rows, [](double x) { return x == 0; })) continue;
    const int* on = speeds(bundle);
    for (int b = 0; b < bundle.stride; b += width) {
      Part sum(0.0);
      const double* J = row(bundle, 0) + b;
      for (int i = 0; i < rows; ++i, J += bundle.stride) sum += force[i] * Part::load(J);
      for (int k = b; k < std::min(b + width, bundle.speeds); ++k) f[on[k]] += sum[k - b];
    }
  }
}

double RowBundles::weigh_squares(const Bundle& bundle, In<double> x) const {
  const double* weights = gather(bundle, x);
  Part sum(0.0);
  const double* J = row(bundle, 0);
  for (int r = 0; r < bundle.rows(); ++r, J += bundle.stride)
    for (int b = 0; b < bundle.stride; b += width) {
      const Part entries = Part::load(J + b);
      sum += entries * entries * Part::load(weights + b);
    }
  double total = 0;
  for (int i = 0; i < width; ++i) total += sum[i];
  return total;
}

/// Rows of J whose blocks of B are not zero, and those of B·J.
void RowBundles::multiply_block(const Bundle& bundle, const double* blocks) const {
  const int m = bundle.rows_per_set, stride = bundle.stride;
  products_.resize(std::max(static_cast<int>(products_.size()), bundle.rows() * stride));
  acting_.clear();
  double* to = products_.data();
  for (int set = 0; set < bundle.sets; ++set, blocks += m * m)
    for (int r = 0; r < m; ++r) {
      const double* B = blocks + r * m;
      if (std::all_of(B, B + m, [](double b) { return b == 0; })) continue;
      for (int b = 0; b < stride; b += width) {
        Part sum(0.0);
        for (int s = 0; s < m; ++s)
          if (B[s] != 0) sum += B[s] * Part::load(row(bundle, set * m + s) + b);
        sum.store(to + b);
      }
      to += stride;
      acting_.push_back(row(bundle, set * m + r));
    }
}

}  // namespace sarrus::internal
