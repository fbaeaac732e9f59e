#pragma once
/// @file
/// Convex polygons in a plane, clipped by half-planes (Sutherland and Hodgman), which remember where their
/// corners come from.

namespace sarrus::internal {

/// A corner of a polygon, and the label of the edge that leaves it. The edge that arrives is that of the
/// corner before: the two labels tell what the corner is.
struct ClipVertex {
  double x, y;
  int edge;
};

/// All points with a·x + b·y ≤ c; (a, b) is a unit vector.
struct HalfPlane {
  double a, b, c;
  double outside(double x, double y) const { return a * x + b * y - c; }
  double outside(const ClipVertex& v) const { return outside(v.x, v.y); }
  /// Moves a corner that is outside by `out` onto the line.
  void pull(ClipVertex& v, double out) const { v.x -= out * a, v.y -= out * b; }
};
/// A convex polygon in two buffers of the caller, which have room for all corners: a cut adds at most one.
struct ClipPolygon {
  ClipVertex* corners;
  ClipVertex* spare;
  int count;

  /// Keeps what is inside a half-plane; the new edge gets a label. A corner that is outside by no more than
  /// `tolerance` is moved onto the line instead of being cut off, so that the edges of two faces that match
  /// give one corner and not two.
  void clip(const HalfPlane& inside, int label, double tolerance) {
    bool is_cut = false;
    for (int i = 0; i < count; ++i) {
      const double out = inside.outside(corners[i]);
      if (out <= 0) continue;
      if (out <= tolerance)
        inside.pull(corners[i], out);
      else
        is_cut = true;
    }
    if (is_cut) cut(inside, label, tolerance);
  }

 private:
  void cut(const HalfPlane& inside, int label, double tolerance) {
    int kept = 0;
    ClipVertex from = corners[count - 1];
    double from_out = inside.outside(from);
    for (int i = 0; i < count; ++i) {
      const ClipVertex to = corners[i];
      const double to_out = inside.outside(to);
      const bool leaves = to_out > tolerance, enters = from_out > tolerance;
      if (leaves != enters) {
        const double t = from_out / (from_out - to_out);
        spare[kept++] = {from.x + t * (to.x - from.x), from.y + t * (to.y - from.y),
                         leaves ? label : from.edge};
      }
      // Written in any case; the next one overwrites what is not kept.
      spare[kept] = to, kept += !leaves;
      from = to, from_out = to_out;
    }
    ClipVertex* const swapped = corners;
    corners = spare, spare = swapped, count = kept;
  }
};

/// The corner of a polygon with `count` corners at which its edges e and f meet; edge i leaves corner i.
inline int corner_between(int e, int f, int count) {
  const int after_f = f + 1 == count ? 0 : f + 1;
  return e == after_f ? e : f;
}

}  // namespace sarrus::internal
