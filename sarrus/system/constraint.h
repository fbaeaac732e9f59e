#pragma once
/// @file
/// The interface of constraints. The library's own are in sarrus/constraint; users write theirs in the same
/// way.
///
/// A constraint depends on the motion of frames M relative to a frame F, each fixed to a body; on coordinates
/// and speeds of joints; on time and its own parameters; and on whatever else of the State it has declared to
/// read: discrete and auxiliary variables, parameters of other elements, quantities. A common rigid motion of
/// all its bodies does not change it, so that it acts only on the joints between them. A constraint relative
/// to a place in the world has its frame F there.
///
/// Its equations are rows. Position (holonomic) rows come first, then velocity (nonholonomic) rows, then
/// acceleration rows:
///   e(q, t) = 0,   v(u; q, t) = 0,   a(u̇; u, q, t) = 0
/// Everything follows from four functions. With V and A the relative velocities and accelerations of the
/// frames M, in F's axes, and the speeds u and their rates of its joints:
///   ė = Σ rows·V + drift,     ë = Σ rows·A + bias
/// for the position rows, and the same for v, v̇ and a. Solving for ë = 0 in place of e = 0 reduces the DAE
/// of motion from index 3 to index 1. The coefficients of a row are also the force of a unit multiplier: a
/// wrench on the body of each frame M, about M's origin, in F's axes; the opposite acts on the body of F.

#include <vector>

#include "sarrus/base/array.h"
#include "sarrus/scalar/dual.h"
#include "sarrus/scalar/scalars.h"
#include "sarrus/system/mobility.h"
#include "sarrus/system/place.h"
#include "sarrus/system/relative_motion.h"

namespace sarrus {

class Declaration;

/// The arguments of a constraint's functions.
template <class T>
struct ConstraintArguments {
  T time{};
  In<RelativeMotion<T>> frames;  ///< Motions of the frames M, in the order of declaration.
  In<T> q, u;                    ///< Coordinates and speeds of the mobilities, in the order of declaration.
  In<T> parameters;              ///< Values of the constraint's own parameters, in the order of declaration.
  const State* state = nullptr;  ///< The State, for reading whatever else was declared.

  /// A declared variable, parameter or quantity of the State. Its value carries no derivatives: whatever its
  /// rate of change contributes at the velocity and acceleration levels belongs in drifts and biases.
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

  /// Coefficients of a row as a wrench on the body of a frame M, about M's origin, in F's axes.
  Force<T>& wrench(int row, int frame = 0) const { return wrenches_[row * frames_ + frame]; }
  /// Coefficient of a row for the speed of a mobility.
  T& speed(int row, int mobility = 0) const { return speeds_[row * mobilities_ + mobility]; }

 private:
  Force<T>* wrenches_;
  T* speeds_;
  int frames_, mobilities_;
};

/// All that a constraint computes; everything is zero before.
template <class T>
struct ConstraintResults {
  Out<T> errors;
  ConstraintRows<T> rows;
  Out<T> drifts, biases;
};

/// How a constraint couples the speeds that it reads. Where possible, constraints that are not general are
/// eliminated instead of solved with multipliers: their dependent speeds follow the others (couplings.h).
enum class SpeedTie : char {
  general,
  proportions,  ///< Coefficients depend on parameters only; biases are zero. The last coefficient is not
                ///< zero.
  formula,  ///< One row, e = q − f(q₁, …), with q of the first mobility and q₁, … of the others.
};

/// The description of a constraint that it returns while the System is built.
struct ConstraintShape {
  int position_rows = 0, velocity_rows = 0, acceleration_rows = 0;
  FrameOn<double> F{};  ///< The reference frame of the frames M; none: the constraint has no frames.
  Array<FrameOn<double>> frames{};  ///< The frames M, on other bodies than F.
  Array<Mobility> mobilities{};     ///< Mobilities that have been found in the model.
  bool rows_read_velocity = false;  ///< True if the coefficients depend on velocities.
  bool reads_time = false;
  SpeedTie tie = SpeedTie::general;  ///< For a constraint that reads mobilities only.
  /// Units of the errors of the rows: one for all, or one per row; none: plain numbers.
  Array<ErrorUnit> units{};
  /// Dependencies of all functions on the State beyond the arguments above. Variables that the constraint
  /// itself has declared need not be listed. With position rows, nothing here may depend on speeds.
  std::vector<Dependency> reads{};
  /// Further dependencies of drifts and biases: the rates of what `reads` lists.
  std::vector<Dependency> rates_read{};

  ErrorUnit unit(int row) const {
    if (units.empty()) return ErrorUnit::number;
    return units.size() == 1 ? units[0] : units[row];
  }
  int rows() const { return position_rows + velocity_rows + acceleration_rows; }
};

/// An element of a System that restricts its motion. ConstraintOf makes one from functions for any scalar.
class Constraint {
 public:
  virtual ~Constraint() = default;
  /// Called once: declares parameters, and finds bodies and mobilities.
  virtual ConstraintShape declare(Declaration& declaration) = 0;

  /// Computes the errors e of the position rows.
  virtual void calc_errors(const ConstraintArguments<double>& at, Out<double> e) const = 0;
  /// Computes the coefficients of all rows; they are zero at the call.
  virtual void calc_rows(const ConstraintArguments<double>& at, const ConstraintRows<double>& rows) const = 0;
  /// Computes the terms of the position and velocity rows beyond Σ rows·V, at the velocity level. They are
  /// zero for most constraints.
  virtual void calc_drifts(const ConstraintArguments<double>& at, Out<double> drift) const = 0;
  /// Computes the terms of all rows beyond Σ rows·A, at the acceleration level.
  virtual void calc_biases(const ConstraintArguments<double>& at, Out<double> bias) const = 0;

  /// Computes all of it in dual numbers, from which derivatives of motions follow. Returns false if the
  /// constraint has none: its functions are then differenced.
  virtual bool calc_in_duals(const ConstraintArguments<Dual8>&, const ConstraintResults<Dual8>&) const {
    return false;
  }
};

/// A constraint whose functions are templates on the scalar, so that derivatives come from the same code.
/// `Self` has, each for any T:
///   void errors(const ConstraintArguments<T>& at, Out<T> e) const          unless there are no position rows
///   void rows(const ConstraintArguments<T>& at, const ConstraintRows<T>& G) const
///   void drifts(const ConstraintArguments<T>& at, Out<T> drift) const      unless they are zero
///   void biases(const ConstraintArguments<T>& at, Out<T> bias) const       unless they are zero
/// The results are zero when a function is called.
template <class Self>
class ConstraintOf : public Constraint {
 public:
  // Defined outside of the class, so that those of the library's constraints are compiled once
  // (sarrus/constraint/constraints.h).
  void calc_errors(const ConstraintArguments<double>& at, Out<double> e) const final;
  void calc_rows(const ConstraintArguments<double>& at, const ConstraintRows<double>& rows) const final;
  void calc_drifts(const ConstraintArguments<double>& at, Out<double> drift) const final;
  void calc_biases(const ConstraintArguments<double>& at, Out<double> bias) const final;
  bool calc_in_duals(const ConstraintArguments<Dual8>& at, const ConstraintResults<Dual8>& to) const final;

 private:
  // Which of the functions exist for a scalar.
  template <class T>
  static constexpr bool has_errors = requires(const Self& self, const ConstraintArguments<T>& at, Out<T> e) {
    self.errors(at, e);
  };
  template <class T>
  static constexpr bool has_rows = requires(const Self& self, const ConstraintArguments<T>& at,
                                            const ConstraintRows<T>& G) {
    self.rows(at, G);
  };
  template <class T>
  static constexpr bool has_drifts = requires(const Self& self, const ConstraintArguments<T>& at,
                                              Out<T> drift) {
    self.drifts(at, drift);
  };
  template <class T>
  static constexpr bool has_biases = requires(const Self& self, const ConstraintArguments<T>& at,
                                              Out<T> bias) {
    self.biases(at, bias);
  };
  const Self& self() const { return static_cast<const Self&>(*this); }
};

template <class Self>
void ConstraintOf<Self>::calc_errors(const ConstraintArguments<double>& at, Out<double> e) const {
  if constexpr (has_errors<double>) self().errors(at, e);
}

template <class Self>
void ConstraintOf<Self>::calc_rows(const ConstraintArguments<double>& at,
                                   const ConstraintRows<double>& rows) const {
  self().rows(at, rows);
}

template <class Self>
void ConstraintOf<Self>::calc_drifts(const ConstraintArguments<double>& at, Out<double> drift) const {
  if constexpr (has_drifts<double>) self().drifts(at, drift);
}

template <class Self>
void ConstraintOf<Self>::calc_biases(const ConstraintArguments<double>& at, Out<double> bias) const {
  if constexpr (has_biases<double>) self().biases(at, bias);
}

template <class Self>
bool ConstraintOf<Self>::calc_in_duals(const ConstraintArguments<Dual8>& at,
                                       const ConstraintResults<Dual8>& to) const {
  if constexpr (has_rows<Dual8> && has_errors<Dual8> == has_errors<double> &&
                has_drifts<Dual8> == has_drifts<double> && has_biases<Dual8> == has_biases<double>) {
    if constexpr (has_errors<Dual8>) self().errors(at, to.errors);
    self().rows(at, to.rows);
    if constexpr (has_drifts<Dual8>) self().drifts(at, to.drifts);
    if constexpr (has_biases<Dual8>) self().biases(at, to.biases);
    return true;
  }
  return false;
}

}  // namespace sarrus
