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
  const Rotation<double> R_WB = pose(state, point_.body).R;
  const Vec3<double> f = force_.in(state);
  forces.add_at(point_.body, R_WB * point_.X_BF.p, axes_ == ForceAxes::world ? f : R_WB * f);
}

double ConstantForce::potential_energy(const State& state) const {
  return axes_ == ForceAxes::world ? -dot(force_.in(state), pose(state, point_).p) : 0.0;
}

}  // namespace sarrus
