#pragma once
/// @file
/// Which of many moving objects may touch: a dynamic tree of enlarged bounding boxes. Objects that stay
/// within their enlarged boxes cost a comparison; others are taken out and put back.

#include <utility>

#include "sarrus/base/array.h"
#include "sarrus/geometry/shape_types.h"
#include "sarrus/proximity/axis_sweep.h"

namespace sarrus {

/// Answers do not depend on the order of insertions and moves. Once as many pairs have been found before,
/// nothing allocates memory.
class BroadPhase {
 public:
  /// Boxes are enlarged by `margin` on all sides, and by up to three more in the direction of motion, so that
  /// small motions change nothing. Throws an Error unless it is finite and not negative.
  explicit BroadPhase(double margin);

  /// Adds an object; returns its number, counted from 0. Infinite objects (half-spaces) are compared with
  /// all. Throws an Error if a bound is not a number or lower than the one below.
  int add(const Bounds& bounds);
  void move(int object, const Bounds& bounds);
  int count() const { return static_cast<int>(objects_.size()); }

  /// All pairs (i, j), i < j, whose boxes overlap, in ascending order, without those for which `skip(i, j)`.
  template <class Skip>
  const Array<std::pair<int, int>>& find_pairs(const Skip& skip) {
    if (!moved_.empty()) update_candidates();
    pairs_.clear();
    for (const auto& [i, j] : candidates_)
      if (objects_[i].bounds.overlaps(objects_[j].bounds) && !skip(i, j)) pairs_.push_back({i, j});
    return pairs_;
  }

 private:
  struct Object {
    Bounds bounds;  // as given
    int leaf;       // −1: infinite
    bool is_moved;  // its candidates are to be found again
  };
  struct Node {
    Bounds bounds;  // enlarged
    int parent = -1, left = -1, right = -1;
    int object = -1;  // of a leaf
    int height = 0;
    bool is_leaf() const { return left < 0; }
  };
  void check(int object, const Bounds& bounds) const;
  void mark_moved(int object);
  void place(int object, const Bounds& enlarged);
  void insert(int leaf);
  void remove(int leaf);
  int best_sibling(const Bounds& bounds) const;
  void refit(int node);
  int balance(int node);
  int rotate(int node, int up, int other);
  void replace_child(int parent, int child, int by);
  int take_node();
  void reposition(int leaf);
  void update_tree();
  void update_bounds(int node);
  void rebuild();
  int build(int begin, int end);
  void update_candidates();
  void sweep();
  template <class Found>
  void find_infinite(int object, const Found& found);
  template <class Found>
  void find_overlapping(int object, const Found& found);

  double margin_;
  Array<Object> objects_;
  Array<Node> nodes_;
  int root_ = -1, free_node_ = -1;  // free nodes are linked by `parent`
  Array<int> infinite_;
  Array<int> moved_;                              // since the candidates were found
  Array<std::pair<int, int>> candidates_;         // pairs whose enlarged boxes overlap, ascending
  Array<std::pair<int, int>> new_, old_, pairs_;  // new and remaining candidates; the answer
  struct Leaf {
    Bounds bounds;  // enlarged
    int object;
  };
  Array<Leaf> leaves_;  // of the tree that is built
  int changes_ = 0;     // objects that left their enlarged boxes since then
  internal::AxisSweep sweep_;
  bool is_swept_ = false;  // the candidates were found by it
};

}  // namespace sarrus
