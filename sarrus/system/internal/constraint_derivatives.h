#pragma once
/// @file
/// How the enabled constraints of a State change with its variables: their forces Gᵀ·λ at fixed multipliers,
/// their velocity errors, and their acceleration errors at fixed u̇. A constraint computes these from the
/// relative motions of its frames and from coordinates and speeds of joints; local derivatives come from dual
/// numbers of that small size, the chain through the tree is analytic (local_variation.h). Constraints that
/// have no dual numbers are differenced locally; whatever else of the State a constraint reads is differenced
/// too.

#include "sarrus/base/array.h"
#include "sarrus/system/force_derivatives.h"
#include "sarrus/system/internal/constraint_set.h"
#include "sarrus/system/internal/local_variation.h"
#include "sarrus/system/internal/varied_state.h"

namespace sarrus::internal {

class ConstraintDerivatives {
 public:
  /// What u̇ and the multipliers are: accelerations and forces, or jumps of the speeds and impulses, whose
  /// equations rows·Δu = 0 have neither biases nor stabilization.
  enum class Cause { forces, impulses };

  /// Adds the derivatives of the forces of all enabled constraints with the multipliers `lambda` to `forces`,
  /// and computes those of their errors, at the motion of calc_motion_variation(). Those by `parameters` are
  /// asked for in `forces` too.
  void calc(const State& state, const MotionVariation<double>& motion, In<double> udot, In<double> lambda,
            const Array<Parameter>& parameters, VariedState& varied, ForceDerivatives& forces,
            Cause cause = Cause::forces);

  /// Derivatives of the acceleration errors of all rows, with the terms of stabilization, row by row.
  In<double> acceleration_by_dq() const { return a_by_dq_; }
  In<double> acceleration_by_u() const { return a_by_u_; }
  In<double> acceleration_by_z() const { return a_by_z_; }
  In<double> acceleration_by_parameters() const { return a_by_p_; }
  /// Derivatives of the errors of the rows at the velocity level.
  In<double> velocity_by_dq() const { return v_by_dq_; }
  In<double> velocity_by_z() const { return v_by_z_; }
  /// Numbers of the constraints that were differenced.
  const Array<int>& differenced() const { return differenced_; }

 private:
  /// A constraint with all that its functions are called with.
  struct Call;
  /// Results of a constraint's functions.
  template <class T>
  struct Results {
    Array<T> errors, speeds, drifts, biases;
    Array<Force<T>> wrenches;
    Array<T> values;  ///< y, then the acceleration errors, then the velocity errors.
  };
  template <class T>
  void combine(const Call& call, In<RelativeMotion<T>> frames, In<T> u, Results<T>& results) const;
  template <class T>
  static ConstraintResults<T> prepare(const Call& call, Results<T>& results);
  void evaluate(const Call& call, const State& at);
  bool evaluate_in_duals(const Call& call);
  bool differentiate(const Call& call);
  void difference(const Call& call);
  void differentiate_by(const Array<Parameter>& parameters, const Call& call, ForceDerivatives& forces);
  void difference_reads(const Call& call, VariedState& varied, ForceDerivatives& forces);
  void chain(const Call& call, const MotionVariation<double>& motion, ForceDerivatives& forces);

  LocalVariation local_;
  Array<RelativePlace> places_;
  Array<LocalVariation::Direct> direct_;
  Array<RelativeMotion<double>> frames_;
  Array<double> q_, u_;
  Array<RelativeMotion<Dual8>> dual_frames_;
  Array<Dual8> dual_q_, dual_u_, dual_parameters_;
  Results<double> plain_;
  Results<Dual8> duals_;
  Array<double> before_, values_by_x_;  // values of `plain_` by x, row by row
  Array<double> a_by_dq_, a_by_u_, a_by_z_, a_by_p_, v_by_dq_, v_by_z_;
  Array<int> differenced_;
};

}  // namespace sarrus::internal
