#include "sarrus/model/internal/missing_inertia.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "sarrus/base/array.h"
#include "sarrus/base/error.h"
#include "sarrus/base/internal/index.h"
#include "sarrus/base/names.h"
#include "sarrus/spatial/articulated_inertia.h"

namespace sarrus::internal {

namespace {

/// A pivot below this fraction of a rigid body's resistance is rounding.
constexpr double rounding = 1e-14;

/// Inertias of a body by itself and with all its descendants, about its joint's origin on it, in world axes.
struct Carried {
  Vec3<double> p_WM;
  Array<Motion<double>> columns;
  RigidInertia<double> itself, rigid;
  ArticulatedInertia<double> alone, articulated;
};

/// Upper bound of the resistance of a rigid body to a motion.
double resistance_of(const RigidInertia<double>& M, const Motion<double>& h) {
  return dot(h.w, h.w) * (M.I.xx + M.I.yy + M.I.zz) + dot(h.v, h.v) * M.m;
}

/// The pivot of a motion, hᵀ·A·h, if it exceeds rounding relative to `whole`; the motion is then eliminated
/// from A. Zero otherwise.
double give_way(const Motion<double>& h, double whole, double least, ArticulatedInertia<double>& A) {
  const Force<double> F = A * h;
  const double pivot = std::max(std::abs(dot(h, F)), least);
  if (!(pivot > rounding * std::abs(whole))) return 0;
  A = A - outer(F, 1 / pivot);
  return pivot;
}

/// Computes poses and columns of all joints, outward.
Array<Carried> place_bodies(const Model& model, const Parameters<double>& parameters, In<double> q) {
  Array<Carried> bodies(model.body_count());
  Array<Pose<double>> X_WB(bodies.size());
  for (int b = 1; b < model.body_count(); ++b) {
    const Body& body = model.body(b);
    Carried& own = bodies[b];
    own.columns.resize(body.nu);
    Pose<double> X_FM;
    body.joint.pose_and_columns(q.data() + body.q0, parameters.joint.data() + body.p0, X_FM,
                                own.columns.data());
    const Pose<double> X_WF = X_WB[body.parent] * parameters.X_PF[b];
    const Pose<double> X_WM = X_WF * X_FM;
    for (Motion<double>& h : own.columns) h = X_WF.R * h;
    X_WB[b] = X_WM * parameters.X_BM[b].inverse();
    own.p_WM = X_WM.p;
    const Pose<double> X_MB{X_WB[b].R, X_WB[b].p - X_WM.p};
    own.itself = own.rigid = X_MB * parameters.inertia[b];
    own.alone = own.articulated = ArticulatedInertia<double>(own.rigid);
  }
  return bodies;
}

/// The n-th of several generic coordinate vectors around the start.
Array<double> coordinates_around_start(const Model& model, int n) {
  const Array<double> start = model.default_q();
  Array<double> q(start.begin(), start.end());
  for (std::size_t i = 0; i < q.size(); ++i)  // steps of the golden section fill the interval evenly
    q[i] += 0.7 * (2 * std::fmod(0.618033988749895 * static_cast<double>((i + 1) * index(n)), 1.0) - 1);
  for (const Body& body : model.bodies()) {
    if (body.parent < 0 || !body.joint.has_quaternion()) continue;
    double squares = 0;
    for (int k = 0; k < 4; ++k) squares += q[body.q0 + k] * q[body.q0 + k];
    for (int k = 0; k < 4; ++k) q[body.q0 + k] /= std::sqrt(squares);
  }
  return q;
}

}  // namespace

Array<int> find_speeds_without_inertia(const Model& model, const Parameters<double>& parameters, In<double> q,
                                       const IsGiven& is_given) {
  require_size(q, model.nq(), "q", "the model has nq");
  Array<Carried> bodies = place_bodies(model, parameters, q);
  Array<int> found;
  for (int b = model.body_count() - 1; b > 0; --b) {
    const Body& body = model.body(b);
    Carried& own = bodies[b];
    for (int k = 0; k < body.nu; ++k) {
      if (is_given && is_given(body.u0 + k)) continue;
      const Motion<double>& h = own.columns[k];
      // The descendants of a body only add to its own resistance, however small that is compared with theirs.
      const double least = give_way(h, resistance_of(own.itself, h), 0, own.alone);
      if (give_way(h, least > 0 ? 0 : resistance_of(own.rigid, h), least, own.articulated) == 0)
        found.push_back(body.u0 + k);
    }
    if (body.parent == 0) continue;
    Carried& parent = bodies[body.parent];
    const Vec3<double> arm = own.p_WM - parent.p_WM;
    parent.rigid = parent.rigid + shift(own.rigid, arm);
    parent.articulated = parent.articulated + shift(own.articulated, arm);
  }
  std::sort(found.begin(), found.end());
  return found;
}

Array<int> find_speeds_without_inertia(const Model& model, const Parameters<double>& parameters,
                                       const IsGiven& is_given) {
  const Array<double> start = model.default_q();
  Array<int> fewest = find_speeds_without_inertia(model, parameters, In<double>(start), is_given);
  for (int n = 1; n <= 3 && !fewest.empty(); ++n) {
    try {
      Array<int> here =
          find_speeds_without_inertia(model, parameters, coordinates_around_start(model, n), is_given);
      if (here.size() < fewest.size()) fewest = std::move(here);
    } catch (const Error&) {  // coordinates that a joint does not accept tell nothing about inertia
    }
  }
  return fewest;
}

Array<std::string> describe_missing_inertia(const Model& model, const Array<int>& speeds) {
  Array<std::string> sentences;
  for (const Body& body : model.bodies()) {
    Array<std::string> names;
    for (const int k : speeds)
      if (k >= body.u0 && k < body.u0 + body.nu) names.push_back("'" + model.speeds()[k].name + "'");
    if (names.empty()) continue;
    sentences.push_back(fmt::format(
        "joint '{}' ({}): no inertia resists its speed{} {}: how fast {} is not defined; give body '{}' or a "
        "body attached to it mass and extent there, or choose a joint that does not move this way",
        body.joint_name, body.joint.type_name(), names.size() == 1 ? "" : "s", join(names, ", "),
        names.size() == 1 ? "it accelerates" : "they accelerate", body.name));
  }
  return sentences;
}

Array<std::string> inertia_lacks(const Model& model) {
  Array<int> speeds = find_speeds_without_inertia(model, Parameters<double>(model));
  std::erase_if(speeds,
                [&](int k) { return model.body(model.speeds()[k].body).inertia_check == InertiaCheck::any; });
  Array<std::string> lacks = describe_missing_inertia(model, speeds);
  for (std::string& sentence : lacks)
    sentence +=
        "; where locks, prescribed motions, constraints or ports make up for it, give the body with "
        "InertiaCheck::any";
  return lacks;
}

}  // namespace sarrus::internal
