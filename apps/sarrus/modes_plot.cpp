#include "apps/sarrus/modes_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "apps/plot/axis_scale.h"
#include "apps/sarrus/root_locus.h"
#include "apps/sarrus/unit_of_value.h"

namespace sarrus {

namespace {

using Complex = std::complex<double>;

constexpr double plot_width = 620, plot_height = 480;

/// The part of the complex plane that is seen.
struct Window {
  Axis::Range real, imaginary;
};

/// The leftmost real part that is worth seeing: what decays without oscillating is not if it does so several
/// times as fast as all else happens.
double left_end(const Array<Complex>& points) {
  constexpr double several = 4;
  double pace = 0, low = 0;
  for (const Complex& point : points)
    if (point.imag() != 0 || point.real() > 0) pace = std::max(pace, std::abs(point));
  for (const Complex& point : points)
    if (pace == 0 || point.real() >= -several * pace) low = std::min(low, point.real());
  return low;
}

/// Around the points that are worth seeing, symmetric about the real axis, and neither flat nor narrow.
Window window_around(const Array<Complex>& points) {
  double low = left_end(points), high = 0, up = 0;
  for (const Complex& point : points)
    high = std::max(high, point.real()), up = std::max(up, std::abs(point.imag()));
  const double size = std::max({high - low, 2 * up, 1e-6}), least = 0.3 * size;
  const double missing = std::max(0.0, least - (high - low));
  // Undamped motions are on the right: there is room for the lines on their left.
  low -= 0.75 * missing, high += 0.25 * missing;
  up = std::max(up, 0.5 * least);
  return {with_margin(low, high), with_margin(-up, up)};
}

/// Says how far to the left there are others, if they are not seen.
std::string label_of_real_axis(const Window& window, const Array<Complex>& points) {
  double low = 0;
  for (const Complex& point : points) low = std::min(low, point.real());
  return low > window.real.low
             ? "real part, 1/s"
             : fmt::format("real part, 1/s (others are farther left, down to −{:.3g})", -low);
}

Curve line(const Complex& from, const Complex& to, Stroke stroke) {
  return {"", {from.real(), to.real()}, {from.imag(), to.imag()}, 0, stroke, Mark::none};
}

/// Lines of equal damping ratio ζ, λ = r·(−ζ ± i·√(1 − ζ²)), as many as can be told apart, each with its ζ
/// where it leaves the window.
void add_damping_lines(const Window& window, Panel& panel) {
  constexpr double apart = 0.1;  // of the window
  const double left = -window.real.low, up = window.imaginary.high;
  if (left <= 0) return;
  double x_before = 2, y_before = 2;
  for (const double ratio : {0.9, 0.7, 0.5, 0.3, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005}) {
    const double rise = std::sqrt(1 - ratio * ratio), reach = std::min(left / ratio, up / rise);
    const Complex end(-reach * ratio, reach * rise);
    const double x = -end.real() / (window.real.high - window.real.low),
                 y = end.imag() / (window.imaginary.high - window.imaginary.low);
    if (std::hypot(x - x_before, y - y_before) < apart || x < 0.5 * apart || y < 0.5 * apart) continue;
    x_before = x, y_before = y;
    panel.curves.push_back(line(0, end, Stroke::guide));
    panel.curves.push_back(line(0, std::conj(end), Stroke::guide));
    const Complex label = 0.92 * std::conj(end);  // below, where no eigenvalue has a number
    panel.notes.push_back({label.real(), label.imag(), fmt::format("ζ = {:g}", ratio), false});
  }
}

/// A plot of the complex plane with axes through zero and lines of equal damping.
Plot complex_plane(const std::string& title, const Array<Complex>& points, std::vector<Curve> curves,
                   std::vector<Note> notes) {
  const Window window = window_around(points);
  Panel panel{"",
              std::move(curves),
              Axis{label_of_real_axis(window, points), false, window.real},
              Axis{"imaginary part, rad/s", false, window.imaginary},
              {}};
  add_damping_lines(window, panel);
  panel.curves.push_back(line({window.real.low, 0}, {window.real.high, 0}, Stroke::zero_line));
  panel.curves.push_back(line({0, window.imaginary.low}, {0, window.imaginary.high}, Stroke::zero_line));
  panel.notes.insert(panel.notes.end(), notes.begin(), notes.end());
  return {title, "", "", {std::move(panel)}, plot_width, plot_height};
}

Curve marks_at(const std::string& label, const Array<Complex>& points, std::size_t color, Mark mark) {
  Curve curve{label, {}, {}, color, Stroke::none, mark};
  for (const Complex& point : points) curve.x.push_back(point.real()), curve.y.push_back(point.imag());
  return curve;
}

/// The numbers of modes above their eigenvalues; those that are next to each other share a text.
std::vector<Note> numbers_of(const Array<LinearMode>& modes, const Window& window) {
  constexpr double near = 0.04;  // of the window
  const double width = window.real.high - window.real.low,
               height = window.imaginary.high - window.imaginary.low;
  std::vector<Note> notes;
  for (int i = 0; i < static_cast<int>(modes.size()); ++i) {
    const Complex at = modes[i].eigenvalue;
    const auto same = std::find_if(notes.begin(), notes.end(), [&](const Note& note) {
      return std::abs(note.x - at.real()) < near * width && std::abs(note.y - at.imag()) < near * height;
    });
    if (same == notes.end())
      notes.push_back({at.real(), at.imag(), std::to_string(i + 1)});
    else
      same->text += ", " + std::to_string(i + 1);
  }
  return notes;
}

/// A curve for the way of each eigenvalue; conjugates have the same color.
std::vector<Curve> curves_of(const Array<Array<Complex>>& ways) {
  std::vector<Curve> curves;
  std::size_t color = 0;
  for (const Array<Complex>& way : ways) {
    if (way.front().imag() >= 0 && !curves.empty()) ++color;
    Curve curve = marks_at("", way, color, Mark::none);
    curve.stroke = Stroke::thin;
    curves.push_back(std::move(curve));
  }
  return curves;
}

/// "gravity.z = 1.62 m/s²".
std::string value_text(const EquilibriumBranch& branch, const State& state, double value) {
  return fmt::format("{} = {:.5g} {}", branch.parameter, value, unit_of(state, branch.parameter));
}

/// The eigenvalue by which a point is special: the nearest to the imaginary axis, at zero but for Hopf
/// points.
Complex critical_eigenvalue(const SpecialPoint& special) {
  return special.kind == SpecialPointKind::hopf ? Complex(0, special.frequency) : Complex(0, 0);
}

}  // namespace

Plot poles_plot(const Array<LinearMode>& modes, const std::string& model_name) {
  const Array<Complex> points = eigenvalues_of(modes);
  Array<Complex> growing, others;
  for (const Complex& point : points)
    (point.real() > 1e-6 * std::max(1.0, std::abs(point)) ? growing : others).push_back(point);
  std::vector<Curve> curves;
  if (!others.empty()) curves.push_back(marks_at("modes that do not grow", others, 1, Mark::cross));
  if (!growing.empty()) curves.push_back(marks_at("modes that grow", growing, 0, Mark::cross));
  return complex_plane("Eigenvalues of " + model_name, points, std::move(curves),
                       numbers_of(modes, window_around(points)));
}

Plot root_locus_plot(const EquilibriumBranch& branch, const State& state) {
  const Array<Array<Complex>> ways = follow_eigenvalues(branch);
  Array<Complex> all, starts, ends;
  for (const Array<Complex>& way : ways) {
    all.insert(all.end(), way.begin(), way.end());
    starts.push_back(way.front()), ends.push_back(way.back());
  }
  std::vector<Curve> curves;
  curves.push_back(
      marks_at(value_text(branch, state, branch.points.front().parameter), starts, ink, Mark::cross));
  curves.push_back(
      marks_at(value_text(branch, state, branch.points.back().parameter), ends, ink, Mark::ring));
  for (const SpecialPoint& special : branch.special) {
    const Complex at = critical_eigenvalue(special);
    Array<Complex> both{at};
    if (at.imag() != 0) both.push_back(std::conj(at));
    curves.push_back(marks_at(
        fmt::format("{} at {}", to_string(special.kind), value_text(branch, state, special.point.parameter)),
        both, ink, Mark::diamond));
  }
  const std::vector<Curve> lines = curves_of(ways);
  curves.insert(curves.end(), lines.begin(), lines.end());
  return complex_plane("Eigenvalues over " + branch.parameter, all, std::move(curves), {});
}

}  // namespace sarrus
