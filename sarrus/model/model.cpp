#include "sarrus/model/model.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>

#include "sarrus/base/array.h"
#include "sarrus/base/error.h"
#include "sarrus/base/names.h"
#include "sarrus/joint/fit.h"
#include "sarrus/model/internal/validate.h"

namespace sarrus {

using namespace internal;

namespace {

/// Number of the item called `name`; throws an Error with a suggestion if there is none.
template <class Items>
int number_of(const char* what, const Items& items, std::string_view name,
              std::string Items::value_type::*member) {
  for (std::size_t i = 0; i < items.size(); ++i)
    if (items[i].*member == name) return static_cast<int>(i);
  Array<std::string> names;
  for (const auto& item : items)
    if (!(item.*member).empty()) names.push_back(item.*member);
  fail("there is no {} named '{}'.{}", what, name, suggestion(name, names));
}

std::string full_name(const std::string& joint, const std::string& own) {
  return own.empty() ? joint : joint + "." + own;
}

/// The default names of a joint's coordinates.
Array<std::string> usual_names(const std::string& joint_name, const Joint& joint) {
  Array<std::string> names;
  for (const QuantityInfo& info : joint.coordinates()) names.push_back(full_name(joint_name, info.name));
  return names;
}

/// Adapts limits and names of the coordinates to other orientation coordinates, which come first; the others
/// do not change.
void replace_orientation(JointDescription& joint, const Joint& changed) {
  const int rest = std::min(joint.joint.nq(), changed.nq()) - 3;
  Array<CoordinateLimits> limits(changed.nq());
  Array<std::string> names = usual_names(joint.name, changed);
  for (int i = 1; i <= rest; ++i) {
    limits[limits.size() - i] = joint.limits[joint.limits.size() - i];
    if (!joint.coordinate_names.empty())
      names[names.size() - i] = joint.coordinate_names[joint.coordinate_names.size() - i];
  }
  joint.limits = std::move(limits);
  joint.coordinate_names = std::move(names);
}

}  // namespace

void Model::add_coordinates(const JointDescription& joint, int body) {
  const Array<QuantityInfo> infos = joint.joint.coordinates(), speed_infos = joint.joint.speed_infos();
  const Array<double> defaults = joint.default_q.empty() ? joint.joint.default_q() : joint.default_q;
  for (std::size_t i = 0; i < infos.size(); ++i)
    coordinates_.push_back(
        {joint.coordinate_names.empty() ? full_name(joint.name, infos[i].name) : joint.coordinate_names[i],
         infos[i].unit, body, defaults[i], joint.limits.empty() ? CoordinateLimits{} : joint.limits[i]});
  // If coordinates were given names and the speeds are their rates, the speeds are named after them.
  const bool renamed =
      !joint.coordinate_names.empty() && speed_infos.size() == infos.size() && !joint.joint.has_orientation();
  for (std::size_t i = 0; i < speed_infos.size(); ++i)
    speeds_.push_back(
        {renamed ? joint.coordinate_names[i] + ".rate" : full_name(joint.name, speed_infos[i].name),
         speed_infos[i].unit, body});
  for (const ParameterInfo& info : joint.joint.parameters())
    joint_parameters_.push_back({full_name(joint.name, info.name), info.unit, body, info.value});
}

void Model::add_body(const BodyDescription& description, const JointDescription* joint, int parent) {
  Body body{.name = description.name,
            .kind = description.kind,
            .inertia = description.inertia,
            .inertia_check = description.inertia_check,
            .parent = parent};
  if (joint) {
    const JointDescription placed = with_axis_in_frames(*joint);
    body.joint_name = joint->name;
    body.joint = joint->joint;
    body.X_PF = placed.X_PF;
    body.X_BM = placed.X_BM;
    body.q0 = nq(), body.nq = joint->joint.nq();
    body.u0 = nu(), body.nu = joint->joint.nu();
    body.p0 = static_cast<int>(joint_parameters_.size()),
    body.np = static_cast<int>(joint->joint.parameters().size());
    add_coordinates(*joint, body_count());
  }
  bodies_.push_back(std::move(body));
}

Model make_model(const ModelDescription& description) {
  require_no_faults(description, model_faults(description));

  std::map<std::string, const BodyDescription*> bodies;
  for (const BodyDescription& body : description.bodies) bodies[body.name] = &body;
  std::map<std::string, Array<const JointDescription*>> outboard;
  for (const JointDescription& joint : description.joints) outboard[joint.parent].push_back(&joint);
  for (auto& [name, joints] : outboard)
    std::sort(joints.begin(), joints.end(),
              [](const auto* a, const auto* b) { return natural_less(a->child, b->child); });

  Model model;
  model.name_ = description.name;
  model.gravity_ = description.gravity;
  model.add_body({.name = world_name, .kind = BodyKind::massless}, nullptr, -1);
  // Depth first, so that a body and all its descendants have consecutive numbers.
  Array<std::pair<const JointDescription*, int>> stack;
  const auto push_children = [&](const std::string& name, int number) {
    const auto& joints = outboard[name];
    for (auto it = joints.rbegin(); it != joints.rend(); ++it) stack.emplace_back(*it, number);
  };
  push_children(world_name, 0);
  while (!stack.empty()) {
    const auto [joint, parent] = stack.back();
    stack.pop_back();
    model.add_body(*bodies[joint->child], joint, parent);
    push_children(joint->child, model.body_count() - 1);
  }
  Array<int> parents;
  for (const Body& body : model.bodies_) parents.push_back(body.parent);
  model.connectivity_ = Connectivity(std::move(parents));
  for (const FrameDescription& f : description.frames)
    model.frames_.push_back({f.name, model.body_number(f.body), f.X_BF});
  for (const PointDescription& p : description.points)
    model.points_.push_back({p.name, model.body_number(p.body), p.p_B});
  return model;
}

ModelDescription describe(const Model& model) {
  ModelDescription d{.name = model.name(), .gravity = model.gravity()};
  for (const Body& body : model.bodies()) {
    if (body.parent < 0) continue;
    d.bodies.push_back({body.name, body.inertia, body.kind, body.inertia_check});
    JointDescription joint{.name = body.joint_name,
                           .joint = body.joint,
                           .parent = model.body(body.parent).name,
                           .child = body.name,
                           .X_PF = body.X_PF,
                           .X_BM = body.X_BM};
    for (int i = body.q0; i < body.q0 + body.nq; ++i) {
      const Coordinate& c = model.coordinates()[i];
      joint.default_q.push_back(c.default_value);
      joint.limits.push_back(c.limits);
      joint.coordinate_names.push_back(c.name);
    }
    if (joint.coordinate_names == usual_names(joint.name, joint.joint)) joint.coordinate_names.clear();
    d.joints.push_back(std::move(joint));
  }
  for (const BodyFrame& f : model.frames()) d.frames.push_back({f.name, model.body(f.body).name, f.X_BF});
  for (const BodyPoint& p : model.points()) d.points.push_back({p.name, model.body(p.body).name, p.p_B});
  return d;
}

const Body& Model::body(int number) const {
  require(number >= 0 && number < body_count(), "there is no body {}; model '{}' has bodies 0 to {}", number,
          name_, body_count() - 1);
  return bodies_[number];
}
int Model::body_number(std::string_view name) const { return number_of("body", bodies_, name, &Body::name); }
int Model::joint_body(std::string_view name) const {
  return number_of("joint", bodies_, name, &Body::joint_name);
}
int Model::coordinate_number(std::string_view name) const {
  return number_of("coordinate", coordinates_, name, &Coordinate::name);
}
int Model::speed_number(std::string_view name) const {
  return number_of("speed", speeds_, name, &Speed::name);
}
int Model::parameter_number(std::string_view name) const {
  return number_of("joint parameter", joint_parameters_, name, &JointParameter::name);
}
const BodyFrame& Model::frame(std::string_view name) const {
  return frames_[number_of("frame", frames_, name, &BodyFrame::name)];
}
const BodyPoint& Model::point(std::string_view name) const {
  return points_[number_of("point", points_, name, &BodyPoint::name)];
}

Array<double> Model::default_q() const {
  Array<double> q(nq());
  for (int i = 0; i < nq(); ++i) q[i] = coordinates_[i].default_value;
  return q;
}

Model Model::with(RotationCoordinates kind) const {
  ModelDescription d = describe(*this);
  for (JointDescription& joint : d.joints) {
    const Joint changed = joint.joint.with(kind);
    if (changed.nq() == joint.joint.nq()) continue;
    // Orientation coordinates come first; the defaults of the others stay, those of the orientation are
    // converted.
    Array<double> parameters;
    for (const ParameterInfo& p : joint.joint.parameters()) parameters.push_back(p.value);
    joint.default_q =
        fit_coordinates(changed, parameters, joint.joint.pose(joint.default_q.data(), parameters.data()))
            .values;
    replace_orientation(joint, changed);
    joint.joint = changed;
  }
  return make_model(d);
}

Array<double> convert_coordinates(const Model& from, In<double> q, const Model& to) {
  require(static_cast<int>(q.size()) == from.nq(), "q has {} entries, but model '{}' has nq = {}", q.size(),
          from.name(), from.nq());
  require(from.body_count() == to.body_count() && from.nu() == to.nu(),
          "models '{}' and '{}' differ in more than their orientation coordinates", from.name(), to.name());
  Array<double> out(to.nq());
  for (int b = 1; b < from.body_count(); ++b) {
    const Body &a = from.body(b), &c = to.body(b);
    require(a.joint.type_name() == c.joint.type_name(),
            "joint '{}' is a {} in model '{}' but a {} in model '{}'", a.joint_name, a.joint.type_name(),
            from.name(), c.joint.type_name(), to.name());
    if (a.nq == c.nq) {
      std::copy_n(q.data() + a.q0, a.nq, out.data() + c.q0);
      continue;
    }
    Array<double> parameters;
    for (const ParameterInfo& p : a.joint.parameters()) parameters.push_back(p.value);
    const Pose<double> X = a.joint.pose(q.data() + a.q0, parameters.data());
    const FitResult fit = fit_coordinates(c.joint, parameters, X);
    std::copy(fit.values.begin(), fit.values.end(), out.data() + c.q0);
  }
  return out;
}

}  // namespace sarrus
