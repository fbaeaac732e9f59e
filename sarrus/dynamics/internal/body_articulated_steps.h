#pragma once
/// @file
/// The sweeps of body_forward_dynamics.h.

#include <algorithm>

#include "sarrus/dynamics/body_forward_dynamics.h"
#include "sarrus/dynamics/internal/body_wrenches.h"
#include "sarrus/spatial/lane_articulated.h"

namespace sarrus::internal {

namespace body {

template <class T>
using Load = typename BodyForwardDynamics<T>::Load;
template <class T>
using Speed = typename BodyForwardDynamics<T>::Speed;

/// R·B·Rᵀ for a 2×2 block B = [a b; c d] and a rotation by the angle with sine s and cosine k:
///   e = s·(a − d) + k·(b + c),   [a − s·e   k·e − c; k·e − b   d + s·e]
template <class T, class C>
SARRUS_ALWAYS_INLINE void turn_block(T& a, T& b, T& c, T& d, const C& s, const C& k) {
  const T e = s * (a - d) + k * (b + c), old_b = b;
  a = a - s * e, d = d + s * e;
  b = k * e - c, c = k * e - old_b;
}
template <class T, class C>
SARRUS_ALWAYS_INLINE void turn_block(T& a, T& b, T& d, const C& s, const C& k) {
  const T e = s * (a - d) + k * (b + b);
  a = a - s * e, d = d + s * e;
  b = k * e - b;
}
/// R·v for a pair.
template <class T, class C>
SARRUS_ALWAYS_INLINE void turn_pair(T& x, T& y, const C& s, const C& k) {
  const T old = x;
  x = k * old - s * y, y = s * old + k * y;
}

/// R·A·Rᵀ for a rotation about z.
template <class T, class C>
SARRUS_ALWAYS_INLINE void turn_about_z(ArticulatedInertia<T>& A, const C& s, const C& c) {
  turn_block(A.M.xx, A.M.xy, A.M.yy, s, c), turn_pair(A.M.xz, A.M.yz, s, c);
  turn_block(A.H.x.x, A.H.y.x, A.H.x.y, A.H.y.y, s, c);
  turn_pair(A.H.z.x, A.H.z.y, s, c), turn_pair(A.H.x.z, A.H.y.z, s, c);
  turn_block(A.I.xx, A.I.xy, A.I.yy, s, c), turn_pair(A.I.xz, A.I.yz, s, c);
}
/// R·A·Rᵀ for a rotation about z, of the articulated inertia that a pin leaves: nothing resists rotation
/// about z.
template <class T, class C>
SARRUS_ALWAYS_INLINE void turn_about_free_z(ArticulatedInertia<T>& A, const C& s, const C& c) {
  turn_block(A.M.xx, A.M.xy, A.M.yy, s, c), turn_pair(A.M.xz, A.M.yz, s, c);
  turn_block(A.H.x.x, A.H.y.x, A.H.x.y, A.H.y.y, s, c), turn_pair(A.H.z.x, A.H.z.y, s, c);
  turn_block(A.I.xx, A.I.xy, A.I.yy, s, c);
}
/// R·A·Rᵀ for a rotation about x, of a result of turn_about_free_z().
template <class T, class C>
SARRUS_ALWAYS_INLINE void turn_free_z_about_x(ArticulatedInertia<T>& A, const C& s, const C& c) {
  turn_block(A.M.yy, A.M.yz, A.M.zz, s, c), turn_pair(A.M.xy, A.M.xz, s, c);
  turn_pair(A.H.y.x, A.H.z.x, s, c);
  A.H.x.z = s * A.H.x.y, A.H.x.y = c * A.H.x.y;
  const T e = s * A.H.y.y + c * A.H.z.y;
  A.H.y.z = c * e - A.H.z.y, A.H.z.y = c * e;
  A.H.y.y = A.H.y.y - s * e, A.H.z.z = s * e;
  const T of_yy = s * A.I.yy;
  A.I.yz = c * of_yy, A.I.zz = s * of_yy, A.I.yy = A.I.yy - s * of_yy;
  A.I.xz = s * A.I.xy, A.I.xy = c * A.I.xy;
}

/// The load of a node, including its own inertia and bias.
template <class T>
SARRUS_ALWAYS_INLINE Load<T> whole_load(const Tree<T>& tree, int i, const BodyForwardDynamics<T>& out) {
  const auto& node = tree.node(i);
  const RigidInertia<T> own = tree.body_node(i).inertia.template cast<T>();
  const Force<T>& bias = out.bias.nodes[i];
  if (node.is_leaf) return {ArticulatedInertia<T>(own), bias};
  Load<T> load = out.loads[node.load_slot];
  add(load.A, own);
  load.bias += bias;
  return load;
}

/// Adds a load, in the parent's axes about the joint's origin, to that of the parent.
template <class T>
SARRUS_ALWAYS_INLINE void deliver(const TreeNode<ConstantOf<T>>& node, const Vec3<T>& p, const Load<T>& load,
                                  BodyForwardDynamics<T>& out) {
  Load<T>& parent = out.loads[node.parent_load_slot];
  const ArticulatedInertia<T> A = shifted(load.A, p);
  const Force<T> bias{load.bias.t + cross(p, load.bias.f), load.bias.f};
  if (node.is_last_child) {
    parent.A = A, parent.bias = bias;
  } else {
    add(parent.A, A);
    parent.bias += bias;
  }
}

/// The inward step of a pin:  U = A·h,  D = h·U,  A − U·Uᵀ/D,  bias + U·(τ − h·bias)/D.
template <class T>
SARRUS_ALWAYS_INLINE void reduce_pin(const Tree<T>& tree, int i, const T& tau, BodyForwardDynamics<T>& out) {
  const auto& node = tree.node(i);
  const auto& body = tree.body_node(i);
  const int q0 = node.q0;
  Load<T> load = whole_load(tree, i, out);
  auto& [A, bias] = load;
  const T inverse = T(1) / A.I.zz, residual = tau - bias.t.z;
  Speed<T>& speed = out.speeds[node.u0];
  speed.value = residual * inverse;
  if (node.parent == 0) return;
  const Vec3<T> U_f{A.H.x.z, A.H.y.z, A.H.z.z};
  const T U_x = A.I.xz, U_y = A.I.yz, W_x = inverse * U_x, W_y = inverse * U_y;
  const Vec3<T> W_f = inverse * U_f;
  speed.W.t.x = W_x, speed.W.t.y = W_y, speed.W.f = W_f;  // W.t.z is one
  A.I.xx -= W_x * U_x, A.I.xy -= W_x * U_y, A.I.yy -= W_y * U_y;
  A.H.x.x -= W_x * U_f.x, A.H.y.x -= W_x * U_f.y, A.H.z.x -= W_x * U_f.z;
  A.H.x.y -= W_y * U_f.x, A.H.y.y -= W_y * U_f.y, A.H.z.y -= W_y * U_f.z;
  A.M.xx -= W_f.x * U_f.x, A.M.yy -= W_f.y * U_f.y, A.M.zz -= W_f.z * U_f.z;
  A.M.xy -= W_f.x * U_f.y, A.M.xz -= W_f.x * U_f.z, A.M.yz -= W_f.y * U_f.z;
  bias = {{bias.t.x + residual * W_x, bias.t.y + residual * W_y, tau}, bias.f + residual * W_f};

  const T &s = out.bias.joints.sine[q0], &c = out.bias.joints.cosine[q0];
  turn_about_free_z(A, s, c);
  turn_free_z_about_x(A, body.beta.sine, body.beta.cosine);
  if (body.is_turned_twice) turn_about_z(A, body.zeta.sine, body.zeta.cosine);
  bias = {out_of_joint(body, turned(bias.t, s, c)), out_of_joint(body, turned(bias.f, s, c))};
  deliver<T>(node, body.p.template cast<T>(), load, out);
}

/// The inward step of a slider.
template <class T>
[[gnu::noinline]] void reduce_slider(const Tree<T>& tree, int i, const T& tau, BodyForwardDynamics<T>& out) {
  const auto& node = tree.node(i);
  const auto& body = tree.body_node(i);
  Load<T> load = whole_load(tree, i, out);
  auto& [A, bias] = load;
  const T inverse = T(1) / A.M.zz, residual = tau - bias.f.z;
  const LaneForce<T> U{A.H.z, {A.M.xz, A.M.yz, A.M.zz}}, W = inverse * U;
  out.speeds[node.u0] = {{W.t, W.f}, residual * inverse};
  if (node.parent == 0) return;
  subtract_outer(A, W, U);
  bias = {bias.t + residual * W.t, bias.f + residual * W.f};
  const Vec3<T> r{T(0), T(0), out.bias.joints.q[node.q0]};
  const Rotation<T> R(body.R.template cast<T>());
  const ArticulatedInertia<T> at_F = shifted(A, r);
  A = {rotate(R, at_F.M), rotate(R, at_F.H), rotate(R, at_F.I)};
  bias = {R * (bias.t + cross(r, bias.f)), R * bias.f};
  deliver<T>(node, body.p.template cast<T>(), load, out);
}

/// A free joint on the world: the acceleration of its node follows from its load.
template <class T>
[[gnu::noinline]] void reduce_free(const Tree<T>& tree, int i, In<T> tau, BodyForwardDynamics<T>& out) {
  const auto& node = tree.node(i);
  const Load<T> load = whole_load(tree, i, out);
  const Rotation<T>& R_FM = out.bias.X_FM[i].R;
  LaneForce<T> F{-load.bias.t, -load.bias.f};
  if (!tau.empty()) {
    const T* given = tau.data() + node.u0;
    F.t = F.t + R_FM.inverse_times(Vec3<T>{given[0], given[1], given[2]});
    F.f = F.f + R_FM.inverse_times(Vec3<T>{given[3], given[4], given[5]});
  }
  const LaneMotion<T> found = acceleration<T>(load.A, F);
  out.increments[node.slot] = {found.w, found.v};
  const Vec3<T> w = R_FM * found.w, v = R_FM * found.v;
  for (int k = 0; k < 3; ++k) {
    out.speeds[node.u0 + k].value = w[k];
    out.speeds[node.u0 + k + 3].value = v[k];
  }
}

/// Second sweep, inward: articulated inertias and bias forces.
template <class T>
void reduce(const Tree<T>& tree, In<T> tau, BodyForwardDynamics<T>& out) {
  for (int i = tree.node_count() - 1; i > 0; --i) {
    const auto& node = tree.node(i);
    const T force = tau.empty() ? T(0) : tau[node.u0];
    if (node.shape == JointShape::revolute)
      reduce_pin(tree, i, force, out);
    else if (node.shape == JointShape::prismatic)
      reduce_slider(tree, i, force, out);
    else
      reduce_free(tree, i, tau, out);
  }
}

/// The rate of a slider. w and v come in as the increment of F; v becomes that of the node without the
/// slider's own rate.
template <class T>
SARRUS_ALWAYS_INLINE T slider_rate(const Speed<T>& speed, const T& q, const Vec3<T>& w, Vec3<T>& v) {
  v.x += q * w.y, v.y -= q * w.x;
  return speed.value - (dot(speed.W.t, w) + dot(speed.W.f, v));
}

/// Third sweep, outward: rates of the speeds. The values that the next node of a chain needs stay in
/// registers.
template <class T>
void expand(const Tree<T>& tree, BodyForwardDynamics<T>& out, T* udot) {
  Vec3<T> w = Vec3<T>::zero(), v = Vec3<T>::zero();  // the increment of the node before, then the node's own
  for (int i = 1; i < tree.node_count(); ++i) {
    const auto& node = tree.node(i);
    const auto& body = tree.body_node(i);
    const int q0 = node.q0;
    const Speed<T>& speed = out.speeds[node.u0];
    Motion<T>& kept = out.increments[node.slot];
    if (node.shape == JointShape::general) {
      for (int k = node.u0; k < node.u0 + node.nu; ++k) udot[k] = out.speeds[k].value;
      w = kept.w, v = kept.v;
      continue;
    }
    const bool turns = node.shape == JointShape::revolute;
    T rate = speed.value;
    if (node.parent == 0) {
      w = v = Vec3<T>::zero();
    } else {
      if (node.parent != i - 1) {
        const Motion<T>& parent = out.increments[node.parent_slot];
        w = parent.w, v = parent.v;
      }
      v = into_joint(body, v + cross(w, body.p));
      w = into_joint(body, w);
      if (turns) {
        const T &s = out.bias.joints.sine[q0], &c = out.bias.joints.cosine[q0];
        w = unturned(w, s, c), v = unturned(v, s, c);
        rate = rate - (speed.W.t.x * w.x + speed.W.t.y * w.y + w.z + dot(speed.W.f, v));
      } else {
        rate = slider_rate(speed, out.bias.joints.q[q0], w, v);
      }
    }
    if (turns)
      w.z += rate;
    else
      v.z += rate;
    udot[node.u0] = rate;
    kept.w = w, kept.v = v;
  }
}

}  // namespace body

/// True if all joints of a tree are of the kinds that this algorithm supports.
template <class T>
bool has_body_forward_dynamics(const Tree<T>& tree) {
  return std::all_of(tree.nodes().begin() + 1, tree.nodes().end(), [](const auto& node) {
    return node.shape != JointShape::general || (node.is_free && node.parent == 0);
  });
}

template <class T>
void calc_body_forward_dynamics(const Tree<T>& tree, In<T> q, In<T> u, In<T> tau, bool gravity,
                                BodyForwardDynamics<T>& out, Out<T> udot) {
  set_own_angles(tree, q, out.bias.joints);
  calc_wrenches<T>(tree, u, {}, gravity, out.bias);
  body::reduce(tree, tau, out);
  body::expand(tree, out, udot.data());
}

}  // namespace sarrus::internal
