#pragma once
/// @file
/// The check that a joint type (joint_type.h) is complete.

#include <concepts>
#include <string_view>

#include "sarrus/joint/joint_type.h"
#include "sarrus/scalar/scalar_types.h"

namespace sarrus {

namespace internal {
template <class J, class T>
concept HasPose = requires(const J j, const T* q, const ConstantOf<T>* p) {
  { j.pose(q, p) } -> std::same_as<Pose<T>>;
};
template <class J, class T>
concept HasColumns = requires(const J j, const T* q, const ConstantOf<T>* p, Motion<T>* H) {
  j.columns(q, p, H);
};
template <class J, class T>
concept HasBias = requires(const J j, const T* q, const T* u, const ConstantOf<T>* p) {
  { j.bias(q, u, p) } -> std::same_as<Motion<T>>;
};
template <class J, class T>
concept HasQdot = requires(const J j, const T* q, T* out) {
  j.qdot(q, q, out);
};
template <class J, class T>
concept HasSpeeds = requires(const J j, const T* q, T* out) {
  j.speeds(q, q, out);
};
template <class J, class T>
concept HasQdotBias = requires(const J j, const T* q, T* out) {
  j.qdot_bias(q, q, out);
};

template <class J, class T>
consteval bool check_joint_in() {
  static_assert(HasPose<J, T>, "the joint lacks: Pose<T> pose(const T* q, const ConstantOf<T>* p) const");
  static_assert(HasColumns<J, T>,
                "the joint lacks: void columns(const T* q, const ConstantOf<T>* p, Motion<T>* H) const");
  static_assert(HasBias<J, T>,
                "the joint lacks: Motion<T> bias(const T* q, const T* u, const ConstantOf<T>* p) const");
  static_assert(HasQdot<J, T>, "the joint lacks: void qdot(const T* q, const T* u, T* qdot) const");
  static_assert(HasSpeeds<J, T>, "the joint lacks: void speeds(const T* q, const T* qdot, T* u) const");
  static_assert(HasQdotBias<J, T>, "the joint lacks: void qdot_bias(const T* q, const T* u, T* bias) const");
  return true;
}
}  // namespace internal

/// Compiles only for a complete joint type; the error message names the missing function.
template <class J>
consteval bool check_joint() {
  static_assert(
      requires {
        { J::type } -> std::convertible_to<std::string_view>;
      },
      "the joint lacks: static constexpr std::string_view type");
  static_assert(
      requires {
        { J::shape } -> std::convertible_to<JointShape>;
      },
      "the joint lacks: static constexpr JointShape shape");
  static_assert(
      requires(const J j) {
        { j.nq() } -> std::same_as<int>;
      },
      "the joint lacks: int nq() const");
  static_assert(
      requires(const J j) {
        { j.nu } -> std::convertible_to<int>;
      },
      "the joint lacks: int nu");
  static_assert(
      requires(const J j) {
        { j.coordinates() } -> std::same_as<Array<QuantityInfo>>;
      },
      "the joint lacks: Array<QuantityInfo> coordinates() const");
  static_assert(
      requires(const J j) {
        { j.speed_infos() } -> std::same_as<Array<QuantityInfo>>;
      },
      "the joint lacks: Array<QuantityInfo> speed_infos() const");
  static_assert(
      requires(const J j) {
        { j.parameters() } -> std::same_as<Array<ParameterInfo>>;
      },
      "the joint lacks: Array<ParameterInfo> parameters() const");
  static_assert(
      requires(const J j) {
        { j.default_q() } -> std::same_as<Array<double>>;
      },
      "the joint lacks: Array<double> default_q() const");
  static_assert(
      requires(const J j, const Pose<double>& X, const double* p, double* q) { j.guess(X, p, q); },
      "the joint lacks: void guess(const Pose<double>& X_FM, const double* p, double* q) const");
  return internal::check_joint_in<J, double>() && internal::check_joint_in<J, Pack4d>();
}

}  // namespace sarrus
