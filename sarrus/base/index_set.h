#pragma once
/// @file
#include <bit>
#include <cstdint>
#include <vector>

#include "sarrus/base/error.h"

namespace sarrus {

/// A set of indices 0 ≤ i < size, as bits: speeds of a model whose motion is prescribed, quantities of a
/// System that depend on a variable.
class IndexSet {
 public:
  IndexSet() = default;
  /// Empty, for indices 0 to size − 1.
  explicit IndexSet(int size) { resize(size); }
  /// The indices i for which `contains[i]` holds.
  IndexSet(const std::vector<bool>& contains) : IndexSet(static_cast<int>(contains.size())) {
    for (int i = 0; i < size_; ++i)
      if (contains[static_cast<std::size_t>(i)]) word(i) |= bit(i);
  }

  /// One more than the largest index that may be in the set.
  int size() const { return size_; }
  /// Makes room for more indices; the new ones are not in the set.
  void resize(int size) {
    size_ = size;
    words_.resize((static_cast<std::size_t>(size) + 63) / 64, 0);
  }

  bool contains(int i) const { return i < size_ && (words_[static_cast<std::size_t>(i) / 64] & bit(i)) != 0; }
  /// The number of indices in the set.
  int count() const {
    int sum = 0;
    for (const std::uint64_t w : words_) sum += std::popcount(w);
    return sum;
  }
  void insert(int i) { require_index(i), word(i) |= bit(i); }
  void erase(int i) { require_index(i), word(i) &= ~bit(i); }
  /// Union; makes room for the indices of the other set.
  void insert(const IndexSet& other) {
    if (size_ < other.size_) resize(other.size_);
    for (std::size_t k = 0; k < other.words_.size(); ++k) words_[k] |= other.words_[k];
  }
  /// Difference.
  void erase(const IndexSet& other) {
    for (std::size_t k = 0; k < other.words_.size() && k < words_.size(); ++k) words_[k] &= ~other.words_[k];
  }
  void clear() {
    for (std::uint64_t& w : words_) w = 0;
  }
  bool intersects(const IndexSet& other) const {
    for (std::size_t k = 0; k < other.words_.size() && k < words_.size(); ++k)
      if ((words_[k] & other.words_[k]) != 0) return true;
    return false;
  }
  bool operator==(const IndexSet&) const = default;

 private:
  static std::uint64_t bit(int i) { return std::uint64_t{1} << (static_cast<unsigned>(i) % 64); }
  std::uint64_t& word(int i) { return words_[static_cast<std::size_t>(i) / 64]; }
  void require_index(int i) const {
    require(i >= 0 && i < size_, "there is no index {}; the set is for indices 0 to {}", i, size_ - 1);
  }

  int size_ = 0;
  std::vector<std::uint64_t> words_;
};

/// Throws unless a set of speeds is for a model with nu speeds.
inline void require_speeds(const IndexSet& speeds, int nu) {
  require(speeds.size() == nu, "the set of prescribed speeds is for {} speeds, but the model has {}",
          speeds.size(), nu);
}

}  // namespace sarrus
