#pragma once
/// @file
/// What a constraint is: the library's own are in sarrus/constraint, users write theirs in the same way.
///
/// A constraint sees a frame F fixed on one body, how frames M fixed on other bodies move in it, and the
/// coordinates and speeds of joints, time, its own parameters, and what else of the State it has declared to
/// read: discrete and auxiliary variables, parameters of others, quantities. A motion of all its bodies
/// together does not change it, which is why what it does stays between the joints that connect them. One
/// that concerns a place in the world has its frame F there.
///
/// Its equations are rows. Those of positions come first, then those that restrict velocities only, then
/// those of accelerations only:
///   e(q, t) = 0,   v(u; q, t) = 0,   a(u̇; u, q, t) = 0
/// Everything follows from four functions. With V and A the relative velocities and accelerations of the
/// frames M, in F's axes, and the speeds u and their rates of its joints:
///   ė = Σ rows·V + drift,     ë = Σ rows·A + bias
/// for the rows of positions, and the same for v, v̇ and a. The coefficients of a row are also the force that
/// its multiplier exerts: a wrench on each frame's body, taken at M's origin, in F's axes; the body of F
/// feels the opposite.

#include <vector>

#include "sarrus/base/array.h"
#include "sarrus/system/declaration.h"
#include "sarrus/system/mobility.h"
#include "sarrus/system/place.h"

namespace sarrus {

/// How a frame M moves as seen from a frame F: its pose and the velocity of its origin, in F's axes.
template <class T>
struct RelativeMotion {
  Pose<T> X;
  Motion<T> V = Motion<T>::zero();
};

/// What the functions of a constraint compute from.
template <class T>
struct ConstraintArguments {
  T time{};
  In<RelativeMotion<T>> frames;  ///< Of the frames M, in the order in which they were declared.
  In<T> q, u;                    ///< Of the mobilities, in the same way.
  In<double> parameters;         ///< The values of the constraint's own parameters, in the same way.
  const State* state = nullptr;  ///< For what the constraint has declared to read.

  /// A variable, parameter or quantity of the State that was declared. Numbers without derivatives: what
  /// their change adds to velocities and accelerations belongs in drifts and biases.
  template <class Handle>
  decltype(auto) operator[](Handle handle) const {
    return (*state)[handle];
  }
};

/// The coefficients of a constraint's rows.
template <class T>
class ConstraintRows {
 public:
  ConstraintRows(Force<T>* wrenches, T* speeds, int frames, int mobilities)
      : wrenches_(wrenches), speeds_(speeds), frames_(frames), mobilities_(mobilities) {}

  /// On the body of a frame M, taken at M's origin, in F's axes.
  Force<T>& wrench(int row, int frame = 0) const { return wrenches_[row * frames_ + frame]; }
  /// On a mobility.
  T& speed(int row, int mobility = 0) const { return speeds_[row * mobilities_ + mobility]; }

 private:
  Force<T>* wrenches_;
  T* speeds_;
  int frames_, mobilities_;
};

/// How a constraint ties the speeds that it reads. Those that are not general are not solved for, but taken
/// into the speeds where that is possible: see couplings.h.
enum class SpeedTie : char {
  general,
  proportions,  ///< Coefficients depend on parameters alone, and biases are zero. The last is not zero.
  formula,      ///< One row, e = q − f(q₁, …), of the first mobility and the others.
};

/// What a constraint says of itself while the System is built.
struct ConstraintShape {
  int position_rows = 0, velocity_rows = 0, acceleration_rows = 0;
  FrameOn<double> F{};              ///< The frame in which the others are seen; none: no frames at all.
  Array<FrameOn<double>> frames{};  ///< M, on other bodies than F.
  Array<Mobility> mobilities{};     ///< Found already.
  bool rows_read_velocity = false;  ///< Whether the coefficients depend on velocities.
  bool reads_time = false;
  SpeedTie tie = SpeedTie::general;  ///< Of a constraint that reads mobilities alone.
  /// What the errors of the rows are measured in: one for all, or one per row; none: numbers.
  Array<ErrorUnit> units{};
  /// What all functions may read of the State beside the arguments above. Variables that the constraint has
  /// declared itself need not be named. Of rows of positions nothing that depends on speeds.
  std::vector<Dependency> reads{};
  /// What drifts and biases may read beyond that: rates of the same.
  std::vector<Dependency> rates_read{};

  ErrorUnit unit(int row) const {
    if (units.empty()) return ErrorUnit::number;
    return units.size() == 1 ? units[0] : units[row];
  }
  int rows() const { return position_rows + velocity_rows + acceleration_rows; }
};

/// A part of a System that restricts its motion. ConstraintOf makes one from functions for any scalar.
class Constraint {
 public:
  virtual ~Constraint() = default;
  /// Called once: declares parameters, finds bodies and mobilities.
  virtual ConstraintShape declare(Declaration& declaration) = 0;

  /// e of the rows of positions.
  virtual void calc_errors(const ConstraintArguments<double>& at, Out<double> e) const = 0;
  /// The coefficients of all rows, which are zero when it is called.
  virtual void calc_rows(const ConstraintArguments<double>& at, const ConstraintRows<double>& rows) const = 0;
  /// What the rows of positions and velocities have beyond Σ rows·V. Most constraints have nothing.
  virtual void calc_drifts(const ConstraintArguments<double>& at, Out<double> drift) const = 0;
  /// What all rows have beyond Σ rows·A at the acceleration level.
  virtual void calc_biases(const ConstraintArguments<double>& at, Out<double> bias) const = 0;
};

/// A constraint whose functions are templates on the scalar, so that derivatives come from the same text.
/// `Self` has, each for any T:
///   void errors(const ConstraintArguments<T>& at, Out<T> e) const          unless there are no position rows
///   void rows(const ConstraintArguments<T>& at, const ConstraintRows<T>& G) const
///   void drifts(const ConstraintArguments<T>& at, Out<T> drift) const      unless they are zero
///   void biases(const ConstraintArguments<T>& at, Out<T> bias) const       unless they are zero
/// Results are zero when a function is called.
template <class Self>
class ConstraintOf : public Constraint {
 public:
  void calc_errors(const ConstraintArguments<double>& at, Out<double> e) const final {
    if constexpr (requires { self().errors(at, e); }) self().errors(at, e);
  }
  void calc_rows(const ConstraintArguments<double>& at, const ConstraintRows<double>& rows) const final {
    self().rows(at, rows);
  }
  void calc_drifts(const ConstraintArguments<double>& at, Out<double> drift) const final {
    if constexpr (requires { self().drifts(at, drift); }) self().drifts(at, drift);
  }
  void calc_biases(const ConstraintArguments<double>& at, Out<double> bias) const final {
    if constexpr (requires { self().biases(at, bias); }) self().biases(at, bias);
  }

 private:
  const Self& self() const { return static_cast<const Self&>(*this); }
};

}  // namespace sarrus
