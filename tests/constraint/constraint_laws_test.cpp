/// Laws that hold for constraints whatever they are, at random moments, satisfied or not.

#include <gtest/gtest.h>

#include <fstream>
#include <regex>

#include "sarrus/constraint/constraints.h"
#include "sarrus/scalar/scalar_types.h"
#include "tests/constraint/constraint_rows.h"
#include "tests/support/close.h"
#include "tests/support/says.h"

namespace sarrus::testing::constraint_laws_test {
namespace {

class ConstraintLaws : public ::testing::TestWithParam<ConstraintRow> {
 protected:
  const ConstraintRow& row() const { return GetParam(); }
  /// Random moments, and some at the places where something is special.
  std::vector<Moment<double>> moments() {
    std::vector<Moment<double>> all;
    for (int i = 0; i < 50; ++i) all.push_back(random_moment(constraint.shape, random));
    for (const Pose<double>& X : row().special_places)
      for (int i = 0; i < 5; ++i) {
        all.push_back(random_moment(constraint.shape, random));
        all.back().frames[0].X = X;
      }
    return all;
  }

  Random random{7};
  TestedConstraint constraint = row().make();
};

/// The size of the numbers that a row adds up.
double size_of(const ConstraintValues<double>& values, int row) {
  double size = std::abs(values.biases[static_cast<std::size_t>(row)]);
  for (std::size_t i = 0; i < values.shape->frames.size(); ++i) {
    const Force<double>& G = values.wrench(row, i);
    size += dot(G.t, G.t) + dot(G.f, G.f);
  }
  for (std::size_t i = 0; i < values.shape->mobilities.size(); ++i) size += std::abs(values.speed(row, i));
  return size;
}

TEST_P(ConstraintLaws, RowsAreAsManyAsTheySay) {
  EXPECT_EQ(constraint.shape.position_rows, row().position_rows);
  EXPECT_EQ(constraint.shape.velocity_rows, row().velocity_rows);
  EXPECT_EQ(constraint.shape.acceleration_rows, row().acceleration_rows);
  for (const Moment<double>& moment : moments()) {
    const ConstraintValues<double> values = constraint.at(moment);
    for (int i = 0; i < constraint.shape.rows(); ++i) EXPECT_GT(size_of(values, i), 1e-3) << "row " << i;
  }
}

TEST_P(ConstraintLaws, VelocitiesAreTheRatesOfErrors) {
  for (const Moment<double>& moment : moments()) {
    const ConstraintValues<double> values = constraint.at(moment);
    const ConstraintValues<Dual8> moved = constraint.at(with_rates(moment));
    for (int i = 0; i < constraint.shape.position_rows; ++i)
      EXPECT_TRUE(close(moved.errors[static_cast<std::size_t>(i)].partial[0], values.velocity(i, moment), 256,
                        size_of(values, i)))
          << "row " << i;
  }
}

TEST_P(ConstraintLaws, AccelerationsAreTheRatesOfVelocities) {
  for (const Moment<double>& moment : moments()) {
    const ConstraintValues<double> values = constraint.at(moment);
    const Moment<Dual8> later = with_rates(moment);
    const ConstraintValues<Dual8> moved = constraint.at(later);
    for (int i = 0; i < constraint.shape.position_rows + constraint.shape.velocity_rows; ++i)
      EXPECT_TRUE(
          close(moved.velocity(i, later).partial[0], values.acceleration(i, moment), 256, size_of(values, i)))
          << "row " << i;
  }
}

/// Where motion ends there are still positions, velocities and forces, for those who look for another place.
TEST_P(ConstraintLaws, MotionEndsByAnErrorOfAccelerationsAlone) {
  for (const Pose<double>& X : row().dead_ends) {
    Moment<double> moment = random_moment(constraint.shape, random);
    moment.frames[0].X = X;
    expect_error([&] { (void)constraint.at(moment); }, {"'part'", "rad", "stop the simulation"});
    TestedConstraint held = constraint;
    held.with_accelerations = false;
    const ConstraintValues<double> values = held.at(moment);
    const ConstraintValues<Dual8> moved = held.at(with_rates(moment));
    for (int i = 0; i < constraint.shape.rows(); ++i) EXPECT_GT(size_of(values, i), 1e-3) << "row " << i;
    for (int i = 0; i < constraint.shape.position_rows; ++i)
      EXPECT_TRUE(close(moved.errors[static_cast<std::size_t>(i)].partial[0], values.velocity(i, moment), 256,
                        size_of(values, i)))
          << "row " << i;
  }
}

TEST_P(ConstraintLaws, OnlyThoseThatDriveDoWork) {
  double greatest = 0;
  for (const Moment<double>& moment : moments())
    for (const double drift : constraint.at(moment).drifts) greatest = std::max(greatest, std::abs(drift));
  if (row().drives)
    EXPECT_GT(greatest, 0.1);
  else
    EXPECT_EQ(greatest, 0);
}

TEST_P(ConstraintLaws, CoefficientsReadVelocitiesOnlyIfTheySay) {
  double greatest = 0;
  for (const Moment<double>& moment : moments()) {
    Moment<double> other = random_moment(constraint.shape, random);
    other.time = moment.time, other.q = moment.q;
    for (std::size_t i = 0; i < moment.frames.size(); ++i) other.frames[i].X = moment.frames[i].X;
    const ConstraintValues<double> values = constraint.at(moment), others = constraint.at(other);
    for (int i = 0; i < constraint.shape.rows(); ++i) {
      for (std::size_t j = 0; j < moment.frames.size(); ++j)
        EXPECT_TRUE(close(norm(values.wrench(i, j).f - others.wrench(i, j).f) +
                              norm(values.wrench(i, j).t - others.wrench(i, j).t),
                          0));
      for (std::size_t j = 0; j < moment.q.size(); ++j)
        greatest = std::max(greatest, std::abs(values.speed(i, j) - others.speed(i, j)));
    }
  }
  EXPECT_EQ(greatest > 0, constraint.shape.rows_read_velocity);
}

TEST_P(ConstraintLaws, TimeMattersOnlyIfTheySay) {
  bool matters = false;
  for (const Moment<double>& moment : moments()) {
    Moment<double> later = moment;
    later.time += 0.3;
    const ConstraintValues<double> now = constraint.at(moment), then = constraint.at(later);
    matters = matters || now.errors != then.errors || now.drifts != then.drifts || now.biases != then.biases;
  }
  EXPECT_EQ(matters, constraint.shape.reads_time);
}

/// Twice as large in every length, rows that are measured in lengths have twice the errors and velocities,
/// and those in angles the same.
TEST_P(ConstraintLaws, ErrorsAreOfTheUnitsThatTheySay) {
  if (row().name.find("coupler") == std::string::npos) {
    for (int i = 0; i < constraint.shape.rows(); ++i)
      EXPECT_NE(constraint.shape.unit(i), ErrorUnit::number) << "row " << i;
  }
  if (!constraint.shape.mobilities.empty()) return;
  if (row().name.starts_with("rope")) return;  // points on F's own body are constants of the rope
  TestedConstraint larger = constraint;
  for (std::size_t k = 0; k < larger.parameters.size(); ++k)
    if (larger.parameter_units[k] == "m") larger.parameters[k] *= 2;
  for (const Moment<double>& moment : moments()) {
    Moment<double> scaled = moment;
    for (AcceleratedMotion<double>& M : scaled.frames) M.X.p = 2.0 * M.X.p, M.V.v = 2.0 * M.V.v;
    const ConstraintValues<double> usual = constraint.at(moment), twice = larger.at(scaled);
    for (int i = 0; i < constraint.shape.rows(); ++i) {
      const double factor = constraint.shape.unit(i) == ErrorUnit::length ? 2 : 1;
      if (i < constraint.shape.position_rows) {
        EXPECT_TRUE(close(twice.errors[static_cast<std::size_t>(i)],
                          factor * usual.errors[static_cast<std::size_t>(i)]))
            << "row " << i;
      }
      EXPECT_TRUE(
          close(twice.velocity(i, scaled), factor * usual.velocity(i, moment), 256, size_of(usual, i)))
          << "row " << i;
    }
  }
}

TEST_P(ConstraintLaws, EveryParameterActs) {
  for (std::size_t k = 0; k < constraint.parameters.size(); ++k) {
    TestedConstraint changed = constraint;
    changed.parameters[k] += 0.05;
    bool acts = false;
    for (const Moment<double>& moment : moments()) {
      const ConstraintValues<double> before = constraint.at(moment), after = changed.at(moment);
      acts = acts || before.errors != after.errors || before.drifts != after.drifts ||
             before.biases != after.biases;
      for (int i = 0; i < constraint.shape.rows(); ++i)
        for (std::size_t j = 0; j < moment.frames.size(); ++j)
          acts = acts || norm(before.wrench(i, j).t - after.wrench(i, j).t) > 1e-3;
    }
    EXPECT_TRUE(acts) << constraint.parameter_names[k];
  }
}

INSTANTIATE_TEST_SUITE_P(All, ConstraintLaws, ::testing::ValuesIn(constraint_rows()),
                         [](const auto& test) { return test.param.name; });

TEST(ConstraintRows, EveryConstraintOfTheListHasOne) {
  std::ifstream list("sarrus/constraint/constraints.h");
  const std::regex include("#include \"sarrus/constraint/(.*)_(constraint|contact)\\.h\"");
  int found = 0;
  for (std::string line; std::getline(list, line);) {
    std::smatch match;
    if (!std::regex_match(line, match, include)) continue;
    ++found;
    const std::vector<ConstraintRow> rows = constraint_rows();
    EXPECT_TRUE(std::any_of(rows.begin(), rows.end(), [&](const ConstraintRow& row) {
      return row.name == match[1];
    })) << line;
  }
#define SARRUS_COUNT(C) +1
  EXPECT_EQ(found, 0 SARRUS_CONSTRAINTS(SARRUS_COUNT)) << "headers, and names in the list below them";
#undef SARRUS_COUNT
  EXPECT_GE(found, 20);
}

}  // namespace
}  // namespace sarrus::testing::constraint_laws_test
