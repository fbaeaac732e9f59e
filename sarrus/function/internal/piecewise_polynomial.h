#pragma once
/// @file
/// A piecewise polynomial: a function that is a polynomial on each interval between breaks. Every spline is
/// stored in this form once its coefficients are known.

#include <array>
#include <cmath>
#include <string>

#include "sarrus/base/array.h"
#include "sarrus/base/error.h"
#include "sarrus/function/extrapolation.h"
#include "sarrus/function/internal/horner.h"
#include "sarrus/function/internal/piecewise.h"

namespace sarrus::internal {

/// One end of a spline's data, with the spline's derivatives there. `reach` is the outward step over which
/// the curvature eases to zero; it is negative at the start.
struct SplineEnd {
  double x, value, slope, curvature, reach;
};

/// f(x) = c₀ + c₁s + … + c_d·s^d with s = x − origin; every interval has its own row (origin, c₀, …, c_d).
template <int degree>
struct PiecewisePolynomial {
  using Row = std::array<double, degree + 2>;

  Array<double> breaks;  ///< Ascending; row i ends and row i + 1 begins at breaks[i].
  Array<Row> rows;
  std::string text;

  int arguments() const { return 1; }
  std::string description() const { return text; }

  template <class T>
  T value(const T* x) const {
    const auto row = row_at(breaks, rows, *x);
    return horner(&row[1], degree, T(*x - row[0]));
  }
  template <class T>
  void evaluate(const T* x, T& f, T* gradient, T* hessian) const {
    const auto row = row_at(breaks, rows, *x);
    horner(&row[1], degree, T(*x - row[0]), f, *gradient, *hessian);
  }

  /// Appends an interval that begins at the row's origin.
  void add(const Row& row) {
    if (!rows.empty()) breaks.push_back(row[0]);
    rows.push_back(row);
  }
  /// Adds the rows outside the data, below `start` and above `end`, and describes them in the text.
  void extrapolate(const SplineEnd& start, const SplineEnd& end, Extrapolation kind) {
    text += kind == Extrapolation::polynomial     ? ", outside the polynomials of the last intervals"
            : kind == Extrapolation::tangent_line ? ", outside its tangent lines"
                                                  : ", outside eased to straight lines";
    if (kind == Extrapolation::polynomial) return;
    for (const Row& row : outside(start, kind)) {
      breaks.insert(breaks.begin(), row[0]);
      rows.insert(rows.begin(), row);
    }
    for (const Row& row : outside(end, kind)) add(row);
  }
  /// Throws if a coefficient is not finite: the intervals were too narrow for the differences in value.
  void check() const {
    for (const Row& row : rows)
      for (const double c : row)
        require(std::isfinite(c),
                "{}: the coefficients from x = {} on overflow; are points too close together?", text, row[0]);
  }

 private:
  /// The rows outside one end, from the end outwards.
  static Array<Row> outside(const SplineEnd& e, Extrapolation kind) {
    if (kind == Extrapolation::tangent_line || e.curvature == 0) return {Row{e.x, e.value, e.slope}};

    // f'' = κ·(1 − s/w) for s from 0 to w, then f'' = 0.
    const double w = e.reach, k = e.curvature;
    return {Row{e.x, e.value, e.slope, k / 2, -k / (6 * w)},
            Row{e.x + w, e.value + w * (e.slope + k * w / 3), e.slope + k * w / 2}};
  }
};

}  // namespace sarrus::internal
