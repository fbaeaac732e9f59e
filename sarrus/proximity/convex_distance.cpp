#include "sarrus/proximity/internal/convex_distance.h"

#include <cmath>
#include <limits>

#include "sarrus/base/internal/index.h"
#include "sarrus/geometry/internal/shape_math.h"
#include "sarrus/proximity/internal/epa.h"
#include "sarrus/proximity/internal/feature_gap.h"
#include "sarrus/proximity/internal/overlap_proof.h"

namespace sarrus::internal {

namespace {

/// Turns an approximate answer into an exact one. The features that may be nearest there are tried until a
/// pair proves itself: along its normal, the supports of the shapes are as far apart as its points, and the
/// points belong to the shapes. Of convex sets that are apart no other pair can then be nearer.
class DistancePolisher {
 public:
  DistancePolisher(const ConvexSide& side1, const ConvexSide& side2, const ConvexPair& pair)
      : side1_(side1), side2_(side2), pair_(pair) {}

  /// Tries the features of remembered kinds near the remembered direction; true if the answer is exact for
  /// them.
  bool polish_remembered(const PairMemory& memory) {
    const Vec3<double>& n = memory.direction;
    const Pose<double>& X = pair_.X_12;
    const Vec3<double> m = -X.R.inverse_times(n);
    bound_ = -std::numeric_limits<double>::infinity();
    const FeatureList first = side1_.features({n, side1_.support(n), 1e-2, side1_.radius});
    const FeatureList second = side2_.features({m, side2_.support(m), 1e-2, side2_.radius});
    const Feature *feature1 = first.of_kind(memory.kind1), *feature2 = second.of_kind(memory.kind2);
    return feature1 != nullptr && feature2 != nullptr && try_features(*feature1, *feature2, n);
  }
  /// True if the best answer, which is exact for its features, is that of the shapes: always where they are
  /// apart.
  bool is_proved() const {
    if (best_.distance >= 0) return true;
    return OverlapProof{side1_, side2_, pair_.X_12, best_, kind1_, kind2_, 1e-14 * pair_.size}.holds();
  }
  /// Begins anew.
  void forget() { residual_ = std::numeric_limits<double>::infinity(); }
  /// What the next query begins with.
  void remember(PairMemory& memory) const {
    memory.direction = best_.normal;
    memory.kind1 = kind1_, memory.kind2 = kind2_;
  }

  /// Tries the features near the unit vector n, known to `tolerance`, and near points of the cores; true if
  /// the answer is exact.
  bool polish(const Vec3<double>& n, const Vec3<double>& witness1, const Vec3<double>& witness2,
              double tolerance) {
    const Pose<double>& X = pair_.X_12;
    bound_ = pair_.separation(n) - side1_.radius - side2_.radius;
    const FeatureList first = side1_.features({n, witness1, tolerance, side1_.radius});
    const FeatureList second =
        side2_.features({-X.R.inverse_times(n), X.inverse_times(witness2), tolerance, side2_.radius});
    if (try_all(first, second, n)) return true;
    return (has_equators(first) && try_all(first, second, near_equator(n))) ||
           (has_equators(second) && try_all(first, second, X.R * near_equator(X.R.inverse_times(n))));
  }
  /// Takes the face of the difference with which the polytope of polyhedra ends; false if it does not end
  /// with one. The overlap is no less than the depth of the face, and no more than the difference reaches.
  bool take_face(const LeastOverlap& least) {
    const Vec3<double>& n = least.normal;
    const double oblique = norm(least.foot2 - least.foot1 + least.depth * n);
    if (!(std::max(least.beyond, 0.02 * oblique) <= 2e-14 * pair_.size)) return false;
    // A face may have more than three corners, and the origin be over another part of it.
    if (!least.is_within && !(outside(least.foot1, least.foot2) <= 1e-12 * pair_.size)) return false;
    const double distance = -least.depth - side1_.radius - side2_.radius;
    const Vec3<double> point1 = least.foot1 + side1_.radius * n;
    best_ = {distance, n, point1, point1 + distance * n};
    // A face and a point, or two edges, unless faces are parallel: then a face and a point of the other.
    kind1_ = least.corners1 - 1, kind2_ = least.corners2 - 1;
    if (kind1_ == 2)
      kind2_ = 0;
    else if (kind2_ == 2)
      kind1_ = 0;
    return true;
  }
  /// Takes an answer as it is if no features come close to a proof, and nothing offered before is better.
  void offer(const Vec3<double>& n, const Vec3<double>& witness1) {
    const double distance = pair_.separation(n) - side1_.radius - side2_.radius;
    if (residual_ < 1e-9 * pair_.size || distance < offered_) return;
    const Vec3<double> point1 = witness1 + side1_.radius * n;
    offered_ = distance;
    kind1_ = kind2_ = -1;
    best_ = {distance, n, point1, point1 + distance * n};
  }
  const ShapeDistance& best() const { return best_; }
  /// How deep the cores of the shapes overlap, by the best answer.
  double core_depth() const { return -best_.distance - side1_.radius - side2_.radius; }

 private:
  bool try_all(const FeatureList& first, const FeatureList& second, const Vec3<double>& n) {
    for (int sum = 0; sum < first.count + second.count - 1; ++sum)
      for (int i = std::max(0, sum - second.count + 1); i <= std::min(sum, first.count - 1); ++i) {
        const Feature &feature1 = first.features[index(i)], &feature2 = second.features[index(sum - i)];
        if (can_touch(feature1, feature2) && try_features(feature1, feature2, n)) return true;
      }
    return false;
  }
  /// Superellipsoids have curvatures of zero or infinity where a component of the normal vanishes, at which
  /// Newton's method stays but which it does not find.
  static bool has_equators(const FeatureList& list) {
    return list.count > 0 && std::holds_alternative<SuperellipsoidShape>(list.features[0]);
  }
  static Vec3<double> near_equator(const Vec3<double>& n) {
    const auto rounded = [](double x) { return std::abs(x) < 0.02 ? 0 : x; };
    return normalized(Vec3<double>{rounded(n.x), rounded(n.y), rounded(n.z)});
  }
  [[gnu::flatten]] bool try_features(const Feature& feature1, const Feature& feature2,
                                     const Vec3<double>& n) {
    if (is_parallel(feature1, feature2)) return try_parallel(feature1, feature2, n);
    return take(converged_gap(feature1, feature2, pair_.X_12, n), feature1, feature2);
  }
  [[gnu::noinline]] bool try_parallel(const Feature& feature1, const Feature& feature2,
                                      const Vec3<double>& n) {
    const auto &a = std::get<LineFeature>(feature1), &b = std::get<LineFeature>(feature2);
    const Vec3<double> v = pair_.X_12 * b.point - a.point, across = v - dot(v, a.direction) * a.direction;
    if (norm(across) < 1e-14 * pair_.size) return take(coaxial_gap(a, b, n), feature1, feature2);
    // A point of one line and the other line.
    const Feature point = PointFeature{a.point, a.radius};
    return take(converged_gap(point, feature2, pair_.X_12, n), point, feature2);
  }
  /// Points and lines, without the spheres that sweep them, are nearest only where they are apart.
  bool can_touch(const Feature& feature1, const Feature& feature2) const {
    const bool is_point1 = is_point(feature1), is_point2 = is_point(feature2);
    const bool are_sharp = (is_point1 && (is_point2 || std::holds_alternative<LineFeature>(feature2))) ||
                           (is_point2 && std::holds_alternative<LineFeature>(feature1));
    return !are_sharp || bound_ + radius_of(feature1) + radius_of(feature2) > -1e-12 * pair_.size;
  }
  static bool is_point(const Feature& feature) { return std::holds_alternative<PointFeature>(feature); }
  /// Lines that coincide: every direction across them is a normal.
  static FeatureGap<double> coaxial_gap(const LineFeature& a, const LineFeature& b, const Vec3<double>& n) {
    const Vec3<double> m = normalized(n - dot(n, a.direction) * a.direction);
    const double gap = -a.radius - b.radius;
    const Vec3<double> point1 = a.point + a.radius * m;
    return {gap, m, point1, point1 + gap * m};
  }
  /// Keeps an answer if it is better than those before; true if it is exact.
  bool take(const FeatureGap<double>& gap, const Feature& feature1, const Feature& feature2) {
    const double r = residual(gap, feature1, feature2);
    if (r < residual_) {
      residual_ = r;
      if (r > 1e-9 * pair_.size) return false;
      best_ = {gap.gap, gap.normal, gap.point1, gap.point1 + gap.gap * gap.normal};
      kind1_ = static_cast<int>(feature1.index()), kind2_ = static_cast<int>(feature2.index());
    }
    return r <= 2e-14 * pair_.size;
  }
  bool is_parallel(const Feature& feature1, const Feature& feature2) const {
    const auto *a = std::get_if<LineFeature>(&feature1), *b = std::get_if<LineFeature>(&feature2);
    if (a == nullptr || b == nullptr) return false;
    const Vec3<double> c = cross(a->direction, pair_.X_12.R * b->direction);
    return dot(c, c) < 1e-20;
  }
  /// How far points of the cores are outside of them at most.
  double outside(const Vec3<double>& core1, const Vec3<double>& core2) const {
    return std::max(side1_.excess(core1), side2_.excess(pair_.X_12.inverse_times(core2)));
  }
  /// How far an answer is from being a proof; infinite if it is not a number. Whether the points belong to
  /// the shapes is asked only if nothing else is wrong.
  double residual(const FeatureGap<double>& gap, const Feature& feature1, const Feature& feature2) const {
    const Pose<double>& X = pair_.X_12;
    const Vec3<double>& n = gap.normal;
    const double separation = pair_.separation(n) - side1_.radius - side2_.radius;
    const double less = bound_ - gap.gap;  // along the normal tried first, the shapes are farther apart
    const double oblique = norm(gap.point2 - gap.point1 - gap.gap * n);
    const double r = std::max({std::abs(separation - gap.gap), 0.02 * oblique, less});
    if (!std::isfinite(r + oblique)) return std::numeric_limits<double>::infinity();
    if (r > 1e-9 * pair_.size) return r;
    const Vec3<double> core1 = gap.point1 - side1_.radius * n;
    const Vec3<double> core2 = gap.point1 + (gap.gap + side2_.radius) * n;
    // Corners belong to their shapes.
    const double outside1 = is_point(feature1) ? 0 : side1_.excess(core1);
    const double outside2 = is_point(feature2) ? 0 : side2_.excess(X.inverse_times(core2));
    return std::max({r, 0.02 * outside1, 0.02 * outside2});
  }

  const ConvexSide &side1_, &side2_;
  const ConvexPair& pair_;
  ShapeDistance best_{};
  int kind1_ = -1, kind2_ = -1;  // of the features of the best answer
  double residual_ = std::numeric_limits<double>::infinity();
  double bound_ = 0, offered_ = -std::numeric_limits<double>::infinity();
};

/// How well the overlap of round shapes is known, in parts of the size, when an answer is first tried, and
/// when it is taken without a proof; and how well their distance is known, as the accuracy of GJK.
constexpr double coarse = 3e-3, fine = 1e-5, rough = 0.03;

bool is_zero_vector(const Vec3<double>& a) { return a.x == 0 && a.y == 0 && a.z == 0; }

/// Where no features prove an answer, as those of aligned shapes that EPA cannot tell apart: climbs from n to
/// the nearest maximum of the separation, by steps in the tangent plane that get shorter.
Vec3<double> climbed(const ConvexPair& pair, Vec3<double> n) {
  double best = pair.separation(n);
  for (double step = 1e-2; step > 1e-11; step *= 0.5) {
    const Vec3<double> t1 = perpendicular(n), t2 = cross(n, t1);
    for (const Vec3<double>& t : {t1, -t1, t2, -t2}) {
      const Vec3<double> m = normalized(n + step * t);
      const double separation = pair.separation(m);
      if (separation > best) best = separation, n = m;
    }
  }
  return n;
}

/// The least overlap of polyhedra: their polytope ends with a face of the difference. Features are tried
/// where the origin is not over it, which is so only where it is nearly parallel to another.
bool find_face_of_overlap(const ConvexPair& pair, const Simplex& simplex, DistancePolisher& polisher) {
  constexpr double rounding = 1e-14;
  const LeastOverlap least = run_epa(pair, simplex, rounding * pair.size);
  return polisher.take_face(least) ||
         polisher.polish(least.normal, least.witness1, least.witness2, std::sqrt(rounding));
}

Vec3<double> direction_to_middle(const ConvexPair& pair) {
  return is_zero_vector(pair.X_12.p) ? Vec3<double>{1, 0, 0} : pair.X_12.p;
}

/// The least overlap, from the simplex at which GJK found that the shapes touch. Round shapes are searched
/// coarsely first, which does if the answer proves itself; not if one was found already that does not.
void find_overlap(const ConvexPair& pair, const Simplex& simplex, bool coarsely, DistancePolisher& polisher) {
  for (const double accuracy : {coarse, fine, 1e-9, 1e-14}) {
    if (accuracy == coarse && !coarsely) continue;
    const LeastOverlap least = run_epa(pair, simplex, accuracy * pair.size);
    const bool is_exact = polisher.polish(least.normal, least.witness1, least.witness2, std::sqrt(accuracy));
    if (is_exact && (accuracy != coarse || polisher.is_proved())) return;
    if (accuracy == coarse)
      polisher.forget();
    else
      polisher.offer(least.normal, least.witness1);
  }
  const Vec3<double> n = climbed(pair, polisher.best().normal);
  const DifferencePoint at = pair.support(n);
  if (!polisher.polish(n, at.a, at.b, 1e-6)) polisher.offer(n, at.a);
}

/// How a search for a shallow overlap ended: with features that prove themselves, with some that are exact
/// but perhaps not the nearest, or without.
enum class Shrunk { proved, unproved, failed };
/// How far, in parts of the way to the middle, a shrunk difference is from the origin along the direction
/// that it is shrunk by; how well its features are known then; and down to which size shrinking tells
/// anything.
constexpr double shrunk_gap = 0.1, shrunk_tolerance = 0.3, least_shrunk = 0.5;

/// An overlap without a polytope: shrunk towards its middle until it is just apart from the origin, the
/// difference has nearly the same nearest features. The simplex begins with the support along the unit vector
/// n, and ends with points near what was found, of the difference itself.
Shrunk find_by_shrinking(const ConvexPair& pair, const Vec3<double>& n, Simplex& simplex,
                         DistancePolisher& polisher) {
  const double away = dot(n, pair.X_12.p), separation = dot(n, simplex.point(0).w);
  ConvexPair shrunk = pair;
  shrunk.scale = (1 - shrunk_gap) * away / (away - separation);
  if (separation > 0 || !(shrunk.scale > least_shrunk)) return Shrunk::failed;
  shrunk.shift = (1 - shrunk.scale) * pair.X_12.p;
  simplex.map(shrunk.scale, shrunk.shift);
  if (run_gjk(shrunk, n, rough, simplex) != GjkEnd::apart) {
    simplex.count = 0;
    return Shrunk::failed;
  }
  const Vec3<double> m = normalized(simplex.v);
  const bool is_exact = polisher.polish(m, simplex.witness1(), simplex.witness2(), shrunk_tolerance);
  if (is_exact && polisher.is_proved()) return Shrunk::proved;
  polisher.forget();
  simplex.map(1, {0, 0, 0});
  return is_exact ? Shrunk::unproved : Shrunk::failed;
}

/// The distance, by a search that begins at a direction; zero: anywhere.
void find_distance(const ConvexPair& pair, const Vec3<double>& direction, bool is_round,
                   DistancePolisher& polisher) {
  const Vec3<double> middle = direction_to_middle(pair);
  const Vec3<double> start = normalized(is_zero_vector(direction) ? middle : direction);
  Simplex simplex;
  simplex.begin(pair, start);
  const Shrunk shrunk = is_round ? find_by_shrinking(pair, start, simplex, polisher) : Shrunk::failed;
  if (shrunk == Shrunk::proved) return;
  for (const double accuracy : {rough, 1e-4, 1e-8, 1e-14}) {
    if (accuracy == rough && !is_round) continue;
    if (run_gjk(pair, start, accuracy, simplex) == GjkEnd::touching) {
      // Where the shapes touch last says little of where they are deep: the polytope grows from the middle.
      if (shrunk == Shrunk::failed && !is_zero_vector(direction)) {
        simplex.count = 0;
        run_gjk(pair, middle, 1e-4, simplex);
      }
      if (!is_round && find_face_of_overlap(pair, simplex, polisher)) return;
      return find_overlap(pair, simplex, is_round && shrunk == Shrunk::failed, polisher);
    }
    const Vec3<double> n = normalized(simplex.v), a = simplex.witness1(), b = simplex.witness2();
    if (polisher.polish(n, a, b, std::sqrt(accuracy))) return;
    polisher.offer(n, a);
  }
}

/// An overlap that is exact for its features, but perhaps not the least: true if the polytope finds none that
/// is less.
bool is_least_overlap(const ConvexPair& pair, double depth) {
  Simplex simplex;
  if (run_gjk(pair, direction_to_middle(pair), 1e-4, simplex) != GjkEnd::touching) return false;
  return is_least_depth(pair, simplex, depth, 1e-14 * pair.size);
}

}  // namespace

ShapeDistance convex_distance(const ConvexSide& side1, const ConvexSide& side2, const Pose<double>& X_12,
                              PairMemory& memory) {
  const ConvexPair pair{side1.support, side2.support, X_12, side1.extent + side2.extent + norm(X_12.p)};
  const bool is_round = side1.is_round || side2.is_round;
  if (memory.kind1 >= 0) {
    DistancePolisher polisher(side1, side2, pair);
    if (polisher.polish_remembered(memory) &&
        (polisher.is_proved() || (!is_round && is_least_overlap(pair, polisher.core_depth())))) {
      polisher.remember(memory);
      return polisher.best();
    }
  }
  DistancePolisher polisher(side1, side2, pair);
  find_distance(pair, memory.direction, is_round, polisher);
  polisher.remember(memory);
  return polisher.best();
}

}  // namespace sarrus::internal
