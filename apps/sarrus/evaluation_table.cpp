#include <fmt/format.h>

#include <cmath>

#include "apps/sarrus/evaluation_text.h"
#include "apps/sarrus/text_table.h"
#include "sarrus/base/array.h"
#include "sarrus/spatial/euler.h"

namespace sarrus {

namespace {

/// A number with six digits; rounding errors compared with numbers of size `beside` are shown as zero.
std::string number(double x, double beside = 0) {
  constexpr double rounding = 1e-14;
  return fmt::format("{:.6g}", std::abs(x) <= rounding * beside ? 0.0 : x);
}

std::string coordinates(const Model& model, const GivenState& state) {
  TextTable table({"coordinate", "q", "unit"});
  for (int i = 0; i < model.nq(); ++i) {
    const Coordinate& c = model.coordinates()[i];
    table.row({c.name, number(state.q[i]), c.unit});
  }
  return table.text();
}

std::string speeds(const Model& model, const GivenState& state, const Evaluation& result) {
  TextTable table({"speed", "u", "udot", "tau", "bias", "inverse dynamics", "forward dynamics"});
  for (int i = 0; i < model.nu(); ++i)
    table.row({model.speeds()[i].name, number(state.u[i]), number(state.udot[i]), number(state.tau[i]),
               number(result.bias[i]), number(result.inverse_dynamics[i]),
               number(result.forward_dynamics[i])});
  return table.text();
}

std::string bodies(const Model& model, const Evaluation& result) {
  static const EulerSequence fixed_xyz = euler_sequence("space-xyz");
  TextTable table({"body", "x", "y", "z", "roll", "pitch", "yaw"});
  for (int b = 1; b < model.body_count(); ++b) {
    const Pose<double>& X = result.poses[b];
    const Vec3<double> angles = euler_angles(fixed_xyz, X.R);
    table.row({model.body(b).name, number(X.p.x), number(X.p.y), number(X.p.z), number(angles.x, 1),
               number(angles.y, 1), number(angles.z, 1)});
  }
  return table.text();
}

std::string mass_matrix(const Model& model, const MatrixX<double>& M) {
  constexpr int widest = 12;
  if (model.nu() > widest)
    return fmt::format("  mass matrix: {0} by {0}, too wide for a table; --json prints it\n", model.nu());
  const double largest = M.cwiseAbs().maxCoeff();
  Array<std::string> heading{"mass matrix"};
  for (const Speed& speed : model.speeds()) heading.push_back(speed.name);
  TextTable table(heading);
  for (int i = 0; i < model.nu(); ++i) {
    Array<std::string> row{model.speeds()[i].name};
    for (int j = 0; j < model.nu(); ++j) row.push_back(number(M(i, j), largest));
    table.row(row);
  }
  return table.text();
}

class TableText : public EvaluationText {
 public:
  explicit TableText(const Model& model) : model_(model) {}

  std::string begin() const override {
    return fmt::format(
        "{}: {}, {}, {}; SI units, angles in radians\n", model_.name(),
        model_.body_count() == 2 ? "1 body" : fmt::format("{} bodies", model_.body_count() - 1),
        counted(model_.nq(), "coordinate"), counted(model_.nu(), "speed"));
  }
  std::string state(const GivenState& state, const Evaluation& result, long number_of_state) const override {
    std::string text = fmt::format("\nState {}\n", number_of_state);
    if (model_.nq() > 0) text += coordinates(model_, state) + "\n" + speeds(model_, state, result) + "\n";
    text += bodies(model_, result);
    if (model_.nu() > 0) text += fmt::format("\n{}", mass_matrix(model_, result.mass_matrix));
    text += fmt::format("\n  kinetic energy {} J, potential energy {} J", number(result.kinetic_energy),
                        number(result.potential_energy));
    if (result.com)
      text += fmt::format(", center of mass ({}, {}, {}) m", number(result.com->x), number(result.com->y),
                          number(result.com->z));
    return text + "\n";
  }
  std::string end() const override { return ""; }

 private:
  const Model& model_;
};

}  // namespace

std::unique_ptr<EvaluationText> make_table_text(const Model& model) {
  return std::make_unique<TableText>(model);
}

}  // namespace sarrus
