#include "sarrus/force/mutual_force.h"

#include <cmath>
#include <vector>

#include "sarrus/base/array.h"
#include "sarrus/system/declaration.h"
#include "sarrus/system/force_derivatives.h"
#include "sarrus/system/responses.h"

namespace sarrus {

namespace {

const RigidInertia<double>& inertia(const State& state, int body) {
  return state.model_parameters().inertia[body];
}

void find_centers(const State& state, Array<Vec3<double>>& centers) {
  for (int body = 1; body < state.model().body_count(); ++body) {
    const RigidInertia<double>& M_B = inertia(state, body);
    if (M_B.m > 0) centers[body] = pose(state, body) * M_B.com();
  }
}

}  // namespace

std::vector<Dependency> MutualForce::declare(Declaration& declaration) {
  name_ = declaration.name();
  strength_.declare(declaration, "strength", "N·m²/kg²");
  softening_.declare(declaration, "softening", "m", ParameterRange::at_least(0));
  bodies_ = declaration.model().body_count();
  centers_ = declaration.quantity<Array<Vec3<double>>>("centers of mass", {declaration.quantities().position},
                                                       Array<Vec3<double>>(bodies_), find_centers);
  return {centers_, declaration.quantities().position};
}

template <class Visit>
void MutualForce::for_each_pair(const State& state, const Visit& visit) const {
  const Array<Vec3<double>>& centers = state[centers_];
  const Tree<double>& tree = state.tree();
  const double G = state[strength_], softening = state[softening_];
  for (int i = 1; i < bodies_; ++i) {
    const double m = inertia(state, i).m;
    if (!(m > 0)) continue;
    for (int k = 1; k < i; ++k) {
      const double other = inertia(state, k).m;
      if (!(other > 0) || tree.place(i).node == tree.place(k).node) continue;
      const Vec3<double> arm = centers[k] - centers[i];
      const double square = dot(arm, arm) + softening * softening;
      require(square > 0,
              "the centers of mass of '{}' and '{}' coincide, where the force '{}' is infinite; give it a "
              "softening length",
              state.model().body(i).name, state.model().body(k).name, name_);
      visit(i, k, arm, square, G * m * other);
    }
  }
}

void MutualForce::add_forces(const State& state, AppliedForces& forces) const {
  const Array<Vec3<double>>& centers = state[centers_];
  const auto add = [&](int body, const Vec3<double>& f) {
    forces.add_at(body, centers[body] - pose(state, body).p, f);
  };
  for_each_pair(state, [&](int i, int k, const Vec3<double>& arm, double square, double product) {
    const Vec3<double> f = (product / (square * std::sqrt(square))) * arm;
    add(i, f);
    add(k, -f);
  });
}

bool MutualForce::add_derivatives(const State& state, ForceDerivatives& out) const {
  const auto center = [&](int body) { return FrameOn<double>(body, inertia(state, body).com()); };
  out.change_by(strength_), out.change_by(softening_);
  for_each_pair(state, [&](int i, int k, const Vec3<double>&, double, double) {
    const double masses = inertia(state, i).m * inertia(state, k).m;
    out.add(state, center(k), center(i), std::array<Parameter, 2>{strength_, softening_},
            [&](const auto& M, const auto& p) {
              const auto square = dot(M.X.p, M.X.p) + p[1] * p[1];
              return force_alone((-masses * p[0] / (square * sqrt(square))) * M.X.p);
            });
  });
  return true;
}

double MutualForce::potential_energy(const State& state) const {
  double energy = 0;
  for_each_pair(state, [&](int, int, const Vec3<double>&, double square, double product) {
    energy -= product / std::sqrt(square);
  });
  return energy;
}

}  // namespace sarrus
