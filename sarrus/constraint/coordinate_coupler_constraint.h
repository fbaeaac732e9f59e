#pragma once
/// @file
/// Coordinates of joints obey an equation:
///   e = f(q₁, …, q_k),   ė = Σ ∂f/∂qᵢ·uᵢ,   ë = Σ ∂f/∂qᵢ·u̇ᵢ + Σ ∂²f/∂qᵢ∂qⱼ·uᵢ·uⱼ
/// For two coordinates in proportion, a GearConstraint is simpler.

#include "sarrus/base/array.h"
#include "sarrus/constraint/function_rows.h"

namespace sarrus {

/// An equation between coordinates of joints. The joints must have u = q̇; at most 16 coordinates.
class CoordinateCouplerConstraint : public ConstraintOf<CoordinateCouplerConstraint> {
 public:
  CoordinateCouplerConstraint(Function f, Array<Mobility> coordinates)
      : f_(std::move(f)), coordinates_(std::move(coordinates)) {}

  ConstraintShape declare(Declaration& declaration) override;
  template <class T>
  void errors(const ConstraintArguments<T>& at, Out<T> e) const {
    e[0] = f_.value(at.q.data());
  }
  template <class T>
  void rows(const ConstraintArguments<T>& at, const ConstraintRows<T>& G) const {
    const internal::FunctionValues<T> f(f_, at.q.data());
    for (int i = 0; i < f.k; ++i) G.speed(0, i) = f.first(i);
  }
  template <class T>
  void biases(const ConstraintArguments<T>& at, Out<T> bias) const {
    const internal::FunctionValues<T> f(f_, at.q.data());
    for (int i = 0; i < f.k; ++i)
      for (int j = 0; j < f.k; ++j) bias[0] += f.second(i, j) * at.u[i] * at.u[j];
  }

 private:
  /// True if f is linear and the last of its coefficients is not zero.
  bool ties_in_proportion() const;

  Function f_;
  Array<Mobility> coordinates_;
};

}  // namespace sarrus
