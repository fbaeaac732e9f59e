#include "sarrus/function/internal/piecewise.h"

#include <limits>

#include "sarrus/scalar/scalar_types.h"
#include "tests/support/close.h"
#include "tests/support/lanes.h"

namespace sarrus::testing::piecewise_test {

using namespace internal;

namespace {

using internal::row_at, internal::row_index;

const Array<double> breaks = {-1, 0.5, 2};
const Array<std::array<double, 2>> rows = {{10, 1}, {20, 2}, {30, 3}, {40, 4}};
/// Points with the number of the row that belongs to each, breaks included: they belong to what follows.
const std::vector<double> points = {-7, -1, -0.999, 0.499, 0.5, 1, 2, 50};
const std::vector<double> expected = {10, 20, 20, 20, 30, 30, 40, 40};

TEST(Piecewise, FindsTheRow) {
  for (std::size_t i = 0; i < points.size(); ++i)
    EXPECT_EQ(10.0 * static_cast<double>(row_index(breaks, points[i]) + 1), expected[i]) << points[i];
  EXPECT_EQ(row_index(breaks, std::numeric_limits<double>::quiet_NaN()), 3u);
  EXPECT_EQ(row_index({}, 5), 0u);
}

template <class T>
class PiecewiseIn : public ::testing::Test {};

template <class List>
struct AsGoogleTypes;
template <class... Ts>
struct AsGoogleTypes<TypeList<Ts...>> {
  /// All scalars of the library, and one whose lanes cannot be read.
  using Type = ::testing::Types<Ts..., Dual<Pack4d, 2>>;
};
TYPED_TEST_SUITE(PiecewiseIn, AsGoogleTypes<Scalars>::Type);

/// The value of a number, without derivatives.
template <class T>
const T& plain(const T& x) {
  return x;
}
const Pack4d& plain(const Dual<Pack4d, 2>& x) { return x.value; }

TYPED_TEST(PiecewiseIn, GathersRows) {
  using T = TypeParam;
  using Numbers = std::remove_cvref_t<decltype(plain(std::declval<T>()))>;
  for (std::size_t first = 0; first < points.size(); ++first) {
    std::vector<double> lanes;
    for (std::size_t l = 0; l < 16; ++l) lanes.push_back(points[(first + l) % points.size()]);
    const T x(testing::from_lanes<Numbers>(lanes));
    const std::array<T, 2> row = row_at(breaks, rows, x);
    for (int l = 0; l < ScalarTraits<T>::lanes; ++l) {
      const double value = expected[(first + static_cast<std::size_t>(l)) % points.size()];
      EXPECT_EQ(testing::lane(plain(row[0]), l), value);
      EXPECT_EQ(testing::lane(plain(row[1]), l), value / 10);
    }
  }
}

}  // namespace

}  // namespace sarrus::testing::piecewise_test
