#include "sarrus/rigid/bearing_friction.h"

#include <cmath>

#include "sarrus/rigid/rigid_rows.h"
#include "sarrus/system/declaration.h"
#include "sarrus/system/responses.h"

namespace sarrus {

namespace {

/// The axis about or along which a speed of a body's joint moves, in world axes.
Vec3<double> joint_axis(const State& state, int body, int speed) {
  const Tree<double>& tree = state.tree();
  const int number = tree.place(body).node;
  const TreeNode<double>& node = tree.node(number);
  const LaneMotion<double> motion = column(node, position(state), number, speed - node.u0);
  const Vec3<double> w(motion.w), v(motion.v);
  const Vec3<double>& along = norm(w) > 0 ? w : v;
  return (1 / norm(along)) * along;
}

}  // namespace

BearingFriction::BearingFriction(Mobility on, const BearingFrictionOptions& options)
    : on_(std::move(on)),
      static_(options.static_friction),
      dynamic_(options.dynamic_friction),
      radius_(options.radius),
      thrust_radius_(options.thrust_radius),
      stribeck_speed_(options.stribeck_speed) {}

void BearingFriction::require_order(double sticking, double sliding) const {
  require(sliding <= sticking,
          "the bearing friction '{}': the coefficient of static friction {} is less than that of dynamic "
          "friction {}; give a number of at least that",
          name_, sticking, sliding);
}

std::vector<Dependency> BearingFriction::declare(Declaration& declaration) {
  name_ = declaration.name();
  on_.find(declaration);
  static_.declare(declaration, "static_friction", "", ParameterRange::at_least(0));
  dynamic_.declare(declaration, "dynamic_friction", "", ParameterRange::at_least(0));
  radius_.declare(declaration, "radius", "m", ParameterRange::at_least(0));
  thrust_radius_.declare(declaration, "thrust_radius", "m", ParameterRange::at_least(0));
  stribeck_speed_.declare(declaration, "stribeck_speed", "m/s or rad/s", ParameterRange::at_least(0));
  require_order(static_.default_value, dynamic_.default_value);
  return {};
}

void BearingFriction::add_rows(const State& state, Memory*, RigidRows& rows) const {
  const double sticking = state[static_], dynamic = state[dynamic_], v = state[stribeck_speed_];
  require_order(sticking, dynamic);
  if (sticking == 0) return;
  const double u = on_.u(state);
  const double sliding = v == 0 ? dynamic : dynamic + (sticking - dynamic) * std::exp(-(u / v) * (u / v));
  rows.add_loaded_friction({}, on_.number(),
                           {.body = on_.body(),
                            .axis = joint_axis(state, on_.body(), on_.number()),
                            .radius = state[radius_],
                            .thrust_radius = state[thrust_radius_],
                            .static_friction = sticking,
                            .dynamic_friction = sliding});
}

}  // namespace sarrus
