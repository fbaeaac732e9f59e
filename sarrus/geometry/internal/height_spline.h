#pragma once
/// @file
/// Natural bicubic splines through heights on a regular grid.

#include <array>

#include "sarrus/base/array.h"
#include "sarrus/geometry/height_field.h"

namespace sarrus::internal {

/// A height and its derivatives.
struct HeightJet {
  double h, hx, hy, hxx, hxy, hyy;
};

/// The cells of the grid are numbered from zero along x and y. Within one,
///   h = Σ c[i][j]·uⁱ·vʲ,   u and v from 0 to 1.
class HeightSpline {
 public:
  explicit HeightSpline(const HeightFieldShape& field);

  using Cell = std::array<std::array<double, 4>, 4>;
  Cell cell(int i, int j) const;
  /// Bounds of the heights in a cell: those of its control points.
  const std::array<double, 2>& range(int i, int j) const { return ranges_[i + j * columns()]; }
  int columns() const { return columns_ - 1; }  ///< Of cells.
  int rows() const { return rows_ - 1; }

  double half_x() const { return half_x_; }
  double half_y() const { return half_y_; }
  double dx() const { return dx_; }
  double dy() const { return dy_; }
  /// The cell of a coordinate, and that of a coordinate beyond the rectangle at the edge.
  int column_at(double x) const { return place((x + half_x_) / dx_, columns()); }
  int row_at(double y) const { return place((y + half_y_) / dy_, rows()); }
  double left_of(int i) const { return -half_x_ + i * dx_; }
  double front_of(int j) const { return -half_y_ + j * dy_; }

  HeightJet at(double x, double y) const;
  double lowest() const { return lowest_; }
  double highest() const { return highest_; }

 private:
  struct Node {
    double h, hu, hv, huv;  // derivatives along cells of length one
  };
  static int place(double t, int count);
  const Node& node(int i, int j) const { return nodes_[i + j * columns_]; }
  void fill_slopes();
  void fill_ranges();

  int rows_, columns_;
  double half_x_, half_y_, dx_, dy_;
  double lowest_, highest_;
  Array<Node> nodes_;
  Array<std::array<double, 2>> ranges_;
};

}  // namespace sarrus::internal
