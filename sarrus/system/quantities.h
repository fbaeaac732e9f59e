#pragma once
/// @file
/// What every System computes, kept in the State: the stages of kinematics, forces, accelerations.

#include "sarrus/dynamics/forward_dynamics.h"
#include "sarrus/dynamics/inverse_dynamics.h"
#include "sarrus/dynamics/kinematics.h"
#include "sarrus/dynamics/mass_matrix.h"
#include "sarrus/system/applied_forces.h"
#include "sarrus/system/variables.h"

namespace sarrus {

/// The speeds whose motion is given, by a lock or by a prescribed motion.
struct Prescription {
  /// A joint whose motion is given.
  struct Joint {
    int body = 0;
    int motion = -1;  ///< Number of the prescribed motion, or −1: a lock.
  };
  SpeedSet speeds;
  std::vector<Joint> joints;
};

/// The rates of the speeds, and the forces that act on them.
struct Accelerations {
  explicit Accelerations(const Tree<double>& tree)
      : workspace(tree), udot(static_cast<std::size_t>(tree.nu()), 0.0), tau(udot) {}
  ForwardDynamics<double> workspace;
  std::vector<double> udot;
  /// Of the speeds whose motion is given: the force that it takes. Of the others: the applied force.
  std::vector<double> tau;
};

/// Inverse dynamics of the motion as it is, for the wrenches in the joints.
struct Reactions {
  explicit Reactions(const Tree<double>& tree) : workspace(tree), tau(static_cast<std::size_t>(tree.nu())) {}
  InverseDynamics<double> workspace;
  std::vector<double> tau;
};

/// The mass matrix in full.
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

/// Handles of what every System computes.
struct SystemQuantities {
  Quantity<PositionKinematics<double>> position;
  Quantity<VelocityKinematics<double>> velocity;
  Quantity<AppliedForces> position_forces;  ///< Of the elements that read neither time nor speeds nor z.
  Quantity<AppliedForces> forces;           ///< Of all elements.
  Quantity<Prescription> prescription;
  Quantity<Accelerations> accelerations;
  Quantity<AccelerationKinematics<double>> acceleration_kinematics;
  Quantity<std::vector<double>> derivative;  ///< ẏ = (q̇, u̇, ż).
  Quantity<double> kinetic_energy, potential_energy;
  Quantity<Reactions> reactions;
  Quantity<FullMassMatrix> mass_matrix;
  Quantity<ArticulatedInertias> articulated;
  Quantity<MassProducts> mass_products;
};

}  // namespace sarrus
