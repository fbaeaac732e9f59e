#include "sarrus/system/internal/local_variation.h"

#include <algorithm>

#include "sarrus/base/internal/index.h"

namespace sarrus::internal {

namespace {

constexpr int numbers_of_frame = 12, numbers_of_mobility = 2;

void write(const Motion<double>& V, double* to) {
  for (int i = 0; i < 3; ++i) to[i] = V.w[i], to[3 + i] = V.v[i];
}

double dot_of(In<double> a, const double* b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

}  // namespace

void RelativeVariation::set(const Tree<double>& tree, const PositionKinematics<double>& position,
                            const MotionVariation<double>& motion, const RelativePlace& place) {
  place_ = place;
  columns_.clear();
  const auto &M = motion.nodes[place.node_M], &F = motion.nodes[place.node_F];
  const Lane3d r = place.p_WM - position.nodes[place.node_M].p,
               s = place.p_WM - position.nodes[place.node_F].p;
  w_F_ = F.w, alpha_F_ = F.alpha, w_M_ = M.w, alpha_M_ = M.alpha;
  v_M_ = M.v + cross(M.w, r);
  a_M_ = M.a + cross(M.alpha, r) + cross(M.w, cross(M.w, r));
  const Lane3d v_F = F.v + cross(F.w, s), a_F = F.a + cross(F.alpha, s) + cross(F.w, cross(F.w, s));
  acceleration_ = {Vec3<double>(place.R_FW * (M.alpha - F.alpha - cross(F.w, M.w - F.w))),
                   Vec3<double>(place.R_FW * (a_M_ - a_F - 2.0 * cross(F.w, v_M_ - v_F)))};
  // Parents have smaller numbers than their children: the paths meet at the last node that leads to both.
  for (int a = place.node_M, b = place.node_F; a != b;) {
    int& farther = a > b ? a : b;
    add_node(tree, position, motion, farther, a > b);
    farther = tree.node(farther).parent;
  }
}

void RelativeVariation::add_node(const Tree<double>& tree, const PositionKinematics<double>& position,
                                 const MotionVariation<double>& motion, int i, bool to_M) {
  const Lane3d r = place_.p_WM - position.nodes[i].p;
  const auto at_M = [&](const LaneMotion<double>& X) -> Lane3d { return X.v + cross(X.w, r); };
  const auto in_F = [&](const Lane3d& w, const Lane3d& v) -> Motion<double> {
    const double sign = to_M ? 1 : -1;
    return {Vec3<double>(sign * (place_.R_FW * w)), Vec3<double>(sign * (place_.R_FW * v))};
  };
  const auto& node = tree.node(i);
  for (int k = node.u0; k < node.u0 + node.nu; ++k) {
    const SpeedVariation<double>& speed = motion.speeds[k];
    const Lane3d turn = speed.S.w, d = at_M(speed.S), psi = speed.psi.w;
    const Lane3d dw = cross(turn, w_M_) + psi, dv = cross(turn, v_M_) + at_M(speed.psi);
    columns_.push_back({k,
                        i,
                        to_M,
                        r,
                        {turn, d},
                        in_F(turn, d),
                        in_F(dw, dv + cross(d, w_F_)),
                        in_F(cross(turn, alpha_M_) + cross(psi, w_M_) + speed.psi2.w - cross(w_F_, dw),
                             cross(turn, a_M_) + 2.0 * cross(psi, v_M_) + at_M(speed.psi2) -
                                 cross(alpha_F_, d) + cross(w_F_, cross(w_F_, d)) - 2.0 * cross(w_F_, dv)),
                        in_F(speed.phi.w + cross(turn, w_M_) - cross(w_F_, turn),
                             at_M(speed.phi) + 2.0 * cross(turn, v_M_) - 2.0 * cross(w_F_, d))});
  }
}

/// With C the change of column k, seen from a fixed point, in direction j: S_j×S_k if k is beyond j, the
/// joint's own change if both belong to the same joint, otherwise zero.
///   k and j on M's side:  (C.w, C.v + σ_k×d_j)        k on F's side, j on M's:  (0, d_j×σ_k)
///   k and j on F's side: −(C.w − σ_j×σ_k, C.v − σ_j×d_k)     the other way:  −(σ_j×σ_k, σ_j×d_k)
double RelativeVariation::turned_force(const Tree<double>& tree, const MotionVariation<double>& motion,
                                       const Column& k, const Column& j,
                                       const LaneForce<double>& wrench) const {
  const auto work = [&](const Lane3d& w, const Lane3d& v) { return dot(w, wrench.t) + dot(v, wrench.f); };
  const Lane3d turned_w = cross(j.S.w, k.S.w), turned_v = cross(j.S.w, k.S.v);
  if (!j.to_M && k.to_M) return -work(turned_w, turned_v);
  const Lane3d moved = cross(k.S.w, j.S.v);
  if (j.to_M && !k.to_M) return -dot(moved, wrench.f);
  LaneMotion<double> C{Lane3d(Vec3<double>::zero()), Lane3d(Vec3<double>::zero())};
  if (k.node == j.node) {
    const auto& node = tree.node(k.node);
    if (node.shape == JointShape::general) {
      C = motion.column_change(node, j.speed - node.u0, k.speed - node.u0);
      C.v = C.v + cross(C.w, k.arm);
    }
  } else if (k.node > j.node) {
    C = {turned_w, turned_v + cross(j.S.v, k.S.w)};
  }
  if (j.to_M) return work(C.w, C.v + moved);
  return work(turned_w - C.w, turned_v - C.v);
}

void LocalVariation::set(const Tree<double>& tree, const PositionKinematics<double>& position,
                         const MotionVariation<double>& motion, In<RelativePlace> frames,
                         In<Direct> mobilities) {
  const int count = static_cast<int>(frames.size()), direct = static_cast<int>(mobilities.size());
  inputs_ = numbers_of_frame * count + numbers_of_mobility * direct;
  outputs_ = 6 * count + direct;
  places_.assign(frames.begin(), frames.end());
  frames_.resize(count);
  place_of_speed_.resize(tree.nu(), -1);
  for (const int k : speeds_) place_of_speed_[k] = -1;
  speeds_.clear(), x_by_dq_.clear(), x_by_u_.clear(), actions_.clear();
  for (int f = 0; f < count; ++f) {
    frames_[f].set(tree, position, motion, frames[index(f)]);
    for (const RelativeVariation::Column& column : frames_[f].columns()) {
      const int at = find(column.speed);
      double *by_dq = x_by_dq_.data() + at * inputs_ + f * numbers_of_frame,
             *by_u = x_by_u_.data() + at * inputs_ + f * numbers_of_frame;
      write(column.motion, by_dq), write(column.velocity_by_dq, by_dq + 6);
      write(column.motion, by_u + 6);
      write(column.motion, actions_.data() + at * outputs_ + f * 6);
    }
  }
  for (int m = 0; m < direct; ++m) {
    const Direct& mobility = mobilities[index(m)];
    const int at = find(mobility.speed), first = at * inputs_ + count * numbers_of_frame + 2 * m;
    if (mobility.has_coordinate) x_by_dq_[first] = 1;
    x_by_u_[first + 1] = 1;
    actions_[at * outputs_ + 6 * count + m] = 1;
  }
}

/// The place of a speed among speeds(), where it is added if it is new.
int LocalVariation::find(int speed) {
  int& place = place_of_speed_[speed];
  if (place >= 0) return place;
  place = static_cast<int>(speeds_.size());
  speeds_.push_back(speed);
  x_by_dq_.resize(x_by_dq_.size() + index(inputs_), 0.0), x_by_u_.resize(x_by_dq_.size(), 0.0);
  actions_.resize(actions_.size() + index(outputs_), 0.0);
  return place;
}

void LocalVariation::add_forces(const Tree<double>& tree, const MotionVariation<double>& motion, In<double> y,
                                In<double> y_by_x, ForceDerivatives& out) {
  y_by_dq_.resize(outputs_), y_by_u_.resize(outputs_);
  const int count = static_cast<int>(speeds_.size());
  for (int j = 0; j < count; ++j) {
    for (int o = 0; o < outputs_; ++o) {
      const double* row_of_y = y_by_x.data() + static_cast<std::ptrdiff_t>(o) * inputs_;
      y_by_dq_[o] = dot_of(by_dq(j), row_of_y), y_by_u_[o] = dot_of(by_u(j), row_of_y);
    }
    for (int k = 0; k < count; ++k)
      out.add(speeds_[k], speeds_[j], dot_of(action(k), y_by_dq_.data()), dot_of(action(k), y_by_u_.data()));
  }
  for (int f = 0; f < frames(); ++f) {
    const double* W = y.data() + 6 * f;
    const LaneRotation<double> R_WF = transpose(places_[f].R_FW);
    const LaneForce<double> wrench{R_WF * Vec3<double>{W[0], W[1], W[2]},
                                   R_WF * Vec3<double>{W[3], W[4], W[5]}};
    for (const RelativeVariation::Column& k : frames_[f].columns())
      for (const RelativeVariation::Column& j : frames_[f].columns())
        out.add(k.speed, j.speed, frames_[f].turned_force(tree, motion, k, j, wrench), 0);
  }
}

}  // namespace sarrus::internal
