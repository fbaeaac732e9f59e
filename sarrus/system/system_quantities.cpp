#include "sarrus/system/internal/system_quantities.h"

#include <cmath>
#include <vector>

#include "sarrus/base/array.h"
#include "sarrus/dynamics/coordinates.h"
#include "sarrus/dynamics/mass_properties.h"
#include "sarrus/system/constraint_responses.h"
#include "sarrus/system/internal/constraint_quantities.h"
#include "sarrus/system/internal/constraint_set.h"
#include "sarrus/system/internal/couplings.h"
#include "sarrus/system/internal/force_group.h"
#include "sarrus/system/internal/layout_draft.h"
#include "sarrus/system/internal/locked_mechanism.h"
#include "sarrus/system/internal/named_reading.h"
#include "sarrus/system/internal/non_finite.h"
#include "sarrus/system/internal/prescribed_rates.h"
#include "sarrus/system/responses.h"
#include "sarrus/system/rigid_element.h"

namespace sarrus::internal {

namespace {

/// True if the dependencies include one of the sources, directly or indirectly.
bool varies_with(const LayoutDraft& draft, const std::vector<Dependency>& reads,
                 std::initializer_list<Source> sources) {
  for (const Dependency& dependency : reads) {
    if (dependency.is_quantity()) {
      if (varies_with(draft, draft.reads[dependency.quantity()], sources)) return true;
      continue;
    }
    for (const Source source : sources)
      if (dependency.source() == static_cast<int>(source)) return true;
  }
  return false;
}

/// All sources but time and the continuous variables.
std::vector<Dependency> all_settings(const LayoutDraft& draft) {
  std::vector<Dependency> sources;
  for (int source = static_cast<int>(Source::model);
       source < static_cast<int>(draft.layout.source_names.size()); ++source)
    sources.emplace_back(ElementId{.source = source, .system = draft.layout.id});
  return sources;
}

/// True if something may change while the coordinates are constant.
bool varies_at_fixed_position(const LayoutDraft& draft, const std::vector<Dependency>& reads) {
  return varies_with(draft, reads, {Source::time, Source::u, Source::z});
}

/// Refuses a prescribed motion that depends on its own results.
void require_reads(const LayoutDraft& draft, const PrescribedMotion& motion) {
  const std::string& name = draft.layout.elements[motion.element.index].name;
  require(
      motion.level != MotionLevel::position ||
          !varies_with(draft, motion.reads, {Source::q, Source::u, Source::z}),
      "the prescribed motion '{}' of a coordinate reads coordinates, speeds or auxiliary variables; it may "
      "depend on time, parameters and discrete variables",
      name);
}

AppliedForces no_forces(const State& state) { return {state.model().body_count(), state.nu()}; }

ForwardDynamicsOptions<double> dynamics_options(const State& state) {
  const SystemLayout& layout = state.layout();
  return {.gravity = state.is_enabled(layout.gravity),
          .port_inertia = state[layout.system.port_inertia],
          .prescribed_forces = false};
}

/// Accelerations without constraints, of the tree or of the smaller one with rigid joints.
void solve_tree(const State& state, const Tree<double>& tree, const std::optional<PlanarMechanism>& planar,
                ForwardDynamics<double>& workspace, Accelerations& out) {
  const AppliedForces& forces = state[state.layout().system.forces];
  const auto solve = [&](const auto& of, auto& memory) {
    calc_forward_dynamics(of, state.q(), state.u(), forces.on_speeds(), forces.on_bodies(), memory,
                          Out<double>(out.udot), dynamics_options(state));
  };
  if (planar)
    solve(planar->tree, planar->workspace);
  else
    solve(tree, workspace);
}

/// Accelerations without constraints, with the motion of some speeds given (hybrid dynamics).
void solve_tree(const State& state, const Tree<double>& tree, const IndexSet& given,
                ForwardDynamics<double>& workspace, Accelerations& out) {
  const SystemQuantities& known = state.layout().system;
  const AppliedForces& forces = state[known.forces];
  const In<double> tau = forces.on_speeds();
  if (tau.empty())
    std::fill(out.applied.begin(), out.applied.end(), 0.0);
  else
    std::copy(tau.begin(), tau.end(), out.applied.begin());
  calc_prescribed_rates(state, state[known.prescription], out.udot);
  calc_hybrid_dynamics(tree, state.q(), state.u(), given, out.applied, out.udot, forces.on_bodies(),
                       workspace, dynamics_options(state));
}

void solve_accelerations(const State& state, Accelerations& out) {
  const SystemLayout& layout = state.layout();
  const SystemQuantities& known = layout.system;
  if (!layout.constraints.empty() && state[known.constraint_set].rows > 0)
    return follow_couplings(state) ? calc_coupled_accelerations(state, dynamics_options(state), out)
                                   : calc_constrained_accelerations(state, out);
  out.constraints = {};
  const Prescription& prescription = state[known.prescription];
  if (prescription.parts.empty())
    return solve_tree(state, state.tree(), state[known.planar_mechanism], out.workspace, out);
  const LockedMechanism& locked = state[known.locked_mechanism];
  if (!is_rigid(state, locked))
    return solve_tree(state, state.tree(), prescription.speeds, out.workspace, out);
  LockedMechanism::Pieces& pieces = *locked.pieces;
  set_coordinates(state, pieces);
  for (const int k : pieces.speeds) out.udot[k] = 0;
  if (pieces.others)
    solve_tree(state, pieces.tree.tree(), *pieces.others, pieces.workspace, out);
  else
    solve_tree(state, pieces.tree.tree(), pieces.planar, pieces.workspace, out);
}

/// Forces of locks and prescribed motions: those that the rates require beyond the applied ones.
void calc_motion_forces(const State& state, MotionForces& out) {
  const SystemLayout& layout = state.layout();
  const IndexSet& given = state[layout.system.prescription].speeds;
  std::fill(out.tau.begin(), out.tau.end(), 0.0);
  if (given.count() == 0) return;
  calc_inverse_dynamics(state, state[layout.system.accelerations].udot, out.tau);
  if (!layout.constraints.empty() && state[layout.system.constraint_set].rows > 0) {
    std::fill(out.of_constraints.begin(), out.of_constraints.end(), 0.0);
    state[layout.system.constraint_rows].G->add_transpose_times(
        state[layout.system.accelerations].constraints.multipliers, Out<double>(out.of_constraints));
    for (std::size_t k = 0; k < out.tau.size(); ++k) out.tau[k] -= out.of_constraints[k];
  }
  for (int k = 0; k < given.size(); ++k)
    if (!given.contains(k)) out.tau[k] = 0;
}

/// Never returns a NaN or an infinity: throws an Error that names the cause instead.
void calc_accelerations(const State& state, Accelerations& out) {
  solve_accelerations(state, out);
  if (!all_finite(out.udot)) [[unlikely]]
    refuse_accelerations(state, out.udot);
}

/// Adds up the dissipation of all elements. Those that are not passive have brought in what they dissipate.
void sum_losses(const State& state, EnergyRates& rates) {
  rates.dissipation = 0;
  for (std::size_t i = 0; i < rates.losses.size(); ++i) {
    const double lost = rates.losses[i];
    if (lost == 0) continue;
    rates.dissipation += lost;
    if (!state.layout().forces[i]->is_passive()) rates.of_forces += lost;
  }
}

/// The sum of the ports on each speed; empty if no element has declared any.
void calc_port_inertia(const State& state, Array<double>& out) {
  const SystemLayout& layout = state.layout();
  if (layout.ports.empty()) return;
  out.assign(state.nu(), 0.0);
  for (const PortEntry& port : layout.ports) {
    if (port.element.index >= 0 && !state.is_enabled(port.element)) continue;
    const double m = port.m(state);
    require(std::isfinite(m) && m >= 0,
            "'{}': the inertia of a port on speed '{}' cannot be {}; give a "
            "finite number of at least zero",
            port.owner, state.model().speeds()[port.speed].name, m);
    out[port.speed] += m;
  }
}

/// ½·Σ m·u² of the ports.
double port_energy(const State& state) {
  const In<double> m = state[state.layout().system.port_inertia];
  double twice = 0;
  for (int k = 0; k < static_cast<int>(m.size()); ++k) twice += m[k] * state.u(k) * state.u(k);
  return 0.5 * twice;
}

void declare_kinematics(LayoutDraft& draft, Declaration& declare) {
  SystemQuantities& known = draft.layout.system;
  draft.layout.own_tree = declare.quantity_made<Tree<double>>(
      "tree", {Source::model},
      [](const State& state) {
        return std::make_shared<Tree<double>>(state.model(), state.model_parameters());
      },
      [](const State& state, Tree<double>& tree) { tree.set_parameters(state.model_parameters()); });
  const Dependency tree = draft.layout.own_tree;
  known.position = declare.quantity_made<PositionKinematics<double>>(
      "position kinematics", {Source::q, tree},
      [](const State& state) { return std::make_shared<PositionKinematics<double>>(state.tree()); },
      [](const State& state, PositionKinematics<double>& out) {
        calc_position_kinematics(state.tree(), state.q(), out);
      });
  known.velocity = declare.quantity_made<VelocityKinematics<double>>(
      "velocity kinematics", {Source::u, known.position, tree},
      [](const State& state) { return std::make_shared<VelocityKinematics<double>>(state.tree()); },
      [known](const State& state, VelocityKinematics<double>& out) {
        calc_velocity_kinematics(state.tree(), state[known.position], state.u(), out);
      });
}

void declare_dynamics(LayoutDraft& draft, Declaration& declare) {
  SystemQuantities& known = draft.layout.system;
  const Dependency tree = draft.layout.own_tree;
  known.port_inertia =
      declare.quantity<Array<double>>("inertia of ports", {Source::model}, {}, calc_port_inertia);
  known.prescription = declare.quantity<Prescription>(
      "prescription", {Source::locks, Source::model}, {},
      [](const State& state, Prescription& out) { find_prescription(state, out); });
  known.locked_mechanism = declare.quantity<LockedMechanism>("locked mechanism", {tree, known.prescription},
                                                             {}, find_locked_mechanism);
  known.planar_mechanism = declare.quantity<std::optional<PlanarMechanism>>(
      "planar mechanism", {tree}, {}, [](const State& state, std::optional<PlanarMechanism>& out) {
        find_planar_mechanism(state, state.tree(), out);
      });
  declare_constraint_quantities(draft);
  known.accelerations = declare.quantity_made<Accelerations>(
      "accelerations",
      {Source::time, Source::q, Source::u, Source::locks, tree, known.prescription, known.locked_mechanism,
       known.planar_mechanism, known.forces, known.port_inertia, known.constraint_velocities,
       known.constraint_factors, known.couplings},
      [](const State& state) { return std::make_shared<Accelerations>(state.tree()); }, calc_accelerations);
  known.mass_products = declare.quantity_made<MassProducts>(
      "memory of products with the mass matrix", {Source::model, tree, known.port_inertia},
      [](const State& state) { return std::make_shared<MassProducts>(state.tree()); },
      [](const State&, MassProducts&) {});
  known.multipliers = declare.quantity<ConstraintMultipliers>(
      "multipliers", {known.accelerations, known.couplings, known.mass_products}, {}, calc_multipliers);
  known.constraint_forces = declare.quantity_made<AppliedForces>(
      "forces of constraints", {known.multipliers, known.constraint_velocities},
      [](const State& state) { return std::make_shared<AppliedForces>(no_forces(state)); },
      calc_constraint_forces);
  known.acceleration_kinematics = declare.quantity_made<AccelerationKinematics<double>>(
      "acceleration kinematics", {known.accelerations, known.velocity},
      [](const State& state) { return std::make_shared<AccelerationKinematics<double>>(state.tree()); },
      [known](const State& state, AccelerationKinematics<double>& out) {
        calc_acceleration_kinematics(state.tree(), state[known.position], state[known.velocity],
                                     state[known.accelerations].udot, out);
      });
}

void declare_responses(LayoutDraft& draft, Declaration& declare) {
  SystemQuantities& known = draft.layout.system;
  const Dependency tree = draft.layout.own_tree;
  known.kinetic_energy = declare.quantity<double>(
      "kinetic energy", {Source::u, known.velocity, known.port_inertia}, 0.0,
      [known](const State& state, double& energy) {
        energy = calc_kinetic_energy(state.tree(), state[known.position], state[known.velocity]) +
                 port_energy(state);
      });
  known.reactions = declare.quantity_made<Reactions>(
      "reactions", {Source::q, Source::u, known.accelerations, known.constraint_forces},
      [](const State& state) {
        auto made = std::make_shared<Reactions>(state.tree());
        made->loads = no_forces(state);
        return made;
      },
      [known](const State& state, Reactions& out) {
        out.loads.clear();
        out.loads.add(state[known.forces]);
        out.loads.add(state[known.constraint_forces]);
        calc_inverse_dynamics(state.tree(), state.q(), state.u(), state[known.accelerations].udot,
                              out.loads.on_bodies(), out.workspace, out.tau,
                              {.gravity = state.is_enabled(state.layout().gravity)});
      });
  known.mass_matrix = declare.quantity_made<FullMassMatrix>(
      "mass matrix", {known.position, known.port_inertia},
      [](const State& state) { return std::make_shared<FullMassMatrix>(state.tree()); },
      [known](const State& state, FullMassMatrix& out) {
        calc_mass_matrix(state.tree(), state[known.position], out.workspace, out.full);
        const In<double> m = state[known.port_inertia];
        for (int k = 0; k < static_cast<int>(m.size()); ++k) out.full(k, k) += m[k];
      });
  known.articulated = declare.quantity_made<ArticulatedInertias>(
      "articulated inertias", {Source::q, tree, known.port_inertia},
      [](const State& state) { return std::make_shared<ArticulatedInertias>(state.tree()); },
      [known](const State& state, ArticulatedInertias& out) {
        calc_articulated_inertias(state.tree(), state.q(), out.workspace,
                                  In<double>(state[known.port_inertia]));
      });
  known.motion_forces = declare.quantity_made<MotionForces>(
      "forces of given motions",
      {Source::q, Source::u, known.accelerations, known.constraint_rows, known.mass_products},
      [](const State& state) { return std::make_shared<MotionForces>(state.nu()); }, calc_motion_forces);
}

}  // namespace

void declare_system_quantities(LayoutDraft& draft) {
  Declaration declare(draft, "", {});
  SystemQuantities& known = draft.layout.system;
  declare_kinematics(draft, declare);
  const auto make_forces = [](const State& state) {
    return std::make_shared<AppliedForces>(no_forces(state));
  };
  const std::function<void(const State&, AppliedForces&)> later = [](const State&, AppliedForces&) {};
  known.position_forces =
      declare.quantity_made<AppliedForces>("position forces", {Source::model}, make_forces, later);
  known.forces = declare.quantity_made<AppliedForces>("forces", {Source::model, known.position_forces},
                                                      make_forces, later);
  declare_dynamics(draft, declare);
  declare_responses(draft, declare);
  known.potential_energy = declare.quantity<double>("potential energy", {known.position}, 0.0, {});
  known.energy_rates = declare.quantity_made<EnergyRates>(
      "energy rates",
      {Source::u, known.velocity, known.accelerations, known.multipliers, known.motion_forces},
      [](const State& state) {
        return std::make_shared<EnergyRates>(EnergyRates{.driving = no_forces(state)});
      },
      {});
  known.derivative =
      declare.quantity<Array<double>>("derivative", {Source::q, Source::u, known.accelerations}, {}, {});
}

void connect_system_quantities(LayoutDraft& draft, const Array<std::vector<Dependency>>& force_reads,
                               int force_threads) {
  SystemLayout& layout = draft.layout;
  const SystemQuantities known = layout.system;
  layout.force_reads = force_reads;
  const auto let_read = [&](int reader, const std::vector<Dependency>& more) {
    std::vector<Dependency>& reads = draft.reads[reader];
    reads.insert(reads.end(), more.begin(), more.end());
  };
  const auto at_position = std::make_shared<ForceGroup>(), others = std::make_shared<ForceGroup>();
  for (std::size_t i = 0; i < layout.forces.size(); ++i) {
    const bool varies = varies_at_fixed_position(draft, force_reads[i]);
    (varies ? others : at_position)->insert(i, layout.forces[i], layout.force_ids[i], force_reads[i]);
    let_read((varies ? known.forces : known.position_forces).index, force_reads[i]);
    let_read(known.potential_energy.index, force_reads[i]);
    let_read(known.energy_rates.index, force_reads[i]);
  }
  for (std::size_t i = 0; i < layout.ports.size(); ++i) {
    require(!varies_at_fixed_position(draft, draft.port_reads[i]),
            "'{}': the inertia of a port reads time, speeds or auxiliary variables; it may depend on "
            "coordinates, parameters and discrete variables only",
            layout.ports[i].owner);
    let_read(known.port_inertia.index, draft.port_reads[i]);
  }
  let_read(known.position_forces.index, at_position->prepare(draft, "position forces", force_threads));
  let_read(known.forces.index, others->prepare(draft, "forces", force_threads));
  for (const PrescribedMotion& motion : layout.motions) {
    let_read(known.prescription.index, {motion.element});
    let_read(known.accelerations.index, motion.reads);
    require_reads(draft, motion);
  }
  draft.reads[known.accelerations.index].push_back(layout.gravity);
  for (const std::shared_ptr<const ForceElement>& force : layout.forces)
    if (const auto* rigid = dynamic_cast<const RigidElement*>(force.get()))
      if (const std::optional<Quantity<long>> settings = rigid->settings())
        let_read(settings->index, all_settings(draft));

  const auto entry = [&](int quantity) -> QuantityEntry& { return layout.quantities[quantity]; };
  entry(known.position_forces.index).compute = [at_position](const State& state, void* value) {
    auto& forces = *static_cast<AppliedForces*>(value);
    forces.clear();
    at_position->add(state, forces);
  };
  entry(known.forces.index).compute = [known, others](const State& state, void* value) {
    auto& forces = *static_cast<AppliedForces*>(value);
    forces.clear();
    forces.add(state[known.position_forces]);
    others->add(state, forces);
  };
  entry(known.potential_energy.index).compute = [](const State& state, void* value) {
    const SystemLayout& all = state.layout();
    double energy = 0;
    for (std::size_t i = 0; i < all.forces.size(); ++i)
      if (state.is_enabled(all.force_ids[i]))
        energy +=
            with_name_of(all.force_ids[i], state, [&] { return all.forces[i]->potential_energy(state); });
    *static_cast<double*>(value) = energy;
  };

  entry(known.energy_rates.index).compute = [at_position, others](const State& state, void* value) {
    auto& rates = *static_cast<EnergyRates*>(value);
    rates.of_motions = motion_power(state) + constraint_power(state);
    (void)applied_forces(state);
    rates.of_forces = 0;
    for (Array<double>* each : {&rates.powers, &rates.losses})
      each->assign(state.layout().forces.size(), 0.0);
    const auto add_power = [&](std::size_t number, const AppliedForces& forces) {
      rates.powers[number] = power(state, forces);
      rates.of_forces += rates.powers[number];
    };
    at_position->visit_driving(state, rates.driving, add_power);
    others->visit_driving(state, rates.driving, add_power);
    at_position->calc_losses(state, rates.losses);
    others->calc_losses(state, rates.losses);
    sum_losses(state, rates);
  };

  std::vector<Dependency>& reads = draft.reads[known.derivative.index];
  for (const AuxiliaryBlock& block : layout.auxiliary_blocks)
    reads.insert(reads.end(), block.reads.begin(), block.reads.end());
  entry(known.derivative.index).compute = [known](const State& state, void* value) {
    auto& ydot = *static_cast<Array<double>*>(value);
    const std::size_t nq = state.nq(), nu = state.nu();
    ydot.resize(nq + nu + state.nz());
    calc_qdot(state.tree(), state.q(), state.u(), Out<double>(ydot.data(), nq));
    const Array<double>& udot = state[known.accelerations].udot;
    std::copy(udot.begin(), udot.end(), ydot.begin() + static_cast<std::ptrdiff_t>(nq));
    for (const AuxiliaryBlock& block : state.layout().auxiliary_blocks)
      block.derivative(state,
                       Out<double>(ydot.data() + nq + nu + block.variables.first, block.variables.count));
  };
}

}  // namespace sarrus::internal
