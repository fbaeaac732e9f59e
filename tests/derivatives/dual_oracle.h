#pragma once
/// @file
/// Dual numbers carried through the recursions: the derivatives that analytic ones are compared with.

#include "sarrus/dynamics/coordinates.h"
#include "sarrus/dynamics/forward_dynamics.h"
#include "sarrus/dynamics/inverse_dynamics.h"
#include "sarrus/scalar/eigen.h"
#include "sarrus/scalar/scalar_types.h"
#include "tests/support/random_model.h"
#include "tests/support/random_tree.h"

namespace sarrus::testing {

/// A state of a model with forces on its bodies, and the matrices of derivatives that dual numbers give.
struct DualOracle {
  DualOracle(const Model& of, unsigned seed) : model(of), random(seed) {
    q = random_coordinates(model, random);
    u = random.numbers(model.nu()), udot = random.numbers(model.nu()), tau = random.numbers(model.nu());
    for (int b = 0; b < model.body_count(); ++b) forces.push_back(random.force());
  }

  /// The coordinates as dual numbers with partials N·e_k.
  std::vector<DualX> varied_q() const {
    const Tree<double> tree(model);
    const int n = model.nu();
    std::vector<DualX> out(q.begin(), q.end());
    std::vector<double> qdot(q.size());
    for (int k = 0; k < n; ++k) {
      std::vector<double> direction(u.size(), 0.0);
      direction[static_cast<std::size_t>(k)] = 1;
      calc_qdot<double>(tree, q, direction, qdot);
      for (std::size_t i = 0; i < q.size(); ++i) {
        out[i].partial.match(n);
        out[i].partial[k] = qdot[i];
      }
    }
    return out;
  }
  /// The coordinates as dual numbers of one partial, their rates q̇: time.
  std::vector<DualX> moving_q() const {
    const Tree<double> tree(model);
    std::vector<double> qdot(q.size());
    calc_qdot<double>(tree, q, u, qdot);
    std::vector<DualX> out(q.begin(), q.end());
    for (std::size_t i = 0; i < q.size(); ++i) {
      out[i].partial.match(1);
      out[i].partial[0] = qdot[i];
    }
    return out;
  }
  static std::vector<DualX> varied(const std::vector<double>& x) {
    std::vector<DualX> out;
    for (std::size_t i = 0; i < x.size(); ++i)
      out.push_back(DualX::variable(x[i], static_cast<int>(i), static_cast<int>(x.size())));
    return out;
  }
  static std::vector<DualX> fixed(const std::vector<double>& x) { return {x.begin(), x.end()}; }
  std::vector<Force<DualX>> fixed_forces() const {
    std::vector<Force<DualX>> out;
    for (const Force<double>& F : forces) out.push_back({{F.t.x, F.t.y, F.t.z}, {F.f.x, F.f.y, F.f.z}});
    return out;
  }
  MatrixX<double> partials(const std::vector<DualX>& values) const {
    MatrixX<double> J(model.nu(), model.nu());
    for (int i = 0; i < model.nu(); ++i)
      for (int k = 0; k < model.nu(); ++k) J(i, k) = values[static_cast<std::size_t>(i)].partial[k];
    return J;
  }
  MatrixX<double> inverse_dynamics(const std::vector<DualX>& at_q, const std::vector<DualX>& at_u,
                                   const std::vector<DualX>& at_udot) const {
    const Tree<DualX> tree(model);
    InverseDynamics<DualX> workspace(tree);
    std::vector<DualX> out(u.size());
    const auto F = fixed_forces();
    calc_inverse_dynamics<DualX>(tree, at_q, at_u, at_udot, F, workspace, out);
    return partials(out);
  }
  MatrixX<double> forward_dynamics(const std::vector<DualX>& at_q, const std::vector<DualX>& at_u,
                                   const std::vector<DualX>& at_tau) const {
    const Tree<DualX> tree(model);
    ForwardDynamics<DualX> workspace(tree);
    std::vector<DualX> out(u.size());
    const auto F = fixed_forces();
    calc_forward_dynamics<DualX>(tree, at_q, at_u, at_tau, F, workspace, out);
    return partials(out);
  }

  Model model;
  Random random;
  std::vector<double> q, u, udot, tau;
  std::vector<Force<double>> forces;
};

/// Largest difference over the largest element.
inline double off(const MatrixX<double>& found, const MatrixX<double>& expected) {
  return (found - expected).cwiseAbs().maxCoeff() / expected.cwiseAbs().maxCoeff();
}

/// Trees of every joint type in both directions, of several shapes.
inline Model model_for(int number) {
  if (number == 0) return model_of_all_joints();
  const TreeShape shapes[] = {TreeShape::chain, TreeShape::star, TreeShape::random};
  return random_tree({.bodies = 3 + number,
                      .seed = static_cast<unsigned>(number),
                      .shape = shapes[number % 3],
                      .joints = number % 4 == 1 ? TreeJoints::pins : TreeJoints::all,
                      .floating = number % 2 == 0,
                      .reversed_base = number % 4 == 0});
}

}  // namespace sarrus::testing
