#pragma once
/// @file
/// The interface of laws of compliant contact. A law finds the contacts of a pair of surfaces and gives the
/// elastic force of each; dissipation, friction and the resistance to spinning and rolling are added in the
/// same way for all. A law of one's own:
///
///     class StiffSpring : public ContactLaw {
///      public:
///       std::string_view type() const override { return "stiff spring"; }
///       ElasticForce elastic(const Contact& contact, const PairMaterial&) const override {
///         return {.normal = 1e5 * contact.depth, .energy = 0.5e5 * contact.depth * contact.depth};
///       }
///     };

#include <memory>
#include <string_view>

#include "sarrus/contact/contact.h"
#include "sarrus/contact/contact_material.h"
#include "sarrus/contact/contact_patch.h"
#include "sarrus/contact/contact_springs.h"
#include "sarrus/proximity/manifold.h"

namespace sarrus {

/// Data of a shape that a law computes once, for all its queries.
struct PreparedShape {
  virtual ~PreparedShape() = default;
};

/// The material of surfaces that have no other.
inline const ContactMaterial usual_contact_material{};

/// Two surfaces in their positions, and memory for the next query of the pair.
struct ContactPair {
  int surface1, surface2;
  const AnyShape& shape1;
  const AnyShape& shape2;
  const Pose<double>& X_W1;
  const Pose<double>& X_W2;
  PairMemory& memory;
  Manifold& manifold;  ///< Workspace.
  const ContactMaterial& material1 = usual_contact_material;
  const ContactMaterial& material2 = usual_contact_material;
  const PreparedShape* prepared1 = nullptr;  ///< What prepare() made of the shapes; null: nothing.
  const PreparedShape* prepared2 = nullptr;
};

/// Two surfaces where they are.
struct PlacedSurfaces {
  const AnyShape& shape1;
  const AnyShape& shape2;
  const Pose<double>& X_W1;
  const Pose<double>& X_W2;
};

/// The force at rest, and what it stores.
struct ElasticForce {
  double normal = 0, energy = 0;
  double peak_pressure = 0;
  double patch_a = 0, patch_b = 0;
};

class ContactLaw {
 public:
  virtual ~ContactLaw() = default;
  /// Its name in messages.
  virtual std::string_view type() const = 0;
  /// True if it can be used for a pair of shapes; unless overridden, if their contact points can be found.
  virtual bool serves(const AnyShape& shape1, const AnyShape& shape2) const;
  /// True if it may be chosen for a pair by itself (choose_contact_law()); unless overridden, if it serves.
  virtual bool suits(const AnyShape& shape1, const AnyShape& shape2) const { return serves(shape1, shape2); }
  /// Called once for each shape that it will be used for, before the first find(); unless overridden,
  /// nothing is prepared.
  virtual std::shared_ptr<const PreparedShape> prepare(const AnyShape&) const { return nullptr; }
  /// Appends the contacts of a pair; unless overridden, all contact points at which the surfaces overlap.
  virtual void find(const ContactPair& pair, Array<Contact>& contacts) const;
  /// True for laws whose contacts are springs in great numbers, f = κ·A·x each: find_springs() then takes the
  /// place of find(), and packs of springs are summed at once.
  virtual bool has_springs() const { return false; }
  virtual void find_springs(const ContactPair&, ContactSprings&) const {}
  /// The elastic force of a contact with a positive depth.
  virtual ElasticForce elastic(const Contact& contact, const PairMaterial& material) const = 0;
  /// True for elastic layers on rigid cores, false for elastic half-spaces: which stiffness of the
  /// PairMaterial and which shares of the depth apply.
  virtual bool has_layers() const { return true; }
  /// The share of surface 1 in the depth of a contact.
  virtual double share1(const Contact&, const PairMaterial& material) const {
    return has_layers() ? material.layer_share1 : material.share1;
  }
  /// a in the force f·(1 + a·ẋ) of Hunt and Crossley, for the dissipation c of the pair.
  virtual double damping(double c) const { return c; }
  /// The mean square of the distance, across the contact, of the points that it stands for from its own [m²]:
  /// as the contact rocks, they dissipate as it does. Zero for points.
  virtual double mean_square_radius(const Contact&) const { return 0; }
  /// True if the power of its elastic forces is exactly the rate of its energy, whatever the motion.
  virtual bool is_exact(const AnyShape&, const AnyShape&) const { return false; }
  /// The area for which a contact stands, for pictures; unless overridden, a disk with the area of the
  /// contact, or its point alone.
  virtual ContactPatch patch(const PlacedSurfaces& surfaces, const Contact& contact,
                             const ContactForce& force) const;
};

/// The force of a contact in motion: the elastic force f with the dissipation of Hunt and Crossley,
///   f_n = max(0, f·(1 + a·ẋ))
/// friction −μ(v)·f_n·v/|v| against slip with μ of Stribeck's curve (docs/contact.md), and torques of up to
/// r·f_n against spinning and rolling, which rise with the angular speed as friction does with the speed of
/// slip. A contact that is torn apart faster than it can follow loses its stored energy.
ContactForce calc_contact_force(const ContactLaw& law, const Contact& contact, const ContactRates& rates,
                                const PairMaterial& material, double transition_speed);
/// The point where the force acts: between the surfaces, nearer to the stiffer one.
Vec3<double> contact_force_point(const ContactLaw& law, const Contact& contact, const PairMaterial& material);

}  // namespace sarrus
