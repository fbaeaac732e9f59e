#pragma once
/// @file
/// Surfaces on bodies that neither overlap nor give way: rigid contact with Coulomb friction and
/// restitution. TimeStepping finds its forces.

#include <memory>
#include <vector>

#include "sarrus/contact/contact.h"
#include "sarrus/contact/contact_surface.h"
#include "sarrus/proximity/distance.h"
#include "sarrus/system/rigid_element.h"

namespace sarrus {

namespace internal {
class ContactPairs;
}  // namespace internal

struct RigidContactOptions {
  FrictionRule friction = FrictionRule::harmonic;  ///< How the coefficients of two surfaces combine.
  ContactFilter filter{};
};

/// Rigid contact between all pairs of the given surfaces, except those that a filter leaves out. Surfaces and
/// filters are those of CompliantContact. Of their materials, friction, the radii of torsion and rolling and
/// the restitution count; a pair has the smaller of two restitutions. Friction and restitution are parameters
/// of the State: "contact.ball.static_friction".
///
///     builder.add("contact", RigidContact({{"ball", "ball", SphereShape{0.1}, {.restitution = 0.8}},
///                                          {"floor", "world", HalfSpaceShape{}}}));
///
/// A pair whose contact points cannot be found is an Error when the System is built.
class RigidContact : public RigidElement {
 public:
  explicit RigidContact(Array<ContactSurface> surfaces, RigidContactOptions options = {});

  std::vector<Dependency> declare(Declaration& declaration) override;
  std::unique_ptr<Memory> make_memory() const override;
  void add_rows(const State& state, Memory* memory, RigidRows& rows) const override;

  /// The surfaces, numbered in the order of their names: answers do not depend on the order in which they
  /// were given.
  const Array<ContactSurface>& surfaces() const { return *surfaces_; }
  int surface_number(std::string_view name) const;
  /// The body that carries a surface, and the surface's frame on it.
  const FrameOn<double>& frame(int surface) const { return frames_[surface]; }
  /// True unless a filter or a rigid connection keeps two surfaces apart.
  bool may_touch(int surface1, int surface2) const;
  /// The signed distance of two surfaces, whether they touch or not.
  ShapeDistance distance(const State& state, int surface1, int surface2) const;
  /// The points of all surfaces that are nearer to each other than `margin`, in the order of the surfaces'
  /// numbers.
  Array<Contact> find_contacts(const State& state, double margin) const;

 private:
  struct Search;
  /// Calls visit(i, j, point, normal) for the points of all pairs that are nearer than margin(i, j).
  template <class Margin, class Visit>
  void search(Search& memory, const Margin& margin, const Visit& visit) const;

  struct MaterialParameters {
    Parameter static_friction, dynamic_friction, restitution;
  };
  PairMaterial friction_of(const State& state, int surface1, int surface2) const;

  std::shared_ptr<const Array<ContactSurface>> surfaces_;
  RigidContactOptions options_;
  Array<FrameOn<double>> frames_;
  Array<MaterialParameters> materials_;
  std::shared_ptr<const internal::ContactPairs> pairs_;
};

}  // namespace sarrus
