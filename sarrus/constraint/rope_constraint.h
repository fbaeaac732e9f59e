#pragma once
/// @file
/// A rope of length L runs taut through points on any number of bodies, as in a block and tackle with small
/// blocks. With pᵢ the points and nᵢ the unit vector from pᵢ to the next,
///   e = Σ |pᵢ₊₁ − pᵢ| − L,   ∂e/∂pᵢ = nᵢ₋₁ − nᵢ
/// The multiplier is the negative tension of the rope.

#include "sarrus/base/array.h"
#include "sarrus/constraint/separation.h"
#include "sarrus/system/constraint.h"
#include "sarrus/system/own_parameter.h"

namespace sarrus {

/// A taut rope through points on any number of bodies. It slides freely through all points but its ends.
/// Consecutive points must be on different bodies; if the rope is closed, the first follows the last.
class RopeConstraint : public ConstraintOf<RopeConstraint> {
 public:
  enum class Ends { open, closed };

  RopeConstraint(Array<Place> points, double length, Ends ends = Ends::open)
      : places_(std::move(points)), ends_(ends), length_(length) {}

  ConstraintShape declare(Declaration& declaration) override;
  template <class T>
  void errors(const ConstraintArguments<T>& at, Out<T> e) const {
    e[0] = -at.parameters[0];
    for (std::size_t i = 0; i < segments(); ++i) e[0] += segment(at, i).length;
  }
  template <class T>
  void rows(const ConstraintArguments<T>& at, const ConstraintRows<T>& G) const {
    for (std::size_t i = 0; i < segments(); ++i) {
      const Vec3<T> n = segment(at, i).direction;
      if (start(i).frame >= 0) G.wrench(0, start(i).frame).f -= n;
      if (end(i).frame >= 0) G.wrench(0, end(i).frame).f += n;
    }
  }
  template <class T>
  void biases(const ConstraintArguments<T>& at, Out<T> bias) const {
    for (std::size_t i = 0; i < segments(); ++i)
      bias[0] += segment(at, i).bias(velocity(at, end(i)) - velocity(at, start(i)));
  }

  Parameter length() const { return length_; }

 private:
  /// The origin of a frame M, or a point of F's body.
  struct Point {
    int frame = -1;
    Vec3<double> p_F{};
  };
  const Point& start(std::size_t i) const { return points_[i]; }
  const Point& end(std::size_t i) const { return points_[(i + 1) % points_.size()]; }
  std::size_t segments() const { return ends_ == Ends::closed ? points_.size() : points_.size() - 1; }

  template <class T>
  static Vec3<T> position(const ConstraintArguments<T>& at, const Point& point) {
    return point.frame >= 0 ? at.frames[point.frame].X.p : point.p_F.cast<T>();
  }
  template <class T>
  static Vec3<T> velocity(const ConstraintArguments<T>& at, const Point& point) {
    return point.frame >= 0 ? at.frames[point.frame].V.v : Vec3<T>::zero();
  }
  template <class T>
  PointDistance<T> segment(const ConstraintArguments<T>& at, std::size_t i) const {
    return {position(at, end(i)) - position(at, start(i)), primal(at.parameters[0])};
  }

  Array<Place> places_;
  Ends ends_;
  OwnParameter length_;
  Array<Point> points_;
};

}  // namespace sarrus
