#pragma once
/// @file
#include <string>
#include <vector>

#include "apps/plot/plot.h"

namespace sarrus {

/// Where values lie along an axis.
class AxisScale {
 public:
  AxisScale(const Axis& axis, const Axis::Range& range);

  bool is_logarithmic() const { return is_logarithmic_; }
  /// True if a value has a place on the axis, be it beyond its ends.
  bool has(double value) const;
  /// True if a value lies between the ends.
  bool shows(double value) const;
  /// Zero at the low end, one at the high end.
  double place(double value) const;
  /// Round values within the range, as many as there is room for.
  std::vector<double> ticks(int most) const;
  /// "0.5", "10⁻⁷".
  std::string tick_text(double tick) const;

 private:
  double measure(double value) const;
  std::vector<double> logarithmic_ticks(int most) const;
  std::vector<double> linear_ticks(int most) const;

  bool is_logarithmic_;
  double tick_unit_, low_, high_;  // low and high as measured: logarithms or values
};

/// The range of a linear axis that has some room around the values from `low` to `high`.
Axis::Range with_margin(double low, double high);

}  // namespace sarrus
