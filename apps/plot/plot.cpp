#include "apps/plot/plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>

#include "apps/plot/axis_scale.h"
#include "sarrus/base/error.h"

namespace sarrus {

namespace {

// Told apart by the color-blind too [Okabe, Ito 2008].
constexpr const char* palette[color_count] = {"#d55e00", "#0072b2", "#009e73",
                                              "#cc79a7", "#e69f00", "#56b4e9"};
constexpr const char* text_color = "#333";

bool is_line_to_read_by(const Curve& curve) {
  return curve.stroke == Stroke::guide || curve.stroke == Stroke::zero_line;
}
const char* color(const Curve& curve) {
  if (is_line_to_read_by(curve)) return "#aaa";
  return curve.color == ink ? text_color : palette[curve.color % color_count];
}
double thickness(const Curve& curve) {
  if (is_line_to_read_by(curve)) return 1;
  return curve.stroke == Stroke::thick ? 3 : 1.8;
}
const char* dashes(const Curve& curve) {
  return curve.stroke == Stroke::dashed ? "6 4" : curve.stroke == Stroke::guide ? "3 4" : "none";
}

std::string escaped(const std::string& words) {
  std::string text;
  for (const char letter : words)
    text += letter == '&'   ? "&amp;"
            : letter == '<' ? "&lt;"
            : letter == '>' ? "&gt;"
                            : std::string(1, letter);
  return text;
}

/// A mark about a point, in the color of its group.
std::string mark_svg(Mark mark, double x, double y, double size) {
  switch (mark) {
    case Mark::none:
      break;
    case Mark::dot:
      return fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\"/>", x, y, size);
    case Mark::ring:
      return fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\" fill=\"white\" stroke-width=\"2\"/>",
                         x, y, size + 2);
    case Mark::cross: {
      const double s = size + 2.5;
      return fmt::format("<path d=\"M{:.1f} {:.1f}l{} {}m0 {}l{} {}\" stroke-width=\"2.4\" fill=\"none\"/>",
                         x - s, y - s, 2 * s, 2 * s, -2 * s, -2 * s, 2 * s);
    }
    case Mark::diamond: {
      const double s = size + 3.5;
      return fmt::format("<path d=\"M{:.1f} {:.1f}l{} {}l{} {}l{} {}z\" fill=\"white\" stroke-width=\"2\"/>",
                         x, y - s, s, s, -s, s, -s, -s);
    }
  }
  return "";
}

/// The range of one of the two numbers of all points; of logarithmic axes, `margin` times longer.
Axis::Range find_range(const std::vector<Panel>& panels, std::vector<double> Curve::*numbers,
                       const Axis& axis, double margin) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const Panel& panel : panels)
    for (const Curve& curve : panel.curves)
      for (const double value : curve.*numbers)
        if (std::isfinite(value) && (!axis.is_logarithmic || value > 0))
          low = std::min(low, value), high = std::max(high, value);
  if (!(low <= high)) low = 1, high = 10;
  if (!axis.is_logarithmic) return with_margin(low, high);
  if (low == high) margin = std::max(margin, 2.0);
  return {low / margin, high * margin};
}

AxisScale make_scale(const std::vector<Panel>& panels, std::vector<double> Curve::*numbers, const Axis& axis,
                     double margin) {
  return {axis, axis.range ? *axis.range : find_range(panels, numbers, axis, margin)};
}

std::size_t letters(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char byte) { return (byte & 0xC0) != 0x80; }));
}
double legend_width(const Curve& curve) { return 60 + 7 * static_cast<double>(letters(curve.label)); }

/// The labeled curves in lines that are no longer than the picture.
std::vector<std::vector<Curve>> legend_lines(const std::vector<Curve>& curves, double longest) {
  std::vector<std::vector<Curve>> lines;
  double length = longest;
  for (const Curve& curve : curves) {
    if (curve.label.empty()) continue;
    if (length + legend_width(curve) > longest) lines.emplace_back(), length = 0;
    lines.back().push_back(curve);
    length += legend_width(curve);
  }
  return lines;
}

class Writer {
 public:
  Writer(std::ostream& out, const Plot& plot)
      : out_(out), plot_(plot), width_(plot.width), height_(plot.height) {}

  void write() {
    const std::size_t count = plot_.panels.size(), columns = std::min(count, plot_.columns),
                      rows = (count + columns - 1) / columns;
    const double w = left + static_cast<double>(columns) * (width_ + gap) - gap + right;
    const std::vector<std::vector<Curve>> lines = legend_lines(plot_.panels.front().curves, w);
    const double legend_top = static_cast<double>(rows) * (top + height_) + bottom;
    const double h = legend_top + static_cast<double>(lines.size()) * legend_line;
    out_ << fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
        "font-family=\"sans-serif\" font-size=\"13\" fill=\"{2}\">\n"
        "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
        w, h, text_color);
    text(w / 2, 30, "middle", plot_.title, "font-size=\"18\"");
    for (std::size_t p = 0; p < count; ++p) {
      const std::size_t row = p / columns, column = p % columns;
      panel(plot_.panels[p], left + static_cast<double>(column) * (width_ + gap),
            top + static_cast<double>(row) * (top + height_), p);
    }
    for (std::size_t i = 0; i < lines.size(); ++i)
      legend(lines[i], w / 2, legend_top + static_cast<double>(i) * legend_line);
    out_ << "</svg>\n";
  }

 private:
  static constexpr double left = 70, top = 80, gap = 95, right = 30, bottom = 75, legend_line = 24;

  /// A panel's frame with its upper left corner at (x0, y0), and its axes.
  struct Frame {
    double x0, y0, width, height;
    AxisScale x_scale, y_scale;
    bool is_cut;  ///< Whether curves go beyond the given ranges of the axes and are cut there.

    bool has(double x, double y) const { return x_scale.has(x) && y_scale.has(y); }
    bool shows(double x, double y) const { return x_scale.shows(x) && y_scale.shows(y); }
    double across(double x) const { return x0 + width * x_scale.place(x); }
    double down(double y) const { return y0 + height * (1 - y_scale.place(y)); }
  };

  void text(double x, double y, const char* anchor, const std::string& words, const char* style = "") {
    out_ << fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" {}>{}</text>\n", x, y, anchor,
                        style, escaped(words));
  }
  void grid_line(double x1, double y1, double x2, double y2) {
    out_ << fmt::format("<path d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}\" stroke=\"#e4e4e4\"/>\n", x1, y1, x2, y2);
  }
  /// A path in the manner of a curve.
  void draw(const Curve& curve, const std::string& path, const std::string& attributes = "") {
    if (curve.stroke == Stroke::none || path.empty()) return;
    out_ << fmt::format(
        "<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-dasharray=\"{}\" "
        "stroke-linejoin=\"round\"{}/>\n",
        path, color(curve), thickness(curve), dashes(curve), attributes);
  }
  void draw_marks(const Curve& curve, const std::string& marks) {
    if (!marks.empty())
      out_ << fmt::format("<g fill=\"{0}\" stroke=\"{0}\" stroke-width=\"0\">{1}</g>\n", color(curve), marks);
  }

  void panel(const Panel& panel, double x0, double y0, std::size_t number) {
    const Axis x_axis = panel.x_axis ? *panel.x_axis : Axis{plot_.x_label},
               y_axis = panel.y_axis ? *panel.y_axis : Axis{plot_.y_label};
    const std::vector<Panel> own{panel};
    const Frame frame{x0,
                      y0,
                      width_,
                      height_,
                      make_scale(panel.x_axis ? own : plot_.panels, &Curve::x, x_axis, 1),
                      make_scale(panel.y_axis ? own : plot_.panels, &Curve::y, y_axis, 1.3),
                      x_axis.range && y_axis.range};
    text(x0 + width_ / 2, y0 - 12, "middle", panel.title, "font-weight=\"bold\"");
    text(x0 + width_ / 2, y0 + height_ + 42, "middle", x_axis.label);
    text(x0 - 56, y0 - 12, "start", y_axis.label);
    ticks(frame);
    out_ << fmt::format(
        "<clipPath id=\"frame{0}\"><rect x=\"{1}\" y=\"{2}\" width=\"{3}\" height=\"{4}\"/></clipPath>\n"
        "<rect x=\"{1}\" y=\"{2}\" width=\"{3}\" height=\"{4}\" fill=\"none\" stroke=\"#888\"/>\n",
        number, x0, y0, width_, height_);
    // Lines to read by and their texts are below everything else.
    for (const bool is_below : {true, false}) {
      for (std::size_t c = panel.curves.size(); c-- > 0;)
        if (is_line_to_read_by(panel.curves[c]) == is_below) points(panel.curves[c], frame, number);
      for (const Note& note : panel.notes)
        if (note.is_above != is_below) write_note(note, frame);
    }
  }
  void ticks(const Frame& frame) {
    const double x_room = frame.x_scale.is_logarithmic() ? 44 : 55,
                 y_room = frame.y_scale.is_logarithmic() ? 20 : 30;
    for (const double tick : frame.x_scale.ticks(static_cast<int>(width_ / x_room))) {
      const double x = frame.across(tick);
      grid_line(x, frame.y0, x, frame.y0 + height_);
      text(x, frame.y0 + height_ + 20, "middle", frame.x_scale.tick_text(tick));
    }
    for (const double tick : frame.y_scale.ticks(static_cast<int>(height_ / y_room))) {
      const double y = frame.down(tick);
      grid_line(frame.x0, y, frame.x0 + width_, y);
      text(frame.x0 - 8, y + 4, "end", frame.y_scale.tick_text(tick));
    }
  }
  void points(const Curve& curve, const Frame& frame, std::size_t number) {
    std::string path, marks;
    for (std::size_t i = 0; i < curve.y.size(); ++i) {
      if (!frame.has(curve.x[i], curve.y[i])) continue;
      const double x = frame.across(curve.x[i]), y = frame.down(curve.y[i]);
      path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", x, y);
      if (!frame.is_cut || frame.shows(curve.x[i], curve.y[i]))
        marks += mark_svg(curve.mark, x, y, 1 + thickness(curve));
    }
    draw(curve, path, frame.is_cut ? fmt::format(" clip-path=\"url(#frame{})\"", number) : "");
    draw_marks(curve, marks);
  }
  /// A text on a veil of white.
  void write_note(const Note& note, const Frame& frame) {
    if (!frame.shows(note.x, note.y)) return;
    text(frame.across(note.x), frame.down(note.y) + (note.is_above ? -12 : 4), "middle", note.text,
         "font-size=\"12\" stroke=\"white\" stroke-width=\"4\" stroke-linejoin=\"round\" "
         "paint-order=\"stroke\"");
  }
  void legend(const std::vector<Curve>& curves, double middle, double y) {
    double length = 0;
    for (const Curve& curve : curves) length += legend_width(curve);
    double x = middle - length / 2;
    for (const Curve& curve : curves) {
      draw(curve, fmt::format("M{:.1f} {:.1f}h32", x, y));
      if (curve.mark != Mark::dot || curve.stroke == Stroke::none)
        draw_marks(curve, mark_svg(curve.mark, x + 16, y, 1 + thickness(curve)));
      text(x + 40, y + 4.5, "start", curve.label);
      x += legend_width(curve);
    }
  }

  std::ostream& out_;
  const Plot& plot_;
  double width_, height_;
};

}  // namespace

void write_svg(const Plot& plot, const std::string& path) {
  std::ofstream file(path);
  Writer(file, plot).write();
  file.flush();
  require(file.good(), "cannot write '{}'", path);
}

}  // namespace sarrus
