#include "sarrus/force/constant_force.h"

#include <vector>

#include "sarrus/system/declaration.h"
#include "sarrus/system/force_derivatives.h"
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

/// A force relative to the world: its point of application is fixed to the body.
bool ConstantForce::add_derivatives(const State& state, ForceDerivatives& out) const {
  const FrameOn<double> world(0), point(point_.body, point_.X_BF.p);
  out.add(state, world, point, std::array<Parameter, 3>{force_.x, force_.y, force_.z},
          [&](const auto& P, const auto& p) {
            const Vec3 f{p[0], p[1], p[2]};
            return force_alone(axes_ == ForceAxes::world ? f : P.X.R * f);
          });
  return true;
}

double ConstantForce::potential_energy(const State& state) const {
  return axes_ == ForceAxes::world ? -dot(force_.in(state), pose(state, point_).p) : 0.0;
}

}  // namespace sarrus
