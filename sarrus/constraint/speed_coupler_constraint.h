#pragma once
/// @file
/// Speeds of joints obey an equation, which may involve coordinates:
///   v = f(u₁, …, u_k; q₁, …, q_l),   v̇ = Σ ∂f/∂uᵢ·u̇ᵢ + Σ ∂f/∂qⱼ·q̇ⱼ
/// f need not be linear in the speeds. Its arguments are the speeds, then the coordinates.

#include "sarrus/base/array.h"
#include "sarrus/constraint/function_rows.h"

namespace sarrus {

/// An equation between speeds of joints. The joints of the coordinates must have u = q̇; at most 16 speeds
/// and coordinates together.
class SpeedCouplerConstraint : public ConstraintOf<SpeedCouplerConstraint> {
 public:
  SpeedCouplerConstraint(Function f, Array<Mobility> speeds, Array<Mobility> coordinates = {})
      : f_(std::move(f)), speeds_(std::move(speeds)), coordinates_(std::move(coordinates)) {}

  ConstraintShape declare(Declaration& declaration) override;
  template <class T>
  void rows(const ConstraintArguments<T>& at, const ConstraintRows<T>& G) const {
    const internal::FunctionValues<T> f = values(at);
    for (int i = 0; i < speed_count(); ++i) G.speed(0, i) = f.first(i);
  }
  /// f − Σ ∂f/∂uᵢ·uᵢ, which is zero if f is linear in the speeds without a constant.
  template <class T>
  void drifts(const ConstraintArguments<T>& at, Out<T> drift) const {
    const internal::FunctionValues<T> f = values(at);
    drift[0] = f.value;
    for (int i = 0; i < speed_count(); ++i) drift[0] -= f.first(i) * at.u[i];
  }
  template <class T>
  void biases(const ConstraintArguments<T>& at, Out<T> bias) const {
    const internal::FunctionValues<T> f = values(at);
    for (std::size_t j = 0; j < of_.size(); ++j)
      bias[0] += f.first(speed_count() + static_cast<int>(j)) * at.u[of_[j]];
  }

 private:
  int speed_count() const { return static_cast<int>(speeds_.size()); }
  template <class T>
  internal::FunctionValues<T> values(const ConstraintArguments<T>& at) const {
    std::array<T, max_constraint_arguments> x;
    for (std::size_t i = 0; i < speeds_.size(); ++i) x[i] = at.u[i];
    for (std::size_t j = 0; j < of_.size(); ++j) x[speeds_.size() + j] = at.q[of_[j]];
    return {f_, x.data()};
  }

  Function f_;
  Array<Mobility> speeds_, coordinates_;
  Array<int> of_;  // the mobilities that the coordinates belong to
};

}  // namespace sarrus
