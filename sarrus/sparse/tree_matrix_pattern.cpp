#include <algorithm>
#include <limits>

#include "sarrus/base/array.h"
#include "sarrus/base/error.h"
#include "sarrus/sparse/tree_matrix.h"

namespace sarrus {

TreePattern::TreePattern(Array<int> parents) : parents_(std::move(parents)) {
  constexpr int most = std::numeric_limits<int>::max();
  for (int i = 0; i < size(); ++i) {
    const int p = parent(i);
    require(p >= -1 && p < i, "the parent of speed {} is {}; give a lower number, or -1 at the root", i, p);
    lengths_.push_back(p < 0 ? 1 : length(p) + 1);
    starts_.push_back(storage_size_);
    require(storage_length(i) <= most - storage_size_,
            "the tree is too deep: {} speeds are on the path from the root to speed {} of {}, and the mass "
            "matrix would have more than {} entries; attach bodies nearer to the root",
            length(i), i, size(), most);
    storage_size_ += storage_length(i);
  }
  columns_.resize(storage_size_);
  for (int i = 0; i < size(); ++i) {
    const int p = parent(i);
    int* row = columns_.data() + start(i);
    if (p >= 0) std::copy_n(columns(p), length(p), row);
    std::fill(row + length(i) - 1, row + storage_length(i), i);
    if (p >= 0)
      for (int k = run_starts_[p]; k < run_starts_[p + 1]; ++k) runs_.push_back(Run(runs_[k]));
    if (p >= 0 && p == i - 1)
      ++runs_.back().count;
    else
      runs_.push_back({i, 1});
    run_starts_.push_back(static_cast<int>(runs_.size()));
  }
}

int TreePattern::common_length(int i, int j) const {
  const auto [end, other] =
      std::mismatch(columns(i), columns(i) + std::min(length(i), length(j)), columns(j));
  return static_cast<int>(end - columns(i));
}

}  // namespace sarrus
