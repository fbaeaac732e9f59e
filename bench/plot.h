#pragma once
/// @file
#include <string>
#include <vector>

namespace sarrus::bench {

enum class Stroke { thick, thin, dashed };
/// How many colors there are; curves of higher numbers have them once more.
inline constexpr std::size_t color_count = 6;

/// Points (x, y) in their order; those that are not positive numbers are left out.
struct Curve {
  std::string label;
  std::vector<double> x, y;
  std::size_t color = 0;  ///< Its number; curves of the same have the same color.
  Stroke stroke = Stroke::thin;
};

/// Curves in one frame; the first are drawn on top.
struct Panel {
  std::string title;
  std::vector<Curve> curves;
};

/// Panels in rows of two with common logarithmic axes and a legend, that of the first panel.
struct Plot {
  std::string title, x_label, y_label;
  std::vector<Panel> panels;
  double width = 440, height = 320;  ///< Of the frame of a panel.
};

void write_svg(const Plot& plot, const std::string& path);

}  // namespace sarrus::bench
