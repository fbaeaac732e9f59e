#include "apps/plot/axis_scale.h"

#include <fmt/format.h>

#include <cmath>

namespace sarrus {

namespace {

constexpr double tick_rounding = 1e-9;

/// "⁻12" with raised digits.
std::string raised(int number) {
  constexpr const char* digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text = number < 0 ? "⁻" : "";
  for (const char digit : std::to_string(std::abs(number))) text += digits[digit - '0'];
  return text;
}

}  // namespace

Axis::Range with_margin(double low, double high) {
  const double size = high > low ? high - low : std::max(std::abs(low), 1.0);
  return {low - 0.06 * size, high + 0.06 * size};
}

AxisScale::AxisScale(const Axis& axis, const Axis::Range& range)
    : is_logarithmic_(axis.is_logarithmic),
      tick_unit_(axis.tick_unit),
      low_(measure(range.low)),
      high_(measure(range.high)) {}

double AxisScale::measure(double value) const { return is_logarithmic_ ? std::log10(value) : value; }

bool AxisScale::has(double value) const { return std::isfinite(value) && (!is_logarithmic_ || value > 0); }

bool AxisScale::shows(double value) const {
  return has(value) && place(value) > -tick_rounding && place(value) < 1 + tick_rounding;
}

double AxisScale::place(double value) const { return (measure(value) - low_) / (high_ - low_); }

std::vector<double> AxisScale::ticks(int most) const {
  return is_logarithmic_ ? logarithmic_ticks(most) : linear_ticks(most);
}

/// The first of these that has room: digits times powers of ten, powers of ten, every second, third … of
/// them.
std::vector<double> AxisScale::logarithmic_ticks(int most) const {
  const std::vector<std::vector<double>> families =
      high_ - low_ < 1 ? std::vector<std::vector<double>>{{1, 2, 3, 4, 5, 6, 7, 8, 9}, {1, 2, 5}, {1}}
                       : std::vector<std::vector<double>>{{1, 2, 5}, {1}};
  const auto collect = [&](const std::vector<double>& digits, int stride) {
    std::vector<double> ticks;
    for (int decade = static_cast<int>(std::floor(low_)); decade <= high_ + tick_rounding; ++decade)
      for (const double digit : digits) {
        const double tick = digit * std::pow(10, decade);
        if (decade % stride == 0 && shows(tick)) ticks.push_back(tick);
      }
    return ticks;
  };
  for (const std::vector<double>& digits : families)
    if (std::vector<double> ticks = collect(digits, 1); static_cast<int>(ticks.size()) <= most) return ticks;
  int stride = 2;
  while (static_cast<int>(collect({1}, stride).size()) > most) ++stride;
  return collect({1}, stride);
}

/// Multiples of 1, 2 or 5 times a power of ten, or of the given unit.
std::vector<double> AxisScale::linear_ticks(int most) const {
  const double rough = (high_ - low_) / most;
  double step = std::pow(10, std::floor(std::log10(rough)));
  if (tick_unit_ > 0) {
    step = tick_unit_ * std::max(1.0, std::exp2(std::ceil(std::log2(rough / tick_unit_))));
  } else {
    for (const double factor : {2.0, 2.5, 2.0})
      if (step < rough) step *= factor;
  }
  std::vector<double> ticks;
  for (double k = std::ceil(low_ / step - tick_rounding); k * step <= high_ + tick_rounding * step; ++k)
    ticks.push_back(k == 0 ? 0 : k * step);
  return ticks;
}

std::string AxisScale::tick_text(double tick) const {
  if (!is_logarithmic_ || (tick > 0.9e-3 && tick < 1.1e4)) {
    std::string text = fmt::format("{:.6g}", tick);
    if (text.front() == '-') text.replace(0, 1, "−");
    return text;
  }
  const int decade = static_cast<int>(std::floor(std::log10(tick) + tick_rounding));
  const double digit = std::round(tick / std::pow(10, decade));
  return (digit == 1 ? "" : fmt::format("{:g}·", digit)) + "10" + raised(decade);
}

}  // namespace sarrus
