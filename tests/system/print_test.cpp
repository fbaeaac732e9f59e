/// What people read of vectors, poses and States, and what Eigen takes of them.

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include <sstream>

#include "sarrus/joint/joints.h"
#include "sarrus/model/builder.h"
#include "sarrus/scalar/eigen.h"
#include "sarrus/spatial/eigen_conversion.h"
#include "sarrus/spatial/print.h"
#include "sarrus/spatial/solids.h"
#include "sarrus/system/declaration.h"
#include "sarrus/system/print_state.h"
#include "sarrus/system/system.h"

namespace sarrus::testing::print_test {
namespace {

template <class A>
std::string printed(const A& a) {
  std::ostringstream out;
  out << a;
  return out.str();
}

TEST(Print, VectorsAndPoses) {
  EXPECT_EQ(printed(Vec3<double>{1, -2.5, 0}), "(1, -2.5, 0)");
  EXPECT_EQ(printed(Pose<double>::translation({1, 2, 3})),
            "p (1, 2, 3), R [(1, 0, 0), (0, 1, 0), (0, 0, 1)]");
  EXPECT_EQ(printed(Force<double>{{1, 2, 3}, {4, 5, 6}}), "t (1, 2, 3), f (4, 5, 6)");
  EXPECT_EQ(printed(Motion<double>{{1, 2, 3}, {4, 5, 6}}), "w (1, 2, 3), v (4, 5, 6)");
}

TEST(Print, StatesWithTheNamesOfTheirVariables) {
  ModelBuilder model("rail");
  model.body("block", solid_sphere(1.0, 0.1));
  model.joint("way", Slider{}, "world", "block").start({0.5});
  SystemBuilder builder(model.build());
  builder.declare().auxiliary("heat", {3}, {}, [](const State&, Out<double> zdot) { zdot[0] = 0; });
  State state = builder.build().default_state();
  state.set_time(2), state.set_u(0, -1);
  EXPECT_EQ(printed(state), "State of 'rail' at t = 2 s\nq: way = 0.5\nu: way.rate = -1\nz: heat = 3");
}

TEST(Eigen, TakesVectorsRotationsAndArrays) {
  const Eigen::Vector3d e = to_eigen(Vec3<double>{1, 2, 3});
  EXPECT_EQ(e, Eigen::Vector3d(1, 2, 3));
  EXPECT_EQ(from_eigen(e).z, 3);
  const Rotation<double> R = Rotation<double>::about_z(0.3);
  EXPECT_EQ(to_eigen(R)(1, 0), R(1, 0));
  const Pose<double> X{R, {1, 2, 3}};
  const Pose<double> back = from_eigen(to_eigen(X));
  EXPECT_EQ(norm(back * Vec3{1, 1, 1} - X * Vec3{1, 1, 1}), 0);
  EXPECT_LE((to_eigen(X) * Eigen::Vector3d(1, 1, 1) - to_eigen(X * Vec3{1, 1, 1})).norm(), 1e-15);
  const Quaternion<double> turn{0.8, 0.6, 0, 0};
  EXPECT_LE((to_eigen(turn).toRotationMatrix() - to_eigen(rotation(turn))).norm(), 1e-15);
  EXPECT_EQ(from_eigen(to_eigen(turn)).w, 0.8);
  const Eigen::VectorXd q = to_eigen(std::vector<double>{4, 5});
  EXPECT_EQ(q, Eigen::Vector2d(4, 5));
}

}  // namespace
}  // namespace sarrus::testing::print_test
