/// What calc_distance() refuses, and what it says.

#include <gtest/gtest.h>

#include <limits>

#include "sarrus/proximity/distance.h"
#include "tests/support/numbers.h"
#include "tests/support/says.h"

namespace sarrus::testing::distance_refusals_test {
namespace {

TEST(DistanceRefusals, NamesPairsWithoutADistance) {
  const AnyShape floor = HalfSpaceShape{}, box = BoxShape{{1, 1, 1}};
  const AnyShape hills = HeightFieldShape{{1, 1}, 2, 2, {0, 0, 0, 0}};
  EXPECT_FALSE(has_distance(floor, floor));
  EXPECT_SAYS(message([&] { require_distance(floor, "floor", floor, "wall"); }), "'wall'");
  EXPECT_SAYS(message([&] { require_distance(floor, "floor", floor, "wall"); }), "half-space");
  EXPECT_TRUE(has_distance(box, hills));
  EXPECT_SAYS(message([&] { require_distance(hills, "here", hills, "there"); }), "mesh");
  EXPECT_SAYS(message([&] { (void)calc_distance(hills, {}, hills, {}); }), "height field");
}

TEST(DistanceRefusals, PosesThatAreNotFinite) {
  for (const AnyShape& shape :
       {AnyShape(SphereShape{1}), AnyShape(BoxShape{{1, 1, 1}}), AnyShape(CylinderShape{1, 1})})
    EXPECT_SAYS(message([&] {
                  (void)calc_distance(shape, {}, SphereShape{1}, Pose<double>::translation({nan, 0, 0}));
                }),
                "second");
}

}  // namespace
}  // namespace sarrus::testing::distance_refusals_test
