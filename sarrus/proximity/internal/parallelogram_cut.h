#pragma once
/// @file
/// The region that a parallelogram and a rectangle |x| ≤ u, |y| ≤ v have in common, by its corners. Each edge
/// of the parallelogram is cut by the sides of the rectangle that its ends are beyond (Cohen and Sutherland).
/// Between the side through which the edges leave the rectangle and that through which they come back are
/// corners of the rectangle.

#include "sarrus/proximity/internal/lane_pose.h"

namespace sarrus::internal {

class ParallelogramCut {
 public:
  /// Corner k of the parallelogram is (x[k], y[k]), and edge k goes from there to the next. A corner that is
  /// outside by no more than `tolerance` is moved onto the side, so that edges of two faces that match give
  /// one corner and not two.
  ParallelogramCut(const Lane4& x, const Lane4& y, double u, double v, double tolerance) : u_(u), v_(v) {
    const Lane4 x_in = pulled(x, u, tolerance), y_in = pulled(y, v, tolerance);
    x_in.store(x_), y_in.store(y_);
    const Lane4 inside[4] = {Lane4(u) - x_in, Lane4(v) - y_in, Lane4(u) + x_in, Lane4(v) + y_in};
    for (int side = 0; side < 4; ++side) {
      inside[side].store(inside_[side]);
      const int out = signs(inside[side]);
      out_[side] = out, any_out_ |= out;
      missing_ |= out & (out >> 1 | out << 3);
    }
  }

  /// Calls f(x, y, arriving, leaving) for the corners of the region in order, with the labels of the edges
  /// that meet there: 0–3 of the parallelogram, 4–7 of the rectangle's sides x = u, y = v, x = −u, y = −v.
  template <class F>
  void visit_corners(const F& f) const {
    int left_by = -1, first_by = -1;  // sides
    bool is_cut = false;
    for (int k = 0; k < 4; ++k) {
      const Edge edge = cut(k);
      if (edge.is_outside) continue;
      is_cut = true;
      if (edge.enters_by >= 0) {
        if (left_by < 0)
          first_by = edge.enters_by;
        else
          follow_sides(left_by, edge.enters_by, f);
        f(along(x_, k, edge.begin), along(y_, k, edge.begin), 4 + edge.enters_by, k);
      } else {
        f(x_[k], y_[k], (k + 3) & 3, k);
      }
      if (edge.leaves_by >= 0) {
        left_by = edge.leaves_by;
        f(along(x_, k, edge.end), along(y_, k, edge.end), k, 4 + left_by);
      }
    }
    if (first_by >= 0) follow_sides(left_by, first_by, f);
    if (!is_cut && holds_center())
      for (int k = 0; k < 4; ++k) visit_corner(k, (k + 3) & 3, k, f);
  }

 private:
  /// The part of an edge that is inside, from 0 to 1, and the sides by which it enters and leaves; −1: none.
  struct Edge {
    double begin = 0, end = 1;
    int enters_by = -1, leaves_by = -1;
    bool is_outside = false;
  };

  static Lane4 pulled(const Lane4& a, double limit, double tolerance) {
    const Lane4 size = magnitudes(a), side = select(a < Lane4(0.0), Lane4(-limit), Lane4(limit));
    return select(size > Lane4(limit), select(size > Lane4(limit + tolerance), a, side), a);
  }
  static double along(const double* a, int k, double t) { return a[k] + t * (a[(k + 1) & 3] - a[k]); }

  Edge cut(int k) const {
    const int begin = 1 << k, after = (k + 1) & 3, end = 1 << after;
    Edge edge;
    if ((missing_ & begin) != 0) return {.is_outside = true};
    if ((any_out_ & (begin | end)) == 0) return edge;
    for (int side = 0; side < 4; ++side) {
      if ((out_[side] & (begin | end)) == 0) continue;
      const double t = inside_[side][k] / (inside_[side][k] - inside_[side][after]);
      if ((out_[side] & begin) != 0) {
        if (t >= edge.begin) edge.begin = t, edge.enters_by = side;
      } else if (t <= edge.end) {
        edge.end = t, edge.leaves_by = side;
      }
    }
    // One that only touches a corner of the rectangle is none.
    edge.is_outside = edge.enters_by >= 0 && edge.leaves_by >= 0 && edge.begin >= edge.end;
    return edge;
  }
  /// 1 if the corners are counter-clockwise, else −1.
  int turn() const { return (x_[1] - x_[0]) * (y_[2] - y_[1]) > (y_[1] - y_[0]) * (x_[2] - x_[1]) ? 1 : -1; }
  /// The corners of the rectangle from one side to another; side k begins at its corner k.
  template <class F>
  void follow_sides(int from, int to, const F& f) const {
    if (from == to) return;
    for (const int step = turn(); from != to;) {
      const int after = (from + step) & 3;
      visit_corner(step > 0 ? after : from, from, after, f);
      from = after;
    }
  }
  template <class F>
  void visit_corner(int number, int arriving, int leaving, const F& f) const {
    f(number < 2 ? u_ : -u_, number == 1 || number == 2 ? v_ : -v_, 4 + arriving, 4 + leaving);
  }
  bool holds_center() const {
    bool holds = true;
    const int side = turn();
    for (int k = 0; k < 4; ++k) {
      const int after = (k + 1) & 3;
      holds = holds && side * (x_[k] * y_[after] - y_[k] * x_[after]) >= 0;
    }
    return holds;
  }

  double u_, v_;
  double x_[4], y_[4];
  double inside_[4][4];  // of the corners, from each side
  int out_[4];           // bit k: corner k is beyond the side
  int any_out_ = 0;      // bit k: corner k is outside
  int missing_ = 0;      // bit k: both ends of edge k are beyond one side
};

}  // namespace sarrus::internal
