#pragma once
/// @file
#include "sarrus/assemble/assembly.h"
#include "sarrus/base/array.h"

namespace sarrus {

/// What may move while a mechanism is assembled, how far, and what it costs. Steps are vectors over the free
/// speeds in units of cost: y = W·Δ.
class AssemblySpace {
 public:
  /// Throws an Error if the options name what does not exist.
  AssemblySpace(const State& start, const AssemblyOptions& options);

  /// A speed that may move.
  struct Free {
    int speed = 0;
    int coordinate = -1;  ///< Whose rate it is, or −1: its joint has other coordinates.
    double lower = -std::numeric_limits<double>::infinity(), upper = -lower;
    double weight = 1;   ///< Of goal and start together,
    double anchor = 0;   ///< and the value that both together want, where it has a coordinate.
    bool turns = false;  ///< Whether it is the angle of a joint that can turn all the way round.
    bool is_angle = false;
  };
  const Array<Free>& free() const { return free_; }
  int size() const { return static_cast<int>(free_.size()); }
  Array<int> free_speeds() const;
  /// Speeds that are held because the options say so.
  const Array<int>& held() const { return held_; }
  /// Per speed: its weight; infinite where it is held.
  const Array<double>& speed_weights() const { return speed_weights_; }
  bool has_goals() const { return has_goals_; }

  /// Moves the coordinates into their ranges.
  void confine(State& state) const;
  /// q ← q + N·W⁻¹·y, confined.
  void move(State& state, const VectorX<double>& y) const;
  /// W·d from what is wanted, and |W·d| from the start.
  VectorX<double> calc_difference(const State& state) const;
  double calc_distance(const State& state) const;
  /// Whether a step would leave the range of a free speed at whose end the state is.
  bool leaves_range(const State& state, int i, double step) const;
  /// Takes whole turns out of angles, as far as no constraint counts them.
  void unwind(State& state) const;

  /// e of all rows of positions, and their Jacobian over the free speeds, J = G·W⁻¹.
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

}  // namespace sarrus
