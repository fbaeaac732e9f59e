#include "sarrus/linearize/value_derivatives.h"

#include <algorithm>

#include "sarrus/linearize/internal/element_parameters.h"
#include "sarrus/linearize/internal/value_difference.h"
#include "sarrus/system/constraint_responses.h"
#include "sarrus/system/internal/layout.h"
#include "sarrus/system/internal/motion_derivatives.h"
#include "sarrus/system/responses.h"

namespace sarrus {

using namespace internal;

namespace {

/// u̇, ż and multipliers, one after the other.
VectorX<double> calc_all(const State& state) {
  const VectorX<double> u = copied(udot(state)), z = copied(zdot(state));
  VectorX<double> lambda;
  if (!state.layout().constraints.empty()) lambda = copied(multipliers(state));
  VectorX<double> all(u.size() + z.size() + lambda.size());
  all << u, z, lambda;
  return all;
}

/// Columns of derivatives by parameters that elements know.
class ExactColumns {
 public:
  ExactColumns(const State& state, const Array<Parameter>& parameters)
      : motion_(state, true, parameters), rows_(state.nu() * motion_.columns()) {
    is_known_ = !parameters.empty() && motion_.calc(state, udot(state));
    if (is_known_) motion_.calc_accelerations(rows_);
  }
  /// Writes the column of parameter number `p`; returns false if it is not known, or −1.
  bool write(int p, Eigen::Ref<VectorX<double>> to) const {
    if (!is_known_ || p < 0 || !motion_.knows_parameter(p)) return false;
    const auto take = [&](In<double> rows, Eigen::Index first) {
      const int stride = motion_.columns(), count = static_cast<int>(rows.size()) / stride;
      for (int i = 0; i < count; ++i) to[first + i] = rows[i * stride + motion_.first_parameter() + p];
      return count;
    };
    to.setZero();
    take(rows_, 0);
    if (motion_.is_constrained()) {
      const In<double> of_multipliers = motion_.multiplier_rows();
      take(of_multipliers, to.size() - static_cast<Eigen::Index>(of_multipliers.size()) / motion_.columns());
    }
    return true;
  }

 private:
  MotionDerivatives motion_;
  Array<double> rows_;
  bool is_known_;
};

}  // namespace

ValueDerivatives calc_value_derivatives(const State& state, const Array<std::string>& values) {
  const Eigen::Index n = state.nu(), nz = state.nz(), rows = calc_all(state).size();
  MatrixX<double> all(rows, static_cast<Eigen::Index>(values.size()));
  const ElementParameters parameters(state, values);
  const ExactColumns exact_columns(state, parameters.all());
  Array<std::string> differenced;
  double error = 0;
  for (int j = 0; j < static_cast<int>(values.size()); ++j) {
    if (exact_columns.write(parameters.number(j), all.col(j))) continue;
    const ExtrapolatedDifference by = calc_value_difference(state, values[j], calc_all);
    differenced.push_back(values[j]);
    all.col(j) = by.derivative;
    if (rows > 0) error = std::max(error, by.error.maxCoeff());
  }
  const double largest = all.size() == 0 ? 0 : all.cwiseAbs().maxCoeff();
  const auto part = [&](Eigen::Index first, Eigen::Index count) -> MatrixX<double> {
    if (values.empty()) return MatrixX<double>(count, 0);
    return all.middleRows(first, count);
  };
  return {values,      part(0, n),
          part(n, nz), part(n + nz, rows - n - nz),
          differenced, largest > 0 ? error / largest : 0};
}

}  // namespace sarrus
