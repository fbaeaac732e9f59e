#include "bench/plot.h"

#include <fmt/ostream.h>

#include <algorithm>
#include <cmath>
#include <fstream>

#include "sarrus/base/error.h"

namespace sarrus::bench {

namespace {

constexpr double width = 440, height = 320;  // of the frame of a panel
constexpr double left = 70, top = 80, gap = 95, right = 30, bottom = 100;
// Told apart by the colour-blind too [Okabe, Ito 2008]; the first curve, ours, is drawn thicker.
constexpr const char* colours[] = {"#d55e00", "#0072b2", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"};

const char* colour(std::size_t curve) { return colours[curve % std::size(colours)]; }
double stroke(std::size_t curve) { return curve == 0 ? 3 : 1.8; }

/// A logarithmic axis: where a value lies between 0 and 1, and the values 1, 2 and 5 times powers of ten in
/// its range.
class LogAxis {
 public:
  LogAxis(double low, double high) : low_(std::log10(low)), high_(std::log10(high)) {}

  double place(double value) const { return (std::log10(value) - low_) / (high_ - low_); }
  std::vector<double> ticks() const {
    std::vector<double> ticks;
    for (int decade = static_cast<int>(std::floor(low_)); decade <= high_; ++decade)
      for (double digit : {1, 2, 5}) {
        const double place_of_tick = place(digit * std::pow(10, decade));
        if (place_of_tick > -1e-9 && place_of_tick < 1 + 1e-9) ticks.push_back(digit * std::pow(10, decade));
      }
    return ticks;
  }

 private:
  double low_, high_;
};

LogAxis horizontal_axis(const Plot& plot) {
  double low = 1e300, high = 0;
  for (const Panel& panel : plot.panels)
    low = std::min(low, panel.x.front()), high = std::max(high, panel.x.back());
  return {low, high};
}

LogAxis vertical_axis(const Plot& plot) {
  double low = 1e300, high = 0;
  for (const Panel& panel : plot.panels)
    for (const Curve& curve : panel.curves)
      for (double y : curve.y)
        if (y > 0) low = std::min(low, y), high = std::max(high, y);
  return {low / 1.3, high * 1.3};
}

class Writer {
 public:
  Writer(std::ostream& out, const Plot& plot)
      : out_(out), plot_(plot), x_(horizontal_axis(plot)), y_(vertical_axis(plot)) {}

  void write() {
    const std::size_t count = plot_.panels.size(), columns = std::min<std::size_t>(count, 2),
                      rows = (count + 1) / 2;
    const double w = left + static_cast<double>(columns) * (width + gap) - gap + right;
    const double h = static_cast<double>(rows) * (top + height) + bottom;
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
      if (p % 2 == 1) y0 += height + top;
      x0 = p % 2 == 0 ? x0 + width + gap : left;
    }
    legend(w / 2, h - 20);
    fmt::print(out_, "</svg>\n");
  }

 private:
  void text(double x, double y, const char* anchor, const std::string& words, const char* style = "") {
    fmt::print(out_, "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" {}>{}</text>\n", x, y, anchor, style,
               words);
  }
  void line(double x1, double y1, double x2, double y2, const char* of_colour, double thickness) {
    fmt::print(out_, "<path d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}\" stroke=\"{}\" stroke-width=\"{}\"/>\n", x1, y1,
               x2, y2, of_colour, thickness);
  }
  static double vertical(double y0, double place) { return y0 + height * (1 - place); }

  /// A panel with its upper left corner at (x0, y0).
  void panel(const Panel& panel, double x0, double y0) {
    text(x0 + width / 2, y0 - 12, "middle", panel.title, "font-weight=\"bold\"");
    text(x0 + width / 2, y0 + height + 42, "middle", plot_.x_label);
    text(x0 - 56, y0 - 12, "start", plot_.y_label);
    for (double tick : x_.ticks()) {
      const double x = x0 + width * x_.place(tick);
      line(x, y0, x, y0 + height, "#e4e4e4", 1);
      text(x, y0 + height + 20, "middle", fmt::format("{:g}", tick));
    }
    for (double tick : y_.ticks()) {
      const double y = vertical(y0, y_.place(tick));
      line(x0, y, x0 + width, y, "#e4e4e4", 1);
      text(x0 - 8, y + 4, "end", fmt::format("{:g}", tick));
    }
    fmt::print(out_, "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#888\"/>\n",
               x0, y0, width, height);
    for (std::size_t c = panel.curves.size(); c-- > 0;) curve(panel, c, x0, y0);  // ours on top
  }
  void curve(const Panel& panel, std::size_t number, double x0, double y0) {
    const Curve& curve = panel.curves[number];
    std::string path, dots;
    for (std::size_t i = 0; i < curve.y.size(); ++i) {
      if (!(curve.y[i] > 0)) continue;
      const double x = x0 + width * x_.place(panel.x[i]), y = vertical(y0, y_.place(curve.y[i]));
      path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", x, y);
      dots += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\"/>", x, y, 1 + stroke(number));
    }
    fmt::print(out_,
               "<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\"/>\n"
               "<g fill=\"{}\">{}</g>\n",
               path, colour(number), stroke(number), colour(number), dots);
  }
  void legend(double middle, double y) {
    const std::vector<Curve>& curves = plot_.panels.front().curves;
    double length = 0;
    for (const Curve& curve : curves) length += legend_width(curve);
    double x = middle - length / 2;
    for (std::size_t c = 0; c < curves.size(); ++c) {
      line(x, y, x + 26, y, colour(c), stroke(c));
      text(x + 34, y + 4.5, "start", curves[c].label);
      x += legend_width(curves[c]);
    }
  }
  static double legend_width(const Curve& curve) { return 60 + 7 * static_cast<double>(curve.label.size()); }

  std::ostream& out_;
  const Plot& plot_;
  LogAxis x_, y_;
};

}  // namespace

void write_svg(const Plot& plot, const std::string& path) {
  std::ofstream file(path);
  Writer(file, plot).write();
  require(file.good(), "cannot write '{}'", path);
}

}  // namespace sarrus::bench
