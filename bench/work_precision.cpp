#include "bench/work_precision.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>

#include "bench/fig3.h"

namespace sarrus::bench {

namespace {

constexpr int rounds = 3;  // of all methods in turn: other work on the machine hits them alike
constexpr double accuracies[] = {1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9};
constexpr double patience = 1.5;  // CPU seconds; a method that takes longer is not asked for finer accuracies
constexpr const char* our_methods[] = {"merson",          "fehlberg", "dormand-prince5",
                                       "dormand-prince8", "rk3",      "verlet"};
constexpr const char* simbody_methods[] = {"merson", "fehlberg", "rk3", "verlet"};

using Simulate = std::function<SimulationRun(const std::string& method, double accuracy)>;

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  require(a.size() == b.size(), "{} coordinates cannot be compared with {}", a.size(), b.size());
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

/// Runs a method at all accuracies that it can afford.
void measure(WorkCurve& curve, const Simulate& simulate, const std::vector<double>& truth) {
  for (const double accuracy : accuracies) {
    const SimulationRun run = simulate(curve.method, accuracy);
    curve.points.push_back(
        {accuracy, run.cpu_seconds, largest_difference(run.q, truth), run.steps, run.evaluations});
    if (run.cpu_seconds > patience) return;
  }
}

/// Short runs, which a disturbance hits harder, are repeated more often.
void measure_again(WorkCurve& curve, const Simulate& simulate) {
  for (WorkPoint& point : curve.points)
    for (int repeats = std::clamp(static_cast<int>(0.3 / point.cpu_seconds), 1, 5); repeats > 0; --repeats)
      point.cpu_seconds = std::min(point.cpu_seconds, simulate(curve.method, point.accuracy).cpu_seconds);
}

void print_curve(const WorkCurve& curve) {
  for (const WorkPoint& point : curve.points)
    fmt::print("{:<12} {:<16} {:>8.0e} {:>8} {:>12} {:>9.4f} {:>9.1e}\n", curve.program, curve.method,
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

/// Ours are drawn thick; the same method has the same colour in both programs.
Curve plot_curve(const WorkCurve& of, bool ours) {
  const auto method = std::find(std::begin(our_methods), std::end(our_methods), of.method);
  Curve curve{of.program + " " + of.method,
              {},
              {},
              static_cast<std::size_t>(method - our_methods),
              ours ? Stroke::thick : Stroke::dashed};
  for (const WorkPoint& point : of.points)
    curve.x.push_back(point.error), curve.y.push_back(point.cpu_seconds);
  return curve;
}

}  // namespace

WorkPrecision::WorkPrecision(const Peer* simbody) {
  const Fig3 fig3;
  const Simulate our_simulate = [&](const std::string& method, double accuracy) {
    return fig3.simulate(method, accuracy);
  };
  const Simulate simbody_simulate = [&](const std::string& method, double accuracy) {
    return simbody->simulate("fig3", method, accuracy);
  };
  for (const char* method : our_methods) ours_.push_back({"Sarrus", method, fig3.order(method)});
  if (simbody != nullptr)
    for (const char* method : simbody_methods)
      simbody_.push_back({simbody->name(), method, fig3.order(method)});

  const std::vector<double> truth = fig3.simulate("dormand-prince8", 1e-12).q;
  if (simbody != nullptr) deviation_ = largest_difference(simbody_simulate("merson", 1e-10).q, truth);
  for (WorkCurve& curve : ours_) measure(curve, our_simulate, truth);
  for (WorkCurve& curve : simbody_) measure(curve, simbody_simulate, truth);
  for (int round = 1; round < rounds; ++round) {
    for (WorkCurve& curve : ours_) measure_again(curve, our_simulate);
    for (WorkCurve& curve : simbody_) measure_again(curve, simbody_simulate);
  }
}

std::vector<WorkPrecision::Comparison> WorkPrecision::comparisons() const {
  std::vector<Comparison> all;
  if (simbody_.empty()) return all;
  for (const WorkPoint& point : simbody_.front().points)
    all.push_back({point.error, cost_at_error(ours_, point.error), cost_at_error(simbody_, point.error)});
  return all;
}

void WorkPrecision::print() const {
  fmt::print("\nfig3: 11 chains of 20 links on an oscillating base, 20 s, one core\n");
  if (deviation_) fmt::print("Simbody at accuracy 1e-10 ends {:.0e} from ours at 1e-12\n", *deviation_);
  fmt::print("{:<29} {:>8} {:>8} {:>12} {:>9} {:>9}\n", "", "accuracy", "steps", "evaluations", "CPU s",
             "error");
  for (const WorkCurve& curve : ours_) print_curve(curve);
  for (const WorkCurve& curve : simbody_) print_curve(curve);

  fmt::print("\nCPU s ~ accuracy^p, finest runs           p  -1/order\n");
  for (const auto* curves : {&ours_, &simbody_})
    for (const WorkCurve& curve : *curves)
      fmt::print("{:<12} {:<20} {:>9.3f} {:>9.3f}\n", curve.program, curve.method, fitted_exponent(curve),
                 -1.0 / curve.order);

  if (simbody_.empty()) return;
  fmt::print("\nCPU s at the error of each run of Simbody's Merson, best methods\n{:>9} {:>9} {:>9} {:>9}\n",
             "error", "Sarrus", "Simbody", "ratio");
  for (const Comparison& at : comparisons())
    fmt::print("{:>9.1e} {:>9.4f} {:>9.4f} {:>9.1f}\n", at.error, at.ours, at.simbody, at.simbody / at.ours);
}

nlohmann::ordered_json WorkPrecision::json() const {
  nlohmann::ordered_json json{{"title", "fig3: 11 chains of 20 links on an oscillating base, 20 s"}};
  if (deviation_) json["deviation"] = *deviation_;
  for (const auto* curves : {&ours_, &simbody_})
    for (const WorkCurve& curve : *curves) json["methods"].push_back(curve_json(curve));
  for (const Comparison& at : comparisons())
    json["at_equal_error"].push_back({{"error", at.error}, {"Sarrus", at.ours}, {"Simbody", at.simbody}});
  return json;
}

Plot WorkPrecision::plot() const {
  Panel panel{"11 chains of 20 links on an oscillating base, 20 s", {}};
  for (const WorkCurve& curve : ours_) panel.curves.push_back(plot_curve(curve, true));
  for (const WorkCurve& curve : simbody_) panel.curves.push_back(plot_curve(curve, false));
  return {"What accuracy costs", "error of the coordinates at the end", "CPU seconds", {panel}, 640, 440};
}

}  // namespace sarrus::bench
