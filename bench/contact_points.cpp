#include "bench/contact_points.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>

#include "bench/measure.h"
#include "sarrus/base/array.h"
#include "sarrus/proximity/manifold.h"
#include "tests/support/random.h"

namespace sarrus::bench {

namespace {

constexpr int contact_rounds = 10;
constexpr double contact_margin = 1e-3;

/// Two shapes in as many poses as a measured function visits in turn.
struct ContactCase {
  std::string what;
  AnyShape shape1, shape2;
  std::function<Pose<double>(testing::Random&)> X_12;  ///< Drawn for each pose of shape 1, which is random.
};

std::vector<ContactCase> contact_cases() {
  const BoxShape brick{{0.2, 0.1, 0.1}};
  const double depth = 1e-4;
  const Rotation<double> lying = Rotation<double>::about_x(std::acos(0.0));
  return {
      {"bricks of a wall, half over each other", brick, brick,
       [=](testing::Random& random) {
         const double side = random.index(2) == 0 ? -0.1 : 0.1;
         return Pose<double>::translation(
             {side + random.number(-1e-4, 1e-4), random.number(-1e-4, 1e-4), 0.1 - depth});
       }},
      {"bricks, face on face, turned", brick, brick,
       [=](testing::Random& random) {
         return Pose<double>{Rotation<double>::about_z(random.number(-3, 3)),
                             {random.number(-0.05, 0.05), random.number(-0.03, 0.03), 0.1 - depth}};
       }},
      {"bricks that overlap anyhow", brick, brick,
       [](testing::Random& random) {
         return Pose<double>{random.rotation(), random.vector(0.05)};
       }},
      {"bricks apart", brick, brick,
       [](testing::Random& random) {
         return Pose<double>{random.rotation(), 0.3 * normalized(random.vector())};
       }},
      {"half-space and brick, on a face", HalfSpaceShape{}, brick,
       [=](testing::Random& random) {
         return Pose<double>{Rotation<double>::about_z(random.number(-3, 3)), {0, 0, 0.05 - depth}};
       }},
      {"half-space and sphere", HalfSpaceShape{}, SphereShape{0.05},
       [=](testing::Random& random) {
         return Pose<double>{random.rotation(), {0, 0, 0.05 - depth}};
       }},
      {"brick and lying capsule", brick, CapsuleShape{0.05, 0.1},
       [=](testing::Random& random) {
         return Pose<double>{Rotation<double>::about_z(random.number(-3, 3)) * lying, {0, 0, 0.1 - depth}};
       }},
      {"brick and standing cylinder", brick, CylinderShape{0.03, 0.1}, [=](testing::Random& random) {
         return Pose<double>{Rotation<double>::about_z(random.number(-3, 3)),
                             {random.number(-0.05, 0.05), 0, 0.1 - depth}};
       }}};
}

}  // namespace

ContactPoints::ContactPoints() {
  testing::Random random(5);
  Manifold manifold;
  for (const ContactCase& at : contact_cases()) {
    Array<Pose<double>> X_W1, X_W2;
    for (int i = 0; i < state_count; ++i) {
      X_W1.push_back(random.pose());
      X_W2.push_back(X_W1.back() * at.X_12(random));
    }
    const auto find = [&](int i) {
      calc_manifold(at.shape1, X_W1[i], at.shape2, X_W2[i], contact_margin, manifold);
    };
    double points = 0, best = 1e30;
    for (int i = 0; i < state_count; ++i) {
      find(i);
      points += static_cast<double>(manifold.points.size()) / state_count;
    }
    for (int round = 0; round < contact_rounds; ++round) best = std::min(best, best_nanoseconds(find));
    lines_.push_back({at.what, best, points});
  }
}

void ContactPoints::print() const {
  fmt::print("\ncontact points of two shapes\n{:<42}{:>9}{:>9}\n", "", "ns", "points");
  for (const Line& line : lines_)
    fmt::print("{:<42}{:>9.1f}{:>9.2f}\n", line.what, line.nanoseconds, line.points);
}

nlohmann::ordered_json ContactPoints::json() const {
  nlohmann::ordered_json json;
  for (const Line& line : lines_)
    json.push_back({{"what", line.what}, {"ns", line.nanoseconds}, {"points", line.points}});
  return json;
}

}  // namespace sarrus::bench
