#include "sarrus/proximity/internal/gjk.h"

namespace sarrus::internal {

namespace {

/// The nearest point to the origin of parts of a simplex, by the regions in which the origin may lie
/// (Ericson, Real-Time Collision Detection, sec. 5.1).
class SimplexReducer {
 public:
  explicit SimplexReducer(Simplex& s) : s_(s) {}

  void segment(int i, int j) {
    const Vec3<double>&a = w(i), &b = w(j);
    const Vec3<double> ab = b - a;
    const double t = -dot(a, ab), length = dot(ab, ab);
    if (t <= 0 || length == 0) return keep({i}, {1});
    if (t >= length) return keep({j}, {1});
    keep({i, j}, {1 - t / length, t / length});
  }
  void triangle(int i, int j, int k) {
    const Vec3<double>&a = w(i), &b = w(j), &c = w(k);
    const Vec3<double> ab = b - a, ac = c - a;
    const double d1 = -dot(ab, a), d2 = -dot(ac, a);
    if (d1 <= 0 && d2 <= 0) return keep({i}, {1});
    const double d3 = -dot(ab, b), d4 = -dot(ac, b);
    if (d3 >= 0 && d4 <= d3) return keep({j}, {1});
    const double d5 = -dot(ab, c), d6 = -dot(ac, c);
    if (d6 >= 0 && d5 <= d6) return keep({k}, {1});
    const Vec3<double> n = cross(ab, ac);
    const double nn = dot(n, n);
    // Weights times |n|²: signed areas against the normal, which suffer less than differences of products.
    const double va = dot(n, cross(b, c)), vb = dot(n, cross(c, a)), vc = dot(n, cross(a, b));
    if (vc <= 0 && d1 >= 0 && d3 <= 0) return segment(i, j);
    if (vb <= 0 && d2 >= 0 && d6 <= 0) return segment(i, k);
    if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) return segment(j, k);
    if (!(nn > 0) || va <= 0 || vb <= 0 || vc <= 0) return flat(i, j, k);
    const double sum = va + vb + vc;
    keep({i, j, k}, {va / sum, vb / sum, vc / sum});
    v = (dot(n, a) / nn) * n;
  }
  /// False if the origin is inside.
  bool tetrahedron() {
    constexpr int faces[4][4] = {{0, 1, 2, 3}, {0, 2, 3, 1}, {0, 1, 3, 2}, {1, 2, 3, 0}};
    SimplexReducer best(s_);
    bool is_outside = false;
    for (const auto& f : faces) {
      const Vec3<double> n = cross(w(f[1]) - w(f[0]), w(f[2]) - w(f[0]));
      const Vec3<double> other = w(f[3]) - w(f[0]);
      const double of_origin = -dot(n, w(f[0])), of_other = dot(n, other);
      const bool is_flat = of_other * of_other <= 1e-24 * dot(n, n) * dot(other, other);
      if (!is_flat && of_origin * of_other > 0) continue;  // on the same side as the fourth point
      SimplexReducer face(s_);
      face.triangle(f[0], f[1], f[2]);
      if (!is_outside || dot(face.v, face.v) < dot(best.v, best.v)) best.take(face);
      is_outside = true;
    }
    if (is_outside) take(best);
    return is_outside;
  }
  void point(int i) { keep({i}, {1}); }
  /// Finds the nearest point of the whole simplex; false if it contains the origin.
  bool whole() {
    if (s_.count == 4) return tetrahedron();
    if (s_.count == 1)
      point(0);
    else if (s_.count == 2)
      segment(0, 1);
    else
      triangle(0, 1, 2);
    return true;
  }
  /// Drops the other points.
  void apply() const {
    for (std::size_t i = 0; i < count_; ++i) {  // in ascending order: none is overwritten too early
      const auto from = static_cast<std::size_t>(index_[i]);
      if (from != i) s_.points[i] = s_.points[from];
    }
    s_.weights = weight_;
    s_.count = static_cast<int>(count_);
    s_.v = v;
  }

  Vec3<double> v{};

 private:
  const Vec3<double>& w(int i) const { return s_.points[static_cast<std::size_t>(i)].w; }
  void take(const SimplexReducer& other) {
    v = other.v, index_ = other.index_, weight_ = other.weight_, count_ = other.count_;
  }
  /// A triangle without an area: the nearest of its edges.
  void flat(int i, int j, int k) {
    SimplexReducer best(s_);
    best.segment(i, j);
    for (const auto& [p, q] : {std::pair(i, k), std::pair(j, k)}) {
      SimplexReducer edge(s_);
      edge.segment(p, q);
      if (dot(edge.v, edge.v) < dot(best.v, best.v)) best.take(edge);
    }
    take(best);
  }
  void keep(std::initializer_list<int> index, std::initializer_list<double> weight) {
    count_ = index.size();
    std::copy(index.begin(), index.end(), index_.begin());
    std::copy(weight.begin(), weight.end(), weight_.begin());
    v = {0, 0, 0};
    for (std::size_t i = 0; i < count_; ++i) v += weight_[i] * w(index_[i]);
  }

  Simplex& s_;
  std::array<int, 4> index_{};
  std::array<double, 4> weight_{};
  std::size_t count_ = 0;
};

bool is_repeated(const Simplex& simplex, const Vec3<double>& w) {
  for (int i = 0; i < simplex.count; ++i) {
    const Vec3<double>& p = simplex.points[static_cast<std::size_t>(i)].w;
    if (p.x == w.x && p.y == w.y && p.z == w.z) return true;
  }
  return false;
}

}  // namespace

bool Simplex::reduce() {
  SimplexReducer reducer(*this);
  const bool is_outside = reducer.whole();
  if (is_outside) reducer.apply();
  return is_outside;
}

GjkEnd run_gjk(const ConvexPair& pair, const Vec3<double>& direction, double accuracy, Simplex& simplex) {
  constexpr int most_iterations = 100;
  const double zero = 1e-13 * pair.size;
  if (simplex.count == 0) {
    simplex.points[0] = pair.support(direction);
    simplex.count = 1;
    simplex.reduce();
  }
  for (int i = 0; i < most_iterations; ++i) {
    const double vv = dot(simplex.v, simplex.v);
    if (vv <= zero * zero) return GjkEnd::touching;
    const DifferencePoint next = pair.support(simplex.v);
    const double gap = vv - dot(simplex.v, next.w);
    if (gap <= accuracy * vv) return GjkEnd::apart;
    // Rounding ends the search: what there is proves that the sets are apart, or nothing.
    const GjkEnd end = gap < 0.01 * vv ? GjkEnd::apart : GjkEnd::touching;
    if (is_repeated(simplex, next.w)) return end;
    simplex.points[static_cast<std::size_t>(simplex.count++)] = next;
    SimplexReducer reducer(simplex);
    if (!reducer.whole()) return GjkEnd::touching;
    if (!(dot(reducer.v, reducer.v) < vv)) {
      --simplex.count;
      return end;
    }
    reducer.apply();
  }
  return GjkEnd::touching;
}

}  // namespace sarrus::internal
