#pragma once
/// @file
/// Loads of joints in a time step. The force that a joint transmits is that of inverse dynamics with the mean
/// accelerations of the step, the forces of elements, and those of all rows: contacts, ropes, constraints.

#include "sarrus/dynamics/inverse_dynamics.h"
#include "sarrus/rigid/internal/row_memory.h"
#include "sarrus/rigid/rigid_rows.h"
#include "sarrus/system/applied_forces.h"

namespace sarrus::internal {

class JointLoads {
 public:
  explicit JointLoads(const State& state)
      : inverse_dynamics_(state.tree()),
        on_bodies_(state.model().body_count(), state.nu()),
        tau_(state.nu()) {}

  /// Gives all rows of friction that depends on a load the one of the last step. Returns false if there are
  /// none.
  bool begin(RigidRows& rows, const RowMemory& memory);
  /// Finds the loads of a step that has been solved, with the motion (u, u̇) and the forces of rows. Returns
  /// true if they are those with which it was solved, within a tolerance; otherwise the rows now have them,
  /// and the step is to be solved anew.
  bool settle(const State& state, In<double> u, In<double> udot, const Array<RowForce>& forces,
              int first_bilateral, RigidRows& rows, double tolerance);
  /// Writes them to the forces of their rows.
  void keep(Array<RowForce>& forces) const;

 private:
  void add_forces(const State& state, const Array<RowForce>& forces, int first_bilateral,
                  const RigidRows& rows);
  void add_pair(const State& state, int body1, int body2, const Vec3<double>& point,
                const Vec3<double>& force, const Vec3<double>& moment);

  struct Loaded {
    int group;
    double load;
  };
  Array<Loaded> loaded_;
  InverseDynamics<double> inverse_dynamics_;
  AppliedForces on_bodies_;
  Array<double> tau_, multipliers_;
};

}  // namespace sarrus::internal
