#include "sarrus/second_derivatives/internal/joint_second_variation.h"

#include <array>

#include "sarrus/joint/internal/reversed_motion.h"
#include "sarrus/joint/joints.h"

namespace sarrus::internal {

namespace {

/// The outer partial k is the derivative in direction k, and its inner partial j that of the derivative in
/// direction j.
using Dual88 = Dual<Dual8, 8>;

template <class J>
constexpr bool computes_in_nested_duals = !std::is_same_v<J, FunctionBased> && !std::is_same_v<J, Custom>;

/// The coordinates with N(q)·e_k as outer and inner partials; those of the outer ones change with q.
template <class J>
std::array<Dual88, max_joint_coordinates> coordinates_in_all_directions(const J& type, int nq, int nu,
                                                                        const double* at) {
  std::array<Dual8, max_joint_coordinates> q{};
  for (int i = 0; i < nq; ++i) q[i] = Dual8(at[i]);
  for (int k = 0; k < nu; ++k) {
    std::array<double, max_joint_speeds> direction{};
    std::array<double, max_joint_coordinates> rate{};
    direction[k] = 1;
    type.qdot(at, direction.data(), rate.data());
    for (std::size_t i = 0; i < q.size(); ++i) q[i].partial[k] = rate[i];
  }
  std::array<Dual88, max_joint_coordinates> out;
  for (std::size_t i = 0; i < q.size(); ++i) out[i] = Dual88(q[i]);
  for (int k = 0; k < nu; ++k) {
    std::array<Dual8, max_joint_speeds> direction{};
    std::array<Dual8, max_joint_coordinates> rate{};
    direction[k] = Dual8(1);
    type.qdot(q.data(), direction.data(), rate.data());
    for (std::size_t i = 0; i < q.size(); ++i) out[i].partial[k] = rate[i];
  }
  return out;
}

Motion<double> second_partial(const Motion<Dual88>& X, int j, int k) {
  const auto of = [&](const Vec3<Dual88>& x) {
    return Vec3<double>{x.x.partial[k].partial[j], x.y.partial[k].partial[j], x.z.partial[k].partial[j]};
  };
  return {of(X.w), of(X.v)};
}

/// Columns and bias about the fixed point, from those at M's origin, which is displaced by d and moves with
/// V:  (w, v − w×d)  and  (α, a − ω×v − α×d).
Motion<Dual88> at_fixed_point(const Motion<Dual88>& X, const Vec3<Dual88>& d) {
  return {X.w, X.v - cross(X.w, d)};
}

template <class J>
void calc(const J& type, bool reversed, int nq, int nu, const double* at_q, const double* at_u,
          const double* at_parameters, JointSecondVariation<double>& out) {
  const auto q = coordinates_in_all_directions(type, nq, nu, at_q);
  std::array<Dual88, max_joint_parameters> parameters{};
  std::array<Dual88, max_joint_speeds> u{};
  for (int i = 0; i < max_joint_parameters; ++i) parameters[i] = Dual88(at_parameters[i]);
  for (int k = 0; k < nu; ++k) u[k] = Dual88(at_u[k]);
  Pose<Dual88> X_FM = type.pose(q.data(), parameters.data());
  Motion<Dual88> H[max_joint_speeds];
  type.columns(q.data(), parameters.data(), H);
  Motion<Dual88> A = type.bias(q.data(), u.data(), parameters.data());
  const auto velocity = [&] {
    Motion<Dual88> V = Motion<Dual88>::zero();
    for (int k = 0; k < nu; ++k) V += u[k] * H[k];
    return V;
  };
  if (reversed) {
    A = reverse_bias(X_FM, velocity(), A);
    for (int k = 0; k < nu; ++k) H[k] = reverse_velocity(X_FM, H[k]);
    X_FM = X_FM.inverse();
  }
  const Motion<Dual88> V = velocity();
  const auto number = [](const Dual88& x) { return Dual88(x.value.value); };
  const Vec3<Dual88> d = X_FM.p - Vec3<Dual88>{number(X_FM.p.x), number(X_FM.p.y), number(X_FM.p.z)};
  const Motion<Dual88> bias = at_fixed_point({A.w, A.v - cross(V.w, V.v)}, d);
  for (int l = 0; l < nu; ++l) H[l] = at_fixed_point(H[l], d);
  for (int j = 0; j < nu; ++j)
    for (int k = 0; k < nu; ++k) {
      for (int l = 0; l < nu; ++l) out.H[j][k][l] = second_partial(H[l], j, k);
      out.bias[j][k] = second_partial(bias, j, k);
    }
}

}  // namespace

void calc_joint_second_variation(const Joint& joint, const double* q, const double* u,
                                 const double* parameters, JointSecondVariation<double>& out) {
  std::visit(
      [&]<class J>(const J& type) {
        if constexpr (computes_in_nested_duals<J>)
          calc(type, joint.is_reversed(), joint.nq(), joint.nu(), q, u, parameters, out);
        else
          fail("a joint of type '{}' has no second derivatives", joint.type_name());
      },
      joint.type().variant);
}

void require_twice_differentiable_joints(const Model& model) {
  for (const Body& body : model.bodies())
    std::visit(
        [&]<class J>(const J&) {
          if constexpr (!computes_in_nested_duals<J>)
            fail(
                "joint '{}' of model '{}' is of type '{}', whose second derivatives are not available: "
                "joints "
                "that are function-based or of types of your own compute in dual numbers once, not twice. "
                "Difference the derivatives of calc_inverse_dynamics_derivatives() instead",
                body.joint_name, model.name(), body.joint.type_name());
        },
        body.joint.type().variant);
}

}  // namespace sarrus::internal
