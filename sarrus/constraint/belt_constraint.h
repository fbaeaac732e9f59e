#pragma once
/// @file
/// A belt runs over any number of pulleys without slip. A case with the frame F carries the pulleys; each has
/// a radius r and turns about its z axis with the speed ωᵢ = zᵢ·wᵢ relative to the case. The belt has the
/// same speed everywhere:
///   vᵢ = r₀·ω₀ − rᵢ·ωᵢ,   i = 1, 2, …
/// The radius has the opposite sign for a pulley that turns in the opposite direction, because the belt is
/// crossed or runs over its other side. As zᵢ turns with the pulley, v̇ᵢ = r₀·z₀·ẇ₀ − rᵢ·zᵢ·ẇᵢ.

#include "sarrus/base/array.h"
#include "sarrus/system/constraint.h"
#include "sarrus/system/own_parameter.h"

namespace sarrus {

/// A pulley: a frame with the z axis as its axis, its radius, and its sense of rotation.
struct Pulley {
  enum class Turns { with_the_first, against_the_first };
  Place M;
  double radius;
  Turns turns = Turns::with_the_first;
};

/// A belt over pulleys without slip. The length of the belt is not a constraint: the case must keep the
/// pulleys in place. The multiplier of row i is the difference between the belt's tensions on the two sides
/// of pulley i; if it is positive, the belt holds back a pulley that turns with the first, as the load of a
/// drive does.
class BeltConstraint : public ConstraintOf<BeltConstraint> {
 public:
  BeltConstraint(Place F, Array<Pulley> pulleys);

  ConstraintShape declare(Declaration& declaration) override;
  template <class T>
  void rows(const ConstraintArguments<T>& at, const ConstraintRows<T>& G) const {
    for (int i = 1; i < static_cast<int>(radii_.size()); ++i) {
      G.wrench(i - 1, 0).t = at.parameters[0] * at.frames[0].X.R.col(2);
      G.wrench(i - 1, i).t = (-sign_[i] * at.parameters[i]) * at.frames[i].X.R.col(2);
    }
  }

  /// The radius of pulley i.
  Parameter radius(int i) const { return radii_[i]; }

 private:
  Place F_;
  Array<Place> places_;
  Array<double> sign_;  // per pulley: +1, or −1 if it turns against the first
  Array<OwnParameter> radii_;
};

}  // namespace sarrus
