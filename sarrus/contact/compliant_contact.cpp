#include "sarrus/contact/compliant_contact.h"

#include <algorithm>
#include <cmath>

#include "sarrus/contact/internal/contact_pairs.h"
#include "sarrus/contact/internal/contact_workspace.h"
#include "sarrus/contact/internal/fast_pairs.h"
#include "sarrus/contact/internal/spring_forces.h"
#include "sarrus/contact/internal/surface_materials.h"
#include "sarrus/dynamics/node_frame.h"
#include "sarrus/system/declaration.h"
#include "sarrus/system/force_derivatives.h"
#include "sarrus/system/responses.h"

namespace sarrus {

using namespace internal;

namespace {

/// Sets the derivatives of a relative force as central differences, with steps that are small compared with
/// the depth of the contact.
template <class Law>
void difference_relative_force(const RelativeMotion<double>& at, double depth, const Law& law,
                               RelativeForce& force) {
  constexpr double step = 6e-6, part_of_depth = 0.02;
  const double move = std::min(step, part_of_depth * depth);
  const auto difference = [&](double h, const auto& moved) {
    return (0.5 / h) * (law(moved(h)) - law(moved(-h)));
  };
  for (int k = 0; k < 3; ++k) {
    const int turn = k, shift = turn + 3;
    force.by_pose[turn] = difference(move, [&](double h) {
      return RelativeMotion<double>{{Rotation<double>::about(Vec3<double>::unit(k), h) * at.X.R, at.X.p},
                                    at.V};
    });
    force.by_pose[shift] = difference(move, [&](double h) {
      return RelativeMotion<double>{{at.X.R, at.X.p + h * Vec3<double>::unit(k)}, at.V};
    });
    force.by_velocity[turn] = difference(step, [&](double h) {
      return RelativeMotion<double>{at.X, {at.V.w + h * Vec3<double>::unit(k), at.V.v}};
    });
    force.by_velocity[shift] = difference(step, [&](double h) {
      return RelativeMotion<double>{at.X, {at.V.w, at.V.v + h * Vec3<double>::unit(k)}};
    });
  }
}

/// How the surfaces of a state move.
class SurfaceMotions {
 public:
  SurfaceMotions(const State& state, const Array<FrameOn<double>>& frames)
      : tree_(state.tree()), positions_(position(state)), velocities_(velocity(state)), frames_(frames) {}

  PairMotion relative(int surface1, int surface2) const {
    const Motion<double> V1 = at_origin(surface1), V2 = at_origin(surface2);
    return {V2.v - V1.v, V2.w - V1.w};
  }

 private:
  Motion<double> at_origin(int surface) const {
    const int node = tree_.place(frames_[surface].body).node;
    const Motion<double> V = motion_of(velocities_.nodes[node]);
    return {V.w, V.v - cross(V.w, Vec3<double>(positions_.nodes[node].p))};
  }

  const Tree<double>& tree_;
  const PositionKinematics<double>& positions_;
  const VelocityKinematics<double>& velocities_;
  const Array<FrameOn<double>>& frames_;
};

}  // namespace

CompliantContact::CompliantContact(Array<ContactSurface> surfaces, CompliantContactOptions options)
    : surfaces_(std::make_shared<const Array<ContactSurface>>(std::move(surfaces))),
      options_(std::move(options)) {}

std::vector<Dependency> CompliantContact::declare(Declaration& declaration) {
  const std::string name = declaration.name();
  require(std::isfinite(options_.transition_speed) && options_.transition_speed > 0,
          "the contact '{}': the transition speed of friction cannot be {} m/s; give a positive number", name,
          options_.transition_speed);
  for (std::size_t i = 0; i < surfaces().size(); ++i) {
    const ContactSurface& surface = surfaces()[i];
    require(!surface.name.empty(), "the contact '{}': surface {} has no name; give it one", name, i);
    for (std::size_t k = 0; k < i; ++k)
      require(surfaces()[k].name != surface.name,
              "the contact '{}' has two surfaces '{}'; give them different names", name, surface.name);
    const std::string who = fmt::format("the surface '{}' of the contact '{}'", surface.name, name);
    frames_.push_back(surface.on.find(declaration.model(), who));
    places_.push_back(frames_.back().X_BF.R.inverse_times(frames_.back().X_BF.p));
    check(surface.shape);
    surface.material.check(who);
  }
  pairs_ = std::make_shared<const ContactPairs>(declaration.model(), name, surfaces_, frames_, options_);
  fast_pairs_ = std::make_shared<const FastPairs>(*pairs_, *surfaces_, frames_);
  is_passive_ = pairs_->is_exact();
  is_costly_ = surfaces().size() > 50;
  declare_materials(declaration);
  contacts_ = declaration.quantity<ContactWorkspace>(
      "contacts", {declaration.quantities().position, current_materials_}, ContactWorkspace{},
      [this](const State& state, ContactWorkspace& work) { find_contacts(state, work); });
  forces_ = declaration.quantity<ContactForces>(
      "contact forces",
      {contacts_, current_materials_, declaration.quantities().position, declaration.quantities().velocity},
      {}, [this](const State& state, ContactForces& forces) { calc_forces(state, forces); });
  listed_contacts_ = declaration.quantity<Array<Contact>>(
      "listed contacts", {contacts_}, {},
      [this](const State& state, Array<Contact>& listed) { list_contacts(state, listed); });
  listed_forces_ = declaration.quantity<Array<ContactForce>>(
      "listed contact forces", {forces_, listed_contacts_}, {},
      [this](const State& state, Array<ContactForce>& listed) { list_forces(state, listed); });
  return {forces_, contacts_, declaration.quantities().position};
}

void CompliantContact::declare_materials(Declaration& declaration) {
  std::vector<Dependency> reads;
  for (const ContactSurface& surface : surfaces()) {
    const auto declare = [&](const char* what, double value, const char* unit, ParameterRange range) {
      const Parameter parameter =
          declaration.declare_parameter(surface.name + "." + what, value, unit, range);
      reads.push_back(parameter);
      return parameter;
    };
    const ContactMaterial& m = surface.material;
    const ParameterRange positive = ParameterRange::above(0), at_least_zero = ParameterRange::at_least(0);
    materials_.push_back({declare("modulus", m.modulus, "Pa", positive),
                          declare("dissipation", m.dissipation, "s/m", at_least_zero),
                          declare("static_friction", m.static_friction, "", at_least_zero),
                          declare("dynamic_friction", m.dynamic_friction, "", at_least_zero),
                          declare("viscous_friction", m.viscous_friction, "s/m", at_least_zero),
                          declare("thickness", m.thickness, "m", positive)});
  }
  current_materials_ = declaration.quantity<SurfaceMaterials>(
      "materials", reads, {}, [this](const State& state, SurfaceMaterials& materials) {
        materials.clear();
        for (int i = 0; i < static_cast<int>(surfaces().size()); ++i) materials.add(material(state, i));
        materials.combine_kinds(options_.rules);
      });
}

ContactMaterial CompliantContact::material(const State& state, int surface) const {
  const MaterialParameters& parameters = materials_[surface];
  ContactMaterial material = surfaces()[surface].material;
  material.modulus = state[parameters.modulus];
  material.dissipation = state[parameters.dissipation];
  material.static_friction = state[parameters.static_friction];
  material.dynamic_friction = state[parameters.dynamic_friction];
  material.viscous_friction = state[parameters.viscous_friction];
  material.thickness = state[parameters.thickness];
  return material;
}

PairMaterial CompliantContact::material_of(const State& state, int surface1, int surface2) const {
  return state[current_materials_].of_pair(surface1, surface2);
}

ContactForce CompliantContact::force_of(const ContactLaw& law, const Contact& contact,
                                        const PairMotion& motion, const PairMaterial& material) const {
  const Vec3<double> v = motion.v0 + cross(motion.w, contact_force_point(law, contact, material));
  const double parting = dot(v, contact.normal);
  try {
    return calc_contact_force(law, contact, {-parting, v - parting * contact.normal, motion.w}, material,
                              options_.transition_speed);
  } catch (const Error& error) {
    fail("the surfaces '{}' and '{}' touch where the law {} gives no force: {}",
         surfaces()[contact.surface1].name, surfaces()[contact.surface2].name, law.type(), error.what());
  }
}

/// Adds the forces of a pair that touches. Returns their sum on surface 2, about the origin.
Force<double> CompliantContact::add_run(const ContactWorkspace& work, const ContactRun& run,
                                        const PairMotion& motion, const PairMaterial& material,
                                        ContactForces& forces) const {
  Force<double> sum = Force<double>::zero();
  const auto add = [&](const Contact& contact) {
    const ContactForce force = force_of(*run.law, contact, motion, material);
    const Vec3<double> f = force.normal * contact.normal + force.friction;
    sum.t += cross(force.point, f) + force.torque;
    sum.f += f;
    forces.energy += force.energy, forces.dissipation += force.dissipation;
    return force;
  };
  if (!run.has_springs) {
    for (int i = run.begin; i < run.end; ++i) forces.of_contacts[i] = add(work.contacts[i]);
  } else if (material.resists_turning()) {
    for (int i = run.begin; i < run.end; ++i) add(work.springs.contact(i, run.surface1, run.surface2));
  } else {
    const SpringSum springs =
        sum_springs(work.springs, run.begin, run.end, motion, material, options_.transition_speed);
    sum = springs.F;
    forces.energy += springs.energy, forces.dissipation += springs.dissipation;
  }
  return sum;
}

void CompliantContact::calc_forces(const State& state, ContactForces& forces) const {
  const ContactWorkspace& work = state[contacts_];
  forces.of_contacts.resize(work.contacts.size());
  forces.of_pairs.clear();
  forces.energy = forces.dissipation = 0;
  const SurfaceMotions motions(state, frames_);
  for (const ContactRun& run : work.runs) {
    const Force<double> sum = add_run(work, run, motions.relative(run.surface1, run.surface2),
                                      material_of(state, run.surface1, run.surface2), forces);
    forces.of_pairs.push_back({run.surface1, run.surface2, sum});
  }
}

/// The force on surface 2, about the origin of its frame, in the axes of surface 1, for a relative motion.
Force<double> CompliantContact::calc_pair_force(const State& state, int i, int j,
                                                const RelativeMotion<double>& motion, ContactWorkspace& work,
                                                ContactForces& forces) const {
  const SurfaceMaterials& materials = state[current_materials_];
  const ContactLaw& law = pairs_->law(i, j);
  const Pose<double> X_1;
  PairMemory memory;
  work.clear();
  work.find(law, {i, j, surfaces()[i].shape, surfaces()[j].shape, X_1, motion.X, memory, work.manifold,
                  materials.of(i), materials.of(j), pairs_->prepared(law, i), pairs_->prepared(law, j)});
  forces.of_contacts.resize(work.contacts.size());
  const PairMotion rates{motion.V.v - cross(motion.V.w, motion.X.p), motion.V.w};
  Force<double> sum = Force<double>::zero();
  for (const ContactRun& run : work.runs)
    sum = sum + add_run(work, run, rates, material_of(state, i, j), forces);
  return shift(sum, motion.X.p);
}

bool CompliantContact::add_derivatives(const State& state, ForceDerivatives& out) const {
  ContactWorkspace work;
  ContactForces forces;
  for (const ContactPairForce& pair : pair_forces(state)) {
    const int i = pair.surface1, j = pair.surface2;
    RelativeForce force{frames_[i], frames_[j]};
    const RelativeMotion<double> at = calc_relative_motion(state, force.F, force.M);
    force.on_M = calc_pair_force(state, i, j, at, work, forces);
    double deepest = 0;
    for (const Contact& contact : work.contacts) deepest = std::max(deepest, contact.depth);
    difference_relative_force(
        at, deepest > 0 ? deepest : std::numeric_limits<double>::infinity(),
        [&](const RelativeMotion<double>& M) { return calc_pair_force(state, i, j, M, work, forces); },
        force);
    out.add(force);
    out.set_differenced();
  }
  return true;
}

void CompliantContact::list_contacts(const State& state, Array<Contact>& listed) const {
  const ContactWorkspace& work = state[contacts_];
  listed.clear();
  for (const ContactRun& run : work.runs)
    for (int i = run.begin; i < run.end; ++i)
      listed.push_back(run.has_springs ? work.springs.contact(i, run.surface1, run.surface2)
                                       : work.contacts[i]);
}

void CompliantContact::list_forces(const State& state, Array<ContactForce>& listed) const {
  const ContactWorkspace& work = state[contacts_];
  const Array<ContactForce>& forces = state[forces_].of_contacts;
  const SurfaceMotions motions(state, frames_);
  listed.clear();
  for (const ContactRun& run : work.runs) {
    const PairMaterial material = material_of(state, run.surface1, run.surface2);
    const PairMotion motion = motions.relative(run.surface1, run.surface2);
    for (int i = run.begin; i < run.end; ++i)
      listed.push_back(
          run.has_springs
              ? force_of(*run.law, work.springs.contact(i, run.surface1, run.surface2), motion, material)
              : forces[i]);
  }
}

void CompliantContact::add_forces(const State& state, AppliedForces& forces) const {
  const ContactWorkspace& work = state[contacts_];
  for (const ContactPairForce& pair : pair_forces(state)) {
    const auto about = [&](int surface) { return pair.F.t - cross(work.origins[surface], pair.F.f); };
    forces.add(frames_[pair.surface1].body, {-about(pair.surface1), -pair.F.f});
    forces.add(frames_[pair.surface2].body, {about(pair.surface2), pair.F.f});
  }
}

double CompliantContact::potential_energy(const State& state) const { return state[forces_].energy; }
double CompliantContact::dissipation(const State& state) const { return state[forces_].dissipation; }

bool CompliantContact::is_watching() const { return fast_pairs_->is_watching(); }
double CompliantContact::longest_step(const State& state) const {
  return fast_pairs_->longest_step(state, contacts(state));
}
std::optional<StepGuard::Missed> CompliantContact::find_missed(const StepMotion& motion) const {
  return fast_pairs_->find_missed(motion);
}

int CompliantContact::surface_number(std::string_view name) const {
  return sarrus::surface_number(surfaces(), name);
}

bool CompliantContact::may_touch(int surface1, int surface2) const {
  return pairs_->may_touch(surface1, surface2);
}
const Array<Contact>& CompliantContact::contacts(const State& state) const {
  const ContactWorkspace& work = state[contacts_];
  return work.springs.size > 0 ? state[listed_contacts_] : work.contacts;
}
const Array<ContactForce>& CompliantContact::forces(const State& state) const {
  return state[contacts_].springs.size > 0 ? state[listed_forces_] : state[forces_].of_contacts;
}
ContactPatch CompliantContact::patch(const State& state, int number) const {
  const ContactWorkspace& work = state[contacts_];
  const Contact& contact = contacts(state)[number];
  const int i = contact.surface1, j = contact.surface2;
  return pairs_->law(i, j).patch({surfaces()[i].shape, surfaces()[j].shape, work.poses[i], work.poses[j]},
                                 contact, forces(state)[number]);
}
const Array<ContactPairForce>& CompliantContact::pair_forces(const State& state) const {
  return state[forces_].of_pairs;
}
Dependency CompliantContact::contacts_quantity() const { return listed_contacts_; }
Dependency CompliantContact::forces_quantity() const { return listed_forces_; }

Force<double> CompliantContact::force_between(const State& state, std::string_view name1,
                                              std::string_view name2) const {
  const int one = surface_number(name1), two = surface_number(name2);
  for (const ContactPairForce& pair : pair_forces(state)) {
    if (pair.surface1 == one && pair.surface2 == two) return pair.F;
    if (pair.surface1 == two && pair.surface2 == one) return {-pair.F.t, -pair.F.f};
  }
  return Force<double>::zero();
}

ShapeDistance CompliantContact::distance(const State& state, int surface1, int surface2) const {
  return calc_distance(surfaces()[surface1].shape, pose(state, frames_[surface1]), surfaces()[surface2].shape,
                       pose(state, frames_[surface2]));
}

}  // namespace sarrus
