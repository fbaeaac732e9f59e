#include <fmt/format.h>

#include <cmath>

#include "apps/sarrus/evaluation_text.h"
#include "apps/sarrus/text_table.h"
#include "sarrus/base/array.h"
#include "sarrus/spatial/euler.h"

namespace sarrus {

namespace {

/// A number with six digits; rounding errors compared with numbers of size `beside` are shown as zero.
std::string six_digits(double x, double beside = 0) {
  constexpr double rounding = 1e-14;
  return fmt::format("{:.6g}", std::abs(x) <= rounding * beside ? 0.0 : x);
}

std::string coordinates(const Model& model, const GivenState& state) {
  TextTable table({"coordinate", "q", "unit"});
  for (int i = 0; i < model.nq(); ++i) {
    const Coordinate& c = model.coordinates()[i];
    table.row({c.name, six_digits(state.q[i]), c.unit});
  }
  return table.text();
}

std::string speeds(const Model& model, const GivenState& state, const Evaluation& result) {
  TextTable table({"speed", "u", "udot", "tau", "bias", "inverse dynamics", "forward dynamics"});
  for (int i = 0; i < model.nu(); ++i)
    table.row({model.speeds()[i].name, six_digits(state.u[i]), six_digits(state.udot[i]),
               six_digits(state.tau[i]), six_digits(result.bias[i]), six_digits(result.inverse_dynamics[i]),
               six_digits(result.forward_dynamics[i])});
  return table.text();
}

std::string bodies(const Model& model, const Evaluation& result) {
  static const EulerSequence fixed_xyz = euler_sequence("space-xyz");
  TextTable table({"body", "x", "y", "z", "roll", "pitch", "yaw"});
  for (int b = 1; b < model.body_count(); ++b) {
    const Pose<double>& X = result.poses[b];
    const Vec3<double> angles = euler_angles(fixed_xyz, X.R);
    table.row({model.body(b).name, six_digits(X.p.x), six_digits(X.p.y), six_digits(X.p.z),
               six_digits(angles.x, 1), six_digits(angles.y, 1), six_digits(angles.z, 1)});
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
    for (int j = 0; j < model.nu(); ++j) row.push_back(six_digits(M(i, j), largest));
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
    text += fmt::format("\n  kinetic energy {} J, potential energy {} J", six_digits(result.kinetic_energy),
                        six_digits(result.potential_energy));
    if (result.com)
      text += fmt::format(", center of mass ({}, {}, {}) m", six_digits(result.com->x),
                          six_digits(result.com->y), six_digits(result.com->z));
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
