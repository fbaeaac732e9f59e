#pragma once
/// @file
/// A binary tree of bounding boxes over a fixed set of items: triangles of a mesh, faces of a height field.

#include <array>

#include "sarrus/base/array.h"
#include "sarrus/base/array_view.h"
#include "sarrus/geometry/shape_types.h"

namespace sarrus {

class BoundingTree {
 public:
  /// A node: two children, which follow each other, or a run of items.
  struct Node {
    Bounds bounds;
    int first;                   ///< First child; for a leaf: first of its items in items().
    int count;                   ///< Number of items of a leaf; 0: an inner node.
    int items_begin, items_end;  ///< All items of its leaves, in items().
  };
  /// No path from the root is longer.
  static constexpr int max_depth = 64;

  BoundingTree() = default;
  /// Builds the tree of items with the given bounds by the surface-area heuristic. Throws an Error if a bound
  /// is not finite.
  explicit BoundingTree(In<Bounds> bounds);

  bool is_empty() const { return nodes_.empty(); }
  const Array<Node>& nodes() const { return nodes_; }  ///< The root is number 0.
  const Array<int>& items() const { return items_; }

  /// Calls visit(item) for every item in a leaf whose bounds satisfy `overlaps(bounds)`.
  template <class Overlaps, class Visit>
  void visit(const Overlaps& overlaps, const Visit& visit_item) const {
    visit_runs(0, overlaps, [&](const Node& leaf) { for_items(leaf, visit_item); });
  }
  /// Calls visit(node) for nodes of at most `most` items, or leaves, whose bounds satisfy `overlaps(bounds)`.
  template <class Overlaps, class Visit>
  void visit_runs(int most, const Overlaps& overlaps, const Visit& visit_run) const;
  /// Calls visit(item of this, item of other) for all pairs in leaves whose bounds satisfy
  /// `overlap(bounds of this, bounds of other)`.
  template <class Overlap, class Visit>
  void visit_pairs(const BoundingTree& other, const Overlap& overlap, const Visit& visit_items) const;
  /// The least value of a function over the items. `bound(bounds)` is at most the least value within them;
  /// `value(item, least)` returns the lesser of `least` and the item's. Nearer children come first.
  template <class Bound, class Value>
  double least(const Bound& bound, const Value& value, double least) const;
  /// The same over pairs of items of two trees: `bound(bounds of this, bounds of other)` and
  /// `value(item of this, item of other, least)`.
  template <class Bound, class Value>
  double least_of_pairs(const BoundingTree& other, const Bound& bound, const Value& value,
                        double least) const;

 private:
  /// Calls f(item) for every item of a leaf.
  template <class F>
  void for_items(const Node& leaf, const F& f) const {
    for (int i = leaf.first; i < leaf.first + leaf.count; ++i) f(items_[i]);
  }

  Array<Node> nodes_;
  Array<int> items_;
};

template <class Overlaps, class Visit>
void BoundingTree::visit_runs(int most, const Overlaps& overlaps, const Visit& visit_run) const {
  if (nodes_.empty() || !overlaps(nodes_[0].bounds)) return;
  std::array<int, max_depth + 1> waiting;
  std::size_t n = 0;
  waiting[n++] = 0;
  while (n > 0) {
    const Node& node = nodes_[waiting[--n]];
    if (node.count > 0 || node.items_end - node.items_begin <= most) {
      visit_run(node);
      continue;
    }
    for (int child = node.first + 1; child >= node.first; --child)
      if (overlaps(nodes_[child].bounds)) waiting[n++] = child;
  }
}

template <class Overlap, class Visit>
void BoundingTree::visit_pairs(const BoundingTree& other, const Overlap& overlap,
                               const Visit& visit_items) const {
  // Pairs of boxes that are too far apart have an infinite bound.
  constexpr double far = std::numeric_limits<double>::infinity();
  least_of_pairs(
      other, [&](const Bounds& a, const Bounds& b) { return overlap(a, b) ? 0.0 : far; },
      [&](int i, int j, double least) {
        visit_items(i, j);
        return least;
      },
      far);
}

template <class Bound, class Value>
double BoundingTree::least(const Bound& bound, const Value& value, double least) const {
  struct Waiting {
    int node;
    double bound;
  };
  if (nodes_.empty()) return least;
  std::array<Waiting, max_depth + 1> waiting;
  std::size_t n = 0;
  waiting[n++] = {0, bound(nodes_[0].bounds)};
  while (n > 0) {
    const Waiting next = waiting[--n];
    if (!(next.bound < least)) continue;
    const Node& node = nodes_[next.node];
    if (node.count > 0) {
      for_items(node, [&](int item) { least = value(item, least); });
      continue;
    }
    Waiting near{node.first, bound(nodes_[node.first].bounds)};
    Waiting far{node.first + 1, bound(nodes_[node.first + 1].bounds)};
    if (far.bound < near.bound) std::swap(near, far);
    if (far.bound < least) waiting[n++] = far;
    if (near.bound < least) waiting[n++] = near;
  }
  return least;
}

template <class Bound, class Value>
double BoundingTree::least_of_pairs(const BoundingTree& other, const Bound& bound, const Value& value,
                                    double least) const {
  struct Waiting {
    int node, other;
    double bound;
  };
  if (nodes_.empty() || other.nodes_.empty()) return least;
  std::array<Waiting, 2 * max_depth + 1> waiting;
  std::size_t n = 0;
  waiting[n++] = {0, 0, bound(nodes_[0].bounds, other.nodes_[0].bounds)};
  while (n > 0) {
    const Waiting next = waiting[--n];
    if (!(next.bound < least)) continue;
    const Node& a = nodes_[next.node];
    const Node& b = other.nodes_[next.other];
    if (a.count > 0 && b.count > 0) {
      for_items(a, [&](int i) { other.for_items(b, [&](int j) { least = value(i, j, least); }); });
      continue;
    }
    // The larger of two inner nodes is divided.
    const auto length = [](const Bounds& box) {
      const Vec3<double> d = box.upper - box.lower;
      return d.x + d.y + d.z;
    };
    const bool divides_a = b.count > 0 || (a.count == 0 && length(a.bounds) >= length(b.bounds));
    Waiting near = next, far = next;
    (divides_a ? near.node : near.other) = divides_a ? a.first : b.first;
    (divides_a ? far.node : far.other) = (divides_a ? a.first : b.first) + 1;
    for (Waiting* w : {&near, &far}) w->bound = bound(nodes_[w->node].bounds, other.nodes_[w->other].bounds);
    if (far.bound < near.bound) std::swap(near, far);
    if (far.bound < least) waiting[n++] = far;
    if (near.bound < least) waiting[n++] = near;
  }
  return least;
}

}  // namespace sarrus
