#pragma once
/// @file
#include "sarrus/base/array.h"
#include "sarrus/joint/joint_type.h"
#include "sarrus/scalar/scalar_types.h"

namespace sarrus {

/// Base of a user's joint type that defines only its pose: columns and bias follow by automatic
/// differentiation, and the speeds are the rates of the n coordinates. Derive as `struct Mine :
/// JointFromPose<Mine, 2>` (with a third argument: the number of its parameters) and write
///   template <class T, class P> Pose<T> pose(const T* q, const P* p) const;
/// Everything else (names, default coordinates, a guess for fitting, parameters) may be overridden.
///   [w_i]× = ∂R/∂q_i·Rᵀ,   v_i = ∂p/∂q_i,   Ḣ·u = d/dε H(q + ε·u)·u
template <class Self, int n, int parameter_count = 0>
struct JointFromPose : GeneralShape, RateJoint<n> {
  static constexpr std::string_view type = "custom";
  static constexpr int stated_parameters = parameter_count;

  template <class T, class P>
  void columns(const T* q, const P* p, Motion<T>* H) const {
    using S = Dual<T, n>;
    std::array<S, n> x;
    for (int i = 0; i < n; ++i) x[i] = S::variable(q[i], i);
    const std::array<S, max_joint_parameters> ps = lifted<S>(p);
    const Pose<S> X = self().pose(x.data(), ps.data());
    for (int i = 0; i < n; ++i) {
      const auto skew = [&](int r, int c) {  // element (r, c) of ∂R/∂q_i·Rᵀ
        T sum = T(0);
        for (int k = 0; k < 3; ++k) sum += X.R(r, k).partial[i] * X.R(c, k).value;
        return sum;
      };
      H[i] = {{skew(2, 1), skew(0, 2), skew(1, 0)}, {X.p.x.partial[i], X.p.y.partial[i], X.p.z.partial[i]}};
    }
  }
  template <class T, class P>
  Motion<T> bias(const T* q, const T* u, const P* p) const {
    using S = Dual<T, 1>;
    std::array<S, n> x;
    for (int i = 0; i < n; ++i) x[i] = S::variable(q[i], 0), x[i].partial[0] = u[i];
    const std::array<S, max_joint_parameters> ps = lifted<S>(p);
    Motion<S> H[n];
    self().columns(x.data(), ps.data(), H);
    Motion<T> A = Motion<T>::zero();
    const auto rate = [](const Vec3<S>& v) {
      return Vec3<T>{v.x.partial[0], v.y.partial[0], v.z.partial[0]};
    };
    for (int i = 0; i < n; ++i) A += u[i] * Motion<T>{rate(H[i].w), rate(H[i].v)};
    return A;
  }
  void guess(const Pose<double>&, const double*, double* q) const {
    for (int i = 0; i < n; ++i) q[i] = self().default_q()[i];
  }
  Array<QuantityInfo> coordinates() const {
    Array<QuantityInfo> infos;
    for (int i = 0; i < n; ++i) infos.push_back({n == 1 ? "" : "q" + std::to_string(i), "1"});
    return infos;
  }
  Array<QuantityInfo> speed_infos() const { return rate_infos(self().coordinates()); }

 private:
  const Self& self() const { return static_cast<const Self&>(*this); }
  template <class S, class P>
  std::array<S, max_joint_parameters> lifted(const P* p) const {
    std::array<S, max_joint_parameters> ps{};
    for (int k = 0; k < parameter_count; ++k) ps[k] = S(p[k]);
    return ps;
  }
};

}  // namespace sarrus
