#pragma once
/// @file
/// The quantities that every System computes, cached in the State: the stages of kinematics, forces,
/// accelerations.

#include "sarrus/base/array.h"
#include "sarrus/dynamics/forward_dynamics.h"
#include "sarrus/dynamics/inverse_dynamics.h"
#include "sarrus/dynamics/kinematics.h"
#include "sarrus/dynamics/mass_matrix.h"
#include "sarrus/system/applied_forces.h"
#include "sarrus/system/state.h"
#include "sarrus/system/variables.h"

namespace sarrus {

/// The speeds whose motion is given by a lock or by a prescribed motion.
struct Prescription {
  /// A joint whose motion is given, or a speed of one.
  struct Part {
    int body = 0;
    int motion = -1;  ///< Number of the prescribed motion, or −1: a lock.
    MotionLevel level = MotionLevel::position;
    int first_speed = 0, speeds = 0;
    int first_coordinate = 0, coordinates = 0;  ///< Coordinates that move with the speeds; none if a single
                                                ///< speed is not the rate of a coordinate.
  };
  IndexSet speeds;
  Array<Part> parts;
};

struct ConstraintSet;
struct ConstraintConstants;
struct ConstraintPositions;
struct ConstraintVelocities;
struct ConstraintRowsOfAll;
struct ConstraintFactors;
struct ConstraintWorkspace;
struct Couplings;
struct LockedMechanism;
struct PlanarMechanism;

/// The Lagrange multipliers of the constraints, and the remaining acceleration errors.
struct ConstraintSolution {
  /// True if dependent speeds were eliminated: multipliers are computed when they are read.
  bool in_speeds = false;
  Array<double> multipliers;
  Array<double> biases;           ///< Acceleration errors at the prescribed rates, with all other rates zero.
  double acceleration_scale = 0;  ///< The largest term of a row's acceleration; set if rows are dependent.
  double inconsistency = 0;       ///< The largest acceleration error that no multipliers can remove.
  int worst_row = -1;             ///< The row of `inconsistency`, or −1.
};

/// Multipliers λ of all rows, and workspace.
struct ConstraintMultipliers {
  Array<double> of_rows, missing;
};

/// The rates u̇ of the speeds, and the generalized forces that act on them.
struct Accelerations {
  explicit Accelerations(const Tree<double>& tree) : workspace(tree), udot(tree.nu(), 0.0), applied(udot) {}
  ForwardDynamics<double> workspace;
  Array<double> udot;
  Array<double> applied;           ///< Generalized forces of elements on the speeds.
  ConstraintSolution constraints;  ///< Valid if constraints are enabled.
  std::shared_ptr<ConstraintWorkspace> constraint_workspace;
};

/// Generalized forces of locks and prescribed motions; zero on free speeds.
struct MotionForces {
  explicit MotionForces(int nu) : tau(nu), of_constraints(tau) {}
  Array<double> tau, of_constraints;
};

/// Inverse dynamics of the present motion, for the reaction wrenches in the joints.
struct Reactions {
  explicit Reactions(const Tree<double>& tree) : workspace(tree), tau(tree.nu()) {}
  InverseDynamics<double> workspace;
  Array<double> tau;
  AppliedForces loads;  ///< Forces of elements and constraints.
};

/// The rates at which energy enters and leaves the mechanism.
struct EnergyRates {
  double of_motions = 0;   ///< The power of locks and prescribed motions, and of constraints that do work.
  double of_forces = 0;    ///< Energy from elements that are not passive: their power plus their dissipation.
  double dissipation = 0;  ///< The dissipation of all elements.
  /// Per force element, in the order of SystemLayout::forces: the power of its forces, if it is not passive;
  /// and its dissipation.
  Array<double> powers{}, losses{};
  AppliedForces driving{};  ///< Workspace for the forces of one element.
};

/// The mass matrix in full, with the inertias of ports on its diagonal.
struct FullMassMatrix {
  explicit FullMassMatrix(const Tree<double>& tree) : workspace(tree) {}
  MassMatrix<double> workspace;
  MatrixX<double> full;
};

/// Articulated-body inertias of the free mechanism. Products with M⁻¹ write to the same workspace, but not to
/// the inertias.
struct ArticulatedInertias {
  explicit ArticulatedInertias(const Tree<double>& tree) : workspace(tree) {}
  mutable ForwardDynamics<double> workspace;
};

/// Workspace for products with M.
struct MassProducts {
  explicit MassProducts(const Tree<double>& tree) : workspace(tree) {}
  mutable InverseDynamics<double> workspace;
};

/// Handles of the quantities that every System computes. They are declared before anything else, always in
/// the same order.
struct SystemQuantities {
  SystemQuantity<PositionKinematics<double>> position;
  SystemQuantity<VelocityKinematics<double>> velocity;
  /// Forces of the elements that read neither time nor speeds nor z.
  SystemQuantity<AppliedForces> position_forces;
  SystemQuantity<AppliedForces> forces;        ///< Forces of all elements.
  SystemQuantity<Array<double>> port_inertia;  ///< Per speed; empty if there are no ports.
  SystemQuantity<Prescription> prescription;
  SystemQuantity<LockedMechanism> locked_mechanism;
  SystemQuantity<std::optional<PlanarMechanism>> planar_mechanism;  ///< None if it is not planar.
  SystemQuantity<Accelerations> accelerations;
  SystemQuantity<MotionForces> motion_forces;
  SystemQuantity<AccelerationKinematics<double>> acceleration_kinematics;
  SystemQuantity<Array<double>> derivative;  ///< ẏ = (q̇, u̇, ż).
  SystemQuantity<double> kinetic_energy, potential_energy;
  SystemQuantity<EnergyRates> energy_rates;
  SystemQuantity<Reactions> reactions;
  SystemQuantity<FullMassMatrix> mass_matrix;
  SystemQuantity<ArticulatedInertias> articulated;
  SystemQuantity<MassProducts> mass_products;
  // Quantities of constraints; none of these is computed if there are no constraints.
  SystemQuantity<ConstraintSet> constraint_set;
  SystemQuantity<ConstraintConstants> constraint_constants;
  SystemQuantity<ConstraintPositions> constraint_positions;
  SystemQuantity<ConstraintVelocities> constraint_velocities;
  SystemQuantity<ConstraintRowsOfAll> constraint_rows;
  SystemQuantity<ConstraintFactors> constraint_factors;
  SystemQuantity<Array<double>> position_errors, velocity_errors;
  SystemQuantity<Couplings> couplings;
  SystemQuantity<ConstraintMultipliers> multipliers;
  SystemQuantity<AppliedForces> constraint_forces;  ///< Forces Gᵀ·λ of constraints on bodies and speeds.
};

}  // namespace sarrus
