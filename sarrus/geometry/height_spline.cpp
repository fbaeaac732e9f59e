#include "sarrus/geometry/internal/height_spline.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sarrus::internal {

namespace {

/// Slopes m of the natural cubic spline through values f at distance one:
///   2·m₀ + m₁ = 3·(f₁ − f₀),   mᵢ₋₁ + 4·mᵢ + mᵢ₊₁ = 3·(fᵢ₊₁ − fᵢ₋₁),   mₙ₋₁ + 2·mₙ = 3·(fₙ − fₙ₋₁).
/// `f(i)` and `m(i)` are references to values and slopes; `factors` is work space.
template <class Values, class Slopes>
void natural_slopes(int count, const Values& f, const Slopes& m, Array<double>& factors) {
  const int last = count - 1;
  factors.resize(count);
  double pivot = 2;
  m(0) = 3 * (f(1) - f(0)) / pivot;
  for (int i = 1; i <= last; ++i) {
    factors[i] = 1 / pivot;
    pivot = (i < last ? 4 : 2) - factors[i];
    const double right = 3 * (f(std::min(i + 1, last)) - f(i - 1));
    m(i) = (right - m(i - 1)) / pivot;
  }
  for (int i = last; i > 0; --i) m(i - 1) -= factors[i] * m(i);
}

using Four = std::array<double, 4>;

/// The coefficients of the cubic on 0 … 1 with given values and slopes at the ends.
Four hermite(double f0, double f1, double m0, double m1) {
  return {f0, m0, 3 * (f1 - f0) - 2 * m0 - m1, 2 * (f0 - f1) + m0 + m1};
}

/// The control points of a cubic on 0 … 1, between which it lies.
Four control_points(const Four& c) {
  return {c[0], c[0] + c[1] / 3, c[0] + 2 * c[1] / 3 + c[2] / 3, c[0] + c[1] + c[2] + c[3]};
}

Four powers(double t) { return {1, t, t * t, t * t * t}; }
Four first_derivatives(double t) { return {0, 1, 2 * t, 3 * t * t}; }
Four second_derivatives(double t) { return {0, 0, 2, 6 * t}; }

double combine(const HeightSpline::Cell& c, const Four& u, const Four& v) {
  double sum = 0;
  for (std::size_t i = 0; i < 4; ++i)
    sum += u[i] * (c[i][0] * v[0] + c[i][1] * v[1] + c[i][2] * v[2] + c[i][3] * v[3]);
  return sum;
}

}  // namespace

HeightSpline::HeightSpline(const HeightFieldShape& field)
    : rows_(field.rows),
      columns_(field.columns),
      half_x_(field.size[0] / 2),
      half_y_(field.size[1] / 2),
      dx_(field.size[0] / (field.columns - 1)),
      dy_(field.size[1] / (field.rows - 1)) {
  nodes_.resize(rows_ * columns_);
  for (int i = 0; i < rows_ * columns_; ++i) nodes_[i].h = static_cast<double>(field.heights[i]);
  fill_slopes();
  fill_ranges();
}

void HeightSpline::fill_slopes() {
  Array<double> work;
  const auto along_x = [&](int j, double Node::*value, double Node::*slope) {
    natural_slopes(
        columns_, [&, j](int i) { return nodes_[i + j * columns_].*value; },
        [&, j](int i) -> double& { return nodes_[i + j * columns_].*slope; }, work);
  };
  for (int i = 0; i < columns_; ++i)
    natural_slopes(
        rows_, [&, i](int j) { return nodes_[i + j * columns_].h; },
        [&, i](int j) -> double& { return nodes_[i + j * columns_].hv; }, work);
  for (int j = 0; j < rows_; ++j) {
    along_x(j, &Node::h, &Node::hu);
    along_x(j, &Node::hv, &Node::huv);
  }
}

HeightSpline::Cell HeightSpline::cell(int i, int j) const {
  const Node &a = node(i, j), &b = node(i + 1, j), &c = node(i, j + 1), &d = node(i + 1, j + 1);
  const Four front = hermite(a.h, b.h, a.hu, b.hu), front_slope = hermite(a.hv, b.hv, a.huv, b.huv);
  const Four back = hermite(c.h, d.h, c.hu, d.hu), back_slope = hermite(c.hv, d.hv, c.huv, d.huv);
  Cell cell;
  for (std::size_t k = 0; k < 4; ++k) cell[k] = hermite(front[k], back[k], front_slope[k], back_slope[k]);
  return cell;
}

void HeightSpline::fill_ranges() {
  lowest_ = std::numeric_limits<double>::infinity(), highest_ = -lowest_;
  ranges_.resize(columns() * rows());
  for (int j = 0; j < rows(); ++j)
    for (int i = 0; i < columns(); ++i) {
      const Cell c = cell(i, j);
      double low = std::numeric_limits<double>::infinity(), high = -low;
      const Four rows_of[4] = {control_points(c[0]), control_points(c[1]), control_points(c[2]),
                               control_points(c[3])};
      for (std::size_t k = 0; k < 4; ++k)
        for (const double z : control_points({rows_of[0][k], rows_of[1][k], rows_of[2][k], rows_of[3][k]}))
          low = std::min(low, z), high = std::max(high, z);
      ranges_[i + j * columns()] = {low, high};
      lowest_ = std::min(lowest_, low), highest_ = std::max(highest_, high);
    }
}

int HeightSpline::place(double t, int count) {
  return static_cast<int>(std::clamp(std::floor(t), 0.0, static_cast<double>(count - 1)));
}

HeightJet HeightSpline::at(double x, double y) const {
  const int i = column_at(x), j = row_at(y);
  const Cell c = cell(i, j);
  const double u = (x - left_of(i)) / dx_, v = (y - front_of(j)) / dy_;
  const Four u0 = powers(u), u1 = first_derivatives(u), v0 = powers(v), v1 = first_derivatives(v);
  return {combine(c, u0, v0),
          combine(c, u1, v0) / dx_,
          combine(c, u0, v1) / dy_,
          combine(c, second_derivatives(u), v0) / (dx_ * dx_),
          combine(c, u1, v1) / (dx_ * dy_),
          combine(c, u0, second_derivatives(v)) / (dy_ * dy_)};
}

}  // namespace sarrus::internal
