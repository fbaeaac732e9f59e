#include "apps/sarrus/canvas.h"

#include <algorithm>
#include <cmath>

#include "sarrus/base/array.h"

namespace sarrus {

namespace {

/// The Unicode braille character with the given dots, in UTF-8.
std::string braille(unsigned dots) {
  const unsigned code = 0x2800U + dots;
  return {static_cast<char>(0xE0U | (code >> 12U)), static_cast<char>(0x80U | ((code >> 6U) & 0x3FU)),
          static_cast<char>(0x80U | (code & 0x3FU))};
}

/// The bit of the dot in column x (0, 1) and row y (0 at the top … 3) of a braille character.
unsigned dot_bit(int x, int y) {
  constexpr unsigned bits[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
  return bits[y][x];
}

}  // namespace

void Canvas::line(double x0, double y0, double x1, double y1) {
  constexpr int steps = 200;
  for (int i = 0; i <= steps; ++i) {
    const double s = static_cast<double>(i) / steps;
    dot(x0 + s * (x1 - x0), y0 + s * (y1 - y0));
  }
}

std::string Canvas::draw() const { return draw(false); }
std::string Canvas::draw_stretched() const { return draw(true); }

std::string Canvas::draw(bool stretched) const {
  if (dots_.empty()) return "";
  const auto [left, right] =
      std::minmax_element(dots_.begin(), dots_.end(), [](Dot a, Dot b) { return a.x < b.x; });
  const auto [low, high] =
      std::minmax_element(dots_.begin(), dots_.end(), [](Dot a, Dot b) { return a.y < b.y; });
  const int width = 2 * columns_, height = 4 * rows_;
  const double x_fits = (width - 1) / std::max(right->x - left->x, 1e-12),
               y_fits = (height - 1) / std::max(high->y - low->y, 1e-12);
  const double x_scale = stretched ? x_fits : std::min(x_fits, y_fits),
               y_scale = stretched ? y_fits : x_scale;
  Array<unsigned> cells(columns_ * rows_, 0);
  for (const Dot& d : dots_) {
    const int x = static_cast<int>(std::lround((d.x - left->x) * x_scale)),
              y = static_cast<int>(std::lround((high->y - d.y) * y_scale));
    cells[(y / 4) * columns_ + x / 2] |= dot_bit(x % 2, y % 4);
  }
  std::string text;
  for (int row = 0; row < rows_; ++row) {
    int used = columns_;  // without characters to the right of the last dot
    while (used > 0 && cells[row * columns_ + used - 1] == 0) --used;
    for (int column = 0; column < used; ++column) text += braille(cells[row * columns_ + column]);
    text += '\n';
  }
  return text;
}

}  // namespace sarrus
