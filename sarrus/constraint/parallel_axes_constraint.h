#pragma once
/// @file
/// An axis on one body stays parallel to an axis on another, and points the same way. With a the z axis of F
/// and b that of M, both seen from F, the shortest turn that takes a to b is about m = a × b by the angle θ:
///   e = the x and y components of g·m,   g = θ/sin θ
///   ė = those of g·(w·(a·b) − b·(a·w)) − g'·(w·m)·m,   g' = dg/d(cos θ)
/// The length of e is θ; it is π where the axes are opposite. With the Stumpff functions of θ², see
/// spatial/lie.h,
///   g = 1/c₁,   g' = (c₃ − c₂)/c₁³
/// For axes that point opposite ways, turn M by half a turn about its x axis.

#include <numbers>

#include "sarrus/constraint/moving_pose.h"
#include "sarrus/spatial/lie.h"

namespace sarrus {

/// See above. Where the axes are opposite the turn may be about any axis; it is taken to be about F's x axis.
class ParallelAxesConstraint : public ConstraintOf<ParallelAxesConstraint> {
 public:
  ParallelAxesConstraint(Place F, Place M) : places_{std::move(F), std::move(M)} {}

  ConstraintShape declare(Declaration& declaration) override {
    places_.find(declaration);
    return {.position_rows = 2, .F = places_.A, .frames = {places_.B}};
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
    const Tilt<detail::Moving<T>> tilt(detail::moving_pose(at.frames[0]));
    for (int i = 0; i < 2; ++i) bias[i] = detail::bias_of(tilt.row(i), at.frames[0].V);
  }

 private:
  template <class T>
  struct Tilt {
    explicit Tilt(const Pose<T>& X) : b(X.R.col(2)), m{-b.y, b.x, T(0)} {
      // 1 + cos θ without loss of digits near π
      const T squared = b.x * b.x + b.y * b.y, sum = select(b.z < T(0), squared / (T(1) - b.z), T(1) + b.z);
      const auto opposite = sum < T(1e-20);
      // the unit quaternion of the turn is (cos ½θ, m/(2·cos ½θ))
      const T w = sqrt(T(0.5) * select(opposite, T(1), sum)), half = T(0.5) / w;
      turn = log_so3(Quaternion<T>{w, half * m.x, half * m.y, T(0)});
      turn.x = select(opposite, T(std::numbers::pi) + b.y, turn.x);
      turn.y = select(opposite, -b.x, turn.y);
      const auto c = detail::stumpff(dot(turn, turn));
      g = select(opposite, T(-1), T(1) / c.c1);  // that of ė = w where b = −a
      g_rate = select(opposite, T(0), (c.c3 - c.c2) * g * g * g);
    }
    Force<T> row(int i) const {
      Vec3<T> t = -(g_rate * m[i]) * m;
      t[i] += g * b.z, t.z -= g * b[i];
      return {t, Vec3<T>::zero()};
    }
    Vec3<T> b, m, turn;
    T g, g_rate;
  };

  PlacePair places_;
};

}  // namespace sarrus
