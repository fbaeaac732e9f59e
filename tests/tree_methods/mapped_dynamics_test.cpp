// Gears, differentials and cams: against joints that are built with the same dependence, against the book's
// example, and rotors as bodies of their own.

#include "sarrus/tree_methods/mapped_dynamics.h"
#include "sarrus/joint/joints.h"

#include <gtest/gtest.h>

#include "sarrus/dynamics/forward_dynamics.h"
#include "sarrus/dynamics/port_inertia.h"
#include "sarrus/function/linear.h"
#include "sarrus/function/polynomial.h"
#include "sarrus/function/sinusoid.h"
#include "sarrus/function/user_function.h"
#include "sarrus/scalar/eigen.h"
#include "sarrus/sparse/tree_factorization.h"
#include "tests/support/all_numbers.h"
#include "tests/support/close.h"
#include "tests/support/count_allocations.h"
#include "tests/support/lanes.h"
#include "tests/support/random_model.h"
#include "tests/support/random_tree.h"
#include "tests/support/says.h"

namespace sarrus::testing::mapped_dynamics_test {
namespace {

/// Three bodies in a row: a pin, the joint that is given, a pin.
Model row_with(const Joint& joint) {
  Random random(2);
  ModelBuilder builder("row");
  for (const char* name : {"a", "b", "c"}) builder.body(name, random.inertia());
  builder.joint("first", Pin{}, "world", "a").parent_frame(random.pose());
  builder.joint("middle", joint, "a", "b").parent_frame(random.pose()).child_frame(random.pose());
  builder.joint("last", Pin{}, "b", "c").parent_frame(random.pose());
  return builder.build();
}

/// A joint whose coordinates are driven, with the map that drives them, and a joint that is made to move like
/// that.
struct Twin {
  std::string name;
  Joint driven_joint;
  std::vector<DrivenCoordinate> driven;
  int added;
  Joint joint;
  std::vector<int> y;  ///< For each coordinate of the row with `joint`, which independent one it is.
};

/// The middle joint's coordinates are 1, 2, … of the row; a planar joint's are angle, x and y, and 5 and 6
/// are added.
std::vector<Twin> twins() {
  const Function same = linear({1.0}), cam = polynomial({0.1, 0.5, -0.3, 0.2}),
                 wave = sinusoid(0.4, 1.7, 0.3);
  const Function mean = linear({0.5, 0.5}), difference = linear({0.8, -0.3});
  const Function twist = user_function_of<2>([](const auto& x) { return x[0] * sin(x[1]) + x[1]; });
  const Function reach = user_function_of<2>([](const auto& x) { return x[0] - x[1] * x[0] * x[0]; });
  const auto in_plane = [](const Function& angle, const Function& x, const Function& y) {
    const std::vector<int> inputs = angle.arguments() == 1 ? std::vector<int>{0} : std::vector<int>{0, 1};
    FunctionBased joint(angle.arguments());
    joint.rotation({0, 0, 1}, angle, inputs)
        .translation({1, 0, 0}, x, inputs)
        .translation({0, 1, 0}, y, inputs);
    return joint;
  };
  const auto outputs = differential({1, 3}, {5, 6}, {{{0.5, 0.5}, {0.8, -0.3}}});
  return {
      {"gear as screw", Cylinder{}, {gear(2, 1, 0.2)}, 0, Screw{0.2}, {0, 1, 2}},
      {"two cams on an angle",
       Planar{},
       {{2, cam, {1}}, {3, wave, {1}}},
       0,
       in_plane(same, cam, wave),
       {0, 1, 2}},
      {"three cams on a massless shaft",
       Planar{},
       {{1, wave, {5}}, {2, cam, {5}}, {3, same, {5}}},
       1,
       in_plane(wave, cam, same),
       {0, 2, 1}},
      {"differential",
       Planar{},
       {outputs[0], {2, reach, {5, 6}}, outputs[1]},
       2,
       in_plane(mean, reach, difference),
       {0, 2, 3, 1}},
      {"nonlinear in two",
       Planar{},
       {{1, twist, {5, 6}}, {2, reach, {5, 6}}, {3, mean, {5, 6}}},
       2,
       in_plane(twist, reach, mean),
       {0, 2, 3, 1}},
  };
}

TEST(MappedDynamics, GearsDifferentialsAndCamsAreWhatJointsOfTheSameShapeAre) {
  for (const Twin& twin : twins()) {
    SCOPED_TRACE(twin.name);
    const Model row = row_with(twin.driven_joint);
    const Tree<double> tree(row);
    const CoordinateMap map(row, twin.driven, twin.added);
    MappedDynamics<double> workspace(tree, map);
    const Tree<double> expected_tree(row_with(twin.joint));
    ForwardDynamics<double> forward(expected_tree);
    InverseDynamics<double> inverse(expected_tree);
    Random random(7);
    const int n = map.nv();
    ASSERT_EQ(n, expected_tree.nu());
    for (int sample = 0; sample < 3; ++sample) {
      const std::vector<double> q = random.numbers(n), u = random.numbers(n), x = random.numbers(n);
      const std::vector<Force<double>> applied(4, random.force());
      const auto independent = [&](const std::vector<double>& of_joint) {
        std::vector<double> y(of_joint.size());
        for (std::size_t k = 0; k < y.size(); ++k) y[static_cast<std::size_t>(twin.y[k])] = of_joint[k];
        return y;
      };
      std::vector<double> tau(q.size()), udot(q.size()), tau_v(q.size()), vdot(q.size());
      calc_inverse_dynamics(expected_tree, q, u, x, applied, inverse, tau);
      calc_forward_dynamics(expected_tree, q, u, x, applied, forward, udot);
      const auto y = independent(q), v = independent(u), given = independent(x);
      const long before = allocations();
      calc_mapped_inverse_dynamics(tree, map, {.y = y, .v = v, .vdot = given, .forces = applied}, workspace,
                                   tau_v);
      calc_mapped_forward_dynamics(tree, map, {.y = y, .v = v, .tau_v = given, .forces = applied}, workspace,
                                   vdot);
      EXPECT_EQ(allocations() - before, 0);
      for (std::size_t k = 0; k < y.size(); ++k) {
        EXPECT_TRUE(close(tau_v[k], independent(tau)[k], 256, 100)) << k;
        EXPECT_TRUE(close(vdot[k], independent(udot)[k], 4096, 100)) << k;
      }
    }
  }
}

/// A product of full matrices, on a branched tree with speeds that depend on up to three others.
TEST(MappedDynamics, TheMappedMatrixIsTheProduct) {
  const Model model = random_tree({.bodies = 12, .seed = 3, .joints = TreeJoints::pins});
  const Tree<double> tree(model);
  const CoordinateMap map(
      model, {{3, linear({2, -1, 0.5}), {0, 5, 12}}, {4, linear({3, 1}), {5, 13}}, gear(9, 0, -2)}, 2);
  MappedDynamics<double> workspace(tree, map);
  Random random(4);
  const std::vector<double> y = random.numbers(map.ny());
  calc_mapped_coordinates(map, y, {}, workspace.coordinates);
  MatrixX<double> G(map.nu(), map.nv()), M, mapped;
  for (int k = 0; k < map.nv(); ++k) {
    const VectorX<double> unit = VectorX<double>::Unit(map.nv(), k);
    calc_mapped_accelerations(map, workspace.coordinates, unit, workspace.udot);
    for (int i = 0; i < map.nu(); ++i) G(i, k) = workspace.udot[static_cast<std::size_t>(i)];
  }
  calc_position_kinematics(tree, workspace.coordinates.q, workspace.position);
  calc_mass_matrix(tree, workspace.position, workspace.mass, M);
  calc_mapped_matrix(map, workspace.coordinates, workspace.mass.matrix, mapped);
  const MatrixX<double> expected = G.transpose() * M * G;
  EXPECT_LT((mapped - expected).norm(), 1e-14 * expected.norm());
}

/// The two-link arm with motors of figure 9.2: rotors geared to the shoulder, on the base, and to the elbow,
/// on the upper arm.
struct Arm {
  static constexpr double rho1 = 40, rho2 = -25;
  Model model = make();
  int shoulder = model.coordinate_number("shoulder"), motor1 = model.coordinate_number("motor1"),
      elbow = model.coordinate_number("elbow"), motor2 = model.coordinate_number("motor2");
  CoordinateMap map{model, {gear(motor1, shoulder, rho1), gear(motor2, elbow, rho2)}};

  static Model make() {
    Random random(5);
    ModelBuilder builder("arm with motors");
    for (const char* name : {"upper", "rotor1", "fore", "rotor2"}) builder.body(name, random.inertia());
    builder.joint("shoulder", Pin{}, "world", "upper").parent_frame(random.pose());
    builder.joint("motor1", Pin{}, "world", "rotor1").parent_frame(random.pose());
    builder.joint("elbow", Pin{}, "upper", "fore").parent_frame(random.pose());
    builder.joint("motor2", Pin{}, "upper", "rotor2").parent_frame(random.pose());
    return builder.build();
  }
};

TEST(MappedDynamics, TheBooksGearExample) {
  const Arm arm;
  const Tree<double> tree(arm.model);
  MappedDynamics<double> workspace(tree, arm.map);
  Random random(3);
  const std::vector<double> y = random.numbers(2), v = random.numbers(2);
  calc_mapped_coordinates(arm.map, y, v, workspace.coordinates);
  calc_position_kinematics(tree, workspace.coordinates.q, workspace.position);
  MatrixX<double> H, mapped;
  calc_mass_matrix(tree, workspace.position, workspace.mass, H);
  calc_mapped_matrix(arm.map, workspace.coordinates, workspace.mass.matrix, mapped);
  // The independent coordinates are the shoulder and the elbow.
  const int s = arm.shoulder, e = arm.elbow, m1 = arm.motor1, m2 = arm.motor2;
  const double r1 = Arm::rho1, r2 = Arm::rho2;
  EXPECT_TRUE(close(mapped(0, 0), H(s, s) + r1 * r1 * H(m1, m1)));
  EXPECT_TRUE(close(mapped(0, 1), H(s, e) + r2 * H(s, m2)));
  EXPECT_TRUE(close(mapped(1, 0), H(s, e) + r2 * H(s, m2)));
  EXPECT_TRUE(close(mapped(1, 1), H(e, e) + r2 * r2 * H(m2, m2)));
}

/// 5 multiplications and 3 additions, besides the first of each of the three sums, which adds to zero; 44 and
/// 33 if all matrices are treated as dense.
TEST(MappedDynamics, TheBooksGearExampleCostsWhatTheBookSays) {
  const Arm arm;
  const Tree<Count> tree(arm.model);
  MappedDynamics<Count> workspace(tree, arm.map);
  const std::vector<Count> y(2, 0.3), v(2, 0.1);
  calc_mapped_coordinates(arm.map, y, v, workspace.coordinates);
  calc_position_kinematics(tree, workspace.coordinates.q, workspace.position);
  calc_mass_matrix(tree, workspace.position, workspace.mass);
  MatrixX<Count> mapped(2, 2);
  const OperationCount cost =
      Count::of([&] { calc_mapped_matrix(arm.map, workspace.coordinates, workspace.mass.matrix, mapped); });
  EXPECT_EQ(cost, (OperationCount{5, 3 + 3, 0, 0, 0}));
}

TEST(MappedDynamics, ForcesOnTheMotorsCountByTheGearRatio) {
  const Arm arm;
  MappedCoordinates<double> at(arm.map);
  const std::vector<double> y{0.3, 0.4};
  calc_mapped_coordinates(arm.map, y, {}, at);
  std::vector<double> tau(4, 0.0), tau_v(2);
  tau[static_cast<std::size_t>(arm.motor1)] = 0.5, tau[static_cast<std::size_t>(arm.motor2)] = 0.1;
  calc_mapped_forces(arm.map, at, tau, tau_v);
  EXPECT_TRUE(close(tau_v[0], 0.5 * Arm::rho1));
  EXPECT_TRUE(close(tau_v[1], 0.1 * Arm::rho2));
}

/// A chain of three pins, and the same with a balanced rotor for each joint; the rotors stand on the world,
/// or each on the body that its joint moves against.
struct Rotors {
  static constexpr double I[3] = {2e-4, 3e-4, 1e-4};
  Model plain, full;
  CoordinateMap map;
  std::vector<double> ports;

  Rotors(double ratio, bool on_links, double scale = 1)
      : plain(make(false, on_links, scale)),
        full(make(true, on_links, scale)),
        map(full, gears(full, ratio)) {
    for (double i : I) ports.push_back(reflected_inertia(ratio, scale * i));
  }
  static std::vector<DrivenCoordinate> gears(const Model& model, double ratio) {
    std::vector<DrivenCoordinate> all;
    for (int k = 0; k < 3; ++k)
      all.push_back(gear(model.coordinate_number(fmt::format("motor{}", k)),
                         model.coordinate_number(fmt::format("joint{}", k)), ratio));
    return all;
  }
  static Model make(bool rotors, bool on_links, double scale) {
    Random random(9);
    ModelBuilder builder("rotors");
    std::string parent = world_name;
    for (int k = 0; k < 3; ++k) {
      const std::string name = fmt::format("link{}", k), rotor = fmt::format("rotor{}", k);
      builder.body(name, random.inertia());
      builder.joint(fmt::format("joint{}", k), Pin{}, parent, name).parent_frame(random.pose());
      const Pose<double> X = random.pose();
      if (rotors) {
        const double axial = scale * I[k], mass = 1e-3 * axial;
        builder.body(rotor,
                     {mass, Vec3<double>::zero(), Sym3<double>::diagonal(axial / 2, axial / 2, axial)});
        builder.joint(fmt::format("motor{}", k), Pin{}, on_links ? parent : world_name, rotor)
            .parent_frame(X);
      }
      parent = name;
    }
    return builder.build();
  }
  /// The largest difference of accelerations between the shortcut M + diag(m) and the full model.
  double error_of_shortcut() const {
    Random random(13);
    const std::vector<double> q = random.numbers(3), u = random.numbers(3), tau = random.numbers(3);
    const Tree<double> tree(full), simple(plain);
    MappedDynamics<double> workspace(tree, map);
    std::vector<double> vdot(3), udot(3);
    calc_mapped_forward_dynamics(tree, map, q, u, tau, {}, workspace, vdot);
    PositionKinematics<double> position(simple);
    InverseDynamics<double> inverse(simple);
    MassMatrix<double> mass(simple);
    calc_inverse_dynamics(simple, q, u, {}, {}, inverse, udot);
    for (std::size_t k = 0; k < 3; ++k) udot[k] = tau[k] - udot[k];
    calc_position_kinematics(simple, q, position);
    calc_mass_matrix(simple, position, mass);
    add_port_inertia(mass.matrix, ports);
    factor_LTDL(mass.matrix);
    solve_LTDL(mass.matrix, udot);
    double error = 0;
    for (std::size_t k = 0; k < 3; ++k) error = std::max(error, std::abs(udot[k] - vdot[k]));
    return error;
  }
};

TEST(PortInertia, IsExactForRotorsWhoseAxesStandStill) {
  EXPECT_LT(Rotors(70, false).error_of_shortcut(), 1e-13);
}

/// With the reflected inertia kept, what the shortcut leaves out is of first order in one over the ratio.
TEST(PortInertia, LeavesOutLessTheHigherTheRatioOfRotorsOnLinks) {
  const double at_30 = Rotors(30, true, 1).error_of_shortcut(),
               at_300 = Rotors(300, true, 0.01).error_of_shortcut();
  EXPECT_GT(at_30, 1e-4);
  EXPECT_NEAR(at_30 / at_300, 10, 0.5);
}

TEST(CoordinateMap, SaysWhatIsWrong) {
  const Model row = row_with(Cylinder{}), ball = row_with(Ball{});
  const auto refusal = [](const Model& model, std::vector<DrivenCoordinate> driven) {
    return message([&] { CoordinateMap(model, driven); });
  };
  EXPECT_SAYS(refusal(row, {gear(9, 0, 2)}), "there is no coordinate 9 to drive");
  EXPECT_SAYS(refusal(row, {gear(1, 0, 2), gear(1, 3, 2)}), "is driven twice");
  EXPECT_SAYS(refusal(row, {gear(1, 0, 2), gear(2, 1, 2)}), "which is driven itself");
  EXPECT_SAYS(refusal(row, {gear(1, 4, 2)}), "there are 4 coordinates in the model and 0 added ones");
  EXPECT_SAYS(refusal(row, {{1, linear({1, 2}), {0}}}), "has 1 inputs");
  EXPECT_SAYS(refusal(ball, {gear(2, 0, 2)}), "its rate is not a speed");
  EXPECT_SAYS(refusal(ball, {gear(0, 2, 2)}), "cannot be an input");
}

template <class T>
class MappedDynamicsIn : public ::testing::Test {};
TYPED_TEST_SUITE(MappedDynamicsIn, AllScalars);

TYPED_TEST(MappedDynamicsIn, AgreesWithDoubleInEveryLane) {
  using T = TypeParam;
  constexpr int lanes = ScalarTraits<T>::lanes;
  Random random(6);
  const Model model = row_with(Cylinder{});
  const CoordinateMap map(model, {{2, polynomial({0.1, 0.5, -0.3}), {1}}});
  std::vector<std::vector<double>> y, v, tau;
  for (int i = 0; i < lanes; ++i)
    y.push_back(random.numbers(3)), v.push_back(random.numbers(3)), tau.push_back(random.numbers(3));
  const std::vector<T> yt = packed<T>(y), vt = packed<T>(v), tau_t = packed<T>(tau);
  const Tree<T> tree(model);
  const Tree<double> tree_d(model);
  MappedDynamics<T> workspace(tree, map);
  MappedDynamics<double> workspace_d(tree_d, map);
  std::vector<T> vdot(3);
  std::vector<double> vdot_d(3);
  calc_mapped_forward_dynamics(tree, map, yt, vt, tau_t, {}, workspace, vdot);
  for (int i = 0; i < lanes; ++i) {
    const auto l = static_cast<std::size_t>(i);
    calc_mapped_forward_dynamics(tree_d, map, y[l], v[l], tau[l], {}, workspace_d, vdot_d);
    for (std::size_t k = 0; k < 3; ++k)
      EXPECT_TRUE(close<ValueOf<T>>(lane(vdot[k], i), vdot_d[k], 1024, 100));
  }
}

}  // namespace
}  // namespace sarrus::testing::mapped_dynamics_test
