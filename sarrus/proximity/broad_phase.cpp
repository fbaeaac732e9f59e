#include "sarrus/proximity/broad_phase.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "sarrus/base/error.h"

namespace sarrus {

namespace {

/// Sums over the faces of boxes, and what else the tree asks of them.
struct BroadBox {
  static double half_area(const Bounds& b) {
    const Vec3<double> d = b.upper - b.lower;
    return d.x * d.y + d.y * d.z + d.z * d.x;
  }
  static Bounds both(const Bounds& a, const Bounds& b) {
    Bounds box = a;
    box.include(b);
    return box;
  }
  static bool contains(const Bounds& outer, const Bounds& b) {
    return outer.lower.x <= b.lower.x && outer.lower.y <= b.lower.y && outer.lower.z <= b.lower.z &&
           b.upper.x <= outer.upper.x && b.upper.y <= outer.upper.y && b.upper.z <= outer.upper.z;
  }
  /// Bounds::overlaps() without branches, which nothing could predict here.
  static bool meet(const Bounds& a, const Bounds& b) {
    const double x = std::max(a.lower.x - b.upper.x, b.lower.x - a.upper.x);
    const double y = std::max(a.lower.y - b.upper.y, b.lower.y - a.upper.y);
    const double z = std::max(a.lower.z - b.upper.z, b.lower.z - a.upper.z);
    return std::max(x, std::max(y, z)) <= 0;
  }
  static Bounds enlarged(const Bounds& b, double margin) {
    const Vec3<double> m{margin, margin, margin};
    return {b.lower - m, b.upper + m};
  }
  /// The same, and farther ahead of a box that came from `before`: by 16 steps, at most `most_ahead`.
  static Bounds enlarged(const Bounds& b, const Bounds& before, double margin, double most_ahead) {
    Bounds box = enlarged(b, margin);
    for (int k = 0; k < 3; ++k) {
      const double ahead = 8 * (b.lower[k] - before.lower[k] + b.upper[k] - before.upper[k]);
      box.upper[k] += std::clamp(ahead, 0.0, most_ahead);
      box.lower[k] += std::clamp(ahead, -most_ahead, 0.0);
    }
    return box;
  }
  static bool is_finite(const Bounds& b) {
    bool ok = true;
    for (int k = 0; k < 3; ++k) ok = ok && std::isfinite(b.lower[k]) && std::isfinite(b.upper[k]);
    return ok;
  }
};

/// The tree is made anew when this part of the objects have left their enlarged boxes.
constexpr double rebuild_share = 1;
/// If this part of the objects moved at once, the bounds of the whole tree are computed in one go.
constexpr double all_bounds_share = 0.25;
/// If this part of not too many objects moved at once, the tree is left alone: a sweep finds the pairs.
constexpr double sweep_share = 0.18;
constexpr int most_swept = 4000;
/// Sweeps go on down to this part, because the tree must be made anew after them.
constexpr double sweep_on_share = 0.1;

}  // namespace

BroadPhase::BroadPhase(double margin) : margin_(margin) {
  require(margin >= 0 && std::isfinite(margin),
          "the margin of a broad phase is {}, but it must be finite and not negative", margin);
}

void BroadPhase::check(int object, const Bounds& bounds) const {
  for (int k = 0; k < 3; ++k)
    require(bounds.lower[k] <= bounds.upper[k],
            "the bounds of object {} are {} to {} along axis {}; look for a size or position that is not a "
            "number",
            object, bounds.lower[k], bounds.upper[k], "xyz"[k]);
}

int BroadPhase::add(const Bounds& bounds) {
  const int object = count();
  check(object, bounds);
  objects_.push_back({bounds, -1, true});
  moved_.push_back(object);
  place(object, BroadBox::enlarged(bounds, margin_));
  return object;
}

void BroadPhase::move(int object, const Bounds& bounds) {
  check(object, bounds);
  Object& o = objects_[object];
  const Bounds before = std::exchange(o.bounds, bounds);
  if (o.leaf >= 0) {
    // The enlarged box stays as long as it contains the box and is not much larger.
    const Bounds& box = nodes_[o.leaf].bounds;
    if (BroadBox::contains(box, bounds) && BroadBox::contains(BroadBox::enlarged(bounds, 6 * margin_), box))
      return;
    mark_moved(object);
    // Where most objects leave their boxes anyway, smaller boxes have fewer neighbors.
    const double most_ahead = (is_swept_ ? 1 : 3) * margin_;
    // The tree follows in update_tree().
    nodes_[o.leaf].bounds = BroadBox::enlarged(bounds, before, margin_, most_ahead);
    if (!BroadBox::is_finite(bounds)) {
      remove(o.leaf);
      place(object, bounds);
    }
    return;
  }
  if (!BroadBox::is_finite(bounds)) return;  // it is compared with all anyway
  infinite_.erase(std::find(infinite_.begin(), infinite_.end(), object));
  mark_moved(object);
  place(object, BroadBox::enlarged(bounds, margin_));
}

void BroadPhase::mark_moved(int object) {
  if (objects_[object].is_moved) return;
  objects_[object].is_moved = true;
  moved_.push_back(object);
}

/// Puts an object into the tree with its enlarged box, or among the infinite ones.
void BroadPhase::place(int object, const Bounds& enlarged) {
  Object& o = objects_[object];
  if (!BroadBox::is_finite(o.bounds)) {
    o.leaf = -1;
    infinite_.push_back(object);
    return;
  }
  o.leaf = take_node();
  nodes_[o.leaf].bounds = enlarged;
  nodes_[o.leaf].object = object;
  insert(o.leaf);
}

int BroadPhase::take_node() {
  if (free_node_ < 0) {
    nodes_.push_back({});
    return static_cast<int>(nodes_.size()) - 1;
  }
  const int node = free_node_;
  free_node_ = nodes_[node].parent;
  nodes_[node] = {};
  return node;
}

/// The node beside which a new leaf increases the sum of all surface areas least: goes down into the child
/// that grows less, until a new pair of the node and the leaf is cheaper than both.
int BroadPhase::best_sibling(const Bounds& bounds) const {
  int at = root_;
  while (!nodes_[at].is_leaf()) {
    const Node& node = nodes_[at];
    const double here = BroadBox::half_area(BroadBox::both(node.bounds, bounds));
    const double inherited = here - BroadBox::half_area(node.bounds);
    const auto cost = [&](int child) {
      const Node& c = nodes_[child];
      const double both = BroadBox::half_area(BroadBox::both(c.bounds, bounds));
      return inherited + (c.is_leaf() ? both : both - BroadBox::half_area(c.bounds));
    };
    const double left = cost(node.left), right = cost(node.right);
    if (here < left && here < right) break;
    at = left <= right ? node.left : node.right;
  }
  return at;
}

void BroadPhase::insert(int leaf) {
  if (root_ < 0) {
    root_ = leaf;
    return;
  }
  const int sibling = best_sibling(nodes_[leaf].bounds), parent = take_node();
  nodes_[parent].left = sibling, nodes_[parent].right = leaf;
  replace_child(nodes_[sibling].parent, sibling, parent);
  nodes_[sibling].parent = nodes_[leaf].parent = parent;
  refit(parent);
}

void BroadPhase::remove(int leaf) {
  const int parent = nodes_[leaf].parent;
  const auto free = [&](int node) { nodes_[node].parent = free_node_, free_node_ = node; };
  if (parent < 0) {
    root_ = -1;
    free(leaf);
    return;
  }
  const int sibling = nodes_[parent].left == leaf ? nodes_[parent].right : nodes_[parent].left;
  const int above = nodes_[parent].parent;
  replace_child(above, parent, sibling);
  free(parent);
  free(leaf);
  refit(above);
}

/// Makes `by` the child of `parent` in place of `child`; without a parent it is the root.
void BroadPhase::replace_child(int parent, int child, int by) {
  nodes_[by].parent = parent;
  if (parent < 0)
    root_ = by;
  else
    (nodes_[parent].left == child ? nodes_[parent].left : nodes_[parent].right) = by;
}

/// Bounds and heights from a node up to the root, or to the first that does not change, with rotations where
/// children differ in height by more than one: the tree stays as low as log₂ of the number of its leaves,
/// times 1.44.
void BroadPhase::refit(int node) {
  for (int at = node; at >= 0; at = nodes_[at].parent) {
    const int top = balance(at);
    Node& n = nodes_[top];
    const Bounds bounds = BroadBox::both(nodes_[n.left].bounds, nodes_[n.right].bounds);
    const int height = 1 + std::max(nodes_[n.left].height, nodes_[n.right].height);
    if (top == at && height == n.height && BroadBox::contains(bounds, n.bounds) &&
        BroadBox::contains(n.bounds, bounds))
      return;
    n.bounds = bounds, n.height = height;
    at = top;
  }
}

int BroadPhase::balance(int node) {
  const Node& n = nodes_[node];
  const int difference = nodes_[n.right].height - nodes_[n.left].height;
  if (difference > 1) return rotate(node, n.right, n.left);
  if (difference < -1) return rotate(node, n.left, n.right);
  return node;
}

/// The child `up` of a node takes its place, and the node that of the lower of up's children. Returns `up`,
/// whose bounds are yet to be computed.
int BroadPhase::rotate(int node, int up, int other) {
  Node &n = nodes_[node], &u = nodes_[up];
  replace_child(n.parent, node, up);
  int high = u.left, low = u.right;
  if (nodes_[high].height < nodes_[low].height ||
      (nodes_[high].height == nodes_[low].height &&
       BroadBox::half_area(BroadBox::both(nodes_[other].bounds, nodes_[high].bounds)) <
           BroadBox::half_area(BroadBox::both(nodes_[other].bounds, nodes_[low].bounds))))
    std::swap(high, low);
  u.left = node, u.right = high;
  n.parent = up;
  n.left = other, n.right = low;
  nodes_[low].parent = node;
  n.bounds = BroadBox::both(nodes_[other].bounds, nodes_[low].bounds);
  n.height = 1 + std::max(nodes_[other].height, nodes_[low].height);
  return up;
}

/// Makes the tree follow the leaves that moved.
void BroadPhase::update_tree() {
  const int moved = static_cast<int>(moved_.size());
  changes_ += moved;
  if (changes_ >= rebuild_share * count()) return rebuild();
  if (moved >= all_bounds_share * count()) {
    if (root_ >= 0) update_bounds(root_);
    return;
  }
  for (const int i : moved_)
    if (objects_[i].leaf >= 0) reposition(objects_[i].leaf);
}

/// A leaf that stays within the box of its parent's parent keeps its place in the tree.
void BroadPhase::reposition(int leaf) {
  const int parent = nodes_[leaf].parent, above = parent < 0 ? -1 : nodes_[parent].parent;
  const Bounds enlarged = nodes_[leaf].bounds;
  if (above < 0 || BroadBox::contains(nodes_[above].bounds, enlarged)) {
    refit(parent);
    return;
  }
  const int object = nodes_[leaf].object;
  remove(leaf);
  place(object, enlarged);
}

/// The bounds of all nodes from the leaves up.
void BroadPhase::update_bounds(int node) {
  const int left = nodes_[node].left, right = nodes_[node].right;
  if (left < 0) return;
  update_bounds(left), update_bounds(right);
  nodes_[node].bounds = BroadBox::both(nodes_[left].bounds, nodes_[right].bounds);
}

/// Makes the tree anew: leaves that move one by one leave boxes behind that overlap more and more.
void BroadPhase::rebuild() {
  leaves_.clear();
  for (int i = 0; i < count(); ++i)
    if (objects_[i].leaf >= 0) leaves_.push_back({nodes_[objects_[i].leaf].bounds, i});
  nodes_.clear();
  free_node_ = root_ = -1;
  changes_ = 0;
  if (!leaves_.empty()) root_ = build(0, static_cast<int>(leaves_.size()));
}

/// Builds the tree over some of `leaves_`, halved by numbers along the axis in which their centers are spread
/// most: heights of children differ by at most one. Returns its root.
int BroadPhase::build(int begin, int end) {
  const int at = static_cast<int>(nodes_.size());
  nodes_.push_back({});
  if (end - begin == 1) {
    const Leaf& leaf = leaves_[begin];
    nodes_[at].bounds = leaf.bounds, nodes_[at].object = leaf.object;
    objects_[leaf.object].leaf = at;
    return at;
  }
  const auto center = [](const Leaf& leaf) { return leaf.bounds.lower + leaf.bounds.upper; };
  Bounds centers = Bounds::nothing();
  for (int i = begin; i < end; ++i) centers.include(center(leaves_[i]));
  const Vec3<double> d = centers.upper - centers.lower;
  const int axis = d.x >= d.y && d.x >= d.z ? 0 : d.y >= d.z ? 1 : 2, middle = (begin + end) / 2;
  std::nth_element(leaves_.begin() + begin, leaves_.begin() + middle, leaves_.begin() + end,
                   [&](const Leaf& a, const Leaf& b) { return center(a)[axis] < center(b)[axis]; });
  const int left = build(begin, middle), right = build(middle, end);
  Node& node = nodes_[at];
  node.left = left, node.right = right;
  nodes_[left].parent = nodes_[right].parent = at;
  node.bounds = BroadBox::both(nodes_[left].bounds, nodes_[right].bounds);
  node.height = 1 + std::max(nodes_[left].height, nodes_[right].height);
  return at;
}

/// Calls found(j) for all pairs of an object of which one is infinite.
template <class Found>
void BroadPhase::find_infinite(int object, const Found& found) {
  if (objects_[object].leaf >= 0) {
    for (const int j : infinite_) found(j);
    return;
  }
  for (int j = 0; j < count(); ++j)
    if (j != object) found(j);
}

/// Calls found(j) for all objects j whose enlarged boxes overlap that of an object; none is infinite.
template <class Found>
void BroadPhase::find_overlapping(int object, const Found& found) {
  if (objects_[object].leaf < 0) return;
  const Bounds& box = nodes_[objects_[object].leaf].bounds;
  // A balanced tree of 2^31 leaves is no higher than 45.
  std::array<int, 64> waiting;
  std::size_t n = 0;
  int at = root_;
  while (true) {
    const Node& node = nodes_[at];
    if (node.is_leaf()) {
      if (node.object != object) found(node.object);
    } else {
      const bool is_left = BroadBox::meet(nodes_[node.left].bounds, box);
      const bool is_right = BroadBox::meet(nodes_[node.right].bounds, box);
      if (is_left) {
        if (is_right) waiting[n++] = node.right;
        at = node.left;
        continue;
      }
      if (is_right) {
        at = node.right;
        continue;
      }
    }
    if (n == 0) return;
    at = waiting[--n];
  }
}

/// New pairs of finite objects without the tree.
void BroadPhase::sweep() {
  sweep_.begin(count());
  for (int i = 0; i < count(); ++i)
    if (objects_[i].leaf >= 0) sweep_.put(i, nodes_[objects_[i].leaf].bounds, objects_[i].is_moved);
  sweep_.find(new_);
}

/// Candidates without moved objects stay; those of moved objects are found in the tree and merged into them.
void BroadPhase::update_candidates() {
  const double least = (is_swept_ ? sweep_on_share : sweep_share) * count();
  is_swept_ = static_cast<double>(moved_.size()) >= least && count() <= most_swept;
  if (is_swept_)
    changes_ = count();  // the tree is made anew when it is needed
  else
    update_tree();
  old_.clear(), new_.clear();
  for (const auto& pair : candidates_)
    if (!objects_[pair.first].is_moved && !objects_[pair.second].is_moved) old_.push_back(pair);
  for (const int i : moved_) {
    const auto found = [&](int j) {
      // Two moved objects find each other: the first one counts.
      if (!objects_[j].is_moved || i < j) new_.push_back({std::min(i, j), std::max(i, j)});
    };
    find_infinite(i, found);
    if (!is_swept_) find_overlapping(i, found);
  }
  if (is_swept_) sweep();
  std::sort(new_.begin(), new_.end());
  candidates_.resize(old_.size() + new_.size());
  std::merge(old_.begin(), old_.end(), new_.begin(), new_.end(), candidates_.begin());
  for (const int i : moved_) objects_[i].is_moved = false;
  moved_.clear();
}

}  // namespace sarrus
