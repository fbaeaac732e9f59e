#pragma once
/// @file
/// Rows J that read few speeds each, in bundles of consecutive sets that read the same ones, as the points of
/// one pair of bodies do: dense matrices on a part of the speeds.

#include <algorithm>

#include "sarrus/base/aligned_array.h"
#include "sarrus/base/array_view.h"
#include "sarrus/complementarity/force_set.h"
#include "sarrus/scalar/pack.h"

namespace sarrus::internal {

class RowBundles {
 public:
  /// Rows are stored one after the other, each in whole registers, with zeros at its end.
  struct Bundle {
    int sets = 0, rows_per_set = 0, first_row = 0, first_block = 0;
    int speeds = 0, first_speed = 0, first_entry = 0, stride = 0;

    int rows() const { return sets * rows_per_set; }
    /// All that does not depend on numbers.
    friend bool operator==(const Bundle&, const Bundle&) = default;
  };

  void clear();
  /// Adds the rows of a force set. `speeds` are ascending; `entries` are stored row by row.
  void add(int rows, In<int> speeds, In<double> entries);
  /// Rows that are added next begin a bundle, whatever they read.
  void end_bundle() { is_open_ = false; }

  int row_count() const { return rows_; }
  const Array<Bundle>& bundles() const { return bundles_; }
  const Array<int>& speeds() const { return speeds_; }
  /// The speeds that a bundle reads.
  const int* speeds(const Bundle& bundle) const { return speeds_.data() + bundle.first_speed; }
  const double* row(const Bundle& bundle, int row) const {
    return entries_.data() + bundle.first_entry + row * bundle.stride;
  }
  /// u = J·v.
  void multiply(In<double> v, Out<double> u) const;
  /// f = Jᵀ·r.
  void multiply_transposed(In<double> r, Out<double> f) const;
  /// Σ x[speed]·J² over all rows of a bundle.
  double weigh_squares(const Bundle& bundle, In<double> x) const;

  /// Calls add(number, bundle, i, line) for the rows of the lower triangle of Jᵀ·B·J of each bundle that
  /// acts: line i has i + 1 entries, and zeros or other numbers up to the end of its last register. `blocks`
  /// are those of B, one per set.
  template <class Add>
  void for_each_line(In<double> blocks, const Add& add) const;

 private:
  static constexpr int width = 8;
  using Part = Pack<double, width>;

  /// x of the speeds of a bundle, with zeros up to the end of the last register.
  const double* gather(const Bundle& bundle, In<double> x) const;
  void multiply_block(const Bundle& bundle, const double* blocks) const;

  int rows_ = 0, blocks_ = 0;
  bool is_open_ = false;  // the last bundle
  Array<Bundle> bundles_;
  Array<int> speeds_;
  AlignedArray<double> entries_;
  mutable AlignedArray<double> gathered_, products_, line_;
  mutable Array<const double*> acting_;  // rows of J; those of B·J are in products_
};

template <class Add>
void RowBundles::for_each_line(In<double> blocks, const Add& add) const {
  for (int number = 0; number < static_cast<int>(bundles_.size()); ++number) {
    const Bundle& bundle = bundles_[number];
    multiply_block(bundle, blocks.data() + bundle.first_block);
    if (acting_.empty()) continue;
    line_.resize(bundle.stride);
    for (int i = 0; i < bundle.speeds; ++i) {
      for (int b = 0; b <= i; b += width) {
        Part sum(0.0);
        const double* product = products_.data() + b;
        for (const double* row : acting_) {
          sum += row[i] * Part::load(product);
          product += bundle.stride;
        }
        sum.store(line_.data() + b);
      }
      add(number, bundle, i, static_cast<const double*>(line_.data()));
    }
  }
}

}  // namespace sarrus::internal
