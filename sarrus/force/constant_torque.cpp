#include "sarrus/force/constant_torque.h"

#include <vector>

#include "sarrus/system/declaration.h"
#include "sarrus/system/force_derivatives.h"
#include "sarrus/system/responses.h"

namespace sarrus {

std::vector<Dependency> ConstantTorque::declare(Declaration& declaration) {
  body_ = place_.find(declaration).body;
  torque_.declare(declaration, "torque", "N·m");
  return {declaration.quantities().position};
}

void ConstantTorque::add_forces(const State& state, AppliedForces& forces) const {
  const Vec3<double> t = torque_.in(state);
  forces.add(body_, {axes_ == ForceAxes::world ? t : pose(state, body_).R * t, Vec3<double>::zero()});
}

bool ConstantTorque::add_derivatives(const State& state, ForceDerivatives& out) const {
  out.add(state, FrameOn<double>(0), FrameOn<double>(body_),
          std::array<Parameter, 3>{torque_.x, torque_.y, torque_.z}, [&](const auto& B, const auto& p) {
            const Vec3 t{p[0], p[1], p[2]};
            return torque_alone(axes_ == ForceAxes::world ? t : B.X.R * t);
          });
  return true;
}

}  // namespace sarrus
