#include "bench/plot.h"

#include <fmt/ostream.h>

#include <algorithm>
#include <cmath>
#include <fstream>

#include "sarrus/base/error.h"

namespace sarrus::bench {

namespace {

constexpr double left = 70, top = 80, gap = 95, right = 30, bottom = 75;
constexpr double legend_line = 24;
// Told apart by the color-blind too [Okabe, Ito 2008].
constexpr const char* colors[color_count] = {"#d55e00", "#0072b2", "#009e73",
                                             "#cc79a7", "#e69f00", "#56b4e9"};

const char* color(const Curve& curve) { return colors[curve.color % color_count]; }
double thickness(const Curve& curve) { return curve.stroke == Stroke::thick ? 3 : 1.8; }
const char* dashes(const Curve& curve) { return curve.stroke == Stroke::dashed ? "6 4" : "none"; }

/// A logarithmic axis: where a value lies between 0 and 1, and the values 1, 2 and 5 times powers of ten in
/// its range, or powers of ten alone, or every second, where it is long.
class LogAxis {
 public:
  LogAxis(double low, double high) : low_(std::log10(low)), high_(std::log10(high)) {}

  double place(double value) const { return (std::log10(value) - low_) / (high_ - low_); }
  std::vector<double> ticks() const {
    std::vector<double> ticks;
    for (int decade = static_cast<int>(std::floor(low_)); decade <= high_; ++decade)
      for (double digit : {1, 2, 5}) {
        if ((digit > 1 && high_ - low_ > 6) || (decade % 2 != 0 && high_ - low_ > 10)) continue;
        const double place_of_tick = place(digit * std::pow(10, decade));
        if (place_of_tick > -1e-9 && place_of_tick < 1 + 1e-9) ticks.push_back(digit * std::pow(10, decade));
      }
    return ticks;
  }

 private:
  double low_, high_;
};

/// An axis for one of the two numbers of all points, some times longer than they need.
LogAxis axis(const Plot& plot, std::vector<double> Curve::*numbers, double margin) {
  double low = 1e300, high = 0;
  for (const Panel& panel : plot.panels)
    for (const Curve& curve : panel.curves)
      for (double value : curve.*numbers)
        if (value > 0) low = std::min(low, value), high = std::max(high, value);
  return {low / margin, high * margin};
}

double legend_width(const Curve& curve) { return 60 + 7 * static_cast<double>(curve.label.size()); }

/// The curves of a legend in lines that are no longer than the picture.
std::vector<std::vector<Curve>> legend_lines(const std::vector<Curve>& curves, double longest) {
  std::vector<std::vector<Curve>> lines;
  double length = longest;
  for (const Curve& curve : curves) {
    if (length + legend_width(curve) > longest) lines.emplace_back(), length = 0;
    lines.back().push_back(curve);
    length += legend_width(curve);
  }
  return lines;
}

class Writer {
 public:
  Writer(std::ostream& out, const Plot& plot)
      : out_(out),
        plot_(plot),
        width_(plot.width),
        height_(plot.height),
        x_(axis(plot, &Curve::x, 1)),
        y_(axis(plot, &Curve::y, 1.3)) {}

  void write() {
    const std::size_t count = plot_.panels.size(), columns = std::min<std::size_t>(count, 2),
                      rows = (count + 1) / 2;
    const double w = left + static_cast<double>(columns) * (width_ + gap) - gap + right;
    const std::vector<std::vector<Curve>> lines = legend_lines(plot_.panels.front().curves, w);
    const double legend_top = static_cast<double>(rows) * (top + height_) + bottom;
    const double h = legend_top + static_cast<double>(lines.size()) * legend_line;
    fmt::print(
        out_,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
        "font-family=\"sans-serif\" font-size=\"13\" fill=\"#333\">\n"
        "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
        w, h);
    text(w / 2, 30, "middle", plot_.title, "font-size=\"18\"");
    double x0 = left, y0 = top;
    for (std::size_t p = 0; p < count; ++p) {
      panel(plot_.panels[p], x0, y0);
      if (p % 2 == 1) y0 += height_ + top;
      x0 = p % 2 == 0 ? x0 + width_ + gap : left;
    }
    for (std::size_t i = 0; i < lines.size(); ++i)
      legend(lines[i], w / 2, legend_top + static_cast<double>(i) * legend_line);
    fmt::print(out_, "</svg>\n");
  }

 private:
  void text(double x, double y, const char* anchor, const std::string& words, const char* style = "") {
    fmt::print(out_, "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" {}>{}</text>\n", x, y, anchor, style,
               words);
  }
  void grid_line(double x1, double y1, double x2, double y2) {
    fmt::print(out_, "<path d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}\" stroke=\"#e4e4e4\"/>\n", x1, y1, x2, y2);
  }
  /// A path in the manner of a curve.
  void draw(const Curve& curve, const std::string& path) {
    fmt::print(out_,
               "<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-dasharray=\"{}\" "
               "stroke-linejoin=\"round\"/>\n",
               path, color(curve), thickness(curve), dashes(curve));
  }
  double vertical(double y0, double place) const { return y0 + height_ * (1 - place); }

  /// A panel with its upper left corner at (x0, y0).
  void panel(const Panel& panel, double x0, double y0) {
    text(x0 + width_ / 2, y0 - 12, "middle", panel.title, "font-weight=\"bold\"");
    text(x0 + width_ / 2, y0 + height_ + 42, "middle", plot_.x_label);
    text(x0 - 56, y0 - 12, "start", plot_.y_label);
    for (double tick : x_.ticks()) {
      const double x = x0 + width_ * x_.place(tick);
      grid_line(x, y0, x, y0 + height_);
      text(x, y0 + height_ + 20, "middle", fmt::format("{:g}", tick));
    }
    for (double tick : y_.ticks()) {
      const double y = vertical(y0, y_.place(tick));
      grid_line(x0, y, x0 + width_, y);
      text(x0 - 8, y + 4, "end", fmt::format("{:g}", tick));
    }
    fmt::print(out_, "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#888\"/>\n",
               x0, y0, width_, height_);
    for (std::size_t c = panel.curves.size(); c-- > 0;) points(panel.curves[c], x0, y0);
  }
  void points(const Curve& curve, double x0, double y0) {
    std::string path, dots;
    for (std::size_t i = 0; i < curve.y.size(); ++i) {
      if (!(curve.x[i] > 0 && curve.y[i] > 0)) continue;
      const double x = x0 + width_ * x_.place(curve.x[i]), y = vertical(y0, y_.place(curve.y[i]));
      path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", x, y);
      dots += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\"/>", x, y, 1 + thickness(curve));
    }
    draw(curve, path);
    fmt::print(out_, "<g fill=\"{}\">{}</g>\n", color(curve), dots);
  }
  void legend(const std::vector<Curve>& curves, double middle, double y) {
    double length = 0;
    for (const Curve& curve : curves) length += legend_width(curve);
    double x = middle - length / 2;
    for (const Curve& curve : curves) {
      draw(curve, fmt::format("M{:.1f} {:.1f}h32", x, y));
      text(x + 40, y + 4.5, "start", curve.label);
      x += legend_width(curve);
    }
  }

  std::ostream& out_;
  const Plot& plot_;
  double width_, height_;
  LogAxis x_, y_;
};

}  // namespace

void write_svg(const Plot& plot, const std::string& path) {
  std::ofstream file(path);
  Writer(file, plot).write();
  require(file.good(), "cannot write '{}'", path);
}

}  // namespace sarrus::bench
