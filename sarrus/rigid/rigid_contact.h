#pragma once
/// @file
/// Surfaces on bodies that neither overlap nor give way: rigid contact with Coulomb friction and
/// restitution.

#include <memory>
#include <vector>

#include "sarrus/contact/contact.h"
#include "sarrus/contact/contact_surface.h"
#include "sarrus/proximity/distance.h"
#include "sarrus/rigid/closed_contact.h"
#include "sarrus/rigid/impact_law.h"
#include "sarrus/rigid/rigid_rows.h"
#include "sarrus/system/rigid_element.h"

namespace sarrus {

namespace internal {
class ContactDecision;
class ContactGeometry;
class ContactPairs;
struct ClosedForces;
}  // namespace internal

struct RigidContactOptions {
  FrictionRule friction = FrictionRule::harmonic;  ///< How the coefficients of two surfaces combine.
  ContactFilter filter{};
  // Of Simulations; TimeStepping has options of its own:
  ImpactLaw impact_law = ImpactLaw::poisson;
  /// What strikes more slowly than this [m/s] does not bounce. Zero: ten times the accuracy. Bounces that are
  /// not higher than the rounding of gaps are captured in any case.
  double capture_speed = 0;
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
///
/// In TimeStepping contacts are rows of the cone problem of a step. In a Simulation they act by events: gaps
/// of open contacts are watched, and normal forces, friction and slip of closed ones; what touches is stopped
/// or thrown back by an impact; closed contacts are equations of the motion until they part. Which of them
/// close, stick and slide is decided for all together by a cone problem at each event, and kept in the State.
class RigidContact : public RigidElement {
 public:
  explicit RigidContact(Array<ContactSurface> surfaces, RigidContactOptions options = {});

  std::vector<Dependency> declare(Declaration& declaration) override;
  std::unique_ptr<Memory> make_memory() const override;
  void add_rows(const State& state, Memory* memory, RigidRows& rows) const override;
  void add_forces(const State& state, AppliedForces& forces) const override;
  double dissipation(const State& state) const override;
  bool acts_by_events() const override { return true; }
  bool acts_in_derivatives() const override { return false; }
  std::optional<Quantity<long>> settings() const override { return settings_; }
  void begin(State& state, double accuracy) const override;
  bool meet(State& state) const override;
  void release(State& state) const override;

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

  // In a Simulation:
  const Array<ClosedContact>& closed(const State& state) const { return state[closed_]; }
  /// What the closed contacts do, in the same order.
  Array<ContactLoad> loads(const State& state) const;

 private:
  friend class internal::ContactDecision;
  friend class internal::ContactGeometry;
  friend struct internal::ClosedForces;
  struct Search;
  /// Calls visit(i, j, point, normal) for the points of all pairs that are nearer than margin(i, j).
  template <class Margin, class Visit>
  void search(Search& memory, const Margin& margin, const Visit& visit) const;
  bool is_above(int surface, const Pose<double>& pose, const Vec3<double>& point, double distance) const;

  struct MaterialParameters {
    Parameter static_friction, dynamic_friction, restitution;
  };
  PairMaterial friction_of(const State& state, int surface1, int surface2) const;
  /// The bodies of a pair of surfaces and its coefficients.
  RigidContactPoint describe_pair(const State& state, int surface1, int surface2) const;
  RigidContactPoint describe_pair(const State& state, int surface1, int surface2,
                                  const PairMaterial& material) const;

  // Events of Simulations, in rigid_contact_events.cpp:
  void declare_events(Declaration& declaration);
  void declare_event(Declaration& declaration, const std::string& what, std::vector<Dependency> reads,
                     double (RigidContact::*margin)(const State&) const);
  double margin_of_settled(const State& state) const;
  double margin_of_touch(const State& state) const;
  double margin_of_press(const State& state) const;
  double margin_of_stick(const State& state) const;
  double margin_of_slip(const State& state) const;
  void check_start(const State& state) const;
  const internal::ClosedForces& closed_forces(const State& state) const { return state[forces_]; }
  long count_settings(const State& state) const;
  void set_closed(State& state, Array<ClosedContact> closed) const;
  double accuracy(const State& state) const { return state[accuracy_]; }
  double capture_speed(const State& state) const;
  ImpactLaw impact_law() const { return options_.impact_law; }
  const std::string& name() const { return name_; }
  /// The size of the surfaces, by which small distances are measured.
  double size() const { return size_; }
  double touching_gap() const;
  void visit_pairs(const std::function<void(int, int)>& visit) const;
  double least_distance(const State& state, int surface1, int surface2) const;
  void decide(State& state) const;
  bool meet_positions(State& state) const;
  bool meet_speeds(State& state) const;

  std::shared_ptr<const Array<ContactSurface>> surfaces_;
  RigidContactOptions options_;
  Array<FrameOn<double>> frames_;
  Array<MaterialParameters> materials_;
  std::shared_ptr<const internal::ContactPairs> pairs_;
  std::string name_;
  ElementId self_;
  double size_ = 1;
  Discrete<Array<ClosedContact>> closed_;
  Discrete<int> decided_;  // 1 once it has been decided what is closed
  Discrete<double> accuracy_;
  Quantity<long> settings_;
  Quantity<internal::ClosedForces> forces_;
};

}  // namespace sarrus
