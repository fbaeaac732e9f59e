#include "tests/support/welded_model.h"
#include "sarrus/joint/joints.h"

namespace sarrus::testing {

bool is_locked(const Body& body, const IndexSet& locked) {
  bool all = body.nu > 0;
  for (int k = body.u0; k < body.u0 + body.nu; ++k) all = all && locked.contains(k);
  return all;
}

Model welded_model(const Model& model, const IndexSet& locked, const std::vector<double>& q) {
  std::vector<double> parameters;
  for (const JointParameter& parameter : model.joint_parameters())
    parameters.push_back(parameter.default_value);
  ModelBuilder builder(model.name());
  builder.gravity(model.gravity());
  for (int b = 1; b < model.body_count(); ++b) {
    const Body& body = model.body(b);
    const bool weld = is_locked(body, locked);
    const Pose<double> X_FM =
        weld ? body.joint.pose(q.data() + body.q0, parameters.data() + body.p0) : Pose<double>{};
    builder.body(body.name, body.inertia, InertiaCheck::any);
    builder.joint(body.joint_name, weld ? Joint(Weld{}) : body.joint, model.body(body.parent).name, body.name)
        .parent_frame(body.X_PF * X_FM)
        .child_frame(body.X_BM);
  }
  return builder.build();
}

std::vector<double> coordinates_left(const Model& model, const IndexSet& locked,
                                     const std::vector<double>& q) {
  std::vector<double> left;
  for (const Body& body : model.bodies())
    if (!is_locked(body, locked)) left.insert(left.end(), q.begin() + body.q0, q.begin() + body.q0 + body.nq);
  return left;
}

std::vector<double> speeds_left(const Model& model, const IndexSet& locked, const std::vector<double>& u) {
  std::vector<double> left;
  for (const Body& body : model.bodies())
    if (!is_locked(body, locked)) left.insert(left.end(), u.begin() + body.u0, u.begin() + body.u0 + body.nu);
  return left;
}

}  // namespace sarrus::testing
