#pragma once
/// @file
#include <string>

#include "sarrus/base/array.h"

namespace sarrus {

/// A drawing of dots in a terminal: each character shows two by four dots.
class Canvas {
 public:
  /// Size in characters; the visible rectangle of coordinates grows to contain every point.
  Canvas(int columns, int rows) : columns_(columns), rows_(rows) {}
  /// Draws a point at (x, y), y upward.
  void dot(double x, double y) { dots_.push_back({x, y}); }
  /// Draws the straight line between two points.
  void line(double x0, double y0, double x1, double y1);
  /// The drawing, with equal scales in x and y, one line of text per row.
  std::string draw() const;
  /// The drawing with separate scales in x and y, so that it fills all columns and rows.
  std::string draw_stretched() const;

 private:
  std::string draw(bool stretched) const;

  struct Dot {
    double x, y;
  };
  int columns_, rows_;
  Array<Dot> dots_;
};

}  // namespace sarrus
