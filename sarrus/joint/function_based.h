#pragma once
/// @file
#include <algorithm>
#include <array>
#include <optional>

#include "sarrus/base/array.h"
#include "sarrus/function/function.h"
#include "sarrus/joint/joint_type.h"
#include "sarrus/spatial/rotation.h"

namespace sarrus {

/// Motion given by up to six C² functions of n coordinates: three successive body-fixed rotations f0, f1, f2
/// about given axes a0, a1, a2, and three translations f3, f4, f5 along given axes b of F. Used for measured
/// joints (a knee whose rotations and translations follow spline curves of its flexion).
///   R = R(a0, f0)·R(a1, f1)·R(a2, f2),   p = Σ f_{3+k}·b_k,   u = q̇
///   A0 = a0, A1 = R(a0, f0)·a1, A2 = R(a0, f0)·R(a1, f1)·a2:
///   H_j = [Σ ∂f_k/∂q_j·A_k; Σ ∂f_{3+k}/∂q_j·b_k]
///   Ḣ·u = [Σ f̈_k·A_k + ḟ1·(ω0×A1) + ḟ2·(ω1×A2); Σ f̈_{3+k}·b_k],  ω0 = ḟ0·A0, ω1 = ω0 + ḟ1·A1
struct FunctionBased : GeneralShape {
  static constexpr std::string_view type = "function-based";
  int nu;

  /// A joint of `coordinates` coordinates that does not move until rotations and translations are added.
  explicit FunctionBased(int coordinates = 1);
  /// Adds the next rotation (in order, at most three): by f(q[of]...) about `axis`, given in the frame
  /// rotated so far.
  FunctionBased& rotation(const Vec3<double>& axis, Function f, Array<int> of = {0});
  /// Adds the next translation (at most three): by f(q[of]...) along `axis` of F.
  FunctionBased& translation(const Vec3<double>& axis, Function f, Array<int> of = {0});
  /// Sets names and units of the coordinates; by default they are q0, q1, … in rad.
  FunctionBased& names(Array<QuantityInfo> infos);

  int nq() const { return nu; }

  template <class T, class P>
  Pose<T> pose(const T* q, const P*) const {
    Rotation<T> R;
    for (const Part& part : rotations_)
      R = R * Rotation<T>::about(part.axis.template cast<T>(), part.value(q));
    Vec3<T> p = Vec3<T>::zero();
    for (const Part& part : translations_) p += part.value(q) * part.axis.template cast<T>();
    return {R, p};
  }
  template <class T, class P>
  void columns(const T* q, const P*, Motion<T>* H) const {
    for (int j = 0; j < nu; ++j) H[j] = Motion<T>::zero();
    Rotation<T> R;
    for (const Part& part : rotations_) {
      const Evaluation<T> e(part, q);
      const Vec3<T> axis = R * part.axis.template cast<T>();
      for (std::size_t j = 0; j < part.of.size(); ++j) H[part.of[j]].w += e.gradient[j] * axis;
      R = R * Rotation<T>::about(part.axis.template cast<T>(), e.value);
    }
    for (const Part& part : translations_) {
      const Evaluation<T> e(part, q);
      for (std::size_t j = 0; j < part.of.size(); ++j)
        H[part.of[j]].v += e.gradient[j] * part.axis.template cast<T>();
    }
  }
  template <class T, class P>
  Motion<T> bias(const T* q, const T* u, const P*) const {
    Motion<T> A = Motion<T>::zero();
    Vec3<T> w = Vec3<T>::zero();
    Rotation<T> R;
    for (const Part& part : rotations_) {
      const Evaluation<T> e(part, q);
      const Vec3<T> axis = R * part.axis.template cast<T>();
      const T rate = e.rate(part, u);
      A.w += e.second_rate(part, u) * axis + rate * cross(w, axis);
      w += rate * axis;
      R = R * Rotation<T>::about(part.axis.template cast<T>(), e.value);
    }
    for (const Part& part : translations_)
      A.v += Evaluation<T>(part, q).second_rate(part, u) * part.axis.template cast<T>();
    return A;
  }
  template <class T>
  void qdot(const T*, const T* u, T* out) const {
    std::copy(u, u + nu, out);
  }
  template <class T>
  void speeds(const T*, const T* rates, T* u) const {
    std::copy(rates, rates + nu, u);
  }
  template <class T>
  void qdot_bias(const T*, const T*, T* out) const {
    std::fill(out, out + nu, T(0));
  }
  void guess(const Pose<double>&, const double*, double* q) const { std::fill(q, q + nu, 0.0); }
  Array<QuantityInfo> coordinates() const { return infos_; }
  Array<QuantityInfo> speed_infos() const { return rate_infos(infos_); }
  Array<double> default_q() const { return Array<double>(nu, 0.0); }
  Array<ParameterInfo> parameters() const { return {}; }

 private:
  static constexpr std::size_t max_arguments = max_joint_speeds;
  /// One rotation or translation.
  struct Part {
    Vec3<double> axis;
    Function f;
    Array<int> of;
    template <class T>
    T value(const T* q) const {
      const std::array<T, max_arguments> x = arguments(q);
      return f.value(x.data());
    }
    template <class T>
    std::array<T, max_arguments> arguments(const T* q) const {
      std::array<T, max_arguments> x;
      for (std::size_t i = 0; i < of.size(); ++i) x[i] = q[of[i]];
      return x;
    }
  };
  /// A part's function with its first and second derivatives.
  template <class T>
  struct Evaluation {
    T value;
    std::array<T, max_arguments> gradient;
    std::array<T, max_arguments * max_arguments> hessian;
    Evaluation(const Part& part, const T* q) {
      const std::array<T, max_arguments> x = part.arguments(q);
      part.f.evaluate(x.data(), value, gradient.data(), hessian.data());
    }
    T rate(const Part& part, const T* u) const {
      T r = T(0);
      for (std::size_t i = 0; i < part.of.size(); ++i) r += gradient[i] * u[part.of[i]];
      return r;
    }
    T second_rate(const Part& part, const T* u) const {
      const std::size_t n = part.of.size();
      T r = T(0);
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j) r += hessian[n * i + j] * u[part.of[i]] * u[part.of[j]];
      return r;
    }
  };
  void add(Array<Part>& parts, const char* what, const Vec3<double>& axis, Function f, Array<int> of);

  Array<Part> rotations_, translations_;
  Array<QuantityInfo> infos_;
};

}  // namespace sarrus
