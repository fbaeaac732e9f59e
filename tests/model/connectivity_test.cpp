#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "sarrus/base/error.h"
#include "sarrus/model/connectivity.h"

namespace sarrus::testing::connectivity_test {
namespace {

using Ints = std::vector<int>;

TEST(Connectivity, SetsOfABranchedTree) {
  //      0 ── 1 ── 2 ── 4
  //           │    └─── 5
  //           └─── 3 ── 6
  const Connectivity tree({-1, 0, 1, 1, 2, 2, 3});
  EXPECT_EQ(tree.children(1), (Ints{2, 3}));
  EXPECT_EQ(tree.children(6), Ints{});
  EXPECT_EQ(tree.path(5), (Ints{1, 2, 5}));
  EXPECT_EQ(tree.subtree(2), (Ints{2, 4, 5}));
  EXPECT_EQ(tree.subtree(0), (Ints{0, 1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(tree.depth(6), 3);
  EXPECT_TRUE(tree.is_ancestor(1, 6));
  EXPECT_FALSE(tree.is_ancestor(2, 6));
  EXPECT_EQ(tree.path_between(4, 6), (Ints{4, 2, 1, 3, 6}));
  EXPECT_EQ(tree.path_between(2, 2), (Ints{2}));
  EXPECT_EQ(tree.nearest_common_ancestor(4, 5), 2);
  EXPECT_THROW(Connectivity({-1, 2, 0}), Error);
}

TEST(Connectivity, ExpandedParentsOfTheBook) {  // Featherstone, ch. 6: joint 2 has three degrees of freedom
  const Ints expanded = expanded_parents({0, 1, 1, 2, 2, 3}, {1, 3, 1, 1, 1, 1});
  EXPECT_EQ(expanded, (Ints{0, 1, 2, 3, 1, 4, 4, 5}));
  EXPECT_EQ(sparsity_cost(expanded).D1, 17);
  EXPECT_EQ(sparsity_cost(expanded).D2, 34);
}

TEST(Connectivity, SparsityOfABinaryTree) {
  const SparsityCost cost = sparsity_cost({0, 1, 1, 2, 2, 3, 3});
  EXPECT_EQ(cost.D1, 10);
  EXPECT_EQ(cost.D2, 14);
  const SparsityCost chain = sparsity_cost({0, 1, 2, 3, 4, 5, 6});  // dense
  EXPECT_EQ(chain.D1, 21);
  EXPECT_EQ(chain.D2, 56);
}

TEST(Connectivity, CrankSliderHasEightRegularNumberings) {  // four bodies in a ring: four spanning trees
  const std::pair<int, int> ring[] = {{0, 1}, {1, 2}, {2, 3}, {3, 0}};
  int numberings = 0;
  for (int cut = 0; cut < 4; ++cut) {
    // Parents in the tree that is left: walk both ways from the ground.
    Ints parent(4, -1);
    for (int pass = 0; pass < 4; ++pass)
      for (int e = 0; e < 4; ++e) {
        if (e == cut) continue;
        for (auto [a, b] : {ring[e], std::pair{ring[e].second, ring[e].first}})
          if ((a == 0 || parent[static_cast<std::size_t>(a)] >= 0) && b != 0 &&
              parent[static_cast<std::size_t>(b)] < 0)
            parent[static_cast<std::size_t>(b)] = a;
      }
    Ints number{1, 2, 3};  // the numbers given to bodies 1, 2, 3
    do {
      Ints parents(3);
      for (int b = 1; b <= 3; ++b) {
        const int p = parent[static_cast<std::size_t>(b)];
        parents[static_cast<std::size_t>(number[static_cast<std::size_t>(b - 1)] - 1)] =
            p == 0 ? 0 : number[static_cast<std::size_t>(p - 1)];
      }
      numberings += is_regular_numbering(parents);
    } while (std::next_permutation(number.begin(), number.end()));
  }
  EXPECT_EQ(numberings, 8);
}

}  // namespace
}  // namespace sarrus::testing::connectivity_test
