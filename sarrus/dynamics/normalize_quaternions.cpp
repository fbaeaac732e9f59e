#include "sarrus/dynamics/normalize_quaternions.h"

#include <cmath>

namespace sarrus {

void normalize_quaternions(const Model& model, Out<double> q) {
  require_size(q, model.nq(), "q", "the model has nq");
  for (const Body& body : model.bodies()) {
    if (!body.joint.has_quaternion()) continue;
    double* e = q.data() + body.q0;
    const double length = std::sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + e[3] * e[3]);
    require(std::isfinite(length) && length > 0,
            "the quaternion of joint '{}' is ({}, {}, {}, {}); it must not be zero", body.joint_name, e[0],
            e[1], e[2], e[3]);
    for (int i = 0; i < 4; ++i) e[i] /= length;
  }
}

}  // namespace sarrus
