#pragma once
/// @file
#include <string>

#include "sarrus/system/error_unit.h"
#include "sarrus/system/state.h"

namespace sarrus {

class Declaration;

/// True if each speed of a joint is the rate of its coordinate of the same number, u = q̇.
bool speeds_are_rates(const Joint& joint);

/// A speed of a joint, and the coordinate whose rate it is, given by the joint's name and a number within the
/// joint. The number stays the same when a State chooses other orientation coordinates.
class Mobility {
 public:
  Mobility(std::string joint, int k = 0) : joint_(std::move(joint)), k_(k) {}
  Mobility(const char* joint, int k = 0) : joint_(joint), k_(k) {}

  /// Looks it up in the model of the declaring element. Throws an Error if the joint has no such speed.
  void find(const Declaration& declaration);
  /// Throws an Error unless the speed is the rate of the joint's coordinate of the same number.
  void require_coordinate(const Declaration& declaration) const;
  /// True if the speed is the rate of the joint's coordinate of the same number.
  bool has_coordinate() const { return is_rate_; }

  /// The number of the speed; valid once found.
  int number() const { return speed_; }
  /// The body whose joint it is.
  int body() const { return body_; }
  double u(const State& state) const { return state.u(speed_); }
  /// The unit of its changes.
  ErrorUnit error_unit() const { return error_unit_; }
  /// The value of the coordinate; reads q and the model.
  double q(const State& state) const { return state.q(coordinate(state)); }
  /// The number of the coordinate, which depends on the model of the State.
  int coordinate(const State& state) const { return state.model().body(body_).q0 + k_; }

 private:
  std::string joint_;
  int k_;
  int body_ = -1, speed_ = -1;
  bool is_rate_ = false;
  ErrorUnit error_unit_ = ErrorUnit::number;
};

}  // namespace sarrus
