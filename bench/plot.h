#pragma once
/// @file
#include <string>
#include <vector>

namespace sarrus::bench {

struct Curve {
  std::string label;
  std::vector<double> y;  ///< Per abscissa of the panel; what is not a number is left out.
};

/// Curves over common abscissas in one frame.
struct Panel {
  std::string title;
  std::vector<double> x;
  std::vector<Curve> curves;
};

/// Panels in rows of two with common logarithmic axes and a legend.
struct Plot {
  std::string title, x_label, y_label;
  std::vector<Panel> panels;
};

void write_svg(const Plot& plot, const std::string& path);

}  // namespace sarrus::bench
