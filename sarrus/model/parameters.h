#pragma once
/// @file
#include "sarrus/base/array.h"
#include "sarrus/model/model.h"

namespace sarrus {

/// The numbers of a model that may change without rebuilding it, in constants C (double, or a Dual to
/// differentiate with respect to them): gravity, and for each body its inertia, its joint's frames and its
/// joint's own parameters.
template <class C>
struct Parameters {
  Vec3<C> gravity{};
  Array<RigidInertia<C>> inertia{};  ///< M_B per body.
  Array<Pose<C>> X_PF{}, X_BM{};     ///< Per body.
  Array<C> joint{};                  ///< As numbered by Model::joint_parameters().

  Parameters() = default;
  /// Copies the model's defaults.
  explicit Parameters(const Model& model) : gravity(model.gravity().template cast<C>()) {
    for (const Body& body : model.bodies()) {
      inertia.push_back(body.inertia.template cast<C>());
      X_PF.push_back(body.X_PF.template cast<C>());
      X_BM.push_back(body.X_BM.template cast<C>());
    }
    for (const JointParameter& parameter : model.joint_parameters())
      joint.push_back(C(static_cast<ValueOf<C>>(parameter.default_value)));
  }
};

}  // namespace sarrus
