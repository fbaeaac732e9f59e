#pragma once
/// @file
/// The numbers of the scenario "fig3", eleven chains of twenty links on an oscillating base; shared by the
/// benchmark and the programs of the peers: standard C++17 only.
///
/// The base slides along x as amplitude·sin(rate·t). All chains start at its origin. Links are equal: at q =
/// 0 each hangs along −y, the next joint at its end. A joint turns about a random axis and is damped. All
/// angles are zero at first.

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

namespace sarrus::bench::fig3 {

constexpr int chains = 11, links = 20;
constexpr double gravity = 9.8;                                               // along −y
constexpr double amplitude = 0.2, rate = 2;                                   // of the base
constexpr double mass = 1, center = -0.5, central_inertia = 0.1, length = 1;  // of a link; center along y
constexpr double damping = 0.1;                                               // of a joint, N·m·s
constexpr double duration = 20;

struct Joint {
  std::array<double, 3> axis;
  double speed;  ///< At the beginning.
};

/// A linear congruential generator, the same in any language.
class RandomNumbers {
 public:
  explicit RandomNumbers(std::uint64_t seed) : state_(seed) {}
  /// Uniform in [−1, 1).
  double operator()() {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return 2 * static_cast<double>(state_ >> 11) / 9007199254740992.0 - 1;
  }

 private:
  std::uint64_t state_;
};

/// All joints but the base's, chain after chain from the base outward.
inline std::vector<Joint> joints() {
  RandomNumbers random(2011);
  std::vector<Joint> all(chains * links);
  for (Joint& joint : all) {
    for (double& x : joint.axis) x = random();
    const auto [x, y, z] = joint.axis;
    for (double& component : joint.axis) component /= std::sqrt(x * x + y * y + z * z);
  }
  for (Joint& joint : all) joint.speed = 0.1 * random();
  return all;
}

}  // namespace sarrus::bench::fig3
