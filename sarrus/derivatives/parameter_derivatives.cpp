#include "sarrus/derivatives/parameter_derivatives.h"

#include "sarrus/derivatives/internal/joint_variation.h"
#include "sarrus/derivatives/internal/speed_variation.h"
#include "sarrus/derivatives/internal/subtree_load.h"
#include "sarrus/scalar/scalar_types.h"
#include "sarrus/sparse/tree_factorization.h"
#include "sarrus/spatial/internal/second_moments.h"

namespace sarrus {

using namespace internal;

namespace {

template <class T>
struct ParameterKernel {
  using Out = ParameterDerivatives<T>;
  using C = ConstantOf<T>;

  /// Places of the numbers of a speed in `columns`: S, I·S and (2B)ᵀ·S of everything beyond it, and the
  /// torque that applied forces add to the latter.
  enum SpeedPart { part_S = 0, part_unit = 6, part_psi = 12, part_turn = 15, speed_parts = 18 };

  const Tree<T>& tree;
  const InverseDynamicsInput<T>& at;
  Out& out;

  const T* numbers(int part) const {
    return out.columns.data() + part * static_cast<std::ptrdiff_t>(tree.nu());
  }
  void write(int part, int k, const Lane3<T>& x) const {
    T* to = out.columns.data() + part * static_cast<std::ptrdiff_t>(tree.nu()) + k;
    for (int c = 0; c < 3; ++c) to[c * static_cast<std::ptrdiff_t>(tree.nu())] = x[c];
  }

  /// The loads of the bodies alone, and then of each with everything beyond it.
  void set_loads() const {
    for (int b = 1; b < tree.body_count(); ++b) {
      const auto& place = tree.place(b);
      if (place.node == 0) continue;
      NodeLoad<T>& load = out.bodies[b];
      if (tree.bodies_of(place.node).size() == 1) {
        load = out.motion.loads[place.node];
        continue;
      }
      const auto& node = out.motion.nodes[place.node];
      const RigidInertia<C> inertia = place.X_KB * tree.parameters().inertia[b];
      set_load<T>(inertia, second_moments(inertia.I), node, load);
      if (!at.forces.empty()) {
        set_no_applied(load);
        apply_force<T>(at.forces[b], node.R * place.X_KB.p, load);
      }
    }
    for (int b = tree.body_count() - 1; b > 0; --b) {
      const int parent = tree.model().body(b).parent, node = tree.place(b).node;
      if (tree.place(parent).node == 0) continue;
      const Lane3<T> r = tree.place(parent).node == node ? zero3<T>() : out.motion.nodes[node].r;
      deliver<T>(out.bodies[b], r, out.motion.has_applied, out.bodies[parent]);
    }
  }

  /// What the products of all columns with the speeds need.
  void set_speeds() const {
    for (int i = 1; i < tree.node_count(); ++i) {
      const auto& node = tree.node(i);
      const NodeLoad<T>& load = out.bodies[node.body];
      const Lane3<T>& from = out.motion.nodes[i].from;
      for (int k = node.u0; k < node.u0 + node.nu; ++k) {
        const LaneMotion<T>& S = out.motion.speeds[k].S;
        const LaneForce<T> unit = at_parent<T>(momentum<T>(load.inertia, S), from);
        write(part_S, k, S.w), write(part_S + 3, k, S.v + cross(from, S.w));
        write(part_unit, k, unit.t), write(part_unit + 3, k, unit.f);
        write(part_psi, k, twice_B_transpose<T>(load, S));
        if (out.motion.has_applied) write(part_turn, k, applied_change_transpose<T>(load, S));
        out.tau[k] = product<T>(S, load.wrench);
      }
    }
  }

  /// Writes S·F for the speeds that move a node; `from` leads to the point about which F is given.
  void write_before(int node, const LaneForce<T>& F, const Lane3<T>& from, T* column) const {
    if (node == 0) return;
    const LaneForce<T> about = at_parent<T>(F, from);
    const int last = tree.node(node).u0 + tree.node(node).nu - 1;
    const T* S[6];
    T f[6];
    for (int c = 0; c < 6; ++c) S[c] = numbers(part_S + c), f[c] = c < 3 ? about.t[c] : about.f[c - 3];
    for (const TreePattern::Run& run : tree.pattern()->runs(last))
      for (int k = run.first; k < run.first + run.count; ++k)
        column[k] = (f[0] * S[0][k] + f[1] * S[1][k] + f[2] * S[2][k]) +
                    (f[3] * S[3][k] + f[4] * S[4][k] + f[5] * S[5][k]);
  }

  /// Writes I·S·Ψ̈ + (2B)ᵀ·S·Ψ̇ for the speeds of one tree next to the world that everything beyond X has.
  void write_beyond(const SpeedVariation<T>& X, const Lane3<T>& from, int first, int end, T* column) const {
    const Lane3<T> v = X.psi2.v + cross(from, X.psi2.w);
    const T *unit[6], *psi[3], *turn[3];
    T a[6], b[3], s[3];
    for (int c = 0; c < 6; ++c) unit[c] = numbers(part_unit + c), a[c] = c < 3 ? X.psi2.w[c] : v[c - 3];
    for (int c = 0; c < 3; ++c) {
      psi[c] = numbers(part_psi + c), turn[c] = numbers(part_turn + c);
      b[c] = X.psi.w[c], s[c] = X.S.w[c];
    }
    for (int k = first; k < end; ++k)
      column[k] = (a[0] * unit[0][k] + a[1] * unit[1][k] + a[2] * unit[2][k]) +
                  (a[3] * unit[3][k] + a[4] * unit[4][k] + a[5] * unit[5][k]) +
                  (b[0] * psi[0][k] + b[1] * psi[1][k] + b[2] * psi[2][k]);
    for (int k = first; k < end && out.motion.has_applied; ++k)
      column[k] += s[0] * turn[0][k] + s[1] * turn[1][k] + s[2] * turn[2][k];
  }
  /// The same for all trees; X is given at the origin of a node.
  void write_beyond(int node, const SpeedVariation<T>& X, int first, int end, T* column) const {
    if (node > 0) return write_beyond(X, out.motion.nodes[node].from, first, end, column);
    for (const int root : out.roots) {
      const int begin = std::max(first, out.first_speed[tree.node(root).body]),
                stop = std::min(end, out.end_speed[tree.node(root).body]);
      write_beyond(X, -out.motion.nodes[root].r, begin, stop, column);
    }
  }

  /// How the force of everything beyond a body changes if all of it moves with X, given at the origin of the
  /// body's node.
  LaneForce<T> force_change(int body, const SpeedVariation<T>& X) const {
    const NodeLoad<T>& load = out.bodies[body];
    LaneForce<T> change = force_by_dq<T>(load, trace_of<T>(load.G), X);
    if (out.motion.has_applied) change += applied_change<T>(load, X.S.w);
    return change;
  }

  /// Columns of a frame that is fixed on a node: everything beyond the body, from speed `first` on, moves
  /// with the frame, or against it.
  void write_frame(int node, const Pose<C>& X_KF, T sign, int body, int first, MatrixX<T>& matrix) const {
    const auto& moving = out.motion.nodes[node];
    const LaneRotation<T> R = moving.R * X_KF.R.matrix();
    const Lane3<T> p = moving.R * X_KF.p;
    const Lane3<T> axes[] = {sign * R.x, sign * R.y, sign * R.z};
    const LaneMotion<T> none = zero_motion<T>();
    const int of_body = tree.place(body).node;
    for (int c = 0; c < frame_direction_count; ++c) {
      const Lane3<T>& axis = axes[c % 3];
      SpeedVariation<T> X;
      X.S = c < 3 ? LaneMotion<T>{axis, cross(p, axis)} : LaneMotion<T>{zero3<T>(), axis};
      set_variation<T>(moving, moving, none, none, none, X);
      T* column = &matrix(0, frame_direction_index(body, c));
      write_beyond(node, X, first, out.end_speed[body], column);
      if (node == 0) continue;
      const Lane3<T> r = node == of_body ? zero3<T>() : out.motion.nodes[of_body].r;
      X.S = shifted<T>(X.S, r), X.psi = shifted<T>(X.psi, r), X.psi2 = shifted<T>(X.psi2, r);
      write_before(node, force_change(body, X), out.motion.nodes[of_body].from, column);
    }
  }
  void write_frames(int body) const {
    const int parent = tree.model().body(body).parent, node = tree.place(body).node;
    const Parameters<C>& parameters = tree.parameters();
    write_frame(tree.place(parent).node, tree.place(parent).X_KB * parameters.X_PF[body], T(1), body,
                out.first_speed[body], out.by_parent_frame);
    write_frame(node, tree.place(body).X_KB * parameters.X_BM[body], T(-1), body,
                out.first_speed[body] + tree.model().body(body).nu, out.by_child_frame);
  }

  /// Columns of the parameters of a node's joint:  its own τ_j = S_j·F changes by S_j·δF + δS_j·F.
  void write_joint_parameters(int i) const {
    const auto& node = tree.node(i);
    const Body& body = tree.model().body(node.body);
    const auto &to = out.motion.nodes[i], &parent = out.motion.nodes[node.parent];
    const LaneRotation<T> F = parent.R * node.R;
    JointParameterVariation<T> variation;
    calc_joint_parameter_variation<T>(tree, node, out.motion.joints.q.data() + node.q0,
                                      at.u.empty() ? nullptr : at.u.data(),
                                      at.udot.empty() ? nullptr : at.udot.data(), variation);
    for (int p = 0; p < body.np; ++p) {
      SpeedVariation<T> X;
      X.S = in_world(F, variation.X[p]);
      set_variation<T>(parent, to, in_world(F, variation.V[p]), in_world(F, variation.A[p]), zero_motion<T>(),
                       X);
      T* column = &out.by_joint_parameter(0, body.p0 + p);
      write_beyond(i, X, node.u0 + node.nu, out.end_speed[node.body], column);
      write_before(i, force_change(node.body, X), to.from, column);
      for (int j = 0; j < node.nu; ++j) {
        LaneMotion<T> change = in_world(F, variation.H[p][j]);
        change.v = change.v - cross(out.motion.speeds[node.u0 + j].S.w, X.S.v);
        column[node.u0 + j] += product<T>(change, out.bodies[node.body].wrench);
      }
    }
  }

  /// Forces that ten units of inertia of a body require, about its origin, with axes e of the body:
  ///   m: (0, a)   h: (e×a, α×e + ω×(ω×e))   I: (I·α + ω×I·ω, 0)
  void write_inertias(int body) const {
    const auto& place = tree.place(body);
    if (place.node == 0) return;
    const auto& node = out.motion.nodes[place.node];
    const LaneRotation<T> R = node.R * place.X_KB.R.matrix();
    const Lane3<T>&w = node.w, &alpha = node.alpha, p = node.R * place.X_KB.p,
          a = node.a + cross(alpha, p) + cross(w, cross(w, p)), axes[] = {R.x, R.y, R.z}, none = zero3<T>(),
          from = node.from + p;
    const auto write_column = [&](int j, const LaneForce<T>& F) {
      write_before(place.node, F, from, &out.by_inertia(0, inertia_parameter_index(body, j)));
    };
    const auto moment = [&](int i, int j) -> LaneForce<T> {
      const Lane3<T>&e = axes[i], &f = axes[j];
      Lane3<T> I_alpha = dot(f, alpha) * e, I_w = dot(f, w) * e;
      if (i != j) I_alpha += dot(e, alpha) * f, I_w += dot(e, w) * f;
      return {I_alpha + cross(w, I_w), none};
    };
    write_column(0, {none, a});
    for (int c = 0; c < 3; ++c) {
      const Lane3<T>& e = axes[c];
      write_column(1 + c, {cross(e, a), cross(alpha, e) + cross(w, cross(w, e))});
      write_column(4 + c, moment(c, c));
    }
    write_column(7, moment(0, 1)), write_column(8, moment(0, 2)), write_column(9, moment(1, 2));
  }

  /// Columns of forces on a body: −J, at its origin.
  void write_forces(int body) const {
    const auto& place = tree.place(body);
    const auto& node = out.motion.nodes[place.node];
    const Lane3<T> from = node.from + node.R * place.X_KB.p, none = zero3<T>();
    for (int c = 0; c < 3; ++c) {
      const Lane3<T> against(Vec3<T>{T(c == 0 ? -1 : 0), T(c == 1 ? -1 : 0), T(c == 2 ? -1 : 0)});
      write_before(place.node, {against, none}, from, &out.by_force(0, frame_direction_index(body, c)));
      write_before(place.node, {none, against}, from, &out.by_force(0, frame_direction_index(body, 3 + c)));
    }
  }

  /// Columns of gravity: −(I·S).f, since gravity is an acceleration of the world.
  void write_gravity() const {
    for (int c = 0; c < 3 && at.gravity; ++c)
      for (int k = 0; k < tree.nu(); ++k) out.by_gravity(k, c) = -numbers(part_unit + 3 + c)[k];
  }

  void write_all() const {
    for (MatrixX<T>* matrix : {&out.by_inertia, &out.by_parent_frame, &out.by_child_frame,
                               &out.by_joint_parameter, &out.by_gravity, &out.by_force})
      matrix->fill(T(0));
    if (tree.nu() == 0) return;
    for (int b = 1; b < tree.body_count(); ++b) {
      if (out.choice.inertias) write_inertias(b);
      if (out.choice.frames) write_frames(b);
      if (out.choice.forces) write_forces(b);
    }
    for (int i = 1; i < tree.node_count() && out.choice.joint_parameters; ++i)
      if (tree.model().body(tree.node(i).body).np > 0) write_joint_parameters(i);
    if (out.choice.gravity) write_gravity();
  }

  /// The factors of M:  M_kj = (I·S_k)·S_j.
  void factor(In<T> port_inertia) const {
    for (int k = 0; k < tree.nu(); ++k) {
      T* row = out.mass.row(k);
      for (int p = 0; p < tree.pattern()->length(k); ++p) {
        const int j = tree.pattern()->columns(k)[p];
        row[p] = T(0);
        for (int c = 0; c < 6; ++c) row[p] += numbers(part_unit + c)[k] * numbers(part_S + c)[j];
      }
      if (!port_inertia.empty()) out.mass.diagonal(k) += port_inertia[k];
    }
    factor_LTDL(out.mass);
  }
  /// ∂τ/∂p ← −M⁻¹·∂τ/∂p.
  void solve() const {
    for (MatrixX<T>* matrix : {&out.by_inertia, &out.by_parent_frame, &out.by_child_frame,
                               &out.by_joint_parameter, &out.by_gravity, &out.by_force})
      for (int c = 0; c < matrix->cols(); ++c) {
        const std::size_t n = tree.nu();
        T* column = matrix->data() + c * n;
        for (std::size_t k = 0; k < n; ++k) column[k] = -column[k];
        solve_LTDL<T>(out.mass, {column, n});
      }
  }
};

}  // namespace

template <class T>
ParameterDerivatives<T>::ParameterDerivatives(const Tree<T>& tree, const ParameterChoice& choice_)
    : tau(tree.nu(), T(0)),
      udot(tree.nu(), T(0)),
      choice(choice_),
      motion(tree),
      bodies(tree.body_count()),
      columns(ParameterKernel<T>::speed_parts * tree.nu(), T(0)),
      first_speed(tree.body_count(), 0),
      end_speed(tree.body_count(), 0),
      forward(tree),
      mass(tree.pattern()) {
  const Model& model = tree.model();
  const int others = tree.body_count() - 1;
  by_inertia.resize(tree.nu(), choice.inertias ? inertia_parameter_count * others : 0);
  by_parent_frame.resize(tree.nu(), choice.frames ? frame_direction_count * others : 0);
  by_child_frame.resize(tree.nu(), by_parent_frame.cols());
  by_joint_parameter.resize(tree.nu(),
                            choice.joint_parameters ? static_cast<int>(model.joint_parameters().size()) : 0);
  by_gravity.resize(tree.nu(), choice.gravity ? 3 : 0);
  by_force.resize(tree.nu(), choice.forces ? frame_direction_count * others : 0);
  for (int b = 1, speeds = 0; b < tree.body_count(); ++b) {
    first_speed[b] = speeds;
    end_speed[b] = speeds += model.body(b).nu;
  }
  for (int b = others; b > 0; --b)
    end_speed[model.body(b).parent] = std::max(end_speed[model.body(b).parent], end_speed[b]);
  for (int i = 1; i < tree.node_count(); ++i)
    if (tree.node(i).parent == 0) roots.push_back(i);
}

template <class T>
void calc_inverse_dynamics_parameter_derivatives(const Tree<T>& tree,
                                                 const InverseDynamicsInput<std::type_identity_t<T>>& at,
                                                 ParameterDerivatives<T>& out) {
  calc_motion_variation(tree, at, out.motion);
  const ParameterKernel<T> kernel{tree, at, out};
  kernel.set_loads();
  kernel.set_speeds();
  kernel.write_all();
}

template <class T>
void calc_forward_dynamics_parameter_derivatives(const Tree<T>& tree,
                                                 const ForwardDynamicsInput<std::type_identity_t<T>>& at,
                                                 ParameterDerivatives<T>& out,
                                                 In<std::type_identity_t<T>> port_inertia) {
  calc_forward_dynamics<T>(tree, at.q, at.u, at.tau, at.forces, out.forward, out.udot,
                           {.gravity = at.gravity, .port_inertia = port_inertia});
  const InverseDynamicsInput<T> motion{
      .q = at.q, .u = at.u, .udot = out.udot, .forces = at.forces, .gravity = at.gravity};
  calc_inverse_dynamics_parameter_derivatives<T>(tree, motion, out);
  const ParameterKernel<T> kernel{tree, motion, out};
  kernel.factor(port_inertia);
  kernel.solve();
}

#define SARRUS_INSTANTIATE(T)                                                    \
  template struct ParameterDerivatives<T>;                                       \
  template void calc_inverse_dynamics_parameter_derivatives<T>(                  \
      const Tree<T>&, const InverseDynamicsInput<T>&, ParameterDerivatives<T>&); \
  template void calc_forward_dynamics_parameter_derivatives<T>(                  \
      const Tree<T>&, const ForwardDynamicsInput<T>&, ParameterDerivatives<T>&, In<T>);
SARRUS_FOR_EACH_SCALAR(SARRUS_INSTANTIATE)
#undef SARRUS_INSTANTIATE

}  // namespace sarrus
