#pragma once
/// @file
/// The values of the quantities that every System computes (quantities.h), kept in the State.

#include "sarrus/base/array.h"
#include "sarrus/dynamics/forward_dynamics.h"
#include "sarrus/dynamics/inverse_dynamics.h"
#include "sarrus/dynamics/kinematics.h"
#include "sarrus/dynamics/mass_matrix.h"
#include "sarrus/scalar/eigen.h"
#include "sarrus/system/quantities.h"
#include "sarrus/system/state.h"

namespace sarrus::internal {

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
  Array<Part> driven;  ///< The parts whose rates u̇ are not always zero.
};

struct ConstraintWorkspace;

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

}  // namespace sarrus::internal
