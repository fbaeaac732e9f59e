#include "sarrus/geometry/internal/fill_hole.h"

#include <algorithm>

namespace sarrus::internal {

namespace {

class LoopCover {
 public:
  LoopCover(In<Vec3<double>> vertices, Array<int> loop) : vertices_(vertices), loop_(std::move(loop)) {
    // The loop is seen along the vector of the area that it encloses.
    for (std::size_t i = 0; i < loop_.size(); ++i) normal_ += cross(at(i) - at(0), at(i + 1) - at(0));
    while (loop_.size() > 3) cut(best_corner());
    triangles_.push_back({loop_[0], loop_[1], loop_[2]});
  }
  Array<std::array<int, 3>> take() && { return std::move(triangles_); }

 private:
  const Vec3<double>& at(std::size_t i) const { return vertices_[loop_[i % loop_.size()]]; }

  void cut(std::size_t i) {
    const std::size_t n = loop_.size();
    triangles_.push_back({loop_[(i + n - 1) % n], loop_[i], loop_[(i + 1) % n]});
    loop_.erase(loop_.begin() + static_cast<std::ptrdiff_t>(i));
  }

  /// The free corner with the shortest cut; if a crooked loop has none, the one with the shortest cut.
  std::size_t best_corner() const {
    const std::size_t n = loop_.size();
    struct Corner {
      double length2;
      std::size_t i;
    };
    Array<Corner> corners;
    for (std::size_t i = 0; i < n; ++i) {
      const Vec3<double> d = at(i + 1) - at(i + n - 1);
      corners.push_back({dot(d, d), i});
    }
    std::sort(corners.begin(), corners.end(), [](const Corner& a, const Corner& b) {
      return a.length2 != b.length2 ? a.length2 < b.length2 : a.i < b.i;
    });
    for (const Corner& corner : corners)
      if (is_free(corner.i)) return corner.i;
    return corners.front().i;
  }

  bool is_free(std::size_t i) const {
    const std::size_t n = loop_.size();
    const Vec3<double>&a = at(i + n - 1), &b = at(i), &c = at(i + 1);
    const auto side = [&](const Vec3<double>& p, const Vec3<double>& q, const Vec3<double>& r) {
      return dot(normal_, cross(q - p, r - p));
    };
    if (!(side(a, b, c) > 0)) return false;
    for (std::size_t j = i + 2; j < i + n - 1; ++j) {
      const Vec3<double>& p = at(j);
      if (&p == &a || &p == &b || &p == &c) continue;  // a vertex that the loop passes twice
      if (side(a, b, p) >= 0 && side(b, c, p) >= 0 && side(c, a, p) >= 0) return false;
    }
    return true;
  }

  In<Vec3<double>> vertices_;
  Array<int> loop_;
  Vec3<double> normal_{0, 0, 0};
  Array<std::array<int, 3>> triangles_;
};

}  // namespace

Array<std::array<int, 3>> cover_loop(In<Vec3<double>> vertices, Array<int> loop) {
  return LoopCover(vertices, std::move(loop)).take();
}

}  // namespace sarrus::internal
