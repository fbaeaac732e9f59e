#pragma once
/// @file
/// Handles of the quantities that every System computes, cached in the State: the stages of kinematics,
/// forces, accelerations.

#include <optional>

#include "sarrus/base/array.h"
#include "sarrus/dynamics/kinematics.h"
#include "sarrus/system/applied_forces.h"
#include "sarrus/system/variables.h"

namespace sarrus {

namespace internal {
struct Accelerations;
struct ArticulatedInertias;
struct ConstraintConstants;
struct ConstraintFactors;
struct ConstraintMultipliers;
struct ConstraintPositions;
struct ConstraintRowsOfAll;
struct ConstraintSet;
struct ConstraintVelocities;
struct Couplings;
struct FullMassMatrix;
struct LockedMechanism;
struct MassProducts;
struct MotionForces;
struct PlanarMechanism;
struct Prescription;
struct Reactions;
}  // namespace internal

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

/// Handles of the quantities that every System computes. They are declared before anything else, always in
/// the same order.
struct SystemQuantities {
  SystemQuantity<PositionKinematics<double>> position;
  SystemQuantity<VelocityKinematics<double>> velocity;
  /// Forces of the elements that read neither time nor speeds nor z.
  SystemQuantity<AppliedForces> position_forces;
  SystemQuantity<AppliedForces> forces;        ///< Forces of all elements.
  SystemQuantity<Array<double>> port_inertia;  ///< Per speed; empty if there are no ports.
  SystemQuantity<internal::Prescription> prescription;
  SystemQuantity<internal::LockedMechanism> locked_mechanism;
  SystemQuantity<std::optional<internal::PlanarMechanism>> planar_mechanism;  ///< None if it is not planar.
  SystemQuantity<internal::Accelerations> accelerations;
  SystemQuantity<internal::MotionForces> motion_forces;
  SystemQuantity<AccelerationKinematics<double>> acceleration_kinematics;
  SystemQuantity<Array<double>> derivative;  ///< ẏ = (q̇, u̇, ż).
  SystemQuantity<double> kinetic_energy, potential_energy;
  SystemQuantity<EnergyRates> energy_rates;
  SystemQuantity<internal::Reactions> reactions;
  SystemQuantity<internal::FullMassMatrix> mass_matrix;
  SystemQuantity<internal::ArticulatedInertias> articulated;
  SystemQuantity<internal::MassProducts> mass_products;
  // Quantities of constraints; none of these is computed if there are no constraints.
  SystemQuantity<internal::ConstraintSet> constraint_set;
  SystemQuantity<internal::ConstraintConstants> constraint_constants;
  SystemQuantity<internal::ConstraintPositions> constraint_positions;
  SystemQuantity<internal::ConstraintVelocities> constraint_velocities;
  SystemQuantity<internal::ConstraintRowsOfAll> constraint_rows;
  SystemQuantity<internal::ConstraintFactors> constraint_factors;
  SystemQuantity<Array<double>> position_errors, velocity_errors;
  SystemQuantity<internal::Couplings> couplings;
  SystemQuantity<internal::ConstraintMultipliers> multipliers;
  SystemQuantity<AppliedForces> constraint_forces;  ///< Forces Gᵀ·λ of constraints on bodies and speeds.
};

}  // namespace sarrus
