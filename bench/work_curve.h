#pragma once
/// @file
/// What accuracy costs: the points of a work–precision diagram.

#include <span>
#include <string>
#include <vector>

namespace sarrus::bench {

/// One simulation: what was asked for, what it took, and how far from the true result it ended.
struct WorkPoint {
  double accuracy = 0, cpu_seconds = 0, error = 0;
  long steps = 0, evaluations = 0;
};

/// A method of a program at several accuracies.
struct WorkCurve {
  std::string program, method;
  int order = 0;
  std::vector<WorkPoint> points{};
};

/// CPU seconds for an error, interpolated between logarithms; those of the cheapest run if that is better
/// than asked for, and infinity if no run is good enough.
double cost_at_error(const WorkCurve& curve, double error);
/// The least of several curves.
double cost_at_error(std::span<const WorkCurve> curves, double error);

/// The exponent p of cpu_seconds ≈ c·accuracy^p by least squares, of the four runs of the finest accuracies:
/// in the others stability may limit the length of steps.
double fitted_exponent(const WorkCurve& curve);

}  // namespace sarrus::bench
