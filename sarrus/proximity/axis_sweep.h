#pragma once
/// @file
/// Pairs of boxes that overlap, by a sweep along one axis: if many have moved, this is quicker than a tree.

#include <utility>

#include "sarrus/base/array.h"
#include "sarrus/geometry/shape_types.h"

namespace sarrus::internal {

/// Boxes in the order of their lower ends along the axis on which they are spread most. The order is kept,
/// and hardly changes from sweep to sweep.
class AxisSweep {
 public:
  /// Begins a sweep of objects with numbers below `count`; put() adds each of them once. The boxes are
  /// not copied.
  void begin(int count);
  void put(int object, const Bounds& box, bool is_moved);
  /// Appends the pairs (i, j), i < j, of boxes that overlap, without those of which neither has moved.
  void find(Array<std::pair<int, int>>& pairs);

 private:
  struct Slot {
    const Bounds* box = nullptr;  // null: the object is not there
    bool is_moved = false;
  };
  struct Entry {
    double lower;
    int object;
  };
  /// Boxes in the order of their lower ends; y and z are the other two axes.
  struct Columns {
    Array<int> object;
    Array<double> lower, lower_y, upper_y, lower_z, upper_z;

    /// Makes room, and appends boxes that are infinitely far away, so that several can be read at once.
    void resize(int count);
    void set(int at, int number, const Bounds& box, int axis);
  };
  void choose_axis();
  void sort();
  void find_after(int object, const Columns& others, int begin, Array<std::pair<int, int>>& pairs) const;

  Array<Slot> slots_;  // per object
  int here_ = 0, moved_here_ = 0, axis_ = -1;
  Array<Entry> order_;
  Columns all_, moved_;
};

}  // namespace sarrus::internal
