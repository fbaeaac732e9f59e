#include "sarrus/geometry/bounding_tree.h"

#include <gtest/gtest.h>

#include <set>

#include "sarrus/geometry/internal/box_distance.h"
#include "tests/support/count_allocations.h"
#include "tests/support/random.h"
#include "tests/support/says.h"

namespace sarrus::testing::bounding_tree_test {

using testing::Random;

namespace {

Array<Bounds> random_boxes(Random& random, int count, double size) {
  Array<Bounds> boxes;
  for (int i = 0; i < count; ++i) {
    Bounds box = Bounds::nothing();
    const Vec3<double> center = random.vector();
    for (int k = 0; k < 2; ++k) box.include(center + random.vector(size));
    boxes.push_back(box);
  }
  return boxes;
}

/// Every item is in one leaf, and every node contains what is below it.
void expect_sound(const BoundingTree& tree, const Array<Bounds>& boxes) {
  std::multiset<int> seen(tree.items().begin(), tree.items().end());
  for (int i = 0; i < static_cast<int>(boxes.size()); ++i) EXPECT_EQ(seen.count(i), 1u);
  const auto contains = [](const Bounds& a, const Bounds& b) {
    Bounds both = a;
    both.include(b);
    return norm(both.lower - a.lower) == 0 && norm(both.upper - a.upper) == 0;
  };
  for (const BoundingTree::Node& node : tree.nodes())
    if (node.count == 0) {
      EXPECT_TRUE(contains(node.bounds, tree.nodes()[node.first].bounds));
      EXPECT_TRUE(contains(node.bounds, tree.nodes()[node.first + 1].bounds));
    } else {
      for (int i = node.first; i < node.first + node.count; ++i)
        EXPECT_TRUE(contains(node.bounds, boxes[tree.items()[i]]));
    }
}

}  // namespace

TEST(BoundingTree, FindsWhatBruteForceFinds) {
  Random random;
  for (const int count : {1, 2, 5, 17, 300}) {
    const Array<Bounds> boxes = random_boxes(random, count, 0.1), others = random_boxes(random, 40, 0.3);
    const BoundingTree tree(boxes), other(others);
    expect_sound(tree, boxes);
    std::set<std::pair<int, int>> pairs, found, found_pairs;
    for (int i = 0; i < count; ++i)
      for (int j = 0; j < 40; ++j)
        if (boxes[i].overlaps(others[j])) pairs.insert({i, j});
    for (int j = 0; j < 40; ++j)
      tree.visit([&](const Bounds& b) { return b.overlaps(others[j]); },
                 [&](int i) {
                   EXPECT_TRUE(!boxes[i].overlaps(others[j]) || found.insert({i, j}).second);
                 });
    tree.visit_pairs(
        other, [](const Bounds& a, const Bounds& b) { return a.overlaps(b); },
        [&](int i, int j) {
          EXPECT_TRUE(!boxes[i].overlaps(others[j]) || found_pairs.insert({i, j}).second);
        });
    EXPECT_EQ(found, pairs);
    EXPECT_EQ(found_pairs, pairs);
  }
}

TEST(BoundingTree, LeastIsThatOfAllWithoutAllocations) {
  Random random;
  const Array<Bounds> boxes = random_boxes(random, 500, 0.02), others = random_boxes(random, 100, 0.02);
  const BoundingTree tree(boxes), other(others);
  for (int i = 0; i < 100; ++i) {
    const Vec3<double> p = random.vector(2);
    double expected = 1e30;
    for (const Bounds& box : boxes) expected = std::min(expected, internal::squared_distance(box, p));
    const long before = testing::allocations();
    const double least = tree.least(
        [&](const Bounds& b) { return internal::squared_distance(b, p); },
        [&](int k, double so_far) { return std::min(so_far, internal::squared_distance(boxes[k], p)); },
        1e30);
    EXPECT_EQ(testing::allocations(), before);
    EXPECT_EQ(least, expected);
  }
  double expected = 1e30;
  const Vec3<double> shift{2.5, 0, 0};
  const auto distance = [&](const Bounds& a, const Bounds& b) {
    return internal::signed_distance(a, {b.lower + shift, b.upper + shift});
  };
  for (const Bounds& a : boxes)
    for (const Bounds& b : others) expected = std::min(expected, distance(a, b));
  int looked_at = 0;
  EXPECT_EQ(tree.least_of_pairs(
                other, distance,
                [&](int i, int j, double least) {
                  ++looked_at;
                  return std::min(least, distance(boxes[i], others[j]));
                },
                1e30),
            expected);
  EXPECT_LT(looked_at, 2000);
}

TEST(BoundingTree, BoxesAtOnePlaceOrOnALineDoNotMakeItDeep) {
  Array<Bounds> same(1000, Bounds{{0, 0, 0}, {1, 1, 1}});
  expect_sound(BoundingTree(same), same);
  // Centers at 2⁻ⁱ: halves of the extent separate one at a time.
  Array<Bounds> geometric;
  for (int i = 0; i < 1000; ++i) {
    const double x = std::ldexp(1.0, -i);
    geometric.push_back({{x, 0, 0}, {x, 0, 0}});
  }
  const BoundingTree tree(geometric);
  expect_sound(tree, geometric);
  int found = 0;
  tree.visit([](const Bounds&) { return true; }, [&](int) { ++found; });
  EXPECT_EQ(found, 1000);
  EXPECT_TRUE(BoundingTree(In<Bounds>{}).is_empty());
}

TEST(BoundingTree, RefusesWhatIsNotFinite) {
  testing::expect_error([] { BoundingTree(In<Bounds>{Bounds::everything()}); }, {"item 0", "finite"});
}

}  // namespace sarrus::testing::bounding_tree_test
