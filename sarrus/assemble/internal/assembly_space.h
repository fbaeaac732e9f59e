#pragma once
/// @file
#include "sarrus/assemble/assembly.h"
#include "sarrus/base/array.h"

namespace sarrus::internal {

/// The free speeds of an assembly, with their ranges and weights. Steps are vectors over the free speeds in
/// units of cost: y = W·Δ.
class AssemblySpace {
 public:
  /// Throws an Error if the options use an unknown name.
  AssemblySpace(const State& start, const AssemblyOptions& options);

  /// A speed that may move.
  struct Free {
    int speed = 0;
    int coordinate = -1;  ///< The coordinate whose rate it is, or −1 if it is not the rate of a coordinate.
    double lower = -std::numeric_limits<double>::infinity(), upper = -lower;
    double weight = 1;   ///< Combined weight of the goal and the start.
    double anchor = 0;   ///< Combined target value of the goal and the start, if it has a coordinate.
    bool turns = false;  ///< True if it is the angle of a joint that can turn fully.
    bool is_angle = false;
  };
  const Array<Free>& free() const { return free_; }
  int size() const { return static_cast<int>(free_.size()); }
  Array<int> free_speeds() const;
  /// Speeds that the options hold.
  const Array<int>& held() const { return held_; }
  /// Weight of each speed; infinite if it is held.
  const Array<double>& speed_weights() const { return speed_weights_; }
  bool has_goals() const { return has_goals_; }

  /// Moves the coordinates into their ranges.
  void confine(State& state) const;
  /// q ← q + N·W⁻¹·y, confined.
  void move(State& state, const VectorX<double>& y) const;
  /// The weighted difference W·d from the combined target; calc_distance() is |W·d| from the start.
  VectorX<double> calc_difference(const State& state) const;
  double calc_distance(const State& state) const;
  /// True if the state is at an end of the range of a free speed and the step would leave it.
  bool leaves_range(const State& state, int i, double step) const;
  /// Removes whole turns from angles unless a constraint counts them.
  void unwind(State& state) const;

  /// The errors e of all position rows; calc_jacobian() is their Jacobian over the free speeds, J = G·W⁻¹.
  VectorX<double> calc_errors(const State& state) const;
  MatrixX<double> calc_jacobian(const State& state) const;

 private:
  void hold(const State& start, const Array<std::string>& names);
  void find_free(const State& start);
  void set_range(const State& start, const CoordinateRange& range);
  Free& free_of(const State& start, const std::string& coordinate, const char* purpose);

  Array<Free> free_;
  Array<int> held_;
  Array<char> is_held_;  // per speed
  Array<double> speed_weights_;
  Array<double> start_q_;
  bool has_goals_ = false;
};

}  // namespace sarrus::internal
