#include "sarrus/diagnose/internal/model_warnings.h"

#include <fmt/format.h>

#include <cmath>
#include <map>

#include "sarrus/base/array.h"
#include "sarrus/spatial/inertia_check.h"
#include "sarrus/system/constraint_entry.h"
#include "sarrus/system/constraint_responses.h"
#include "sarrus/system/internal/layout.h"
#include "sarrus/system/responses.h"

namespace sarrus::internal {

namespace {

/// The smallest and the largest of several sizes, with their names.
class Span {
 public:
  void add(double size, const std::string& name) {
    if (!(size > 0) || !std::isfinite(size)) return;
    if (smallest_ == 0 || size < smallest_) smallest_ = size, smallest_name_ = name;
    if (size > largest_) largest_ = size, largest_name_ = name;
  }
  void judge(const std::string& what, const std::string& unit, double bearable,
             Array<std::string>& sentences) const {
    if (smallest_ > 0 && largest_ > bearable * smallest_)
      sentences.push_back(fmt::format("{} range from {:.3g} {} ('{}') to {:.3g} {} ('{}')", what, smallest_,
                                      unit, smallest_name_, largest_, unit, largest_name_));
  }

 private:
  double smallest_ = 0, largest_ = 0;
  std::string smallest_name_, largest_name_;
};

/// The bodies whose angular or linear velocity is more than a small fraction of the largest one.
class MovingBodies {
 public:
  explicit MovingBodies(const State& state) : state_(state) {
    for (int b = 1; b < state.model().body_count(); ++b) {
      turning_ = std::max(turning_, norm(motion(b).w));
      shifting_ = std::max(shifting_, norm(motion(b).v));
    }
  }
  bool contain(int body) const {
    constexpr double negligible = 1e-7;
    return norm(motion(body).w) > negligible * turning_ || norm(motion(body).v) > negligible * shifting_;
  }

 private:
  Motion<double> motion(int body) const { return velocity(state_, FrameOn<double>(body)); }
  const State& state_;
  double turning_ = 0, shifting_ = 0;
};

}  // namespace

Array<std::string> find_immobile_bodies(const State& state, const MatrixX<double>& motions) {
  const Model& model = state.model();
  const IndexSet& given = state[state.layout().system.prescription].speeds;
  Array<char> could_move(model.bodies().size(), 0), moves(could_move);
  for (int b = 1; b < model.body_count(); ++b) {
    const Body& body = model.body(b);
    char& could = could_move[b];
    could = could_move[body.parent];
    for (int k = 0; k < body.nu; ++k)
      if (given.size() == 0 || !given.contains(body.u0 + k)) could = 1;
  }
  State moving = state;
  for (Eigen::Index c = 0; c < motions.cols() && moves != could_move; ++c) {
    moving.set_u(In<double>(motions.col(c)));
    const MovingBodies bodies(moving);
    for (int b = 1; b < model.body_count(); ++b)
      if (could_move[b] && bodies.contain(b)) moves[b] = 1;
  }
  Array<std::string> names;
  for (std::size_t b = 1; b < moves.size(); ++b)
    if (moves[b] != could_move[b]) names.push_back(model.bodies()[b].name);
  return names;
}

Array<std::string> find_massless_joints(const State& state) {
  const MatrixX<double>& M = mass_matrix(state);
  const IndexSet& given = state[state.layout().system.prescription].speeds;
  Array<std::string> names;
  if (M.rows() == 0) return names;
  const double largest = M.diagonal().maxCoeff();
  for (const Body& body : state.model().bodies())
    for (int k = body.u0; k < body.u0 + body.nu; ++k)
      if (M(k, k) <= 1e-14 * largest && !(given.size() > 0 && given.contains(k)) &&
          (names.empty() || names.back() != body.joint_name))
        names.push_back(body.joint_name);
  return names;
}

Array<std::string> find_bad_scales(const State& state) {
  const Model& model = state.model();
  Span masses, moments, lengths;
  for (const Body& body : model.bodies()) {
    const RigidInertia<double>& M = body.inertia;
    masses.add(M.m, body.name);
    if (M.m > 0) moments.add(principal_inertia(M).moments.z, body.name);
    lengths.add(norm(body.X_PF.p), body.joint_name);
    lengths.add(norm(body.X_BM.p), body.joint_name);
  }
  std::map<std::string, Span> parameters;
  for (std::size_t i = 0; i < state.layout().parameters.size(); ++i) {
    const ParameterEntry& entry = state.layout().parameters[i];
    parameters[entry.unit].add(std::abs(state[state.layout().parameter(i)]), entry.name);
  }
  Array<std::string> sentences;
  masses.judge("masses", "kg", 1e6, sentences);
  moments.judge("largest moments of inertia", "kg·m²", 1e9, sentences);
  lengths.judge("distances of joints from the origins of their bodies", "m", 1e6, sentences);
  for (const auto& [unit, span] : parameters)
    if (!unit.empty() && unit != "1") span.judge("parameters in " + unit, unit, 1e6, sentences);
  return sentences;
}

}  // namespace sarrus::internal
