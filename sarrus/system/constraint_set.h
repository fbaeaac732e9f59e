#pragma once
/// @file
/// The constraints of a System and what is computed of them.

#include <optional>

#include "sarrus/base/array.h"
#include "sarrus/loops/constrained_dynamics.h"
#include "sarrus/system/constraint.h"

namespace sarrus {

/// A constraint of a System.
struct ConstraintEntry {
  std::shared_ptr<const Constraint> element;
  ElementId id;
  ConstraintShape shape;
  Array<Discrete<Pose<double>>> frames{};  ///< F and the frames M: where they are on their bodies.
  Array<Parameter> parameters{};
  /// Per row: the error of its position that counts as one. At the level of velocities it is that per
  /// characteristic time, also of rows of velocities alone.
  Array<double> unit_errors{};
};

/// The constraints that are enabled, and how their rows are numbered. A level's numbers run through all
/// constraints: those of positions, those of velocities (which positions have too), and all.
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
    int first_wrench = 0, first_speed = 0;  ///< Of the coefficients.
  };
  Array<Member> members;
  Array<ConstraintPlace> places;  ///< Where each acts.
  int rows = 0, position_rows = 0, velocity_rows = 0;
  int frames = 0, mobilities = 0, parameters = 0, wrenches = 0, speeds = 0;
  long version = 0;  ///< Another one whenever the set has changed.
};

/// What the enabled constraints read that does not move: frames on their nodes, and parameters.
struct ConstraintConstants {
  /// A frame on the node that carries it.
  struct Frame {
    int node;
    Mat3<double> R_KF;
    Vec3<double> p_KF;
  };
  Array<Frame> F, M;  ///< Per constraint; per frame M.
  Array<double> parameters;
};

/// Where the frames and mobilities of the enabled constraints are,
struct ConstraintPositions {
  Array<LaneRotation<double>> R_FW;      ///< Per constraint.
  Array<Lane3d> p_WM;                    ///< Per frame M.
  Array<RelativeMotion<double>> frames;  ///< The same, as if they did not move.
  Array<double> q;
};
/// and how they move.
struct ConstraintVelocities {
  Array<RelativeMotion<double>> frames;
  Array<double> u;
};

/// The coefficients of all rows, and the Jacobian that they make.
struct ConstraintRowsOfAll {
  long version = -1;  ///< Of the set that it is for.
  std::optional<ConstraintJacobian> G;
  Array<Force<double>> wrenches;  ///< Per constraint, row and frame.
  Array<double> speeds;           ///< Per constraint, row and mobility.
};

/// M and the rows, factored. Solving changes memory only.
struct ConstraintFactors {
  long version = -1;
  mutable std::optional<ConstrainedDynamics> dynamics;
};

/// Memory of accelerations under constraints.
struct ConstraintWorkspace {
  explicit ConstraintWorkspace(const Tree<double>& tree)
      : inverse(tree), A(tree), rest(tree.nu()), increments(rest) {}
  InverseDynamicsOfStages inverse;
  AccelerationKinematics<double> A;  ///< Of the rates that were looked at last.
  Array<double> rest;                ///< Forces on the speeds that are left to accelerate them further,
  Array<double> increments;          ///< and what they add to the rates.
  Array<double> wanted;
};

}  // namespace sarrus
