#pragma once
/// @file
#include <string>

#include "sarrus/base/array.h"

namespace sarrus {

/// A drawing of dots in a terminal: each character shows two by four of them.
class Canvas {
 public:
  /// Characters wide and high; the rectangle of coordinates it shows grows to hold every point.
  Canvas(int columns, int rows) : columns_(columns), rows_(rows) {}
  /// A point at (x, y), y upwards.
  void dot(double x, double y) { dots_.push_back({x, y}); }
  /// The straight line between two points.
  void line(double x0, double y0, double x1, double y1);
  /// The drawing, with equal scales in x and y, one line of text per row.
  std::string draw() const;
  /// The drawing with scales of their own in x and y, so that it fills all columns and rows.
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
