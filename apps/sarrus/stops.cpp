#include "apps/sarrus/stops.h"

#include <cmath>

#include "sarrus/dynamics/frames.h"
#include "sarrus/dynamics/mass_matrix.h"
#include "sarrus/force/mobility_stop.h"
#include "sarrus/scalar/eigen.h"

namespace sarrus {

void add_stops(SystemBuilder& builder) {
  constexpr double circular_frequency = 100, dissipation_factor = 1;
  const Model& model = builder.model();
  const Tree<double> tree(model);
  PositionKinematics<double> position(tree);
  MassMatrix<double> workspace(tree);
  MatrixX<double> M(model.nu(), model.nu());
  calc_position_kinematics(tree, model.default_q(), position);
  calc_mass_matrix(tree, position, workspace, M);
  for (const Body& body : model.bodies()) {
    if (body.nq != 1) continue;
    const CoordinateLimits& limits = model.coordinates()[body.q0].limits;
    if (!std::isfinite(limits.lower) && !std::isfinite(limits.upper)) continue;
    constexpr double out_of_reach = 1e9;
    const double stiffness = M(body.u0, body.u0) * circular_frequency * circular_frequency;
    builder.add(body.joint_name + ".stop",
                MobilityStop(Mobility(body.joint_name), std::max(limits.lower, -out_of_reach),
                             std::min(limits.upper, out_of_reach), stiffness, dissipation_factor));
  }
}

}  // namespace sarrus
