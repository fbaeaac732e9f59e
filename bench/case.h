#pragma once
/// @file

#include <random>

#include "bench/measure.h"
#include "bench/models.h"
#include "sarrus/base/array.h"
#include "sarrus/dynamics/forward_dynamics.h"
#include "sarrus/dynamics/inverse_dynamics.h"
#include "sarrus/dynamics/inverse_mass_matrix.h"
#include "sarrus/dynamics/jacobian.h"
#include "sarrus/dynamics/mass_matrix.h"
#include "sarrus/dynamics/mass_properties.h"
#include "sarrus/scalar/eigen.h"
#include "sarrus/sparse/tree_factorization.h"
#include "sarrus/tree_methods/path_jacobian.h"

namespace sarrus::bench {

/// Random states of a model in scalar T, and what is computed from them: a function of the number of the
/// state for every operation, sines and cosines included.
template <class T>
struct Case {
  Tree<T> tree;
  int last_body;
  PositionKinematics<T> position{tree};
  VelocityKinematics<T> velocity{tree};
  AccelerationKinematics<T> acceleration{tree};
  CompositeInertias<T> composite{tree};
  InverseDynamics<T> inverse{tree};
  ForwardDynamics<T> forward{tree};
  PathJacobian<T> path{tree};
  MassMatrix<T> mass{tree};
  TreeMatrix<T> factors{tree.pattern()};
  InverseMass<T> inverse_mass{tree};
  MatrixX<T> inverse_mass_result{tree.nu(), tree.nu()};
  Array<T> tau = Array<T>(tree.nu());
  MatrixX<T> J{6, tree.nu()}, A{6, tree.nu()};
  Array<std::vector<T>> q, u, udot;

  explicit Case(const BenchModel& of) : tree(of.model), last_body(of.last_body) {
    std::mt19937 engine(5);
    const auto numbers = [&](int n, double size) {
      std::uniform_real_distribution<double> uniform(-size, size);
      std::vector<T> v;
      for (int i = 0; i < n; ++i) v.push_back(T(static_cast<ValueOf<T>>(uniform(engine))));
      return v;
    };
    for (int s = 0; s < state_count; ++s) {
      q.push_back(numbers(tree.nq(), 3.14));
      u.push_back(numbers(tree.nu(), 1));
      udot.push_back(numbers(tree.nu(), 1));
    }
    mass_matrix(0);
  }
  void positions(int i) { calc_position_kinematics(tree, q[i], position); }
  void accelerations(int i) {
    positions(i);
    calc_velocity_kinematics(tree, position, u[i], velocity);
    calc_acceleration_kinematics(tree, position, velocity, udot[i], acceleration);
  }
  void frame_jacobian(int i) { calc_frame_jacobian(tree, q[i], last_body, path, J); }
  void momentum_matrix(int i) {
    positions(i);
    calc_composite_inertias(tree, position, composite);
    calc_centroidal_momentum_matrix(tree, position, composite, A);
  }
  void inverse_dynamics(int i) { calc_inverse_dynamics(tree, q[i], u[i], udot[i], {}, inverse, tau); }
  void forward_dynamics(int i) { calc_forward_dynamics(tree, q[i], u[i], udot[i], {}, forward, tau); }
  void mass_matrix(int i) {
    positions(i);
    calc_mass_matrix(tree, position, mass);
  }
  /// Of the mass matrix of one state; the copy that it is made in is part of the time.
  void factorization(int) {
    factors.set_entries(mass.matrix);
    factor_LTDL(factors);
  }
  void inverse_mass_matrix(int i) { calc_inverse_mass_matrix(tree, q[i], inverse_mass, inverse_mass_result); }
};

}  // namespace sarrus::bench
