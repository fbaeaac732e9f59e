/// The cost of every spatial operation, counted: Featherstone's tables A.4 and A.5 and the tricks of sec.
/// A.5. m: multiplications, a: additions and subtractions. Changes of sign are free.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "sarrus/scalar/count.h"
#include "sarrus/spatial/articulated_inertia.h"
#include "sarrus/spatial/axial_screw.h"
#include "sarrus/spatial/internal/inverse_inertia.h"

namespace sarrus::testing::spatial_cost_test {

using namespace internal;
namespace {

/// The operations done by `f`, as "33m+24a"; other kinds are appended when there are any.
template <class F>
std::string cost(F f) {
  const OperationCount n = Count::of(f);
  std::string text = fmt::format("{}m+{}a", n.multiplications, n.additions);
  if (n.divisions) text += fmt::format("+{}d", n.divisions);
  if (n.square_roots) text += fmt::format("+{} square roots", n.square_roots);
  if (n.trigonometric) text += fmt::format("+{} sines and cosines", n.trigonometric);
  return text;
}

const Count x = 0.5;
const Vec3<Count> p{0.1, 0.2, 0.3};
const Sym3<Count> S{5, 6, 7, 0.1, 0.2, 0.3};
const Mat3<Count> A{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
const Motion<Count> V{p, p};
const Force<Count> F{p, p};
const Rotation<Count> R;
const Pose<Count> X{R, p};
const RigidInertia<Count> M{2, p, S};
const ArticulatedInertia<Count> IA{S, A, S};
const ProjectedInertia<Count> Ia{S, p, p, 1, 2, 3};

TEST(SpatialCost, VectorsAndInertiasAddScaleAndMultiply) {
  EXPECT_EQ(cost([] { return x * V; }), "6m+0a");
  EXPECT_EQ(cost([] { return x * F; }), "6m+0a");
  EXPECT_EQ(cost([] { return x * M; }), "10m+0a");
  EXPECT_EQ(cost([] { return x * IA; }), "21m+0a");
  EXPECT_EQ(cost([] { return V + V; }), "0m+6a");
  EXPECT_EQ(cost([] { return F + F; }), "0m+6a");
  EXPECT_EQ(cost([] { return M + M; }), "0m+10a");
  EXPECT_EQ(cost([] { return IA + IA; }), "0m+21a");
  EXPECT_EQ(cost([] { return IA + M; }), "0m+15a");
  EXPECT_EQ(cost([] { return dot(V, F); }), "6m+5a");
  EXPECT_EQ(cost([] { return cross(V, V); }), "18m+12a");
  EXPECT_EQ(cost([] { return cross(V, F); }), "18m+12a");
  EXPECT_EQ(cost([] { return M * V; }), "24m+18a");
  EXPECT_EQ(cost([] { return IA * V; }), "36m+30a");
}

TEST(SpatialCost, PosesTransform) {
  EXPECT_EQ(cost([] { return X * X; }), "36m+27a");  // the book's 33m+24a is unstable in long products
  EXPECT_EQ(cost([] { return X.inverse(); }), "9m+6a");
  EXPECT_EQ(cost([] { return X * V; }), "24m+18a");
  EXPECT_EQ(cost([] { return X.inverse_times(V); }), "24m+18a");
  EXPECT_EQ(cost([] { return X * F; }), "24m+18a");
  EXPECT_EQ(cost([] { return X.inverse_times(F); }), "24m+18a");
  EXPECT_EQ(cost([] { return X * M; }), "52m+56a");
  EXPECT_EQ(cost([] { return inverse_times(X, M); }), "52m+56a");
}

// The book does it in 137m+137a. Fewer multiplications come from factoring the shift: a sum of two elements
// is multiplied once.
TEST(SpatialCost, ArticulatedInertiaIsTransformedInFewerOperationsThanTheBooks) {
  EXPECT_EQ(cost([] { return X * IA; }), "126m+139a");
  EXPECT_EQ(cost([] { return inverse_times(X, IA); }), "126m+139a");
  EXPECT_LE(126 + 139, 137 + 137);
}

TEST(SpatialCost, RotationsTurnMatrices) {
  EXPECT_EQ(cost([] { return R * R; }), "27m+18a");  // the book's 24m+15a is unstable in long products
  EXPECT_EQ(cost([] { return rotate(R, A); }), "40m+39a");
  EXPECT_EQ(cost([] { return rotate(R, S); }), "28m+29a");
}

template <int axis>
struct ScrewCost {
  static inline const auto screw = AxialScrew<Count, axis>::from_cosine_sine(0.8, 0.6, 0.3);

  static void check(const std::string& of_projected) {
    EXPECT_EQ(cost([] { return AxialScrew<Count, axis>::from_cosine_sine(0.8, 0.6, 0.3); }), "2m+3a");
    EXPECT_EQ(cost([] { return screw.inverse(); }), "0m+0a");
    EXPECT_EQ(cost([] { return rotate(screw, A); }), "12m+12a");
    EXPECT_EQ(cost([] { return rotate(screw, S); }), "8m+7a");
    EXPECT_EQ(cost([] { return screw * V; }), "10m+6a");
    EXPECT_EQ(cost([] { return screw * F; }), "10m+6a");
    EXPECT_EQ(cost([] { return screw * M; }), "16m+15a");
    EXPECT_EQ(cost([] { return screw * IA; }), "38m+40a");
    EXPECT_EQ(cost([] { return screw * Ia; }), of_projected);
    EXPECT_EQ(cost([] { return screw.inverse_times(V); }), "10m+6a");
    EXPECT_EQ(cost([] { return screw.inverse_times(F); }), "10m+6a");
    EXPECT_EQ(cost([] { return screw.inverse_times(M); }), "16m+15a");
    EXPECT_EQ(cost([] { return screw.inverse_times(IA); }), "38m+40a");
    EXPECT_EQ(cost([] { return screw.inverse_times(Ia); }), of_projected);
  }
};

TEST(SpatialCost, AxialScrewAboutX) { ScrewCost<0>::check("32m+28a"); }
TEST(SpatialCost, AxialScrewAboutY) { ScrewCost<1>::check("32m+28a"); }
TEST(SpatialCost, AxialScrewAboutZ) { ScrewCost<2>::check("28m+34a"); }

TEST(SpatialCost, ProjectedInertiaOverADenavitHartenbergLink) {
  const auto twist = ScrewX<Count>::from_cosine_sine(0.8, 0.6, 0.3);  // constant: made ready once and for all
  EXPECT_EQ(cost([&] { return twist * (ScrewZ<Count>::from_cosine_sine(0.6, 0.8, 0.1) * Ia); }), "62m+65a");
}

TEST(SpatialCost, ProjectionLeavesOutWhatBecomesZero) {
  EXPECT_EQ(cost([] { return project_out_z(IA); }), "20m+15a+1d");
}

// A rigid inertia is solved for a force at the price of M·V; an articulated one as a dense symmetric 6×6
// system is factored and solved: n³/6 + 3n²/2 − 2n/3 multiplications and n³/6 + n² − 7n/6 additions with n
// = 6.
TEST(SpatialCost, InertiasAreInvertedByBlocks) {
  const RigidInertiaFactor<Count> rigid(M);
  const ArticulatedInertiaFactor<Count> articulated(IA);
  EXPECT_EQ(cost([] { return RigidInertiaFactor<Count>(M); }), "16m+13a+4d");
  EXPECT_EQ(cost([&] { return inverse_times(rigid, F); }), "24m+18a");
  EXPECT_EQ(cost([] { return ArticulatedInertiaFactor<Count>(IA); }), "50m+35a+6d");
  EXPECT_EQ(cost([&] { return inverse_times(articulated, F); }), "36m+30a");
  EXPECT_EQ(cost([] { return inverse_times(IA, F); }), "86m+65a+6d");
}

}  // namespace
}  // namespace sarrus::testing::spatial_cost_test
