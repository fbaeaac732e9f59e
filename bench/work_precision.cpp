#include "bench/work_precision.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>

namespace sarrus::bench {

namespace {

constexpr double lost = 1;  // an error from which on a run has nothing to do with the true motion

using Simulate = std::function<SimulationRun(const std::string& method, double accuracy)>;

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  require(a.size() == b.size(), "{} coordinates cannot be compared with {}", a.size(), b.size());
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

/// Runs a method at all accuracies that it can afford.
void measure(WorkCurve& curve, const WorkPlan& plan, const Simulate& simulate,
             const std::vector<double>& truth) {
  for (const double accuracy : plan.accuracies) {
    const SimulationRun run = simulate(curve.method, accuracy);
    curve.points.push_back(
        {accuracy, run.cpu_seconds, largest_difference(run.q, truth), run.steps, run.evaluations});
    if (run.cpu_seconds > plan.patience) return;
  }
}

/// Short runs, which a disturbance hits harder, are repeated more often; those that took long are not
/// repeated.
void measure_again(WorkCurve& curve, const WorkPlan& plan, const Simulate& simulate) {
  for (WorkPoint& point : curve.points) {
    if (point.cpu_seconds > plan.patience) continue;
    for (int repeats = std::clamp(static_cast<int>(0.3 / point.cpu_seconds), 1, 5); repeats > 0; --repeats)
      point.cpu_seconds = std::min(point.cpu_seconds, simulate(curve.method, point.accuracy).cpu_seconds);
  }
}

void print_curve(const WorkCurve& curve) {
  for (const WorkPoint& point : curve.points)
    fmt::print("{:<12} {:<19} {:>8.0e} {:>8} {:>12} {:>9.4f} {:>9.1e}\n", curve.program, curve.method,
               point.accuracy, point.steps, point.evaluations, point.cpu_seconds, point.error);
}

nlohmann::ordered_json curve_json(const WorkCurve& curve) {
  nlohmann::ordered_json json{{"program", curve.program},
                              {"method", curve.method},
                              {"order", curve.order},
                              {"exponent", fitted_exponent(curve)}};
  for (const WorkPoint& point : curve.points)
    json["runs"].push_back({{"accuracy", point.accuracy},
                            {"steps", point.steps},
                            {"evaluations", point.evaluations},
                            {"cpu_seconds", point.cpu_seconds},
                            {"error", point.error}});
  return json;
}

/// Ours are drawn thick, as long as there are colors; the same method has the same color in both programs.
Curve plot_curve(const WorkCurve& of, const std::vector<std::string>& methods, bool ours, bool with_program) {
  const auto number =
      static_cast<std::size_t>(std::find(methods.begin(), methods.end(), of.method) - methods.begin());
  Curve curve{with_program ? of.program + " " + of.method : of.method,
              {},
              {},
              number,
              ours && number < color_count ? Stroke::thick : Stroke::dashed};
  for (const WorkPoint& point : of.points)
    curve.x.push_back(point.error), curve.y.push_back(point.cpu_seconds);
  return curve;
}

}  // namespace

WorkPrecision::WorkPrecision(const Scenario& scenario, const WorkPlan& plan, const Peer* simbody,
                             const std::string& states_path)
    : name_(scenario.name), title_(scenario.title), methods_(plan.methods) {
  const Simulate our_simulate = [&](const std::string& method, double accuracy) {
    return scenario.simulate(method, accuracy);
  };
  const Simulate simbody_simulate = [&](const std::string& method, double accuracy) {
    return simbody->simulate(scenario.name, method, accuracy, states_path);
  };
  for (const std::string& method : plan.methods) ours_.push_back({"Sarrus", method, scenario.order(method)});
  if (simbody != nullptr)
    for (const std::string& method : plan.simbody_methods)
      simbody_.push_back({simbody->name(), method, scenario.order(method)});

  const std::vector<double> truth =
      scenario.end.empty() ? our_simulate("dormand-prince8", 1e-12).q : scenario.end;
  if (simbody != nullptr && plan.check > 0)
    deviation_ = largest_difference(simbody_simulate("merson", plan.check).q, truth);
  for (WorkCurve& curve : ours_) measure(curve, plan, our_simulate, truth);
  for (WorkCurve& curve : simbody_) measure(curve, plan, simbody_simulate, truth);
  for (int round = 1; round < plan.rounds; ++round) {
    for (WorkCurve& curve : ours_) measure_again(curve, plan, our_simulate);
    for (WorkCurve& curve : simbody_) measure_again(curve, plan, simbody_simulate);
  }
}

std::vector<WorkPrecision::Comparison> WorkPrecision::comparisons() const {
  std::vector<Comparison> all;
  if (simbody_.empty()) return all;
  for (const WorkPoint& point : simbody_.front().points) {
    const Comparison at{point.error, cost_at_error(ours_, point.error), cost_at_error(simbody_, point.error)};
    if (at.error < lost && std::isfinite(at.ours)) all.push_back(at);
  }
  return all;
}

void WorkPrecision::print() const {
  fmt::print("\n{}: {}, one core\n", name_, title_);
  if (deviation_) fmt::print("Simbody's finest run ends {:.0e} from ours\n", *deviation_);
  fmt::print("{:<32} {:>8} {:>8} {:>12} {:>9} {:>9}\n", "", "accuracy", "steps", "evaluations", "CPU s",
             "error");
  for (const WorkCurve& curve : ours_) print_curve(curve);
  for (const WorkCurve& curve : simbody_) print_curve(curve);
  if (simbody_.empty()) return;
  fmt::print("\nCPU s at the error of each run of Simbody's Merson, best methods\n{:>9} {:>9} {:>9} {:>9}\n",
             "error", "Sarrus", "Simbody", "ratio");
  for (const Comparison& at : comparisons())
    fmt::print("{:>9.1e} {:>9.4f} {:>9.4f} {:>9.1f}\n", at.error, at.ours, at.simbody, at.simbody / at.ours);
}

void WorkPrecision::print_exponents() const {
  fmt::print("\nCPU s ~ accuracy^p, finest runs           p  -1/order\n");
  for (const auto* curves : {&ours_, &simbody_})
    for (const WorkCurve& curve : *curves)
      fmt::print("{:<12} {:<20} {:>9.3f} {:>9.3f}\n", curve.program, curve.method, fitted_exponent(curve),
                 -1.0 / curve.order);
}

nlohmann::ordered_json WorkPrecision::json() const {
  nlohmann::ordered_json json{{"title", name_ + ": " + title_}};
  if (deviation_) json["deviation"] = *deviation_;
  for (const auto* curves : {&ours_, &simbody_})
    for (const WorkCurve& curve : *curves) json["methods"].push_back(curve_json(curve));
  for (const Comparison& at : comparisons())
    json["at_equal_error"].push_back({{"error", at.error}, {"Sarrus", at.ours}, {"Simbody", at.simbody}});
  return json;
}

Panel WorkPrecision::panel() const {
  const bool both = !simbody_.empty();
  Panel panel{title_, {}};
  for (const WorkCurve& curve : ours_) panel.curves.push_back(plot_curve(curve, methods_, true, both));
  for (const WorkCurve& curve : simbody_) panel.curves.push_back(plot_curve(curve, methods_, false, both));
  return panel;
}

}  // namespace sarrus::bench
