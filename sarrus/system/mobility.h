#pragma once
/// @file
#include "sarrus/system/declaration.h"
#include "sarrus/system/error_unit.h"

namespace sarrus {

/// Whether the speeds of a joint are the rates of its coordinates, one by one.
bool speeds_are_rates(const Joint& joint);

/// A speed of a joint, and the coordinate whose rate it is: by the joint's name and a number within the
/// joint, which stays the same when a State chooses other orientation coordinates.
class Mobility {
 public:
  Mobility(std::string joint, int k = 0) : joint_(std::move(joint)), k_(k) {}
  Mobility(const char* joint, int k = 0) : joint_(joint), k_(k) {}

  /// Looks it up in the model of the element that declares. Throws an Error if the joint has no such speed.
  void find(const Declaration& declaration);
  /// Throws an Error unless the speed is the rate of the joint's coordinate of the same number.
  void require_coordinate(const Declaration& declaration) const;
  /// The same as a question.
  bool has_coordinate() const { return is_rate_; }

  /// Once found: the number of the speed, and its value.
  int number() const { return speed_; }
  /// The body whose joint it is.
  int body() const { return body_; }
  double u(const State& state) const { return state.u(speed_); }
  /// What its changes are measured in.
  ErrorUnit error_unit() const { return error_unit_; }
  /// The coordinate; reads q and the model.
  double q(const State& state) const { return state.q(coordinate(state)); }
  /// Its number, which depends on the model of the State.
  int coordinate(const State& state) const { return state.model().body(body_).q0 + k_; }

 private:
  std::string joint_;
  int k_;
  int body_ = -1, speed_ = -1;
  bool is_rate_ = false;
  ErrorUnit error_unit_ = ErrorUnit::number;
};

}  // namespace sarrus
