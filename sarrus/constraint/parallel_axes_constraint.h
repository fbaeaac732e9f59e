#pragma once
/// @file
/// An axis on one body stays parallel to an axis on another and points in the same direction. With a the z
/// axis of F and b that of M, both in F's axes, the shortest rotation from a to b is about a × b by the angle
/// θ. Its rotation vector, of length θ, is normal to a:
///   e = its x and y components
///   ė = those of w + (h·(l·w) + a·w)·l,   l = a × e,   h = (θ·cot θ − 1)/θ² = (c₃ − c₂)/c₁
/// with the Stumpff functions of θ², see spatial/lie.h. The length of e is θ; it is π if the axes are
/// opposite. To keep them opposite, rotate M by half a turn about its x axis.

#include <numbers>

#include "sarrus/constraint/moving_pose.h"
#include "sarrus/spatial/lie.h"

namespace sarrus {

/// Parallel axes on two bodies. If the axes are opposite, the rotation may be about any normal axis; it is
/// taken about F's x axis.
class ParallelAxesConstraint : public ConstraintOf<ParallelAxesConstraint> {
 public:
  ParallelAxesConstraint(Place F, Place M) : places_{std::move(F), std::move(M)} {}

  ConstraintShape declare(Declaration& declaration) override {
    places_.find(declaration);
    return {.position_rows = 2, .F = places_.A, .frames = {places_.B}, .units = {ErrorUnit::angle}};
  }
  template <class T>
  void errors(const ConstraintArguments<T>& at, Out<T> e) const {
    const Tilt<T> tilt(at.frames[0].X);
    e[0] = tilt.turn.x, e[1] = tilt.turn.y;
  }
  template <class T>
  void rows(const ConstraintArguments<T>& at, const ConstraintRows<T>& G) const {
    const Tilt<T> tilt(at.frames[0].X);
    for (int i = 0; i < 2; ++i) G.wrench(i) = tilt.row(i);
  }
  template <class T>
  void biases(const ConstraintArguments<T>& at, Out<T> bias) const {
    const Tilt<internal::Moving<T>> tilt(internal::moving_pose(at.frames[0]));
    for (int i = 0; i < 2; ++i) bias[i] = internal::bias_of(tilt.row(i), at.frames[0].V);
  }

 private:
  /// e as a vector with l and h.
  template <class T>
  struct Tilt {
    explicit Tilt(const Pose<T>& X) {
      // The unit quaternion of the rotation is (cos ½θ, a × b/(2·cos ½θ)). Near π, 1 + cos θ loses digits
      // unless it is computed from sin² θ.
      const Vec3<T> b = X.R.col(2);
      const T sine_squared = b.x * b.x + b.y * b.y;
      const T sum = select(b.z < T(0), sine_squared / (T(1) - b.z), T(1) + b.z);
      const auto opposite = sum < T(1e-20);
      const T w = sqrt(T(0.5) * select(opposite, T(1), sum)), half = T(0.5) / w;
      turn = log_so3(Quaternion<T>{w, -half * b.y, half * b.x, T(0)});
      l = {select(opposite, T(0), -turn.y), select(opposite, T(0), turn.x), T(0)};
      turn.x = select(opposite, T(std::numbers::pi) + b.y, turn.x);
      turn.y = select(opposite, -b.x, turn.y);
      const auto c = internal::stumpff(dot(l, l));
      h = (c.c3 - c.c2) / c.c1;
    }
    Force<T> row(int i) const {
      Vec3<T> t = (h * l[i]) * l;
      t[i] += T(1), t.z += l[i];
      return {t, Vec3<T>::zero()};
    }
    Vec3<T> turn, l;
    T h;
  };

  PlacePair places_;
};

}  // namespace sarrus
