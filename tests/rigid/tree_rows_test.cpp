/// Rows on trees against the same matrices in full.

#include "sarrus/complementarity/internal/tree_rows.h"

#include <gtest/gtest.h>

#include "sarrus/complementarity/dense_rows.h"
#include "sarrus/dynamics/mass_matrix.h"
#include "sarrus/rigid/rigid_rows.h"
#include "sarrus/sparse/tree_factorization.h"
#include "tests/rigid/rigid_scenes.h"
#include "tests/support/close.h"
#include "tests/support/random_tree.h"

namespace sarrus::testing::tree_rows_test {
namespace {

using internal::TreeRows;

struct Problem {
  State state;
  TreeMatrix<double> M, factors;
  MatrixX<double> full{}, J{};
  std::vector<ForceSet> sets{};
  TreeRows tree_rows{};
};

/// Contacts of random points of the bodies of a random tree with the world, or with each other.
Problem make_problem(unsigned seed, bool with_world) {
  const System system(random_tree({.bodies = 12, .seed = seed, .floating = seed % 2 == 0}));
  State state = system.default_state();
  Random random(seed);
  Array<double> u(state.nu());
  for (double& speed : u) speed = random.number();
  MassMatrix<double> mass(state.tree());
  calc_mass_matrix(state.tree(), position(state), mass);
  Problem problem{.state = state, .M = mass.matrix, .factors = mass.matrix};
  factor_LTDL(problem.factors);
  mass.matrix.symmetric(problem.full);

  RigidRows rows;
  rows.begin(state, 0.01, u, 1e-5);
  const int bodies = state.tree().body_count();
  for (int i = 1; i < bodies; i += 2) {
    const int other = with_world ? 0 : (i + 5) % bodies;
    if (state.tree().place(i).node == state.tree().place(other).node) continue;
    Vec3<double> n = random.vector();
    n = (1 / norm(n)) * n;
    rows.add_contact({.first = i}, {.body1 = other,
                                    .body2 = i,
                                    .point = random.vector(),
                                    .normal = n,
                                    .static_friction = 0.5,
                                    .dynamic_friction = 0.5,
                                    .torsion_radius = i % 3 == 0 ? 0.1 : 0.0,
                                    .rolling_radius = i % 4 == 1 ? 0.02 : 0.0});
  }
  Array<int> all(state.nu());
  for (int k = 0; k < state.nu(); ++k) all[k] = k;
  problem.tree_rows.begin(problem.M, problem.factors, all, all);
  int count = 0;
  for (const RowGroup& group : rows.groups()) count += group.rows;
  problem.J.setZero(count, state.nu());
  int row = 0;
  for (const RowGroup& group : rows.groups()) {
    problem.tree_rows.add(group.rows, rows.speeds(group),
                          {rows.entries(group).data(), static_cast<std::size_t>(group.rows * group.speeds)});
    problem.sets.push_back(
        ForceSet::make_contact(In<double>(group.friction.data(), static_cast<std::size_t>(group.rows - 1))));
    // The same rows from velocities of bodies at the contact point.
    for (int r = 0; r < group.rows; ++r, ++row)
      for (int k = 0; k < state.nu(); ++k) {
        Array<double> unit(state.nu(), 0.0);
        unit[k] = 1;
        const auto part = [&](int body) {
          const Motion<double> V = calc_frame_jacobian_times(state.tree(), position(state),
                                                             FrameOn<double>(body), In<double>(unit));
          const Vec3<double> v = V.v + cross(V.w, group.point - pose(state, body).p);
          const auto number = static_cast<std::size_t>(r);
          return dot(group.directions[number], group.is_moment[number] ? V.w : v);
        };
        problem.J(row, k) = part(group.body2) - part(group.body1);
      }
  }
  return problem;
}

void expect_equal(const Array<double>& a, const Array<double>& b, double tolerance, const char* what) {
  ASSERT_EQ(a.size(), b.size());
  double scale = 1;
  for (const double x : b) scale = std::max(scale, std::abs(x));
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], tolerance * scale) << what << ' ' << i;
}

class TreeRowsTest : public ::testing::TestWithParam<unsigned> {};
INSTANTIATE_TEST_SUITE_P(Seeds, TreeRowsTest, ::testing::Range(1U, 9U));

TEST_P(TreeRowsTest, AreThoseOfFullMatrices) {
  for (const bool with_world : {true, false}) {
    Problem problem = make_problem(GetParam(), with_world);
    TreeRows& rows = problem.tree_rows;
    EXPECT_TRUE(!with_world || rows.is_along_paths());
    DenseRows dense(problem.full, problem.J, problem.sets);
    ASSERT_EQ(rows.row_count(), dense.row_count());
    Random random(GetParam());
    Array<double> v(rows.speed_count()), r(rows.row_count());
    for (double& x : v) x = random.number();
    for (double& x : r) x = random.number();

    Array<double> a(rows.row_count()), b(a);
    rows.multiply(v, Out<double>(a)), dense.multiply(v, Out<double>(b));
    expect_equal(a, b, 1e-12, "J·v");
    a.resize(v.size()), b.resize(v.size());
    rows.multiply_transposed(r, Out<double>(a)), dense.multiply_transposed(r, Out<double>(b));
    expect_equal(a, b, 1e-12, "Jᵀ·r");
    rows.multiply_inertia(v, Out<double>(a)), dense.multiply_inertia(v, Out<double>(b));
    expect_equal(a, b, 1e-12, "M·v");
    a = v, b = v;
    rows.solve_inertia(Out<double>(a)), dense.solve_inertia(Out<double>(b));
    expect_equal(a, b, 1e-9, "M⁻¹·v");

    const auto m = static_cast<std::size_t>(rows.row_count());
    a.resize(m * m), b.resize(m * m);
    rows.calc_matrix(Out<double>(a)), dense.calc_matrix(Out<double>(b));
    expect_equal(a, b, 1e-9, "G");

    // G once more, by what impulses on single rows change.
    const internal::RowResponses& responses = *rows.responses();
    ASSERT_EQ(responses.J.bundles().size(), responses.W.bundles().size());
    for (std::size_t bundle = 0; bundle < responses.W.bundles().size(); ++bundle) {
      const auto& W = responses.W.bundles()[bundle];
      for (int i = 0; i < W.rows(); ++i) {
        Array<double> change(v.size(), 0.0), u(rows.row_count());
        for (int k = 0; k < W.speeds; ++k) change[responses.W.speeds(W)[k]] = responses.W.row(W, i)[k];
        rows.multiply(change, Out<double>(u));
        for (std::size_t j = 0; j < m; ++j)
          EXPECT_NEAR(u[j], b[static_cast<std::size_t>(W.first_row + i) * m + j],
                      1e-9 * (1 + std::abs(u[j])));
      }
    }

    Array<double> blocks;  // symmetric, positive definite
    for (const ForceSet& set : problem.sets) {
      MatrixX<double> B(set.rows, set.rows);
      for (int i = 0; i < set.rows; ++i)
        for (int j = 0; j < set.rows; ++j) B(i, j) = random.number();
      B = B * B.transpose();
      for (int i = 0; i < set.rows; ++i)
        for (int j = 0; j < set.rows; ++j) blocks.push_back(30 * B(i, j));
    }
    a = v, b = v;
    rows.factor(blocks), dense.factor(blocks);
    rows.solve(Out<double>(a)), dense.solve(Out<double>(b));
    expect_equal(a, b, 1e-8, "H⁻¹·v");
  }
}

}  // namespace
}  // namespace sarrus::testing::tree_rows_test
