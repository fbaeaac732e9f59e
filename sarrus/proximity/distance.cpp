#include "sarrus/proximity/distance.h"

#include <array>
#include <type_traits>

#include "sarrus/base/error.h"
#include "sarrus/base/inline.h"
#include "sarrus/proximity/internal/convex_distance.h"
#include "sarrus/proximity/internal/free_form.h"
#include "sarrus/proximity/internal/mesh_distance.h"
#include "sarrus/proximity/internal/pairs_box.h"
#include "sarrus/proximity/internal/pairs_round.h"
#include "sarrus/proximity/internal/pairs_swept.h"
#include "sarrus/proximity/internal/polyhedra.h"
#include "sarrus/spatial/internal/finite.h"

namespace sarrus {

namespace {

using namespace internal;

template <class S>
constexpr bool is_half_space = std::is_same_v<S, HalfSpaceShape>;
template <class S>
constexpr bool is_sphere = std::is_same_v<S, SphereShape>;
template <class S>
constexpr bool is_capsule = std::is_same_v<S, CapsuleShape>;
template <class S>
constexpr bool is_brick = std::is_same_v<S, BoxShape> || std::is_same_v<S, RoundedBoxShape>;
template <class S>
constexpr bool is_polyhedron = std::is_same_v<S, ConvexShape>;
template <class S>
constexpr bool is_torus = std::is_same_v<S, TorusShape>;
template <class S>
constexpr bool is_mesh = std::is_same_v<S, SurfaceMeshShape>;
/// A surface that is known by its nearest points alone.
template <class S>
constexpr bool is_free_form = std::is_same_v<S, HeightFieldShape> || std::is_same_v<S, ImplicitShape> ||
                              std::is_same_v<S, ParametricShape>;

/// A pair of shapes with their poses.
template <class A, class B>
struct PosedPair {
  const A& shape1;
  const Pose<double>& X_W1;
  const B& shape2;
  const Pose<double>& X_W2;
  PairMemory* memory;
  const AnyShape &any1, &any2;  ///< The shapes once more.

  Pose<double> X_12() const { return X_W1.inverse_times(X_W2); }
  /// An answer in the frame of shape 1, in world axes.
  ShapeDistance in_world(const ShapeDistance& d) const {
    const Vec3<double> n = X_W1.R * d.normal, point1 = X_W1 * d.point1;
    return {d.distance, n, point1, point1 + d.distance * n};
  }
};

inline SegmentInSpace segment_of(const CapsuleShape& capsule, const Pose<double>& X) {
  return {X.p, X.R.matrix().z, 0.5 * capsule.length};
}

/// A way with plain(), which is tried first. It calls `otherwise` in positions that it is not made for, and
/// where a number of the poses that matters is not finite.
struct PlainWay {};

/// The ways to compute a distance, each with the pairs (A, B) that it is for.
struct SphereSphere : PlainWay {
  template <class A, class B>
  static constexpr bool fits = is_sphere<A>&& is_sphere<B>;
  template <class A, class B, class Otherwise>
  static SARRUS_ALWAYS_INLINE ShapeDistance plain(const PosedPair<A, B>& p, const Otherwise& otherwise) {
    return plain_sphere_distance(p.X_W1, p.shape1.radius, p.X_W2, p.shape2.radius, otherwise);
  }
  template <class A, class B>
  static ShapeDistance calc(const PosedPair<A, B>& p) {
    return ball_distance(p.X_W1.p, p.shape1.radius, p.X_W2.p - p.X_W1.p, p.shape2.radius, {0, 0, 1});
  }
};
struct CapsuleSphere : PlainWay {
  template <class A, class B>
  static constexpr bool fits = is_capsule<A>&& is_sphere<B>;
  template <class B, class Otherwise>
  static SARRUS_ALWAYS_INLINE ShapeDistance plain(const PosedPair<CapsuleShape, B>& p,
                                                  const Otherwise& otherwise) {
    return plain_capsule_sphere_distance<false>(p.X_W1, 0.5 * p.shape1.length, p.shape1.radius, p.X_W2,
                                                p.shape2.radius, otherwise);
  }
  template <class A, class Otherwise>
  static SARRUS_ALWAYS_INLINE ShapeDistance plain(const PosedPair<A, CapsuleShape>& p,
                                                  const Otherwise& otherwise) {
    return plain_capsule_sphere_distance<true>(p.X_W2, 0.5 * p.shape2.length, p.shape2.radius, p.X_W1,
                                               p.shape1.radius, otherwise);
  }
  template <class A, class B>
  static ShapeDistance calc(const PosedPair<A, B>& p) {
    const SegmentInSpace axis = segment_of(p.shape1, p.X_W1);
    const double s = axis.nearest(p.X_W2.p);
    const Vec3<double> on_axis = axis.at(s), v = axis.across(s, p.X_W2.p - on_axis);
    return ball_distance(on_axis, p.shape1.radius, v, p.shape2.radius, p.X_W1.R.col(0));
  }
};
struct CapsuleCapsule : PlainWay {
  template <class A, class B>
  static constexpr bool fits = is_capsule<A>&& is_capsule<B>;
  template <class A, class B, class Otherwise>
  static SARRUS_ALWAYS_INLINE ShapeDistance plain(const PosedPair<A, B>& p, const Otherwise& otherwise) {
    return plain_capsule_distance(p.X_W1, 0.5 * p.shape1.length, p.shape1.radius, p.X_W2,
                                  0.5 * p.shape2.length, p.shape2.radius, otherwise);
  }
  template <class A, class B>
  static ShapeDistance calc(const PosedPair<A, B>& p) {
    return capsule_distance(segment_of(p.shape1, p.X_W1), p.shape1.radius, segment_of(p.shape2, p.X_W2),
                            p.shape2.radius);
  }
};
/// The lowest point of what is over or under a half-space.
struct HalfSpaceAny {
  template <class A, class B>
  static constexpr bool fits = is_half_space<A> && (ConvexShapeType<B> || is_torus<B> || is_mesh<B>);
  template <class A, class B>
  static ShapeDistance calc(const PosedPair<A, B>& p) {
    const Vec3<double> n = p.X_W1.R.col(2), down = -p.X_W2.R.inverse_times(n);
    return plane_distance(p.X_W1.p, n, p.X_W2 * lowest(p.shape2, down, p.memory));
  }

 private:
  template <ConvexShapeType B>
  static Vec3<double> lowest(const B& shape, const Vec3<double>& down, PairMemory* memory) {
    if constexpr (requires { shape.polyhedron; }) {
      const int start = memory == nullptr ? 0 : memory->vertex2;
      const int vertex = shape.polyhedron->support_vertex(down, start);
      if (memory != nullptr) memory->vertex2 = vertex;
      return shape.polyhedron->vertices()[vertex];
    } else {
      return shape.support(down);
    }
  }
  static Vec3<double> lowest(const TorusShape& shape, const Vec3<double>& down, PairMemory*) {
    const Vec3<double> out = unit_or({down.x, down.y, 0}, {1, 0, 0});
    return shape.radius * out + shape.tube * down;
  }
  static Vec3<double> lowest(const SurfaceMeshShape& shape, const Vec3<double>& down, PairMemory*) {
    const Array<Vec3<double>>& vertices = shape.mesh->vertices();
    return *std::max_element(vertices.begin(), vertices.end(),
                             [&](const auto& a, const auto& b) { return dot(a, down) < dot(b, down); });
  }
};
struct AnySphere {
  template <class A, class B>
  static constexpr bool fits = is_sphere<B>;
  template <class A, class B>
  static SARRUS_ALWAYS_INLINE ShapeDistance calc(const PosedPair<A, B>& p) {
    const SurfacePoint at = p.shape1.nearest(p.X_W1.inverse_times(p.X_W2.p));
    const double distance = at.distance - p.shape2.radius;
    return p.in_world({distance, at.normal, at.point, at.point + distance * at.normal});
  }
};
struct ConvexConvex {
  template <class A, class B>
  static constexpr bool fits = ConvexShapeType<A>&& ConvexShapeType<B>;
  template <class A, class B>
  static ShapeDistance calc(const PosedPair<A, B>& p) {
    PairMemory own;
    return calc_from(p, p.X_12(), p.memory == nullptr ? own : *p.memory);
  }
  template <class A, class B>
  static ShapeDistance calc_from(const PosedPair<A, B>& p, const Pose<double>& X_12, PairMemory& memory) {
    if constexpr (is_polyhedron<A> && is_polyhedron<B>)
      if (const auto near = near_polyhedra_distance(*p.shape1.polyhedron, *p.shape2.polyhedron, X_12, memory))
        return p.in_world(*near);
    const auto core1 = core_of(p.shape1);
    const auto core2 = core_of(p.shape2);
    const ConvexSide side1(core1.core, core1.radius, &memory.vertex1);
    const ConvexSide side2(core2.core, core2.radius, &memory.vertex2);
    return p.in_world(convex_distance(side1, side2, X_12, memory));
  }
};
struct BrickBrick {
  template <class A, class B>
  static constexpr bool fits = is_brick<A>&& is_brick<B>;
  template <class A, class B>
  static ShapeDistance calc(const PosedPair<A, B>& p) {
    const auto core1 = core_of(p.shape1);
    const auto core2 = core_of(p.shape2);
    const Pose<double> X_12 = p.X_12();
    const BoxSeparation at = find_separation(core1.core, core2.core, X_12);
    const std::optional<ShapeDistance> d = box_distance(core1.core, core2.core, X_12, at);
    PairMemory own;
    PairMemory& memory = p.memory == nullptr ? own : *p.memory;
    if (!d) {
      if (memory.kind1 < 0) memory.direction = at.normal;
      return ConvexConvex::calc_from(p, X_12, memory);
    }
    memory.kind1 = memory.kind2 = -1;
    const double distance = d->distance - core1.radius - core2.radius;
    const Vec3<double> point1 = d->point1 + core1.radius * d->normal;
    return p.in_world({distance, d->normal, point1, point1 + distance * d->normal});
  }
};
struct AnyTorus {
  template <class A, class B>
  static constexpr bool fits = is_torus<B> && !is_half_space<A>;
  template <class A, class B>
  static ShapeDistance calc(const PosedPair<A, B>& p) {
    return p.in_world(swept_distance(p.shape1, p.shape2, p.X_12()));
  }
};
struct FreeFormCapsule {
  template <class A, class B>
  static constexpr bool fits = is_free_form<A>&& is_capsule<B>;
  template <class A, class B>
  static ShapeDistance calc(const PosedPair<A, B>& p) {
    return p.in_world(swept_distance(p.shape1, p.shape2, p.X_12()));
  }
};
struct FreeFormConvex {
  template <class A, class B>
  static constexpr bool fits = is_free_form<A>&& ConvexShapeType<B>;
  template <class A, class B>
  static ShapeDistance calc(const PosedPair<A, B>& p) {
    return p.in_world(free_form_distance(p.any1, p.any2, p.X_12()));
  }
};
struct FreeFormMesh {
  template <class A, class B>
  static constexpr bool fits = is_free_form<A>&& is_mesh<B>;
  template <class A, class B>
  static ShapeDistance calc(const PosedPair<A, B>& p) {
    return p.in_world(free_form_mesh_distance(p.any1, *p.shape2.mesh, p.X_12()));
  }
};
struct MeshConvex {
  template <class A, class B>
  static constexpr bool fits = is_mesh<A>&& ConvexShapeType<B>;
  template <class A, class B>
  static ShapeDistance calc(const PosedPair<A, B>& p) {
    return p.in_world(mesh_convex_distance(*p.shape1.mesh, p.X_12(), p.any2, p.memory));
  }
};
struct MeshMesh {
  template <class A, class B>
  static constexpr bool fits = is_mesh<A>&& is_mesh<B>;
  template <class A, class B>
  static ShapeDistance calc(const PosedPair<A, B>& p) {
    return p.in_world(mesh_mesh_distance(*p.shape1.mesh, p.X_12(), *p.shape2.mesh, p.memory));
  }
};

using DistanceFunction = ShapeDistance (*)(const AnyShape&, const Pose<double>&, const AnyShape&,
                                           const Pose<double>&, PairMemory*);

/// Says why a distance cannot be computed: the function of pairs that are not supported.
[[noreturn, gnu::noinline]] ShapeDistance refuse(const AnyShape& shape1, const Pose<double>& X_W1,
                                                 const AnyShape& shape2, const Pose<double>&, PairMemory*) {
  require_distance(shape1, "shape 1", shape2, "shape 2");
  fail("the distance of a {} and a {}: the pose of the {} is not finite", type_of(shape1), type_of(shape2),
       is_finite(X_W1) ? "second" : "first");
}

/// Computes by one way the distance of the shapes with the numbers i and j in the list of all shapes.
template <class Way, std::size_t i, std::size_t j>
[[gnu::noinline]] ShapeDistance distance_by(const AnyShape& shape1, const Pose<double>& X_W1,
                                            const AnyShape& shape2, const Pose<double>& X_W2,
                                            PairMemory* memory) {
  using A = std::variant_alternative_t<i, AnyShape>;
  using B = std::variant_alternative_t<j, AnyShape>;
  if (!are_finite(X_W1, X_W2)) [[unlikely]]
    refuse(shape1, X_W1, shape2, X_W2, memory);
  const A& a = *std::get_if<i>(&shape1);
  const B& b = *std::get_if<j>(&shape2);
  if constexpr (Way::template fits<A, B>)
    return Way::calc(PosedPair<A, B>{a, X_W1, b, X_W2, memory, shape1, shape2});
  else
    return exchanged(Way::calc(PosedPair<B, A>{b, X_W2, a, X_W1, memory, shape2, shape1}));
}
/// The same, by the formula for plain positions if it serves.
template <class Way, std::size_t i, std::size_t j>
ShapeDistance plain_distance_by(const AnyShape& shape1, const Pose<double>& X_W1, const AnyShape& shape2,
                                const Pose<double>& X_W2, PairMemory* memory) {
  using A = std::variant_alternative_t<i, AnyShape>;
  using B = std::variant_alternative_t<j, AnyShape>;
  if (shape1.index() != i || shape2.index() != j) __builtin_unreachable();
  const PosedPair<A, B> pair{
      *std::get_if<i>(&shape1), X_W1, *std::get_if<j>(&shape2), X_W2, memory, shape1, shape2};
  return Way::plain(pair, [&] { return distance_by<Way, i, j>(shape1, X_W1, shape2, X_W2, memory); });
}

/// The first way that fits the pair in either order.
template <std::size_t i, std::size_t j>
constexpr DistanceFunction first_way() {
  return &refuse;
}
template <std::size_t i, std::size_t j, class Way, class... Others>
constexpr DistanceFunction first_way() {
  using A = std::variant_alternative_t<i, AnyShape>;
  using B = std::variant_alternative_t<j, AnyShape>;
  constexpr bool fits_as_given = Way::template fits<A, B>, fits_exchanged = Way::template fits<B, A>;
  if constexpr ((fits_as_given || fits_exchanged) && std::is_base_of_v<PlainWay, Way>)
    return &plain_distance_by<Way, i, j>;
  else if constexpr (fits_as_given || fits_exchanged)
    return &distance_by<Way, i, j>;
  else
    return first_way<i, j, Others...>();
}
template <std::size_t i, std::size_t j>
constexpr DistanceFunction distance_entry() {
  return first_way<i, j, SphereSphere, CapsuleSphere, CapsuleCapsule, HalfSpaceAny, AnySphere, BrickBrick,
                   ConvexConvex, AnyTorus, FreeFormCapsule, FreeFormConvex, FreeFormMesh, MeshConvex,
                   MeshMesh>();
}

constexpr std::size_t shape_count = std::variant_size_v<AnyShape>;

template <std::size_t... ij>
constexpr std::array<DistanceFunction, sizeof...(ij)> make_distance_table(std::index_sequence<ij...>) {
  return {distance_entry<ij / shape_count, ij % shape_count>()...};
}
/// By the types of the two shapes.
constexpr auto distance_table = make_distance_table(std::make_index_sequence<shape_count * shape_count>());

DistanceFunction distance_function(const AnyShape& shape1, const AnyShape& shape2) {
  return distance_table[shape1.index() * shape_count + shape2.index()];
}

}  // namespace

ShapeDistance calc_distance(const AnyShape& shape1, const Pose<double>& X_W1, const AnyShape& shape2,
                            const Pose<double>& X_W2, PairMemory* memory) {
  return distance_function(shape1, shape2)(shape1, X_W1, shape2, X_W2, memory);
}

bool has_distance(const AnyShape& shape1, const AnyShape& shape2) {
  return distance_function(shape1, shape2) != &refuse;
}

void require_distance(const AnyShape& shape1, std::string_view name1, const AnyShape& shape2,
                      std::string_view name2) {
  if (has_distance(shape1, shape2)) return;
  const auto is = [&](std::string_view type) { return type_of(shape1) == type || type_of(shape2) == type; };
  const char* remedy = "describe one of them by a mesh";
  if (is(HalfSpaceShape::type)) remedy = "describe the half-space by a large box, or the other by a mesh";
  if (type_of(shape1) == HalfSpaceShape::type && type_of(shape2) == HalfSpaceShape::type)
    remedy = "two half-spaces always overlap; leave this pair out";
  fail("'{}' ({}) and '{}' ({}): the distance of such a pair cannot be computed; {}", name1, type_of(shape1),
       name2, type_of(shape2), remedy);
}

}  // namespace sarrus
