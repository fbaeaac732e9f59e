/// Physically meaningless expressions do not compile: no force where a motion belongs, no planar quantity
/// among spatial ones. What is meaningful does compile, in every scalar and, for packs, with constants of one
/// lane.

#include <gtest/gtest.h>

#include <concepts>
#include <type_traits>

#include "sarrus/scalar/scalar_types.h"
#include "sarrus/spatial/articulated_inertia.h"
#include "sarrus/spatial/axial_screw.h"
#include "sarrus/spatial/internal/inverse_inertia.h"
#include "sarrus/spatial/planar.h"

namespace sarrus::testing::spatial_types_test {

using namespace internal;
namespace {

template <class A, class B>
concept CanAdd = requires(const A& a, const B& b) {
  a + b;
};
template <class A, class B>
concept CanSubtract = requires(const A& a, const B& b) {
  a - b;
};
template <class A, class B>
concept CanMultiply = requires(const A& a, const B& b) {
  a* b;
};
template <class A, class B>
concept CanDot = requires(const A& a, const B& b) {
  dot(a, b);
};
template <class A, class B>
concept CanCross = requires(const A& a, const B& b) {
  cross(a, b);
};
template <class A, class B>
concept CanInvert = requires(const A& a, const B& b) {
  inverse_times(a, b);
};
/// `to = from` and To(from), which must fail together.
template <class To, class From>
concept CanBecome = std::is_assignable_v<To&, From> || std::is_constructible_v<To, From>;
/// a·b compiles and yields an R.
template <class A, class B, class R>
concept MultipliesTo = requires(const A& a, const B& b) {
  { a* b } -> std::same_as<R>;
};
template <class A, class B, class R>
concept InvertsTo = requires(const A& a, const B& b) {
  { inverse_times(a, b) } -> std::same_as<R>;
};

/// What holds for vectors m and f, inertias M and IA and a transform X, spatial or planar alike.
template <class T, class M, class F, class Rigid, class Articulated, class X>
constexpr bool types_are_safe() {
  // Sums keep to their kind.
  static_assert(CanAdd<M, M> && CanAdd<F, F> && CanSubtract<M, M> && CanSubtract<F, F>);
  static_assert(!CanAdd<M, F> && !CanAdd<F, M> && !CanSubtract<M, F> && !CanSubtract<F, M>);
  static_assert(CanAdd<Rigid, Rigid> && CanAdd<Articulated, Rigid> && CanAdd<Articulated, Articulated>);
  static_assert(!CanAdd<Rigid, M> && !CanAdd<Rigid, F> && !CanAdd<M, T> && !CanAdd<F, T> && !CanAdd<X, X>);

  // A motion is no force and cannot become one.
  static_assert(CanBecome<M, M> && CanBecome<F, F>);
  static_assert(!CanBecome<F, M> && !CanBecome<M, F>);
  static_assert(!std::is_convertible_v<T, M> && !std::is_convertible_v<T, F>);
  static_assert(!CanBecome<Rigid, Articulated> && !std::is_convertible_v<Rigid, Articulated>);

  // Power pairs a motion with a force; only motions act on others by ×.
  static_assert(CanDot<M, F> && !CanDot<M, M> && !CanDot<F, F>);
  static_assert(CanCross<M, M> && CanCross<M, F> && !CanCross<F, F> && !CanCross<F, M>);
  static_assert(std::same_as<decltype(cross(M(), M())), M> && std::same_as<decltype(cross(M(), F())), F>);

  // Inertias map motions to forces, their inverses forces to motions.
  static_assert(MultipliesTo<Rigid, M, F> && MultipliesTo<Articulated, M, F>);
  static_assert(!CanMultiply<Rigid, F> && !CanMultiply<Articulated, F> && !CanMultiply<Rigid, Rigid>);
  static_assert(InvertsTo<Rigid, F, M> && InvertsTo<Articulated, F, M>);
  static_assert(!CanInvert<Rigid, M> && !CanInvert<Articulated, M>);

  // A transform maps each kind to itself, by the rule of that kind.
  static_assert(MultipliesTo<X, M, M> && MultipliesTo<X, F, F> && MultipliesTo<X, Rigid, Rigid> &&
                MultipliesTo<X, Articulated, Articulated>);
  static_assert(!CanMultiply<M, X> && !CanMultiply<F, X> && !CanMultiply<Rigid, X>);

  // Scaling; products of vectors have no meaning of their own.
  static_assert(MultipliesTo<T, M, M> && MultipliesTo<T, F, F> && MultipliesTo<T, Rigid, Rigid>);
  static_assert(!CanMultiply<M, M> && !CanMultiply<M, F> && !CanMultiply<F, M> && !CanMultiply<F, F>);
  return true;
}

template <class T>
constexpr bool spatial_types_are_safe() {
  using M = Motion<T>;
  using F = Force<T>;
  using Rigid = RigidInertia<T>;
  using Articulated = ArticulatedInertia<T>;
  static_assert(types_are_safe<T, M, F, Rigid, Articulated, Pose<T>>());
  static_assert(types_are_safe<T, M, F, Rigid, Articulated, ScrewX<T>>());
  static_assert(types_are_safe<T, M, F, Rigid, Articulated, ScrewZ<T>>());
  static_assert(types_are_safe<T, PlanarMotion<T>, PlanarForce<T>, PlanarInertia<T>,
                               PlanarArticulatedInertia<T>, PlanarPose<T>>());

  // A vector is not half of a spatial vector, and a matrix is not a rotation until it is said to be one.
  static_assert(!CanAdd<M, Vec3<T>> && !CanDot<M, Vec3<T>> && !CanCross<Vec3<T>, M>);
  static_assert(!std::is_convertible_v<Mat3<T>, Rotation<T>> &&
                std::is_constructible_v<Rotation<T>, Mat3<T>>);
  static_assert(!std::is_convertible_v<Rotation<T>, Pose<T>> && !std::is_assignable_v<Pose<T>&, Rotation<T>>);
  static_assert(!CanAdd<Rotation<T>, Rotation<T>> && !CanMultiply<T, Rotation<T>> &&
                !CanMultiply<T, Pose<T>>);

  // Of the screws, only the one about z keeps the zeros of a projected inertia.
  using Projected = ProjectedInertia<T>;
  static_assert(MultipliesTo<ScrewX<T>, Projected, Articulated> &&
                MultipliesTo<ScrewY<T>, Projected, Articulated> &&
                MultipliesTo<ScrewZ<T>, Projected, Projected>);

  // Plane and space do not mix.
  static_assert(!CanAdd<PlanarMotion<T>, M> && !CanDot<PlanarMotion<T>, F> && !CanCross<PlanarMotion<T>, F> &&
                !CanMultiply<PlanarPose<T>, M> && !CanMultiply<Pose<T>, PlanarMotion<T>> &&
                !CanMultiply<Rigid, PlanarMotion<T>> && !CanBecome<M, PlanarMotion<T>> &&
                !CanBecome<PlanarMotion<T>, M>);
  return true;
}

static_assert(spatial_types_are_safe<double>() && spatial_types_are_safe<float>() &&
              spatial_types_are_safe<Dual8>() && spatial_types_are_safe<DualX>() &&
              spatial_types_are_safe<Pack4d>() && spatial_types_are_safe<Pack8d>() &&
              spatial_types_are_safe<Pack8f>() && spatial_types_are_safe<Pack16f>() &&
              spatial_types_are_safe<Count>());

// Model constants stay scalars in computations with packs; the result is a pack.
static_assert(MultipliesTo<RigidInertia<double>, Motion<Pack8d>, Force<Pack8d>>);
static_assert(MultipliesTo<Pose<double>, Motion<Pack8d>, Motion<Pack8d>>);
static_assert(MultipliesTo<Pose<Pack8d>, Force<double>, Force<Pack8d>>);
static_assert(MultipliesTo<ScrewY<double>, Force<Pack8d>, Force<Pack8d>>);
static_assert(MultipliesTo<PlanarPose<Pack8d>, PlanarMotion<double>, PlanarMotion<Pack8d>>);
static_assert(InvertsTo<RigidInertia<double>, Force<Pack8d>, Motion<Pack8d>>);
static_assert(InvertsTo<ArticulatedInertia<double>, Force<Pack8d>, Motion<Pack8d>>);
static_assert(InvertsTo<PlanarInertia<double>, PlanarForce<Pack8d>, PlanarMotion<Pack8d>>);
static_assert(std::same_as<decltype(cross(Motion<double>(), Force<Pack8d>())), Force<Pack8d>>);

// Storage is what table A.3 says: nothing is kept twice.
static_assert(sizeof(Motion<double>) == 6 * sizeof(double) && sizeof(Force<double>) == 6 * sizeof(double));
static_assert(sizeof(Pose<double>) == 12 * sizeof(double));
static_assert(sizeof(RigidInertia<double>) == 10 * sizeof(double));
static_assert(sizeof(ArticulatedInertia<double>) == 21 * sizeof(double));
static_assert(sizeof(PlanarPose<double>) == 4 * sizeof(double) &&
              sizeof(PlanarInertia<double>) == 4 * sizeof(double));
static_assert(sizeof(PlanarMotion<double>) == 3 * sizeof(double) &&
              sizeof(PlanarForce<double>) == 3 * sizeof(double));
static_assert(sizeof(PlanarArticulatedInertia<double>) == 6 * sizeof(double));

TEST(SpatialTypes, AreCheckedByTheCompiler) { SUCCEED(); }

}  // namespace
}  // namespace sarrus::testing::spatial_types_test
