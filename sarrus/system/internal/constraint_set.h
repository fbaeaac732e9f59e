#pragma once
/// @file
/// The constraints of a System and the values that are computed from them.

#include <optional>

#include "sarrus/base/array.h"
#include "sarrus/loops/internal/constrained_dynamics.h"
#include "sarrus/system/constraint_entry.h"

namespace sarrus::internal {

/// The enabled constraints and the numbers of their rows. Each level numbers the rows of all constraints
/// consecutively: position rows; velocity level (position and velocity rows); all rows.
struct ConstraintSet {
  struct Member {
    int constraint = 0;  ///< Number in the layout.
    const Constraint* element = nullptr;
    const double* unit_errors = nullptr;  ///< Per row.
    int rows = 0, position_rows = 0, velocity_rows = 0;
    int frames = 0, mobilities = 0, parameters = 0;
    bool reads_time = false;
    int first_row = 0, first_position_row = 0, first_velocity_row = 0;
    int first_frame = 0, first_mobility = 0, first_parameter = 0;
    int first_wrench = 0, first_speed = 0;  ///< Offsets into the coefficients of ConstraintRowsOfAll.
  };
  Array<Member> members;
  Array<ConstraintPlace> places;  ///< Bodies and speeds on which each constraint acts.
  int rows = 0, position_rows = 0, velocity_rows = 0;
  int frames = 0, mobilities = 0, parameters = 0, wrenches = 0, speeds = 0;
  long version = 0;  ///< Changes whenever the set changes.
};

/// Constant data of the enabled constraints: frames relative to their nodes, and parameters.
struct ConstraintConstants {
  /// A frame relative to the node that carries it.
  struct Frame {
    int node;
    Mat3<double> R_KF;
    Vec3<double> p_KF;
  };
  Array<Frame> F, M;  ///< Per constraint; per frame M.
  Array<double> parameters;
};

/// Positions of the frames and mobilities of the enabled constraints.
struct ConstraintPositions {
  Array<LaneRotation<double>> R_FW;      ///< Per constraint.
  Array<Lane3d> p_WM;                    ///< Per frame M.
  Array<RelativeMotion<double>> frames;  ///< Poses of the frames M relative to F, with zero velocities.
  Array<double> q;
};
/// Velocities of the frames and mobilities of the enabled constraints.
struct ConstraintVelocities {
  Array<RelativeMotion<double>> frames;
  Array<double> u;
};

/// The coefficients of all rows, and the Jacobian G that they form.
struct ConstraintRowsOfAll {
  long version = -1;  ///< Version of the ConstraintSet that it was computed for.
  std::optional<ConstraintJacobian> G;
  Array<Force<double>> wrenches;  ///< Per constraint, row and frame.
  Array<double> speeds;           ///< Per constraint, row and mobility.
};

/// The factored KKT system of M and G. Solving changes its workspace only.
struct ConstraintFactors {
  long version = -1;
  mutable std::optional<ConstrainedDynamics> dynamics;
};

/// Workspace for accelerations under constraints.
struct ConstraintWorkspace {
  explicit ConstraintWorkspace(const Tree<double>& tree)
      : inverse(tree), A(tree), rest(tree.nu()), increments(rest) {}
  InverseDynamicsOfStages inverse;
  AccelerationKinematics<double> A;  ///< Accelerations of bodies at the last rates.
  Array<double> rest;                ///< Generalized forces that remain to accelerate the speeds further.
  Array<double> increments;          ///< Contribution of these forces and of the multipliers to the rates.
  Array<double> wanted;
};

}  // namespace sarrus::internal
