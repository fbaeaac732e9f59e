#include "sarrus/dynamics/tree.h"

#include <cmath>

#include "sarrus/base/error.h"
#include "sarrus/scalar/scalars.h"

namespace sarrus {

namespace {

/// The constant rotation R_MK of a node's frame in its joint's frame M: turns the axis to +z.
Rotation<double> axis_to_z(const Joint& joint) {
  const bool has_axis = joint.shape() == JointShape::revolute || joint.shape() == JointShape::prismatic;
  return has_axis ? rotation_with_axis(2, joint.axis()) : Rotation<double>();
}

/// The speed that each speed hangs on: the one before it in its joint, or the last of the next joint inward.
template <class C>
std::vector<int> speed_parents(const std::vector<TreeNode<C>>& nodes, int nu) {
  std::vector<int> parents(static_cast<std::size_t>(nu));
  std::vector<int> last(nodes.size(), -1);  // per node: the outermost speed on its path
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    const TreeNode<C>& node = nodes[i];
    last[i] = last[static_cast<std::size_t>(node.parent)];
    for (int k = node.u0; k < node.u0 + node.nu; ++k) {
      parents[static_cast<std::size_t>(k)] = last[i];
      last[i] = k;
    }
  }
  return parents;
}

}  // namespace

template <class T>
Tree<T>::Tree(const Model& model) : Tree(model, Parameters<C>(model)) {}

template <class T>
Tree<T>::Tree(const Model& model, const Parameters<C>& parameters)
    : model_(std::make_shared<const Model>(model)) {
  places_.resize(static_cast<std::size_t>(model.body_count()));
  nodes_.push_back({});
  for (int b = 1; b < model.body_count(); ++b) {
    const Body& body = model.body(b);
    const int parent = places_[static_cast<std::size_t>(body.parent)].node;
    const JointShape shape = body.joint.shape();
    places_[static_cast<std::size_t>(b)].node = shape == JointShape::fixed ? parent : node_count();
    if (shape == JointShape::fixed) continue;
    nodes_.push_back({.shape = shape,
                      .parent = parent,
                      .q0 = body.q0,
                      .u0 = body.u0,
                      .nq = body.nq,
                      .nu = body.nu,
                      .body = b});
  }
  pattern_ = std::make_shared<const TreePattern>(speed_parents(nodes_, nu()));
  set_parameters(parameters);
}

template <class T>
void Tree<T>::set_parameters(const Parameters<C>& parameters) {
  const auto bodies = static_cast<std::size_t>(body_count());
  require(
      parameters.inertia.size() == bodies && parameters.X_PF.size() == bodies &&
          parameters.X_BM.size() == bodies && parameters.joint.size() == model_->joint_parameters().size(),
      "parameters of {} bodies and {} joint parameters were given for model '{}' with {} bodies and {} joint "
      "parameters; start from Parameters(model)",
      parameters.inertia.size(), parameters.joint.size(), model_->name(), bodies,
      model_->joint_parameters().size());
  for (std::size_t b = 0; b < bodies; ++b)
    require(std::isfinite(primal(parameters.inertia[b].m)) && primal(parameters.inertia[b].m) >= 0,
            "the mass of body '{}' is set to {} kg; give zero or more",
            model_->body(static_cast<int>(b)).name, primal(parameters.inertia[b].m));
  parameters_ = parameters;
  total_mass_ = C(0);
  for (TreeNode<C>& node : nodes_) node.inertia = {};
  for (std::size_t b = 0; b < bodies; ++b) {
    const Body& body = model_->body(static_cast<int>(b));
    BodyPlace<C>& place = places_[b];
    total_mass_ = total_mass_ + parameters.inertia[b].m;
    if (b > 0) {
      const Pose<C> X_KpF = places_[static_cast<std::size_t>(body.parent)].X_KB * parameters.X_PF[b];
      const Pose<C> X_MB = parameters.X_BM[b].inverse();
      if (body.joint.shape() == JointShape::fixed) {
        place.X_KB = X_KpF * X_MB;
      } else {
        const Pose<C> X_MK = Pose<C>::rotation(axis_to_z(body.joint).template cast<C>());
        TreeNode<C>& node = nodes_[static_cast<std::size_t>(place.node)];
        node.R = (X_KpF * X_MK).R.matrix();
        node.p = X_KpF.p;
        place.X_KB = X_MK.inverse() * X_MB;
      }
    }
    RigidInertia<C>& inertia = nodes_[static_cast<std::size_t>(place.node)].inertia;
    inertia = inertia + place.X_KB * parameters.inertia[b];
  }
  for (TreeNode<C>& node : nodes_) node.I = LaneRotation<C>(node.inertia.I.matrix());
}

#define SARRUS_INSTANTIATE(T) template class Tree<T>;
SARRUS_FOR_EACH_SCALAR(SARRUS_INSTANTIATE)
#undef SARRUS_INSTANTIATE

}  // namespace sarrus
