#include "sarrus/function/internal/spline_points.h"

#include "sarrus/base/array.h"
#include "sarrus/base/error.h"
#include "sarrus/function/internal/numbers.h"

namespace sarrus::internal {

void check_points(const char* spline, const Array<double>& x, const Array<double>& y, int fewest) {
  require(x.size() == y.size(), "{}: x has {} numbers and y has {}: give one y for each x", spline, x.size(),
          y.size());
  require(std::ssize(x) >= fewest, "{}: {} points were given, but at least {} are needed", spline, x.size(),
          fewest);
  check_finite(spline, "x", x);
  check_finite(spline, "y", y);
  for (std::size_t i = 1; i < x.size(); ++i)
    require(x[i - 1] < x[i], "{}: x must increase, but x[{}] = {} is followed by x[{}] = {}", spline, i - 1,
            x[i - 1], i, x[i]);
}

}  // namespace sarrus::internal
