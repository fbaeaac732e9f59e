#include "sarrus/study/diagnosis_parts.h"

#include <fmt/format.h>

#include <cmath>
#include <map>

#include "sarrus/spatial/inertia_check.h"
#include "sarrus/system/constraint_responses.h"
#include "sarrus/system/responses.h"

namespace sarrus {

namespace {

/// The smallest and the largest of some sizes, with their names.
class Span {
 public:
  void add(double size, const std::string& name) {
    if (!(size > 0) || !std::isfinite(size)) return;
    if (smallest_ == 0 || size < smallest_) smallest_ = size, smallest_name_ = name;
    if (size > largest_) largest_ = size, largest_name_ = name;
  }
  void judge(const std::string& what, const std::string& unit, double bearable,
             std::vector<std::string>& sentences) const {
    if (smallest_ > 0 && largest_ > bearable * smallest_)
      sentences.push_back(fmt::format("{} range from {:.3g} {} ('{}') to {:.3g} {} ('{}')", what, smallest_,
                                      unit, smallest_name_, largest_, unit, largest_name_));
  }

 private:
  double smallest_ = 0, largest_ = 0;
  std::string smallest_name_, largest_name_;
};

double size_of(const Motion<double>& V) { return norm(V.w) + norm(V.v); }

}  // namespace

std::vector<std::string> find_immobile_bodies(const State& state, const MatrixX<double>& motions) {
  const Model& model = state.model();
  const SpeedSet& given = state[state.layout().system.prescription].speeds;
  std::vector<char> could_move(model.bodies().size(), 0), moves(could_move);
  for (int b = 1; b < model.body_count(); ++b) {
    const Body& body = model.body(b);
    char& could = could_move[static_cast<std::size_t>(b)];
    could = could_move[static_cast<std::size_t>(body.parent)];
    for (int k = 0; k < body.nu; ++k)
      if (given.size() == 0 || !given.contains(body.u0 + k)) could = 1;
  }
  State moving = state;
  for (Eigen::Index c = 0; c < motions.cols(); ++c) {
    moving.set_u(In<double>(motions.col(c)));
    for (int b = 1; b < model.body_count(); ++b)
      if (size_of(velocity(moving, FrameOn<double>(b))) > 1e-7) moves[static_cast<std::size_t>(b)] = 1;
  }
  std::vector<std::string> names;
  for (std::size_t b = 1; b < moves.size(); ++b)
    if (could_move[b] && !moves[b]) names.push_back(model.bodies()[b].name);
  return names;
}

std::vector<std::string> find_massless_joints(const State& state) {
  const MatrixX<double>& M = mass_matrix(state);
  const SpeedSet& given = state[state.layout().system.prescription].speeds;
  std::vector<std::string> names;
  if (M.rows() == 0) return names;
  const double largest = M.diagonal().maxCoeff();
  for (const Body& body : state.model().bodies())
    for (int k = body.u0; k < body.u0 + body.nu; ++k)
      if (M(k, k) <= 1e-14 * largest && !(given.size() > 0 && given.contains(k)) &&
          (names.empty() || names.back() != body.joint_name))
        names.push_back(body.joint_name);
  return names;
}

namespace {

/// What rows of constraints would measure if all wrenches pointed along the motions that they meet: m or rad
/// of error for rad or m of a joint. Ranks compare them with each other.
void add_row_sizes(const State& state, Span& sizes) {
  if (state.layout().constraints.empty() || state[state.layout().system.constraint_set].rows == 0) return;
  const ConstraintJacobian& G = constraint_jacobian(state);
  std::vector<double> alignments;
  for (const ConstraintJacobian::Block& block : G.blocks()) {
    G.append_alignments(block, block.rows, alignments);
    for (int i = 0; i < block.rows; ++i) {
      double squares = 0;
      for (int k = 0; k < static_cast<int>(block.speeds.size()); ++k)
        squares += std::pow(G.entries(block)[k * block.stride + i], 2);
      const int row = block.first_row + i;
      if (const double part = alignments[static_cast<std::size_t>(row)]; part > 0)
        sizes.add(std::sqrt(squares / part), constraint_name(state, row));
    }
  }
}

}  // namespace

std::vector<std::string> find_bad_scales(const State& state) {
  const Model& model = state.model();
  Span masses, moments, lengths, rows;
  add_row_sizes(state, rows);
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
  std::vector<std::string> sentences;
  masses.judge("masses", "kg", 1e6, sentences);
  moments.judge("largest moments of inertia", "kg·m²", 1e9, sentences);
  lengths.judge("distances of joints from the origins of their bodies", "m", 1e6, sentences);
  rows.judge("rows of constraints, on whose sizes the count of independent ones depends,", "m or rad", 1e5,
             sentences);
  for (const auto& [unit, span] : parameters)
    if (!unit.empty() && unit != "1") span.judge("parameters in " + unit, unit, 1e6, sentences);
  return sentences;
}

}  // namespace sarrus
