#pragma once
/// @file
/// Surfaces on bodies that resist penetration by elastic forces. Where two of them overlap, a law of
/// compliant contact (contact_law.h) gives the force; which one follows from their shapes unless it is
/// chosen.

#include <memory>
#include <vector>

#include "sarrus/contact/contact_law.h"
#include "sarrus/contact/contact_surface.h"
#include "sarrus/system/force_element.h"
#include "sarrus/system/relative_motion.h"
#include "sarrus/system/step_guard.h"

namespace sarrus {

namespace internal {
struct ContactRun;
struct ContactWorkspace;
class SurfaceMaterials;
class ContactPairs;
class FastPairs;
struct PairMotion;
}  // namespace internal

/// A law for two surfaces, by their names.
struct PairLaw {
  std::string surface1, surface2;
  std::shared_ptr<const ContactLaw> law;
};

struct CompliantContactOptions {
  double transition_speed = 0.01;  ///< Of Stribeck friction [m/s].
  CombinationRules rules{};
  ContactFilter filter{};
  std::shared_ptr<const ContactLaw> law{};  ///< For all pairs that it serves; none: chosen by shapes.
  Array<PairLaw> pair_laws{};               ///< For single pairs.
};

/// The law that is chosen for two shapes: a foundation of springs where one is a mesh, Hertz's law where
/// smooth surfaces touch in points, the law of volumes where the overlap is exactly known, and springs at
/// the contact points elsewhere; null if there is none.
std::shared_ptr<const ContactLaw> choose_contact_law(const AnyShape& shape1, const AnyShape& shape2);

/// Compliant contact between all pairs of the given surfaces, except those that a filter leaves out. A pair
/// without a law is an Error when the System is built. In a simulation, fast bodies do not pass through
/// others between two evaluations: a step in which surfaces would begin and cease to touch ends where they
/// begin.
///
///     builder.add("contact", CompliantContact({{"ball", "ball", SphereShape{0.1}, rubber_material()},
///                                              {"floor", "world", HalfSpaceShape{}, concrete_material()}}));
class CompliantContact : public ForceElement, public StepGuard {
 public:
  explicit CompliantContact(Array<ContactSurface> surfaces, CompliantContactOptions options = {});

  std::vector<Dependency> declare(Declaration& declaration) override;
  void add_forces(const State& state, AppliedForces& forces) const override;
  /// The force of each pair that touches is differenced by the relative motion of the two surfaces.
  bool add_derivatives(const State& state, ForceDerivatives& out) const override;
  double potential_energy(const State& state) const override;
  double dissipation(const State& state) const override;
  bool is_passive() const override { return is_passive_; }
  bool is_costly() const override { return is_costly_; }
  bool is_watching() const override;
  double longest_step(const State& state) const override;
  std::optional<Missed> find_missed(const StepMotion& motion) const override;

  const Array<ContactSurface>& surfaces() const { return *surfaces_; }
  const CompliantContactOptions& options() const { return options_; }
  int surface_number(std::string_view name) const;
  /// The body that carries a surface, and the surface's frame on it.
  const FrameOn<double>& frame(int surface) const { return frames_[surface]; }

  /// True unless a filter or a rigid connection keeps two surfaces apart.
  bool may_touch(int surface1, int surface2) const;

  /// The contacts of a state, in the order of the surfaces' numbers, and the force of each.
  const Array<Contact>& contacts(const State& state) const;
  const Array<ContactForce>& forces(const State& state) const;
  /// The area for which a contact of this state stands, by its number in the list.
  ContactPatch patch(const State& state, int contact) const;
  /// The sums of the forces of all pairs of surfaces that touch.
  const Array<ContactPairForce>& pair_forces(const State& state) const;
  /// The sum of the forces of surface 1 on surface 2 and, about the world's origin, their moment.
  Force<double> force_between(const State& state, std::string_view surface1, std::string_view surface2) const;
  /// The signed distance of two surfaces, whether they touch or not.
  ShapeDistance distance(const State& state, int surface1, int surface2) const;

  /// As dependencies of a user's own quantities and events.
  Dependency contacts_quantity() const;
  Dependency forces_quantity() const;

 private:
  void declare_materials(Declaration& declaration);
  ContactMaterial material(const State& state, int surface) const;
  void find_contacts(const State& state, internal::ContactWorkspace& workspace) const;
  PairMaterial material_of(const State& state, int surface1, int surface2) const;
  ContactForce force_of(const ContactLaw& law, const Contact& contact, const internal::PairMotion& motion,
                        const PairMaterial& material) const;
  Force<double> add_run(const internal::ContactWorkspace& workspace, const internal::ContactRun& run,
                        const internal::PairMotion& motion, const PairMaterial& material,
                        ContactForces& forces) const;
  void calc_forces(const State& state, ContactForces& forces) const;
  Force<double> calc_pair_force(const State& state, int surface1, int surface2,
                                const RelativeMotion<double>& motion, internal::ContactWorkspace& workspace,
                                ContactForces& forces) const;
  // Springs are listed as contacts with forces only when somebody reads them.
  void list_contacts(const State& state, Array<Contact>& listed) const;
  void list_forces(const State& state, Array<ContactForce>& listed) const;

  struct MaterialParameters {
    Parameter modulus, dissipation, static_friction, dynamic_friction, viscous_friction, thickness;
  };

  std::shared_ptr<const Array<ContactSurface>> surfaces_;
  CompliantContactOptions options_;
  Array<FrameOn<double>> frames_;
  Array<Vec3<double>> places_;  // of the surfaces on their bodies, in the surfaces' axes
  Array<MaterialParameters> materials_;
  std::shared_ptr<const internal::ContactPairs> pairs_;
  std::shared_ptr<const internal::FastPairs> fast_pairs_;
  Quantity<internal::ContactWorkspace> contacts_;
  Quantity<internal::SurfaceMaterials> current_materials_;
  Quantity<ContactForces> forces_;
  Quantity<Array<Contact>> listed_contacts_;
  Quantity<Array<ContactForce>> listed_forces_;
  bool is_passive_ = false, is_costly_ = false;
};

}  // namespace sarrus
