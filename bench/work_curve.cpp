#include "bench/work_curve.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sarrus::bench {

namespace {

/// The points that no other beats in both error and time, the cheapest first.
std::vector<WorkPoint> best_points(std::vector<WorkPoint> points) {
  std::sort(points.begin(), points.end(),
            [](const WorkPoint& a, const WorkPoint& b) { return a.cpu_seconds < b.cpu_seconds; });
  std::vector<WorkPoint> best;
  for (const WorkPoint& point : points)
    if (best.empty() || point.error < best.back().error) best.push_back(point);
  return best;
}

/// Of two points, at an error between theirs.
double interpolated_cost(const WorkPoint& cheap, const WorkPoint& exact, double error) {
  const double fraction = std::log(error / cheap.error) / std::log(exact.error / cheap.error);
  return cheap.cpu_seconds * std::pow(exact.cpu_seconds / cheap.cpu_seconds, fraction);
}

}  // namespace

double cost_at_error(const WorkCurve& curve, double error) {
  const std::vector<WorkPoint> points = best_points(curve.points);
  const auto exact =
      std::find_if(points.begin(), points.end(), [&](const WorkPoint& p) { return p.error <= error; });
  if (exact == points.end()) return std::numeric_limits<double>::infinity();
  return exact == points.begin() ? exact->cpu_seconds : interpolated_cost(exact[-1], *exact, error);
}

double cost_at_error(std::span<const WorkCurve> curves, double error) {
  double least = std::numeric_limits<double>::infinity();
  for (const WorkCurve& curve : curves) least = std::min(least, cost_at_error(curve, error));
  return least;
}

double fitted_exponent(const WorkCurve& curve) {
  const std::size_t count = std::min<std::size_t>(curve.points.size(), 4);
  const auto finest = std::span(curve.points).last(count);
  double x = 0, y = 0, xx = 0, xy = 0;
  for (const WorkPoint& point : finest) {
    const double log_accuracy = std::log(point.accuracy), log_cost = std::log(point.cpu_seconds);
    x += log_accuracy, y += log_cost;
    xx += log_accuracy * log_accuracy, xy += log_accuracy * log_cost;
  }
  const auto n = static_cast<double>(count);
  return (n * xy - x * y) / (n * xx - x * x);
}

}  // namespace sarrus::bench
