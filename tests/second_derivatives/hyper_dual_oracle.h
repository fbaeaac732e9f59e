#pragma once
/// @file
/// Dynamics in hyper-dual numbers, whose mixed parts are the second derivatives that analytic ones are
/// compared with. Written as sums over bodies and their ancestors: beside joint types and spatial vectors it
/// shares nothing with the recursions of the library.

#include <Eigen/Cholesky>

#include "sarrus/joint/internal/reversed_motion.h"
#include "sarrus/joint/joints.h"
#include "sarrus/model/model.h"
#include "sarrus/scalar/hyper_dual.h"

namespace sarrus::testing {

using Hyper = HyperDual<double>;
using HyperVector = std::vector<Hyper>;

/// `visit(type)` for a joint's type, which must compute in any scalar.
template <class Visitor>
void visit_joint_type(const Joint& joint, Visitor visit) {
  std::visit(
      [&]<class J>(const J& type) {
        if constexpr (std::is_same_v<J, FunctionBased> || std::is_same_v<J, Custom>)
          fail("a joint of type '{}' does not compute in hyper-dual numbers", joint.type_name());
        else
          visit(type);
      },
      joint.type().variant);
}

/// The motion of a joint's child in its parent, at the child's origin, in the parent's axes.
struct HyperJointMotion {
  Pose<Hyper> X;
  std::vector<Motion<Hyper>> columns;
  Motion<Hyper> bias;
};

inline HyperJointMotion joint_motion(const Joint& joint, const Hyper* q, const Hyper* u) {
  std::vector<Hyper> parameters;
  for (const ParameterInfo& info : joint.parameters()) parameters.emplace_back(info.value);
  const auto nu = static_cast<std::size_t>(joint.nu());
  Motion<Hyper> H[max_joint_speeds];
  HyperJointMotion out;
  visit_joint_type(joint, [&](const auto& type) {
    out.X = type.pose(q, parameters.data());
    type.columns(q, parameters.data(), H);
    out.bias = type.bias(q, u, parameters.data());
  });
  out.columns.assign(H, H + nu);
  if (!joint.is_reversed()) return out;
  Motion<Hyper> V = Motion<Hyper>::zero();
  for (std::size_t k = 0; k < nu; ++k) V += u[k] * H[k];
  out.bias = internal::reverse_bias(out.X, V, out.bias);
  for (Motion<Hyper>& column : out.columns) column = internal::reverse_velocity(out.X, column);
  out.X = out.X.inverse();
  return out;
}

/// τ = Σ_b J_bᵀ·(M_b·A_b + gyroscopic terms − F_b), with everything about the world's origin.
inline HyperVector hyper_inverse_dynamics(const Model& model, const HyperVector& q, const HyperVector& u,
                                          const HyperVector& udot, const std::vector<Force<double>>& forces) {
  struct Moving {
    Pose<Hyper> X;
    Motion<Hyper> V, A;
  };
  std::vector<Moving> bodies(static_cast<std::size_t>(model.body_count()));
  std::vector<Motion<Hyper>> columns(u.size());
  HyperVector tau(u.size());
  bodies[0].V = bodies[0].A = Motion<Hyper>::zero();
  for (int b = 1; b < model.body_count(); ++b) {
    const Body& body = model.body(b);
    const auto q0 = static_cast<std::size_t>(body.q0), u0 = static_cast<std::size_t>(body.u0);
    const Moving& parent = bodies[static_cast<std::size_t>(body.parent)];
    const HyperJointMotion joint = joint_motion(body.joint, q.data() + q0, u.data() + u0);
    const Pose<Hyper> X_WF = parent.X * body.X_PF.cast<Hyper>(), X_WM = X_WF * joint.X;
    Motion<Hyper> V = Motion<Hyper>::zero(), A = X_WF.R * joint.bias;
    for (std::size_t k = 0; k < joint.columns.size(); ++k) {
      const Motion<Hyper> column = X_WF.R * joint.columns[k];
      V += u[u0 + k] * column;
      A += udot[u0 + k] * column;
      columns[u0 + k] = shift(column, -X_WM.p);
    }
    // What the child's frame M does relative to the parent, on top of what the parent does there.
    const Vec3<Hyper> r = X_WM.p - parent.X.p;
    const Vec3<Hyper>& w = parent.V.w;
    A += Motion<Hyper>{cross(w, V.w), Hyper(2) * cross(w, V.v)};
    A += shift_acceleration(parent.A, w, r);
    V += shift(parent.V, r);
    // M and the body's own frame are one rigid piece.
    Moving& moving = bodies[static_cast<std::size_t>(b)];
    moving.X = X_WM * body.X_BM.inverse().cast<Hyper>();
    const Vec3<Hyper> to_body = moving.X.p - X_WM.p;
    moving.V = shift(V, to_body);
    moving.A = shift_acceleration(A, V.w, to_body);

    const RigidInertia<Hyper> M = moving.X.R * body.inertia.cast<Hyper>();
    const Motion<Hyper> fall{Vec3<Hyper>::zero(), model.gravity().cast<Hyper>()};
    const Force<Hyper> load =
        newton_euler(M, moving.A - fall, moving.V.w) - forces[static_cast<std::size_t>(b)].cast<Hyper>();
    const Force<Hyper> about_origin = shift(load, -moving.X.p);
    for (int a = b; a > 0; a = model.body(a).parent)
      for (int k = model.body(a).u0; k < model.body(a).u0 + model.body(a).nu; ++k)
        tau[static_cast<std::size_t>(k)] += dot(columns[static_cast<std::size_t>(k)], about_origin);
  }
  return tau;
}

/// M, column by column: the forces of unit accelerations without the forces of none.
inline MatrixX<double> naive_mass_matrix(const Model& model, const HyperVector& q, const HyperVector& u,
                                         const std::vector<Force<double>>& forces) {
  const int n = model.nu();
  MatrixX<double> M(n, n);
  HyperVector udot(u.size());
  const HyperVector at_rest = hyper_inverse_dynamics(model, q, u, udot, forces);
  for (int k = 0; k < n; ++k) {
    udot[static_cast<std::size_t>(k)] = 1;
    const HyperVector tau = hyper_inverse_dynamics(model, q, u, udot, forces);
    for (int i = 0; i < n; ++i)
      M(i, k) = tau[static_cast<std::size_t>(i)].value - at_rest[static_cast<std::size_t>(i)].value;
    udot[static_cast<std::size_t>(k)] = 0;
  }
  return M;
}

/// u̇ of given τ by Newton's method with the factored M of the values: each of its steps settles one more
/// order of the infinitesimal parts, so that three make all of them exact.
inline HyperVector hyper_forward_dynamics(const Model& model, const HyperVector& q, const HyperVector& u,
                                          const HyperVector& tau, const std::vector<Force<double>>& forces,
                                          const Eigen::LLT<MatrixX<double>>& M) {
  HyperVector udot(u.size());
  const int refinement = 1;
  for (int step = 0; step < 3 + refinement; ++step) {
    const HyperVector found = hyper_inverse_dynamics(model, q, u, udot, forces);
    MatrixX<double> missing(model.nu(), 4);
    for (std::size_t i = 0; i < u.size(); ++i) {
      const Hyper d = tau[i] - found[i];
      missing.row(static_cast<Eigen::Index>(i)) << d.value, d.e1, d.e2, d.e12;
    }
    const MatrixX<double> change = M.solve(missing);
    for (std::size_t i = 0; i < u.size(); ++i) {
      const auto row = change.row(static_cast<Eigen::Index>(i));
      udot[i] += Hyper(row[0], row[1], row[2], row[3]);
    }
  }
  return udot;
}

/// q after a small motion along `direction` of the speeds:  q + N(q)·direction.
inline HyperVector moved(const Model& model, const HyperVector& q, const HyperVector& direction) {
  HyperVector out = q;
  for (int b = 1; b < model.body_count(); ++b) {
    const Body& body = model.body(b);
    const auto q0 = static_cast<std::size_t>(body.q0), u0 = static_cast<std::size_t>(body.u0);
    Hyper rate[max_joint_coordinates];
    visit_joint_type(body.joint,
                     [&](const auto& type) { type.qdot(q.data() + q0, direction.data() + u0, rate); });
    for (std::size_t i = 0; i < static_cast<std::size_t>(body.nq); ++i) out[q0 + i] += rate[i];
  }
  return out;
}

}  // namespace sarrus::testing
