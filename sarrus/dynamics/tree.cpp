#include "sarrus/dynamics/tree.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>
#include <utility>

#include "sarrus/base/array.h"
#include "sarrus/base/error.h"
#include "sarrus/scalar/scalar_types.h"
#include "sarrus/spatial/internal/second_moments.h"

namespace sarrus {

using namespace internal;

namespace {

/// The constant rotation R_MK of a node's frame in its joint's frame M: rotates the axis to +z.
Rotation<double> axis_to_z(const Joint& joint) {
  const bool has_axis = joint.shape() == JointShape::revolute || joint.shape() == JointShape::prismatic;
  return has_axis ? rotation_with_axis(2, joint.axis()) : Rotation<double>();
}

/// True for a free joint with a quaternion that is not reversed: H = 1.
bool is_free(const Joint& joint) {
  return joint.type_name() == "free" && joint.has_quaternion() && !joint.is_reversed();
}

/// The order in which the recursions visit the bodies. Packs proceed depth first, like the model's numbers,
/// and store few intermediate results. A single state proceeds level by level: neighbors do not wait for each
/// other.
template <class T>
Array<int> sweep_order(const Model& model) {
  Array<int> bodies(model.body_count() - 1), depth(bodies.size() + 1, 0);
  std::iota(bodies.begin(), bodies.end(), 1);
  if constexpr (ScalarTraits<T>::lanes > 1) return bodies;
  for (const int b : bodies) depth[b] = depth[model.body(b).parent] + 1;
  std::sort(bodies.begin(), bodies.end(),
            [&](int a, int b) { return std::pair(depth[a], a) < std::pair(depth[b], b); });
  return bodies;
}

/// The parent of each speed: the one before it in its joint, or the last of the next joint inward.
template <class C>
Array<int> speed_parents(const Array<TreeNode<C>>& nodes, int nu) {
  Array<int> parents(nu);
  Array<int> last(nodes.size(), -1);  // per node: the outermost speed on its path
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    const TreeNode<C>& node = nodes[i];
    last[i] = last[node.parent];
    for (int k = node.u0; k < node.u0 + node.nu; ++k) {
      parents[k] = last[i];
      last[i] = k;
    }
  }
  return parents;
}

/// Indices that are taken, given back and reused.
class Slots {
 public:
  int take() {
    if (free_.empty()) return count_++;
    const int slot = free_.back();
    free_.pop_back();
    return slot;
  }
  void give_back(int slot) { free_.push_back(slot); }
  int count() const { return count_; }

 private:
  Array<int> free_;
  int count_ = 0;
};

/// Sets is_leaf and is_last_child of all nodes.
template <class C>
void find_neighbors(Array<TreeNode<C>>& nodes) {
  Array<bool> met(nodes.size(), false);
  for (std::size_t i = nodes.size() - 1; i > 0; --i) {
    const int parent = nodes[i].parent;
    nodes[i].is_last_child = !met[parent];
    nodes[parent].is_leaf = false;
    met[parent] = true;
  }
}

/// The range of the coordinates of pins.
template <class C>
std::pair<int, int> angle_range(const Array<TreeNode<C>>& nodes, int nq) {
  int first = nq, end = 0;
  for (const TreeNode<C>& node : nodes) {
    if (node.shape != JointShape::revolute) continue;
    first = std::min(first, node.q0);
    end = std::max(end, node.q0 + 1);
  }
  return {first, std::max(first, end)};
}

/// Motions and loads of a single state are stored per node. Those of packs are large: they are stored only as
/// long as they are needed, a motion until the last child has moved, a load from the first child until the
/// node passes it on. A chain needs two slots of each.
template <class T, class C>
void assign_slots(Array<TreeNode<C>>& nodes, int& slot_count, int& load_slot_count) {
  const auto parent = [&](std::size_t i) -> TreeNode<C>& { return nodes[nodes[i].parent]; };
  Slots motions, loads;
  const bool reuse = ScalarTraits<T>::lanes > 1;
  nodes[0].slot = motions.take();
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    nodes[i].parent_slot = parent(i).slot;
    nodes[i].slot = motions.take();
    if (reuse && nodes[i].is_leaf) motions.give_back(nodes[i].slot);
    if (reuse && nodes[i].is_last_child && nodes[i].parent > 0) motions.give_back(parent(i).slot);
  }
  for (std::size_t i = nodes.size() - 1; i > 0; --i) {
    if (nodes[i].is_leaf) nodes[i].load_slot = loads.take();
    if (nodes[i].is_last_child) parent(i).load_slot = loads.take();
    nodes[i].parent_load_slot = parent(i).load_slot;
    if (reuse) loads.give_back(nodes[i].load_slot);
  }
  slot_count = motions.count();
  load_slot_count = loads.count();
}

/// The rotation about z after which an axis is reached by a rotation about x.
template <class C>
Turn<C> turn_towards(const Vec3<C>& axis) {
  const C sine = std::sqrt(axis.x * axis.x + axis.y * axis.y);  // of the angle between the axes
  return sine > C(0) ? Turn<C>{axis.x / sine, -axis.y / sine} : Turn<C>{};
}
/// Rz(turn)ᵀ·R; times_turn() computes R·Rz(turn).
template <class C>
Mat3<C> unturned(const Mat3<C>& R, const Turn<C>& turn) {
  const auto& [s, c] = turn;
  return {unturned(R.x, s, c), unturned(R.y, s, c), unturned(R.z, s, c)};
}
template <class C>
Mat3<C> times_turn(const Mat3<C>& R, const Turn<C>& turn) {
  const auto& [s, c] = turn;
  return {c * R.x + s * R.y, c * R.y - s * R.x, R.z};
}

/// Rotates the frames of pins as body_node.h defines.
template <class C>
void turn_frames(const Array<TreeNode<C>>& nodes, Array<BodyNode<C>>& out, Array<C>& angle_offsets) {
  const auto parent_of = [&](std::size_t i) { return nodes[i].parent; };
  const auto is_pin = [&](std::size_t i) { return nodes[i].shape == JointShape::revolute; };
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    const std::size_t parent = parent_of(i);
    out[i].is_turned = is_pin(i);
    out[i].is_turned_twice = is_pin(i) && !(is_pin(parent) && nodes[i].is_last_child);
    if (is_pin(i) && !out[i].is_turned_twice) out[parent].gamma = turn_towards(nodes[i].R.z);
  }
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    BodyNode<C>& node = out[i];
    const Turn<C>& of_parent = out[parent_of(i)].gamma;
    Mat3<C> R = unturned(nodes[i].R, of_parent);
    if (node.is_turned) {
      if (node.is_turned_twice) node.zeta = turn_towards(R.z);
      R = unturned(R, node.zeta);  // Rx(β)·Rz(δ − γ)
      node.beta = {-R.z.y, R.z.z};
      R = times_turn(R, node.gamma);
      angle_offsets[nodes[i].q0] = std::atan2(-R.y.x, R.x.x);
      const Turn<C> back{-node.zeta.sine, node.zeta.cosine};
      R = unturned({Vec3<C>::unit_x(), {C(0), R.z.z, -R.z.y}, {C(0), R.z.y, R.z.z}}, back);
    }
    node.R = R;
    node.p = unturned(nodes[i].p, of_parent.sine, of_parent.cosine);
    const Rotation<C> R_KN(times_turn(Mat3<C>::identity(), node.gamma));
    node.inertia = inverse_times(Pose<C>::rotation(R_KN), nodes[i].inertia);
    node.second_moments = second_moments(node.inertia.I);
  }
}
/// Sets the constants of nodes in their own axes; for packs the frames of pins are rotated.
template <class T, class C>
void set_body_nodes(const Array<TreeNode<C>>& nodes, Array<BodyNode<C>>& out, Array<C>& angle_offsets) {
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    out[i] = {.R = nodes[i].R, .p = nodes[i].p, .inertia = nodes[i].inertia};
    out[i].second_moments = nodes[i].second_moments;
  }
  if constexpr (ScalarTraits<T>::lanes > 1) turn_frames(nodes, out, angle_offsets);
}

/// Sorts bodies by node; `first` receives the index of the first body of each node.
template <class C>
void sort_bodies(const Array<BodyPlace<C>>& places, int nodes, Array<int>& bodies, Array<int>& first) {
  first.assign(nodes + 1, 0);
  for (const auto& place : places) ++first[place.node + 1];
  std::partial_sum(first.begin(), first.end(), first.begin());
  bodies.resize(places.size());
  Array<int> next(first.begin(), first.end() - 1);
  for (std::size_t b = 0; b < places.size(); ++b) bodies[next[places[b].node]++] = static_cast<int>(b);
}

}  // namespace

template <class T>
Tree<T>::Tree(const Model& model) : Tree(model, Parameters<C>(model)) {}

template <class T>
Tree<T>::Tree(const Model& model, const Parameters<C>& parameters)
    : model_(std::make_shared<const Model>(model)),
      nq_(model.nq()),
      nu_(model.nu()),
      body_count_(model.body_count()) {
  places_.resize(model.body_count());
  nodes_.push_back({});
  for (const int b : sweep_order<T>(model)) {
    const Body& body = model.body(b);
    const int parent = places_[body.parent].node;
    const JointShape shape = body.joint.shape();
    places_[b].node = shape == JointShape::fixed ? parent : node_count_;
    if (shape == JointShape::fixed) continue;
    ++node_count_;
    nodes_.push_back({.shape = shape,
                      .parent = parent,
                      .q0 = body.q0,
                      .u0 = body.u0,
                      .nq = body.nq,
                      .nu = body.nu,
                      .body = b,
                      .is_free = is_free(body.joint)});
  }
  find_order();
  pattern_ = std::make_shared<const TreePattern>(speed_parents(nodes_, nu()));
  set_parameters(parameters);
}

template <class T>
Tree<T>::Tree(const Tree& tree, const Array<int>& pieces, const Array<char>& is_part) : Tree(tree) {
  nodes_.clear();
  for (int i = 0; i < tree.node_count(); ++i) {
    if (is_part[i] != 0) continue;
    nodes_.push_back(tree.node(i));
    if (i > 0) nodes_.back().parent = pieces[tree.node(i).parent];
    nodes_.back().is_leaf = true;
  }
  node_count_ = static_cast<int>(nodes_.size());
  for (BodyPlace<C>& place : places_) place.node = pieces[place.node];
  find_order();
}

template <class T>
void Tree<T>::find_order() {
  std::tie(first_angle_, end_angle_) = angle_range(nodes_, nq_);
  find_neighbors(nodes_);
  assign_slots<T>(nodes_, slot_count_, load_slot_count_);
  sort_bodies(places_, node_count(), bodies_, first_body_);
  if constexpr (!std::is_same_v<T, double>) body_nodes_.resize(nodes_.size());
  if constexpr (ScalarTraits<T>::lanes > 1) angle_offsets_.resize(nq_, C(0));
}

template <class T>
void Tree<T>::set_parameters(const Parameters<C>& parameters) {
  const std::size_t bodies = body_count();
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
      const Pose<C> X_KpF = places_[body.parent].X_KB * parameters.X_PF[b];
      const Pose<C> X_MB = parameters.X_BM[b].inverse();
      if (body.joint.shape() == JointShape::fixed) {
        place.X_KB = X_KpF * X_MB;
      } else {
        const Pose<C> X_MK = Pose<C>::rotation(axis_to_z(body.joint).template cast<C>());
        TreeNode<C>& node = nodes_[place.node];
        node.R = (X_KpF * X_MK).R.matrix();
        node.p = X_KpF.p;
        place.X_KB = X_MK.inverse() * X_MB;
      }
    }
    RigidInertia<C>& inertia = nodes_[place.node].inertia;
    inertia = inertia + place.X_KB * parameters.inertia[b];
  }
  for (TreeNode<C>& node : nodes_) node.second_moments = second_moments(node.inertia.I);
  place_body_nodes();
}

template <class T>
void Tree<T>::place_body_nodes() {
  if constexpr (!std::is_same_v<T, double>) set_body_nodes<T>(nodes_, body_nodes_, angle_offsets_);
}

#define SARRUS_INSTANTIATE(T) template class Tree<T>;
SARRUS_FOR_EACH_SCALAR(SARRUS_INSTANTIATE)
#undef SARRUS_INSTANTIATE

}  // namespace sarrus
