#pragma once
/// @file
/// Symmetric matrices with the sparsity of a tree. The mass matrix has an entry for two speeds only if one is
/// a descendant of the other, and its factors LᵀL and LᵀDL have no fill-in. [Featherstone 2008, ch. 6]
///
/// Rows are packed: row i holds the columns of the speeds on the path from the root to i, in that order, i
/// itself last. The row of an ancestor covers the first columns of the row of its descendants, so that the
/// loops of factorization and solves run over contiguous numbers, whatever the shape of the tree.

#include <memory>
#include <span>

#include "sarrus/base/aligned_array.h"
#include "sarrus/base/array.h"
#include "sarrus/scalar/scalars.h"

namespace sarrus {

/// Sparsity pattern and storage of a tree's matrix.
class TreePattern {
 public:
  /// `parents[i]` is the parent of speed i, lower than i, or −1.
  explicit TreePattern(Array<int> parents);

  int size() const { return static_cast<int>(parents_.size()); }
  int parent(int i) const { return parents_[i]; }
  const Array<int>& parents() const { return parents_; }
  /// Number of entries of row i: the depth of speed i, from 1 on.
  int length(int i) const { return lengths_[i]; }
  /// The columns of row i, ascending; the last is i.
  const int* columns(int i) const { return columns_.data() + start(i); }
  /// Index of the first entry of row i in the array of entries. Rows start at multiples of `row_unit`.
  int start(int i) const { return starts_[i]; }
  /// Number of places of row i, including the unused ones at its end.
  int storage_length(int i) const { return (length(i) + row_unit - 1) / row_unit * row_unit; }
  /// Length of the array of entries, including unused places at the ends of rows.
  int storage_size() const { return storage_size_; }
  /// True if speed `ancestor` is on the path from the root to speed i.
  bool is_ancestor(int ancestor, int i) const {
    return length(ancestor) <= length(i) && columns(i)[length(ancestor) - 1] == ancestor;
  }
  /// The columns of row i as runs of consecutive speeds; there are few if speeds are numbered depth first.
  struct Run {
    int first, count;
  };
  std::span<const Run> runs(int i) const {
    return {runs_.data() + run_starts_[i], runs_.data() + run_starts_[i + 1]};
  }
  /// Number of speeds that the paths from the root to i and to j share.
  int common_length(int i, int j) const;

  /// Rows occupy multiples of this number of places: whole SIMD registers.
  static constexpr int row_unit = 8;

 private:
  Array<int> parents_, lengths_, starts_, columns_;
  Array<Run> runs_;
  Array<int> run_starts_{0};
  int storage_size_ = 0;
};

/// A symmetric matrix, or a lower triangular factor of one, with that pattern.
template <class T>
class TreeMatrix {
 public:
  explicit TreeMatrix(std::shared_ptr<const TreePattern> pattern)
      : pattern_(std::move(pattern)), entries_(pattern_->storage_size(), T(0)) {}

  /// Copies the entries of a matrix with the same pattern.
  void set_entries(const TreeMatrix& other) { entries_ = other.entries_; }

  const TreePattern& pattern() const { return *pattern_; }
  int size() const { return pattern_->size(); }
  T* row(int i) { return entries_.data() + pattern_->start(i); }
  const T* row(int i) const { return entries_.data() + pattern_->start(i); }
  T& diagonal(int i) { return row(i)[pattern_->length(i) - 1]; }
  const T& diagonal(int i) const { return row(i)[pattern_->length(i) - 1]; }

  /// The full symmetric matrix.
  void symmetric(MatrixX<T>& out) const;
  /// The lower triangular matrix.
  void lower(MatrixX<T>& out) const;

 private:
  std::shared_ptr<const TreePattern> pattern_;
  AlignedArray<T> entries_;
};

}  // namespace sarrus
