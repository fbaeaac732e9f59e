/// Sizes that cannot be, meshes that are none, states that are not finite: a sentence or a right answer.

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "tests/contact/contact_scenes.h"
#include "tests/support/meshes.h"
#include "tests/support/numbers.h"
#include "tests/support/random.h"
#include "tests/support/says.h"

namespace sarrus::testing::contact_fuzz_test {
namespace {

System system_with(const AnyShape& shape) {
  ModelBuilder model("thing");
  model.body("thing", solid_sphere(1, 0.1));
  model.joint("free", Free{}, "world", "thing");
  SystemBuilder builder(model.build());
  builder.add("contact", CompliantContact({{"floor", "world", HalfSpaceShape{}}, {"thing", "thing", shape}}));
  return builder.build();
}

TEST(ContactFuzz, ImpossibleSizesAreRefused) {
  const double far = std::numeric_limits<double>::infinity();
  const std::vector<std::function<AnyShape(double)>> makers = {
      [](double x) { return SphereShape{x}; },
      [](double x) {
        return CapsuleShape{x, 1};
      },
      [](double x) {
        return EllipsoidShape{{1, x, 1}};
      },
      [](double x) {
        return BoxShape{{1, 1, x}};
      },
      [](double x) {
        return RoundedBoxShape{{1, x, 1}, 0.1};
      },
      [](double x) {
        return CylinderShape{x, 1};
      },
      [](double x) {
        return CylinderShape{1, x};
      },
      [](double x) {
        return ConeShape{x, 1};
      },
      [](double x) {
        return ConeShape{1, x};
      },
      [](double x) {
        return TorusShape{1, x};
      },
      [](double x) {
        return TorusShape{x, 0.1};
      },
      [](double x) {
        return SuperellipsoidShape{{x, 1, 1}, 0.7, 1.3};
      },
      [](double x) {
        return SuperellipsoidShape{{1, 1, 1}, x, 1.3};
      }};
  for (std::size_t i = 0; i < makers.size(); ++i)
    for (const double size : {0.0, -1.0, nan, far, -far})
      EXPECT_NE(message([&] { (void)system_with(makers[i](size)); }), "nothing was thrown")
          << i << ", " << size;
}

/// Triangles of few points in a small grid: many are degenerate, repeated, open or crossed. A mesh that is
/// accepted, as it is or repaired, has finite forces wherever it is.
TEST(ContactFuzz, MeshesOfNonsense) {
  int accepted = 0, refused = 0;
  for (unsigned seed = 1; seed <= 300; ++seed) {
    Random random(seed);
    MeshData data;
    const int points = 3 + random.index(8), triangles = 1 + random.index(12);
    for (int i = 0; i < points; ++i)
      data.vertices.push_back(
          {0.1 * (random.index(3) - 1), 0.1 * (random.index(3) - 1), 0.1 * (random.index(2) - 0.5)});
    for (int i = 0; i < triangles; ++i)
      data.triangles.push_back({random.index(points), random.index(points), random.index(points)});
    try {
      if (seed % 2 == 0) data = repair_mesh(data.vertices, data.triangles);
      const System system = system_with(make_mesh_shape(data));
      State state = system.default_state();
      for (int round = 0; round < 5; ++round) {
        const Vec3<double> p = random.vector(0.1), v = random.vector(), w = random.vector();
        for (int i = 0; i < 3; ++i) state.set_q(4 + i, p[i]), state.set_u(i, w[i]), state.set_u(3 + i, v[i]);
        for (const double a : udot(state)) ASSERT_TRUE(std::isfinite(a)) << seed;
      }
      ++accepted;
    } catch (const Error& error) {
      EXPECT_GT(std::string(error.what()).size(), 20u);
      ++refused;
    }
  }
  EXPECT_GT(accepted, 20);
  EXPECT_GT(refused, 20);
}

/// Coordinates and speeds that are not finite are refused, not passed on.
TEST(ContactFuzz, StatesThatAreNotFinite) {
  const std::vector<AnyShape> shapes = {SphereShape{0.1},          EllipsoidShape{{0.1, 0.2, 0.1}},
                                        BoxShape{{0.1, 0.2, 0.3}}, CylinderShape{0.1, 0.2},
                                        ConeShape{0.1, 0.2},       make_mesh_shape(icosphere(0.1, 1))};
  for (const AnyShape& shape : shapes)
    for (const double bad :
         {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
      for (const bool in_position : {true, false}) {
        State state = system_with(shape).default_state();
        const std::string said = message([&] {
          if (in_position)
            state.set_q(6, bad);
          else
            state.set_u(5, bad);
          Simulation simulation(state, {.accuracy = 1e-3});
          simulation.run(0.01);
        });
        EXPECT_NE(said, "nothing was thrown") << type_of(shape) << ", " << bad << ", " << in_position;
      }
}

}  // namespace
}  // namespace sarrus::testing::contact_fuzz_test
