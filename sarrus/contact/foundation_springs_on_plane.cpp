#include <array>
#include <bit>
#include <cstring>

#include "sarrus/contact/internal/foundation_springs.h"
#include "sarrus/contact/internal/lanes.h"
#include "sarrus/geometry/triangle_packs.h"

namespace sarrus::internal {

namespace {

constexpr int lanes = Lanes::lanes_count;
static_assert(TrianglePacks::size % lanes == 0 && lanes <= ContactSprings::room);
using Names = LanesOf<std::int64_t, lanes>::Type;
static_assert(sizeof(Names) == sizeof(Lanes));

/// Writes the lanes whose bits are set one after the other, and anything behind them: room for all lanes.
void write_lanes(const Lanes& numbers, unsigned bits, double* to) {
#if defined(__AVX512F__)
  _mm512_storeu_pd(to, _mm512_maskz_compress_pd(static_cast<__mmask8>(bits), (__m512d)numbers.lanes));
#else
  for (int k = 0; k < lanes; ++k)
    if ((bits >> k & 1) != 0) *to++ = numbers[k];
#endif
}
void write_lanes(const Names& names, unsigned bits, std::uint64_t* to) {
#if defined(__AVX512F__)
  _mm512_storeu_epi64(to, _mm512_maskz_compress_epi64(static_cast<__mmask8>(bits), (__m512i)names));
#else
  for (int k = 0; k < lanes; ++k)
    if ((bits >> k & 1) != 0) *to++ = static_cast<std::uint64_t>(names[k]);
#endif
}

/// The height of a point of the mesh above a plane is n·p + h, in the mesh's frame. Triangles are
/// computed in packs: with the heights a, b and c of the corners relative to the centroid, the middles of
/// the edges are at −c/2, −a/2 and −b/2.
class SpringsBelowPlane {
 public:
  SpringsBelowPlane(const Foundation& foundation, const Pose<double>& X_WP, ContactSprings& springs)
      : foundation_(foundation),
        packs_(foundation.mesh.packs()),
        springs_(springs),
        n_W_(X_WP.R.col(2)),
        n_(foundation.X_WM.R.inverse_times(n_W_)),
        h_(dot(n_W_, foundation.X_WM.p - X_WP.p)) {}

  void find() { visit(static_cast<int>(packs_.levels().size()) - 1, 0); }

 private:
  using Pack = TrianglePacks::Pack;

  static Lanes read(const TrianglePacks::Row& row, int at) { return Lanes::load(row.data() + at); }
  static Vec3<Lanes> read(const TrianglePacks::Rows& rows, int at) {
    return {read(rows.x, at), read(rows.y, at), read(rows.z, at)};
  }

  /// The boxes that reach below the plane. The lowest point of a box has the lower coordinates where n is
  /// positive, the upper where it is negative.
  unsigned find_low(const TrianglePacks::Boxes& boxes) const {
    unsigned low = 0;
    for (int at = 0; at < TrianglePacks::size; at += lanes) {
      Lanes height = h_;
      for (int axis = 0; axis < 3; ++axis)
        height += n_[axis] * read(boxes.bounds[axis][n_[axis] > 0 ? 0 : 1], at);
      low |= bits_of(height < 0) << at;
    }
    return low;
  }

  void visit(int level, int number) {
    unsigned low = find_low(packs_.levels()[level][number]);
    for (; low != 0; low &= low - 1) {
      const int member = TrianglePacks::size * number + std::countr_zero(low);
      if (level > 0) {
        visit(level - 1, member);
        continue;
      }
      for (int at = 0; at < TrianglePacks::size; at += lanes) take_triangles(packs_.packs()[member], at);
    }
  }

  void take_triangles(const Pack& pack, int at) {
    const Vec3<Lanes> centroid = read(pack.centroid, at);
    const Vec3<Lanes> corner0 = read(pack.corner0, at), corner1 = read(pack.corner1, at);
    const Lanes height = dot(n_, centroid) + Lanes(h_);
    const Lanes a = dot(n_, corner0), b = dot(n_, corner1), c = -a - b;
    const auto is_wet = smaller(smaller(a, b), c) < -height;
    if (!any(is_wet)) return;
    const auto is_deep = larger(larger(a, b), c) <= -height;
    const Lanes area = foundation_.weight * read(pack.area, at) * abs(dot(n_, read(pack.normal, at)));
    Names names;
    std::memcpy(&names, &pack.number[at], sizeof names);
    springs_.make_room(4 * lanes);
    write(names, 3, centroid, height, area, is_deep);
    const auto is_cut = is_wet && !is_deep;
    if (!any(is_cut)) return;
    const auto at_edge = [&](int number, const Vec3<Lanes>& offset, const Lanes& rise) {
      const Lanes middle = height + rise;
      write(names, number, centroid + offset, middle, (1.0 / 3) * area, is_cut && middle < 0);
    };
    at_edge(0, 0.5 * (corner0 + corner1), -0.5 * c);
    at_edge(1, -0.5 * corner0, -0.5 * a);
    at_edge(2, -0.5 * corner1, -0.5 * b);
  }

  /// Appends the springs at points of triangles that are `wanted`.
  void write(const Names& triangles, int number, const Vec3<Lanes>& p_M, const Lanes& height,
             const Lanes& area, const Lanes::Mask& wanted) {
    const unsigned bits = bits_of(wanted);
    if (bits == 0) return;
    const Vec3<Lanes> on_mesh = foundation_.X_WM * p_M;
    const Vec3<Lanes> point1 = foundation_.is_first ? on_mesh : on_mesh - height * n_W_.cast<Lanes>();
    const Vec3<double> n = foundation_.is_first ? -n_W_ : n_W_;
    const std::array<Lanes, ContactSprings::column_count> numbers{
        point1.x, point1.y, point1.z, Lanes(n.x), Lanes(n.y), Lanes(n.z), -height, area};
    int& size = springs_.size;
    for (std::size_t c = 0; c < numbers.size(); ++c)
      write_lanes(numbers[c], bits, springs_.columns[c].data() + size);
    const auto common = static_cast<std::int64_t>(foundation_.name(0, number));
    write_lanes(4 * triangles | common, bits, springs_.names.data() + size);
    size += std::popcount(bits);
  }

  const Foundation& foundation_;
  const TrianglePacks& packs_;
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
