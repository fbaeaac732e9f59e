#include <gtest/gtest.h>

#include <Eigen/Core>
#include <array>
#include <vector>

#include "sarrus/base/array_view.h"
#include "sarrus/base/names.h"
#include "sarrus/scalar/eigen.h"

namespace sarrus::testing::base_test {
namespace {

TEST(Names, NaturalOrderComparesDigitsAsNumbers) {
  EXPECT_TRUE(natural_less("link2", "link10"));
  EXPECT_FALSE(natural_less("link10", "link2"));
  EXPECT_TRUE(natural_less("a", "b"));
  EXPECT_TRUE(natural_less("a", "a1"));
  EXPECT_TRUE(natural_less("a1b", "a1c"));
  EXPECT_FALSE(natural_less("a1", "a1"));
  EXPECT_TRUE(natural_less("x01", "x1") != natural_less("x1", "x01"));  // equal numbers are still told apart
}

TEST(Names, SuggestsSlipsButNotStrangers) {
  const std::vector<std::string> names{"shoulder", "elbow", "wrist"};
  EXPECT_EQ(nearest_name("sholder", names), "shoulder");
  EXPECT_EQ(nearest_name("Elbow", names), "elbow");
  EXPECT_EQ(nearest_name("wrsit", names), "wrist");
  EXPECT_EQ(nearest_name("carburettor", names), "");
  EXPECT_EQ(suggestion("wrst", names), " Did you mean 'wrist'?");
  EXPECT_EQ(suggestion("carburettor", names), " There are shoulder, elbow, wrist.");
  EXPECT_EQ(suggestion("x", {}), " There are none.");
}

double sum(In<double> values) {
  double total = 0;
  for (double v : values) total += v;
  return total;
}

TEST(Array, AcceptsAnyContiguousArray) {
  Eigen::MatrixXd m(2, 2);
  m << 1, 2, 3, 4;
  EXPECT_EQ(sum(std::vector{1.0, 2.0}), 3);
  EXPECT_EQ(sum(std::array{1.0, 2.0}), 3);
  EXPECT_EQ(sum(Eigen::VectorXd::Ones(3).eval()), 3);
  EXPECT_EQ(sum(m.col(1)), 6);
  EXPECT_EQ(sum({}), 0);
  EXPECT_THROW(sum(m.row(1)), Error);  // its elements are not side by side
}

TEST(Array, WrongLengthIsNamed) {
  const std::vector<double> q(3);
  try {
    require_size(In<double>(q), 5, "q", "the model has nq");
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "q has 3 entries, but the model has nq = 5");
  }
}

}  // namespace
}  // namespace sarrus::testing::base_test
