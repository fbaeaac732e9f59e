#include <algorithm>

#include "sarrus/base/array.h"
#include "sarrus/base/error.h"
#include "sarrus/sparse/tree_matrix.h"

namespace sarrus {

TreePattern::TreePattern(Array<int> parents) : parents_(std::move(parents)) {
  for (int i = 0; i < size(); ++i) {
    const int p = parent(i);
    require(p >= -1 && p < i, "the parent of speed {} is {}; give a lower number, or -1 at the root", i, p);
    lengths_.push_back(p < 0 ? 1 : length(p) + 1);
    starts_.push_back(storage_size_);
    storage_size_ += storage_length(i);
    columns_.resize(storage_size_, i);
    if (p >= 0) std::copy_n(columns(p), length(p), columns_.begin() + start(i));
    for (int k = 0; k < length(i); ++k) {
      const int speed = columns(i)[k];
      if (k > 0 && columns(i)[k - 1] == speed - 1)
        ++runs_.back().count;
      else
        runs_.push_back({speed, 1});
    }
    run_starts_.push_back(static_cast<int>(runs_.size()));
  }
}

int TreePattern::common_length(int i, int j) const {
  const auto [end, other] =
      std::mismatch(columns(i), columns(i) + std::min(length(i), length(j)), columns(j));
  return static_cast<int>(end - columns(i));
}

}  // namespace sarrus
