#pragma once
/// @file
/// Plots of curves and marks as SVG files, for the program and the benchmarks.

#include <optional>
#include <string>
#include <vector>

namespace sarrus {

enum class Stroke {
  thick,
  thin,
  dashed,
  guide,      ///< Fine, dashed and gray, lines to read a plot by.
  zero_line,  ///< Fine and gray.
  none,
};
enum class Mark { none, dot, cross, ring, diamond };

/// How many colors there are; curves of higher numbers have them once more.
inline constexpr std::size_t color_count = 6;
/// The number of the color of text.
inline constexpr std::size_t ink = static_cast<std::size_t>(-1);

/// Points (x, y) in their order; those that have no place on the axes are left out: numbers that are not
/// finite or, on logarithmic axes, not positive.
struct Curve {
  std::string label;  ///< Empty: not in the legend.
  std::vector<double> x, y;
  std::size_t color = 0;  ///< Its number; curves of the same have the same color.
  Stroke stroke = Stroke::thin;
  Mark mark = Mark::dot;  ///< At every point.
};

/// An axis with the range of its curves, or a given one. Where those of both axes are given, curves are cut.
struct Axis {
  std::string label;
  bool is_logarithmic = true;
  struct Range {
    double low, high;
  };
  std::optional<Range> range{};
  double tick_unit =
      0;  ///< Ticks of linear axes are multiples of it, such as 45 degrees; zero: round numbers.
};

/// A text above a mark, or on the point itself.
struct Note {
  double x, y;
  std::string text;
  bool is_above = true;
};

/// Curves in one frame; the first are drawn on top.
struct Panel {
  std::string title;
  std::vector<Curve> curves;
  std::optional<Axis> x_axis{}, y_axis{};  ///< Without them: those that panels have in common.
  std::vector<Note> notes{};
};

/// Panels in rows, and a legend of the curves of the first panel. The axes that they have in common are
/// logarithmic.
struct Plot {
  std::string title, x_label, y_label;
  std::vector<Panel> panels;
  double width = 440, height = 320;  ///< Of the frame of a panel.
  std::size_t columns = 2;
};

void write_svg(const Plot& plot, const std::string& path);

}  // namespace sarrus
