#pragma once
/// @file
#include <algorithm>
#include <vector>

#include "sarrus/base/error.h"

namespace sarrus {

/// A set of speeds of a model, such as those whose motion is prescribed.
class SpeedSet {
 public:
  SpeedSet() = default;
  /// For a model with `nu` speeds; empty.
  explicit SpeedSet(int nu) : contains_(static_cast<std::size_t>(nu), 0) {}
  /// The speeds k for which `contains[k]` holds.
  SpeedSet(const std::vector<bool>& contains) : contains_(contains.begin(), contains.end()) {}

  int size() const { return static_cast<int>(contains_.size()); }
  bool contains(int speed) const { return contains_[static_cast<std::size_t>(speed)] != 0; }
  void insert(int speed) { set(speed, 1); }
  void erase(int speed) { set(speed, 0); }
  bool operator==(const SpeedSet&) const = default;
  int count() const { return static_cast<int>(std::count(contains_.begin(), contains_.end(), 1)); }

 private:
  void set(int speed, char value) {
    require(speed >= 0 && speed < size(), "there is no speed {}; the model has speeds 0 to {}", speed,
            size() - 1);
    contains_[static_cast<std::size_t>(speed)] = value;
  }
  std::vector<char> contains_;
};

/// Throws unless the set is for so many speeds.
inline void require_set(const SpeedSet& prescribed, int nu) {
  require(prescribed.size() == nu, "the set of prescribed speeds is for {} speeds, but the model has {}",
          prescribed.size(), nu);
}

}  // namespace sarrus
