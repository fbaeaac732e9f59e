#pragma once
/// @file
/// What must hold for every function in every scalar.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "sarrus/function/function.h"

namespace sarrus::testing {

/// A point x₀ … x₍ₖ₋₁₎.
using Point = std::vector<double>;

/// Value, gradient and Hessian in double.
struct Evaluation {
  double value;
  std::vector<double> gradient, hessian;
  /// The largest magnitude among them, and at least 1.
  double size() const;
};
Evaluation evaluate(const Function& f, const Point& x);

/// Checks at each point, which must be at least 1e-4 from a place where a third derivative jumps:
/// - the gradient against central differences of the value, the Hessian against those of the gradient;
/// - every scalar against double, in each lane, with different points in the lanes of a pack;
/// - the derivatives that Duals carry through value, gradient and Hessian against the gradient, the Hessian
/// and
///   central differences of the Hessian.
void check_laws(const Function& f, const std::vector<Point>& points);

/// The same for a function of one argument.
void check_laws(const Function& f, const std::vector<double>& points);

/// The message of the Error that `call` throws; fails the test if it throws none.
template <class Call>
std::string message_of(Call call) {
  try {
    call();
  } catch (const Error& e) {
    return e.what();
  }
  ADD_FAILURE() << "no error was thrown";
  return "";
}

/// Passes if `text` contains all the `words`.
::testing::AssertionResult mentions(const std::string& text, const std::vector<std::string>& words);

}  // namespace sarrus::testing
