#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "sarrus/contact/internal/foundation_springs.h"
#include "sarrus/contact/internal/lanes.h"

namespace sarrus::internal {

namespace {

static_assert(Lanes::lanes_count <= TriangleColumns::zeros);
constexpr int most_at_once = 16;  // triangles whose bounds are not divided further

/// Writes the lanes whose bits are set one after the other, and anything behind them: room for all lanes.
void write_lanes(const Lanes& numbers, unsigned bits, double* to) {
#if defined(__AVX512F__)
  _mm512_storeu_pd(to, _mm512_maskz_compress_pd(static_cast<__mmask8>(bits), (__m512d)numbers.lanes));
#else
  for (int k = 0; k < Lanes::lanes_count; ++k)
    if ((bits >> k & 1) != 0) *to++ = numbers[k];
#endif
}

/// The height of a point of the mesh above a plane is n·p + h, in the mesh's frame. Triangles are
/// computed in packs: with the heights a, b and c of the corners relative to the centroid, the middles of
/// the edges are at −c/2, −a/2 and −b/2.
class SpringsBelowPlane {
 public:
  SpringsBelowPlane(const Foundation& foundation, const Pose<double>& X_WP, ContactSprings& springs)
      : foundation_(foundation),
        mesh_(foundation.mesh),
        springs_(springs),
        n_W_(X_WP.R.col(2)),
        n_(foundation.X_WM.R.inverse_times(n_W_)),
        h_(dot(n_W_, foundation.X_WM.p - X_WP.p)) {}

  void find() {
    // The lowest point of a box has the lower coordinates where n is positive, the upper where it is
    // negative.
    const auto positive = [](const Vec3<double>& v) {
      return Vec3<double>{std::max(v.x, 0.0), std::max(v.y, 0.0), std::max(v.z, 0.0)};
    };
    const Vec3<double> of_lower = positive(n_), of_upper = -positive(-n_);
    mesh_.tree().visit_runs(
        most_at_once,
        [&](const Bounds& box) { return dot(of_lower, box.lower) + dot(of_upper, box.upper) < -h_; },
        [&](const BoundingTree::Node& node) {
          for (int i = node.items_begin; i < node.items_end; i += Lanes::lanes_count)
            take_pack({i, std::min(Lanes::lanes_count, node.items_end - i)});
        });
  }

 private:
  /// Triangles that follow each other in the tree, at most as many as a pack has lanes.
  struct Run {
    int first, count;
    Lanes::Mask lanes() const {
      static constexpr double numbers[] = {0, 1, 2, 3, 4, 5, 6, 7};
      return Lanes::load(numbers) < Lanes(count);
    }
  };

  static Vec3<Lanes> read(const TriangleColumns::Vectors& from, int i) {
    return {Lanes::load(&from.x[i]), Lanes::load(&from.y[i]), Lanes::load(&from.z[i])};
  }

  void take_pack(const Run& run) {
    const TriangleColumns& from = mesh_.columns();
    const Vec3<Lanes> centroid = read(from.centroid, run.first);
    const Vec3<Lanes> corner0 = read(from.corner0, run.first), corner1 = read(from.corner1, run.first);
    const Lanes height = dot(n_, centroid) + Lanes(h_);
    const Lanes a = dot(n_, corner0), b = dot(n_, corner1), c = -a - b;
    const auto is_used = run.lanes();
    const auto is_wet = is_used && smaller(smaller(a, b), c) < -height;
    if (!any(is_wet)) return;
    const auto is_deep = is_used && larger(larger(a, b), c) <= -height;
    const Lanes area =
        foundation_.weight * Lanes::load(&from.area[run.first]) * abs(dot(n_, read(from.normal, run.first)));
    springs_.make_room(4 * Lanes::lanes_count);
    if (any(is_deep)) write(run, 3, centroid, height, area, is_deep);
    const auto is_cut = is_wet && !is_deep;
    if (!any(is_cut)) return;
    const auto at_edge = [&](int number, const Vec3<Lanes>& offset, const Lanes& rise) {
      const Lanes middle = height + rise;
      write(run, number, centroid + offset, middle, (1.0 / 3) * area, is_cut && middle < 0);
    };
    at_edge(0, 0.5 * (corner0 + corner1), -0.5 * c);
    at_edge(1, -0.5 * corner0, -0.5 * a);
    at_edge(2, -0.5 * corner1, -0.5 * b);
  }

  /// Appends the springs at points of triangles that are `wanted`.
  void write(const Run& run, int number, const Vec3<Lanes>& p_M, const Lanes& height, const Lanes& area,
             const Lanes::Mask& wanted) {
    const Vec3<Lanes> on_mesh = foundation_.X_WM * p_M;
    const Vec3<Lanes> point1 = foundation_.is_first ? on_mesh : on_mesh - height * n_W_.cast<Lanes>();
    const Vec3<double> n = foundation_.is_first ? -n_W_ : n_W_;
    const std::array<Lanes, ContactSprings::column_count> numbers{
        point1.x, point1.y, point1.z, Lanes(n.x), Lanes(n.y), Lanes(n.z), -height, area};
    const int* triangles = &mesh_.tree().items()[run.first];
    std::uint64_t* names = springs_.names.data();
    int& size = springs_.size;
    unsigned bits = bits_of(wanted);
    for (std::size_t c = 0; c < numbers.size(); ++c)
      write_lanes(numbers[c], bits, springs_.columns[c].data() + size);
    for (; bits != 0; bits &= bits - 1)
      names[size++] = foundation_.name(triangles[std::countr_zero(bits)], number);
  }

  const Foundation& foundation_;
  const SurfaceMesh& mesh_;
  ContactSprings& springs_;
  Vec3<double> n_W_, n_;  // the plane's normal in world axes and in the mesh's frame
  double h_;
};

}  // namespace

void find_springs_below_plane(const Foundation& foundation, const Pose<double>& X_WP,
                              ContactSprings& springs) {
  SpringsBelowPlane(foundation, X_WP, springs).find();
}

}  // namespace sarrus::internal
