#include "sarrus/force/constant_force.h"

#include <vector>

#include "sarrus/system/responses.h"

namespace sarrus {

std::vector<Dependency> ConstantForce::declare(Declaration& declaration) {
  point_ = place_.find(declaration);
  force_.declare(declaration, "force", "N");
  return {declaration.quantities().position};
}

void ConstantForce::add_forces(const State& state, AppliedForces& forces) const {
  const Vec3<double> f = force_.in(state);
  forces.add_at(state, point_, axes_ == ForceAxes::world ? f : pose(state, point_.body).R * f);
}

double ConstantForce::potential_energy(const State& state) const {
  return axes_ == ForceAxes::world ? -dot(force_.in(state), pose(state, point_).p) : 0.0;
}

}  // namespace sarrus
