// Modes of a cantilever of rigid links against the frequencies of the Euler–Bernoulli beam.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "sarrus/force/forces.h"
#include "sarrus/joint/joints.h"
#include "sarrus/linearize/linear_modes.h"
#include "sarrus/model/builder.h"
#include "sarrus/spatial/solids.h"
#include "sarrus/system/system.h"

namespace sarrus::testing::beam_modes_test {
namespace {

constexpr double length = 1.5, stiffness = 20, mass_per_length = 3;  // EI, ρA

/// Links of length h between hinges with the stiffness EI/h; the first hinge bends over half of the distance.
State cantilever(int links) {
  const double h = length / links;
  ModelBuilder model("cantilever");
  model.gravity({0, 0, 0});
  std::string before = "world";
  for (int i = 0; i < links; ++i) {
    const std::string name = fmt::format("link{}", i);
    model.body(name, thin_rod(mass_per_length * h, {h, 0, 0}));
    model.joint(fmt::format("hinge{}", i), Pin{}, before, name)
        .axis({0, 1, 0})
        .parent_frame(Vec3<double>{i == 0 ? 0 : h / 2, 0, 0})
        .child_frame(Vec3<double>{-h / 2, 0, 0});
    before = name;
  }
  SystemBuilder builder(model.build());
  for (int i = 0; i < links; ++i)
    builder.add(fmt::format("spring{}", i),
                MobilitySpring(fmt::format("hinge{}", i), (i == 0 ? 2 : 1) * stiffness / h, 0));
  return builder.build().default_state();
}

Array<double> lowest_frequencies(int links) {
  Array<double> found;
  for (const LinearMode& mode : calc_modes(linearize(cantilever(links)))) {
    EXPECT_NEAR(mode.damping_ratio(), 0, 1e-9);
    found.push_back(mode.frequency());
  }
  std::sort(found.begin(), found.end());
  return found;
}

/// ω = β²·√(EI/(ρA))/L² with the roots of cos β·cosh β = −1. Errors of the links are of the second order.
TEST(BeamModes, OfACantileverConvergeToThoseOfEulerAndBernoulli) {
  const Array<double> coarse = lowest_frequencies(16), fine = lowest_frequencies(32);
  ASSERT_EQ(coarse.size(), 16u);
  ASSERT_EQ(fine.size(), 32u);
  const double roots[] = {1.8751040687119611, 4.6940911329741746, 7.8547574382376126};
  for (int k = 0; k < 3; ++k) {
    const double expected = roots[k] * roots[k] * std::sqrt(stiffness / mass_per_length) / (length * length);
    EXPECT_NEAR((coarse[k] - expected) / (fine[k] - expected), 4, 0.15) << k;
    EXPECT_NEAR((4 * fine[k] - coarse[k]) / 3 / expected, 1, 1e-4) << k;
  }
}

}  // namespace
}  // namespace sarrus::testing::beam_modes_test
