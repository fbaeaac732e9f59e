#include "bench/method_comparison.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "bench/known_motions.h"
#include "bench/methods.h"
#include "sarrus/simulate/simulation.h"

namespace sarrus::bench {

namespace {

constexpr double coarsest = 1e-2, finest = 1e-12;
constexpr long patience = 100'000;  // evaluations; a method that takes more is not asked for finer accuracies
constexpr double shown_error = 1e-6;

WorkPoint simulate(const KnownMotion& motion, const std::string& method, double accuracy) {
  Simulation simulation(motion.start, {.accuracy = accuracy, .integrator = method, .record = false});
  simulation.run(motion.duration);
  const std::vector<double> found = motion.numbers(simulation.state());
  WorkPoint point{.accuracy = accuracy};
  for (std::size_t i = 0; i < found.size(); ++i)
    point.error = std::max(point.error, std::abs(found[i] - motion.truth[i]));
  point.steps = simulation.statistics().steps;
  point.evaluations = simulation.statistics().evaluations;
  return point;
}

WorkCurve measure(const KnownMotion& motion, const std::string& method) {
  WorkCurve curve{"Sarrus", method};
  for (double accuracy = coarsest; accuracy > finest / 2; accuracy /= std::sqrt(10.0)) {
    curve.points.push_back(simulate(motion, method, accuracy));
    if (curve.points.back().evaluations > patience) break;
  }
  return curve;
}

/// The fewest evaluations with which the error was no larger; zero: no run was good enough.
long evaluations_for(const WorkCurve& curve, double error) {
  long fewest = 0;
  for (const WorkPoint& point : curve.points)
    if (point.error <= error && (fewest == 0 || point.evaluations < fewest)) fewest = point.evaluations;
  return fewest;
}

}  // namespace

MethodComparison::MethodComparison() {
  for (const KnownMotion& motion : known_motions()) {
    motions_.push_back({motion.name, {}});
    for (const std::string& method : all_methods()) motions_.back().curves.push_back(measure(motion, method));
  }
}

void MethodComparison::print() const {
  fmt::print("\nEvaluations of the rates for an error of {:g}\n{:<22}", shown_error, "");
  for (const OfMotion& motion : motions_) fmt::print(" {:>18}", motion.name.substr(0, motion.name.find(',')));
  fmt::print("\n");
  for (std::size_t m = 0; m < motions_.front().curves.size(); ++m) {
    fmt::print("{:<22}", motions_.front().curves[m].method);
    for (const OfMotion& motion : motions_) {
      const long count = evaluations_for(motion.curves[m], shown_error);
      fmt::print(" {:>18}", count > 0 ? fmt::format("{}", count) : "–");
    }
    fmt::print("\n");
  }
}

nlohmann::ordered_json MethodComparison::json() const {
  nlohmann::ordered_json json;
  for (const OfMotion& motion : motions_)
    for (const WorkCurve& curve : motion.curves)
      for (const WorkPoint& point : curve.points)
        json[motion.name][curve.method].push_back({{"accuracy", point.accuracy},
                                                   {"steps", point.steps},
                                                   {"evaluations", point.evaluations},
                                                   {"error", point.error}});
  return json;
}

Plot MethodComparison::plot() const {
  Plot plot{"What accuracy takes", "error at the end", "evaluations", {}};
  for (const OfMotion& motion : motions_) {
    Panel panel{motion.name, {}};
    for (const WorkCurve& of : motion.curves) {
      const std::size_t number = panel.curves.size();
      Curve curve{of.method, {}, {}, number, number < color_count ? Stroke::thin : Stroke::dashed};
      for (const WorkPoint& point : of.points)
        curve.x.push_back(point.error), curve.y.push_back(static_cast<double>(point.evaluations));
      panel.curves.push_back(std::move(curve));
    }
    plot.panels.push_back(std::move(panel));
  }
  return plot;
}

}  // namespace sarrus::bench
