#pragma once
/// @file
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "bench/table.h"

namespace sarrus::bench {

/// How fast the dynamics of trees is meant to be, and whether the numbers of a run say so.
class Targets {
 public:
  /// Of the table of models, and of that of chains, per body.
  Targets(const Table& robots, const Table& chains);

  /// How many are met, and those that are missed.
  void print() const;
  /// {met, measured, missed: {name: {wanted, measured}}}.
  nlohmann::ordered_json json() const;

 private:
  struct Result {
    std::string name;
    double wanted, measured;
    bool met;
  };
  void check_models(const Table& table);
  void check_growth(const Table& chains);
  std::ptrdiff_t met() const;

  std::vector<Result> results_;
  int without_peer_ = 0;  ///< Ratios to others' numbers where there are none.
};

}  // namespace sarrus::bench
