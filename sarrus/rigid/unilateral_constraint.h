#pragma once
/// @file
/// The one-sided form of a constraint: its error e does not become negative (or not positive), and its force
/// acts to one side only,
///   e ≥ 0,   λ ≥ 0,   λ·e = 0     Side::at_least
///   e ≤ 0,   λ ≤ 0,   λ·e = 0     Side::at_most
/// A rod of which the length is at most L is a leash; a sphere on a plane can leave it; an angle between axes
/// that is at most θ₀ is the range of a ball joint.

#include <concepts>
#include <memory>
#include <vector>

#include "sarrus/system/constraint.h"
#include "sarrus/system/rigid_element.h"

namespace sarrus {

struct UnilateralOptions {
  enum class Side { at_least, at_most };
  Side side = Side::at_least;
  double restitution = 0;  ///< The part of the speed that is kept when the constraint is met with a jerk.
  /// Coefficients of a contact, whose rows of rolling become friction: `ContactMotion::rolling`.
  double static_friction = 0, dynamic_friction = 0;
};

/// A constraint with one position row, such as a RodConstraint, a PointInPlaneConstraint, a
/// ConstantAngleConstraint, a CoordinateCouplerConstraint or any contact, as one that can let go. Its
/// parameters are those of the constraint. It acts in TimeStepping.
///
///     using Side = UnilateralOptions::Side;
///     builder.add("wheel", UnilateralConstraint(SphereOnPlaneContact("road", "wheel", 0.3,
///                                                                    ContactMotion::rolling),
///                                               {.static_friction = 0.8, .dynamic_friction = 0.6}));
///     builder.add("leash", UnilateralConstraint(RodConstraint("post", "dog", 2), {.side = Side::at_most}));
class UnilateralConstraint : public RigidElement {
 public:
  template <std::derived_from<Constraint> C>
  explicit UnilateralConstraint(C constraint, const UnilateralOptions& options = {})
      : constraint_(std::make_shared<C>(std::move(constraint))), options_(options) {}

  std::vector<Dependency> declare(Declaration& declaration) override;
  std::unique_ptr<Memory> make_memory() const override;
  void add_rows(const State& state, Memory* memory, RigidRows& rows) const override;
  ForceEnds ends() const override;

  /// How far the error is from zero on the side that is permitted; negative if it is on the other.
  double gap(const State& state) const;

 private:
  struct Evaluation;

  void check(const std::string& name) const;
  double sign() const { return options_.side == UnilateralOptions::Side::at_least ? 1 : -1; }
  void evaluate(const State& state, Evaluation& out) const;
  void add_contact(const Evaluation& at, RigidRows& rows) const;
  bool is_out_of_reach(const Evaluation& at, const RigidRows& rows) const;

  std::shared_ptr<Constraint> constraint_;
  UnilateralOptions options_;
  ConstraintShape shape_;
  Array<Parameter> parameters_;
};

}  // namespace sarrus
