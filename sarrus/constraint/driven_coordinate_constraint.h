#pragma once
/// @file
/// A coordinate of a joint is a function of others, as with a cam, or in a loop with an explicit closure
/// formula [Featherstone 2008, sec. 8.11]:
///   e = q − f(q₁, …, q_k),   ė = u − Σ ∂f/∂qᵢ·uᵢ,   ë = u̇ − Σ ∂f/∂qᵢ·u̇ᵢ − Σ ∂²f/∂qᵢ∂qⱼ·uᵢ·uⱼ
/// If a State has only such constraints and those of fixed proportions, no multipliers are solved for: the
/// driven coordinates are eliminated, and follow exactly in position (system/internal/couplings.h).

#include "sarrus/base/array.h"
#include "sarrus/constraint/function_rows.h"

namespace sarrus {

/// A coordinate that is driven by others. The joints must have u = q̇. At most 16 coordinates drive another
/// one, which may itself drive further ones.
class DrivenCoordinateConstraint : public ConstraintOf<DrivenCoordinateConstraint> {
 public:
  DrivenCoordinateConstraint(Mobility driven, Function f, Array<Mobility> by)
      : driven_(std::move(driven)), f_(std::move(f)), by_(std::move(by)) {}

  ConstraintShape declare(Declaration& declaration) override;
  template <class T>
  void errors(const ConstraintArguments<T>& at, Out<T> e) const {
    e[0] = at.q[0] - f_.value(at.q.data() + 1);
  }
  template <class T>
  void rows(const ConstraintArguments<T>& at, const ConstraintRows<T>& G) const {
    const internal::FunctionValues<T> f(f_, at.q.data() + 1);
    G.speed(0, 0) = T(1);
    for (int i = 0; i < f.k; ++i) G.speed(0, i + 1) = -f.first(i);
  }
  template <class T>
  void biases(const ConstraintArguments<T>& at, Out<T> bias) const {
    const internal::FunctionValues<T> f(f_, at.q.data() + 1);
    for (int i = 0; i < f.k; ++i)
      for (int j = 0; j < f.k; ++j) bias[0] -= f.second(i, j) * at.u[i + 1] * at.u[j + 1];
  }

 private:
  Mobility driven_;
  Function f_;
  Array<Mobility> by_;
};

}  // namespace sarrus
