#pragma once
/// @file
/// What every System computes, kept in the State: the stages of kinematics, forces, accelerations.

#include "sarrus/base/array.h"
#include "sarrus/dynamics/forward_dynamics.h"
#include "sarrus/dynamics/inverse_dynamics.h"
#include "sarrus/dynamics/kinematics.h"
#include "sarrus/dynamics/mass_matrix.h"
#include "sarrus/system/applied_forces.h"
#include "sarrus/system/state.h"
#include "sarrus/system/variables.h"

namespace sarrus {

/// The speeds whose motion is given, by a lock or by a prescribed motion.
struct Prescription {
  /// A joint whose motion is given, or a speed of one.
  struct Part {
    int body = 0;
    int motion = -1;  ///< Number of the prescribed motion, or −1: a lock.
    MotionLevel level = MotionLevel::position;
    int first_speed = 0, speeds = 0;
    int first_coordinate = 0, coordinates = 0;  ///< Those that the speeds move; none if they move all.
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

/// What constraints exert, and what was left over.
struct ConstraintSolution {
  bool in_speeds = false;  ///< Whether speeds follow others instead: multipliers are computed when asked for.
  Array<double> multipliers;
  Array<double> biases;  ///< Errors of acceleration at the rates that are given, all others being zero.
  double acceleration_scale = 0;  ///< The largest part of a row's acceleration, where rows depend on others.
  double inconsistency = 0;       ///< The largest error of acceleration that no multipliers remove,
  int worst_row = -1;             ///< and its row.
};

/// λ of all rows, and memory.
struct ConstraintMultipliers {
  Array<double> of_rows, missing;
};

/// The rates of the speeds, and the forces that act on them.
struct Accelerations {
  explicit Accelerations(const Tree<double>& tree) : workspace(tree), udot(tree.nu(), 0.0), applied(udot) {}
  ForwardDynamics<double> workspace;
  Array<double> udot;
  Array<double> applied;           ///< Forces of elements on the speeds.
  ConstraintSolution constraints;  ///< Where there are any.
  std::shared_ptr<ConstraintWorkspace> constraint_workspace;
};

/// What locks and prescribed motions exert on the speeds; zero on those that move freely.
struct MotionForces {
  explicit MotionForces(int nu) : tau(nu), of_constraints(tau) {}
  Array<double> tau, of_constraints;
};

/// Inverse dynamics of the motion as it is, for the wrenches in the joints.
struct Reactions {
  explicit Reactions(const Tree<double>& tree) : workspace(tree), tau(tree.nu()) {}
  InverseDynamics<double> workspace;
  Array<double> tau;
  AppliedForces loads;  ///< Of elements and constraints.
};

/// The rates at which energy enters and leaves the mechanism.
struct EnergyRates {
  double of_motions = 0;   ///< The power of locks and prescribed motions, and of constraints that drive.
  double of_forces = 0;    ///< What elements that are not passive put in, or take: power and dissipation.
  double dissipation = 0;  ///< Of all elements.
  /// Of each force element, in the order of SystemLayout::forces: what its forces do to the bodies, of those
  /// that are not passive; and what it loses.
  Array<double> powers{}, losses{};
  AppliedForces driving{};  ///< Memory for the forces of one element.
};

/// The mass matrix in full, with the inertias of ports on its diagonal.
struct FullMassMatrix {
  explicit FullMassMatrix(const Tree<double>& tree) : workspace(tree) {}
  MassMatrix<double> workspace;
  MatrixX<double> full;
};

/// Articulated inertias of the free mechanism. Products with M⁻¹ write to the same memory, but not to the
/// inertias.
struct ArticulatedInertias {
  explicit ArticulatedInertias(const Tree<double>& tree) : workspace(tree) {}
  mutable ForwardDynamics<double> workspace;
};

/// The same for products with M.
struct MassProducts {
  explicit MassProducts(const Tree<double>& tree) : workspace(tree) {}
  mutable InverseDynamics<double> workspace;
};

/// Handles of what every System computes. They are declared before anything else, always in the same order.
struct SystemQuantities {
  SystemQuantity<PositionKinematics<double>> position;
  SystemQuantity<VelocityKinematics<double>> velocity;
  SystemQuantity<AppliedForces>
      position_forces;                         ///< Of the elements that read neither time nor speeds nor z.
  SystemQuantity<AppliedForces> forces;        ///< Of all elements.
  SystemQuantity<Array<double>> port_inertia;  ///< Per speed; empty where there are no ports.
  SystemQuantity<Prescription> prescription;
  SystemQuantity<LockedMechanism> locked_mechanism;
  SystemQuantity<std::optional<PlanarMechanism>> planar_mechanism;  ///< None where it is not planar.
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
  // Of constraints; none of these is computed where there are none.
  SystemQuantity<ConstraintSet> constraint_set;
  SystemQuantity<ConstraintConstants> constraint_constants;
  SystemQuantity<ConstraintPositions> constraint_positions;
  SystemQuantity<ConstraintVelocities> constraint_velocities;
  SystemQuantity<ConstraintRowsOfAll> constraint_rows;
  SystemQuantity<ConstraintFactors> constraint_factors;
  SystemQuantity<Array<double>> position_errors, velocity_errors;
  SystemQuantity<Couplings> couplings;
  SystemQuantity<ConstraintMultipliers> multipliers;
  SystemQuantity<AppliedForces> constraint_forces;  ///< What the multipliers exert on bodies and speeds.
};

}  // namespace sarrus
