#pragma once
/// @file
/// A rope that pulls and never pushes: the way through its points is at most its length L. With pᵢ the points
/// and nᵢ the unit vector from pᵢ to the next,
///   gap = L − Σ |pᵢ₊₁ − pᵢ| ≥ 0,   d(gap)/dt = −Σ nᵢ·(vᵢ₊₁ − vᵢ)
/// and the force of the row is the tension. RopeConstraint is the rope that is always taut.

#include <memory>
#include <vector>

#include "sarrus/base/array.h"
#include "sarrus/system/own_parameter.h"
#include "sarrus/system/place.h"
#include "sarrus/system/rigid_element.h"

namespace sarrus {

/// A rope through two or more points of bodies, without mass. It slides freely through all points but its
/// ends. For a closed loop, give the first point once more at the end. Its length is a parameter of the
/// State, "name.length".
///
///     builder.add("leash", Rope({"post", "dog"}, 3.0));
///     builder.add("tackle", Rope({"bucket", {"world", {0, 0, 2}}, "weight"}, 4.0));
class Rope : public RigidElement {
 public:
  /// `restitution` is the part of the speed that is kept when the rope becomes taut with a jerk.
  Rope(Array<Place> points, double length, double restitution = 0)
      : places_(std::move(points)), length_(length), restitution_(restitution) {}

  std::vector<Dependency> declare(Declaration& declaration) override;
  std::unique_ptr<Memory> make_memory() const override;
  void add_rows(const State& state, Memory* memory, RigidRows& rows) const override;
  ForceEnds ends() const override { return {.points = points_}; }

  /// The length of the rope less that of its path through the points: zero if it is taut.
  double slack(const State& state) const;
  Parameter length() const { return length_; }

 private:
  struct Pieces;

  Array<Place> places_;
  OwnParameter length_;
  double restitution_;
  Array<FrameOn<double>> points_;
};

}  // namespace sarrus
