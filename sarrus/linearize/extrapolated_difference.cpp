#include "sarrus/linearize/internal/extrapolated_difference.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace sarrus::internal {

namespace {
constexpr int levels = 6;
}

ExtrapolatedDifference calc_extrapolated_difference(const std::function<VectorX<double>(double)>& f,
                                                    double h) {
  ExtrapolatedDifference best;
  std::vector<VectorX<double>> above, row;  // two rows of the tableau
  for (int level = 0; level < levels; ++level, h /= 2) {
    const VectorX<double> after = f(h), before = f(-h);
    row.assign(1, (after - before) / (2 * h));
    const VectorX<double> rounding =
        std::numeric_limits<double>::epsilon() / (2 * h) * (after.cwiseAbs() + before.cwiseAbs());
    if (level == 0) {
      best.derivative = row[0];
      best.error = VectorX<double>::Constant(row[0].size(), std::numeric_limits<double>::infinity());
    }
    double power = 1;
    for (int order = 1; order <= level; ++order) {
      power *= 4;
      const std::size_t previous = order - 1;
      row.push_back((power * row[previous] - above[previous]) / (power - 1));
      const VectorX<double>& entry = row.back();
      for (Eigen::Index i = 0; i < entry.size(); ++i) {
        const double error = std::max(
            {std::abs(entry[i] - row[previous][i]), std::abs(entry[i] - above[previous][i]), rounding[i]});
        if (error > best.error[i]) continue;
        best.error[i] = error;
        best.derivative[i] = entry[i];
      }
    }
    above.swap(row);
  }
  return best;
}

}  // namespace sarrus::internal
