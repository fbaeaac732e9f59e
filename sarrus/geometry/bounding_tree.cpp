#include "sarrus/geometry/bounding_tree.h"

#include <cmath>
#include <numeric>

#include "sarrus/base/error.h"

namespace sarrus {

namespace {

/// Builds the nodes of a BoundingTree from the root down.
class BoundingTreeMaker {
 public:
  BoundingTreeMaker(In<Bounds> bounds, Array<BoundingTree::Node>& nodes, Array<int>& items)
      : bounds_(bounds), nodes_(nodes), items_(items), centers_(bounds.size()) {
    for (std::size_t i = 0; i < bounds.size(); ++i)
      centers_[i] = 0.5 * bounds[i].lower + 0.5 * bounds[i].upper;
    items_.resize(bounds.size());
    std::iota(items_.begin(), items_.end(), 0);
    nodes_.reserve(2 * bounds.size());
    make();
  }

 private:
  static constexpr int bins = 12, leaf_size = 4;
  /// From here on nodes are halved by numbers, so that 2^32 items more stay within the largest depth.
  static constexpr int halving_depth = BoundingTree::max_depth - 33;

  struct Run {
    int node, begin, end, depth;
  };
  /// A plane across an axis between two bins.
  struct Cut {
    double cost = std::numeric_limits<double>::infinity();
    int axis = -1, bin = 0;
    double lower = 0, scale = 0;
    int bin_of(const Vec3<double>& center) const {
      return std::min(bins - 1, static_cast<int>((center[axis] - lower) * scale));
    }
  };

  static double half_area(const Bounds& b) {
    const Vec3<double> d = b.upper - b.lower;
    return d.x * d.y + d.y * d.z + d.z * d.x;
  }

  void make() {
    Array<Run> waiting;
    nodes_.push_back({});
    waiting.push_back({0, 0, static_cast<int>(items_.size()), 0});
    while (!waiting.empty()) {
      const Run run = waiting.back();
      waiting.pop_back();
      Bounds box = Bounds::nothing(), middle = Bounds::nothing();
      for (int i = run.begin; i < run.end; ++i)
        box.include(bounds_[items_[i]]), middle.include(centers_[items_[i]]);
      const int split = run.end - run.begin <= leaf_size ? run.begin : divide(run, middle);
      if (split == run.begin) {
        nodes_[run.node] = {box, run.begin, run.end - run.begin, run.begin, run.end};
        continue;
      }
      const int first = static_cast<int>(nodes_.size());
      nodes_[run.node] = {box, first, 0, run.begin, run.end};
      nodes_.resize(nodes_.size() + 2);
      waiting.push_back({first + 1, split, run.end, run.depth + 1});
      waiting.push_back({first, run.begin, split, run.depth + 1});
    }
  }

  /// Orders the items of a run so that those of the first child come first; returns where the second begins.
  /// Items with the same center are halved by their numbers.
  int divide(const Run& run, const Bounds& middle) {
    const auto begin = items_.begin() + run.begin, end = items_.begin() + run.end;
    if (run.depth < halving_depth) {
      const Cut cut = best_cut(run, middle);
      if (cut.axis >= 0) {
        const auto split =
            std::partition(begin, end, [&](int i) { return cut.bin_of(centers_[i]) <= cut.bin; });
        return static_cast<int>(split - items_.begin());
      }
    }
    const Vec3<double> d = middle.upper - middle.lower;
    const int axis = d.x >= d.y && d.x >= d.z ? 0 : d.y >= d.z ? 1 : 2;
    const auto half = begin + (end - begin) / 2;
    std::nth_element(begin, half, end, [&](int i, int j) { return centers_[i][axis] < centers_[j][axis]; });
    return static_cast<int>(half - items_.begin());
  }

  /// The cut for which the sum over both sides of (surface area of the bounds)·(number of items), to which
  /// the cost of queries is proportional, is least; without an axis if no plane separates any centers.
  Cut best_cut(const Run& run, const Bounds& middle) const {
    Cut best;
    for (int axis = 0; axis < 3; ++axis) {
      const double extent = middle.upper[axis] - middle.lower[axis];
      Cut cut{0, axis, 0, middle.lower[axis], bins / extent};
      if (!(extent > 0) || !std::isfinite(cut.scale)) continue;
      std::array<Bounds, bins> in_bin;
      in_bin.fill(Bounds::nothing());
      std::array<int, bins> count{};
      for (int i = run.begin; i < run.end; ++i) {
        const std::size_t bin = cut.bin_of(centers_[items_[i]]);
        in_bin[bin].include(bounds_[items_[i]]), ++count[bin];
      }
      // Costs of the sides above each cut from the right, then those below from the left.
      std::array<double, bins> above{};
      Bounds side = Bounds::nothing();
      int n = 0;
      for (std::size_t bin = bins - 1; bin > 0; --bin) {
        side.include(in_bin[bin]), n += count[bin];
        above[bin - 1] = n > 0 ? n * half_area(side) : 0;
      }
      side = Bounds::nothing(), n = 0;
      for (std::size_t bin = 0; bin + 1 < bins; ++bin) {
        side.include(in_bin[bin]), n += count[bin];
        const int rest = run.end - run.begin - n;
        if (n == 0 || rest == 0) continue;
        cut.cost = n * half_area(side) + above[bin], cut.bin = static_cast<int>(bin);
        if (cut.cost < best.cost) best = cut;
      }
    }
    return best;
  }

  In<Bounds> bounds_;
  Array<BoundingTree::Node>& nodes_;
  Array<int>& items_;
  Array<Vec3<double>> centers_;
};

}  // namespace

BoundingTree::BoundingTree(In<Bounds> bounds) {
  for (std::size_t i = 0; i < bounds.size(); ++i)
    for (int k = 0; k < 3; ++k)
      require(std::isfinite(bounds[i].lower[k]) && std::isfinite(bounds[i].upper[k]),
              "the bounds of item {} of a tree are {} to {} along axis {}, but they must be finite", i,
              bounds[i].lower[k], bounds[i].upper[k], k);
  if (!bounds.empty()) BoundingTreeMaker(bounds, nodes_, items_);
}

}  // namespace sarrus
