#pragma once
/// @file
/// Derivatives of the forces of elements, which implicit methods and linearization use.

#include <algorithm>
#include <array>
#include <utility>

#include "sarrus/base/array.h"
#include "sarrus/base/array_view.h"
#include "sarrus/system/applied_forces.h"
#include "sarrus/system/relative_variation.h"
#include "sarrus/system/variables.h"

namespace sarrus {

/// A force between a frame F on one body and a frame M on another, with its derivatives by the motion of M
/// relative to F: a wrench on M's body about M's origin, in F's axes. The opposite acts on F's body at the
/// same point.
struct RelativeForce {
  FrameOn<double> F, M;
  Force<double> on_M{};
  /// The change of the wrench as M is turned about the axes of F, and as its origin is moved along them.
  std::array<Force<double>, 6> by_pose{};
  /// The change with the angular velocity and the velocity of M's origin relative to F, in F's axes.
  std::array<Force<double>, 6> by_velocity{};
};

/// A wrench without torque, or without force, as laws of relative forces give it.
template <class T>
Force<T> force_alone(const Vec3<T>& f) {
  return {Vec3<T>::zero(), f};
}
template <class T>
Force<T> torque_alone(const Vec3<T>& t) {
  return {t, Vec3<T>::zero()};
}

/// The derivatives of all generalized forces f that elements apply to speeds:
///   ∂f/∂δ with δq = N(q)·δ,   ∂f/∂u,   ∂f/∂z   and, if they are asked for,   ∂f/∂p by parameters
/// Directions of coordinates are those of the speeds. Most elements act on a speed and read its own
/// coordinate and rate; their derivatives are on the diagonal and cost nothing. Elements between two bodies
/// give their derivatives by the relative motion of the bodies.
class ForceDerivatives {
 public:
  /// For a model with so many speeds and bodies; also by the parameters `by`.
  explicit ForceDerivatives(int speeds, int bodies = 0, const Array<Parameter>& by = {})
      : diagonal_by_dq_(speeds, 0.0), diagonal_by_u_(diagonal_by_dq_) {
    for (const Parameter& parameter : by) changes_.push_back({parameter, AppliedForces(bodies, speeds)});
  }

  /// Adds ∂f/∂δ and ∂f/∂u of the force on a speed, by its own coordinate and by itself.
  void add(int speed, double by_dq, double by_u) {
    diagonal_by_dq_[speed] += by_dq;
    diagonal_by_u_[speed] += by_u;
  }
  /// Adds the derivatives of the force on a speed in the direction of another.
  void add(int speed, int direction, double by_dq, double by_u) {
    if (speed == direction) return add(speed, by_dq, by_u);
    if (by_dq_.empty()) by_dq_.assign(size() * size(), 0.0), by_u_ = by_dq_;
    has_others_ = true;
    const std::size_t at = speed * size() + direction;
    by_dq_[at] += by_dq;
    by_u_[at] += by_u;
  }
  /// Adds a force between two frames that the element applies, which depends on their relative motion.
  void add(const RelativeForce& force) { relative_.push_back(force); }
  /// The same for a force law: a function that gives the wrench on M, about its origin, in F's axes, from the
  /// motion of M relative to F, in any scalar:
  ///
  ///     derivatives.add(state, F, M, [k](const auto& M) {
  ///       return force_alone(-k * M.X.p);
  ///     });
  template <class Law>
  void add(const State& state, const FrameOn<double>& F, const FrameOn<double>& M, const Law& law) {
    add(state, F, M, std::array<Parameter, 0>{},
        [&](const auto& motion, const auto&) { return law(motion); });
  }
  /// The same for a law that also takes the values of parameters of the element, in the same scalar:
  ///
  ///     derivatives.add(state, F, M, std::array<Parameter, 1>{stiffness_}, [](const auto& M, const auto& p)
  ///     {
  ///       return force_alone(-p[0] * M.X.p);
  ///     });
  template <std::size_t n, class Law>
  void add(const State& state, const FrameOn<double>& F, const FrameOn<double>& M,
           const std::array<Parameter, n>& parameters, const Law& law);
  /// The change of the element's forces with one of its parameters, ∂f/∂p: forces to which the element adds.
  /// Nothing if it is not asked for. An element that calls this for a parameter, whether it adds to it or
  /// not, knows the derivative; otherwise the forces are differenced.
  AppliedForces* change_by(const Parameter& parameter) {
    for (ChangeByParameter& each : changes_)
      if (each.parameter.index == parameter.index) return each.is_known = true, &each.forces;
    return nullptr;
  }
  /// Whether change_by() was called for parameter number `i` of those asked for, since the last call of this.
  bool take_known(int i) { return std::exchange(changes_[i].is_known, false); }
  /// Says that the element has differenced its forces, so that it is named in the result.
  void set_differenced() { is_differenced_ = true; }
  /// Whether an element has said so since the last call.
  bool take_differenced() { return std::exchange(is_differenced_, false); }
  /// Adds ∂f/∂z of the force on a speed by an auxiliary variable.
  void add_by_z(int speed, int variable, double by_z) { by_z_.push_back({speed, variable, by_z}); }

  In<double> diagonal_by_dq() const { return diagonal_by_dq_; }
  In<double> diagonal_by_u() const { return diagonal_by_u_; }
  /// The entries beside the diagonal, row by row; empty if there are none.
  In<double> by_dq() const { return has_others_ ? In<double>(by_dq_) : In<double>(); }
  In<double> by_u() const { return has_others_ ? In<double>(by_u_) : In<double>(); }
  const Array<RelativeForce>& relative() const { return relative_; }
  /// A contribution to ∂f/∂z.
  struct EntryByZ {
    int speed, variable;
    double value;
  };
  const Array<EntryByZ>& by_z() const { return by_z_; }
  /// ∂f/∂p by parameter number `i` of those asked for.
  const AppliedForces& by_parameter(int i) const { return changes_[i].forces; }

  /// Sets all derivatives to zero.
  void clear() {
    for (Array<double>* each : {&diagonal_by_dq_, &diagonal_by_u_}) each->assign(size(), 0.0);
    if (has_others_)
      for (Array<double>* each : {&by_dq_, &by_u_}) each->assign(by_dq_.size(), 0.0);
    has_others_ = false;
    relative_.clear(), by_z_.clear();
    for (ChangeByParameter& change : changes_) change.forces.clear(), change.is_known = false;
  }

 private:
  std::size_t size() const { return diagonal_by_dq_.size(); }
  static double value(const State& state, const Parameter& parameter);

  /// ∂f/∂p.
  struct ChangeByParameter {
    Parameter parameter;
    AppliedForces forces;
    bool is_known = false;
  };

  Array<double> diagonal_by_dq_, diagonal_by_u_;
  Array<double> by_dq_, by_u_;
  bool has_others_ = false, is_differenced_ = false;
  Array<RelativeForce> relative_;
  Array<EntryByZ> by_z_;
  Array<ChangeByParameter> changes_;
};

template <std::size_t n, class Law>
void ForceDerivatives::add(const State& state, const FrameOn<double>& F, const FrameOn<double>& M,
                           const std::array<Parameter, n>& parameters, const Law& law) {
  const RelativeMotion<double> at = calc_relative_motion(state, F, M);
  std::array<Dual8, n> values;
  for (std::size_t k = 0; k < n; ++k) values[k] = Dual8(value(state, parameters[k]));
  const auto partial = [](const Force<Dual8>& W, int d) {
    return Force<double>{{W.t.x.partial[d], W.t.y.partial[d], W.t.z.partial[d]},
                         {W.f.x.partial[d], W.f.y.partial[d], W.f.z.partial[d]}};
  };
  RelativeForce force{F, M};
  const Force<Dual8> by_pose = law(with_varied_pose(at), values),
                     by_velocity = law(with_varied_velocity(at), values);
  for (int i = 0; i < 3; ++i) force.on_M.t[i] = by_pose.t[i].value, force.on_M.f[i] = by_pose.f[i].value;
  for (std::size_t d = 0; d < 6; ++d) {
    force.by_pose[d] = partial(by_pose, static_cast<int>(d));
    force.by_velocity[d] = partial(by_velocity, static_cast<int>(d));
  }
  add(force);
  for (std::size_t k = 0; k < n; ++k)
    if (AppliedForces* change = change_by(parameters[k])) {
      std::array<Dual8, n> varied = values;
      varied[k].partial[0] = 1;
      change->add_between(state, F, M, partial(law(with_no_variation(at), varied), 0));
    }
}

}  // namespace sarrus
