#include "sarrus/system/mobility.h"

#include <array>

#include "sarrus/base/array.h"
#include "sarrus/system/declaration.h"

namespace sarrus {

/// Joints with an orientation may have as many coordinates as speeds and yet q̇ ≠ u, so this evaluates q̇ at
/// a sample position.
bool speeds_are_rates(const Joint& joint) {
  if (joint.nq() != joint.nu()) return false;
  Array<double> q = joint.default_q();
  std::array<double, max_joint_coordinates> u{}, rates{};
  for (std::size_t i = 0; i < q.size(); ++i) {
    q[i] += 0.3 + 0.1 * static_cast<double>(i);
    u[i] = 1.0 + static_cast<double>(i * i);
  }
  joint.qdot(q.data(), u.data(), rates.data());
  return rates == u;
}

void Mobility::find(const Declaration& declaration) {
  const Model& model = declaration.model();
  body_ = model.joint_body(joint_);
  const Body& body = model.body(body_);
  require(k_ >= 0 && k_ < body.nu,
          "the element '{}' acts on speed {} of joint '{}', which has {}; count from 0", declaration.name(),
          k_, joint_, body.nu);
  speed_ = body.u0 + k_;
  is_rate_ = speeds_are_rates(body.joint);
  error_unit_ = error_unit_of(model.speeds()[speed_].unit);
}

void Mobility::require_coordinate(const Declaration& declaration) const {
  const Body& body = declaration.model().body(body_);
  require(
      is_rate_,
      "the element '{}' needs a coordinate whose rate is a speed, but joint '{}' of type {} has {} "
      "coordinates and {} speeds that are not their rates; use a joint with u = q̇, such as a gimbal, or an "
      "element between bodies, such as a bushing",
      declaration.name(), joint_, body.joint.type_name(), body.nq, body.nu);
}

}  // namespace sarrus
