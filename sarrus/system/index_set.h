#pragma once
/// @file
#include <cstdint>
#include <vector>

namespace sarrus {

/// A set of small numbers as bits.
class IndexSet {
 public:
  IndexSet() = default;
  /// For the numbers 0 to size − 1; empty.
  explicit IndexSet(int size) : words_((static_cast<std::size_t>(size) + 63) / 64, 0) {}

  bool contains(int i) const {
    const auto word = static_cast<std::size_t>(i) / 64;
    return word < words_.size() && (words_[word] >> (i % 64) & 1) != 0;
  }
  void insert(int i) {
    const auto word = static_cast<std::size_t>(i) / 64;
    if (word >= words_.size()) words_.resize(word + 1, 0);
    words_[word] |= std::uint64_t{1} << (i % 64);
  }
  void insert(const IndexSet& other) {
    if (words_.size() < other.words_.size()) words_.resize(other.words_.size(), 0);
    for (std::size_t k = 0; k < other.words_.size(); ++k) words_[k] |= other.words_[k];
  }
  void erase(const IndexSet& other) {
    for (std::size_t k = 0; k < other.words_.size() && k < words_.size(); ++k) words_[k] &= ~other.words_[k];
  }
  void clear() {
    for (std::uint64_t& word : words_) word = 0;
  }
  bool intersects(const IndexSet& other) const {
    for (std::size_t k = 0; k < other.words_.size() && k < words_.size(); ++k)
      if ((words_[k] & other.words_[k]) != 0) return true;
    return false;
  }

 private:
  std::vector<std::uint64_t> words_;
};

}  // namespace sarrus
