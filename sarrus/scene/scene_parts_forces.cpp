#include <array>
#include <set>
#include <typeinfo>

#include "sarrus/scene/internal/scene_parts.h"
#include "sarrus/scene/internal/type_names.h"
#include "sarrus/system/internal/layout.h"
#include "sarrus/system/responses.h"
#include "sarrus/system/system.h"

namespace sarrus::internal {

namespace {

/// A force element of a System.
struct Element {
  std::shared_ptr<const ForceElement> force;
  ElementId id;

  /// Its forces in a state. They stay valid until this thread asks for those of another element.
  const AppliedForces& forces(const State& state) const {
    thread_local AppliedForces sums;
    thread_local int bodies = 0, speeds = 0;
    if (bodies != state.model().body_count() || speeds != state.nu()) {
      bodies = state.model().body_count(), speeds = state.nu();
      sums = AppliedForces(bodies, speeds);
    }
    sums.clear();
    if (state.is_enabled(id)) force->add_forces(state, sums);
    return sums;
  }
};

/// The force of an element on a body as an arrow at a point of it.
ArrowValue force_at(const Element& element, const FrameOn<double>& point, const State& state) {
  return {pose(state, point).p, element.forces(state).on_body(point.body).f};
}

/// The torque about the point: t − r×f, with t about the body's origin and r from there to the point.
ArrowValue torque_at(const Element& element, const FrameOn<double>& point, const State& state) {
  const Force<double> F = element.forces(state).on_body(point.body);
  const Vec3<double> at = pose(state, point).p, r = at - pose(state, point.body).p;
  return {at, F.t - cross(r, F.f)};
}

/// The force with which an element pulls two points together; negative if it pushes them apart.
double tension(const Element& element, const FrameOn<double>& A, const FrameOn<double>& B,
               const State& state) {
  const Vec3<double> along = pose(state, B).p - pose(state, A).p;
  const double length = norm(along);
  return length > 0 ? dot(element.forces(state).on_body(A.body).f, along) / length : 0;
}

/// The name, with the name of one of several parts.
std::string part_name(const std::string& name, bool several, const std::string& part) {
  return several ? name + " on " + part : name;
}

Array<SceneEnd> scene_ends(const State& state, const ForceEnds& ends) {
  Array<SceneEnd> result;
  for (const FrameOn<double>& point : ends.points) result.push_back({point.body, point.X_BF.p});
  for (const int speed : ends.speeds) {
    const Array<SceneEnd> more = joint_ends(state, state.model().speeds()[speed].body);
    result.insert(result.end(), more.begin(), more.end());
  }
  return result;
}

/// The functions that add something for one element return its numbers.
Array<int> add_signals(const State& state, const std::string& name, const Element& element,
                       const ForceEnds& ends, Scene& scene) {
  Array<int> numbers;
  for (const int k : ends.speeds) {
    const Speed& speed = state.model().speeds()[k];
    numbers.push_back(scene.add_signal(
        part_name(name, ends.speeds.size() > 1, speed.name), force_unit(speed.unit),
        [element, k](const State& s) { return element.forces(s).on_speed(k); }, "forces"));
  }
  if (ends.points.size() == 2 && !ends.has_torques)
    numbers.push_back(scene.add_signal(
        name, "N",
        [element, A = ends.points[0], B = ends.points[1]](const State& s) {
          return tension(element, A, B, s);
        },
        "forces"));
  return numbers;
}

Array<int> add_arrows(const State& state, const std::string& name, const Element& element,
                      const ForceEnds& ends, Scene& scene) {
  Array<int> numbers;
  for (const FrameOn<double>& point : ends.points) {
    if (point.body == 0) continue;
    const std::string part = part_name(name, ends.points.size() > 1, state.model().body(point.body).name);
    numbers.push_back(
        scene.add_arrow(part, "N", [element, point](const State& s) { return force_at(element, point, s); }));
    if (ends.has_torques)
      numbers.push_back(scene.add_arrow(
          part, "N·m", [element, point](const State& s) { return torque_at(element, point, s); },
          "applied torques"));
  }
  return numbers;
}

/// The forces of all elements on each body, at its center of mass, in place of those of single elements: for
/// elements that act on bodies at places that only they know.
void add_sums(const State& state, Scene& scene) {
  for (int b = 1; b < state.model().body_count(); ++b) {
    const FrameOn<double> center(b, scene.bodies[b].com);
    const std::string name = "on " + scene.bodies[b].name;
    scene.add_arrow(name, "N", [center](const State& s) {
      return ArrowValue{pose(s, center).p, applied_forces(s).on_body(center.body).f};
    });
    scene.add_arrow(
        name, "N·m",
        [center](const State& s) {
          const Force<double>& F = applied_forces(s).on_body(center.body);
          const Vec3<double> at = pose(s, center).p;
          return ArrowValue{at, F.t - cross(at - pose(s, center.body).p, F.f)};
        },
        "applied torques");
  }
}

void add_prescribed_motions(const State& state, Scene& scene) {
  const SystemLayout& layout = state.layout();
  for (const PrescribedMotion& motion : layout.motions) {
    const Body& body = state.model().body(motion.body);
    const int first = motion.k < 0 ? body.u0 : body.u0 + motion.k, count = motion.k < 0 ? body.nu : 1;
    for (int k = first; k < first + count; ++k) {
      const Speed& speed = state.model().speeds()[k];
      scene.add_signal(
          part_name(layout.name_of(motion.element), count > 1, speed.name), force_unit(speed.unit),
          [k](const State& s) { return motion_force(s, k); }, "forces");
    }
  }
}

/// The wrench of a joint on its body, at the joint's frame: the torque is t − r×f, with r from the body's
/// origin to the joint.
void add_reactions(const State& state, Scene& scene) {
  for (const SceneJoint& joint : scene.joints) {
    const FrameOn<double> place(joint.body, state.model_parameters().X_BM[joint.body]);
    scene.add_arrow(
        joint.name, "N",
        [place](const State& s) {
          return ArrowValue{pose(s, place).p, reaction(s, place.body).f};
        },
        "joint reactions");
    scene.add_arrow(
        joint.name, "N·m",
        [place](const State& s) {
          const Force<double> F = reaction(s, place.body);
          const Vec3<double> at = pose(s, place).p;
          return ArrowValue{at, F.t - cross(at - pose(s, place.body).p, F.f)};
        },
        "joint reactions");
  }
}

/// The numbers of the speeds on which elements or prescribed motions act.
std::set<int> driven_speeds(const State& state) {
  const SystemLayout& layout = state.layout();
  std::set<int> speeds;
  for (const auto& force : layout.forces)
    for (const int k : force->ends().speeds) speeds.insert(k);
  for (const PrescribedMotion& motion : layout.motions) {
    const Body& body = state.model().body(motion.body);
    if (body.nu == 1) speeds.insert(body.u0);
  }
  return speeds;
}

/// The motion of a joint with one speed for a speed of 1, at the joint's frame on the body, in world axes.
Motion<double> motion_of_joint(const State& state, int number) {
  const Body& body = state.model().body(number);
  Pose<double> X_FM;
  std::array<Motion<double>, max_joint_speeds> H;
  body.joint.pose_and_columns(state.q().data() + body.q0, state.model_parameters().joint.data() + body.p0,
                              X_FM, H.data());
  const Rotation<double> R_WF =
      pose(state, FrameOn<double>(body.parent, state.model_parameters().X_PF[number])).R;
  return {R_WF * H[0].w, R_WF * H[0].v};
}

/// What elements and prescribed motions do at joints with one speed: a torque about the axis, or a force
/// along it where nothing turns. Its power is that of the generalized force: with V = H·u, τ·H.w/|H.w|² · V.w
/// = τ·u.
void add_drives(const State& state, Scene& scene) {
  for (const int k : driven_speeds(state)) {
    const int number = state.model().speeds()[k].body;
    if (state.model().body(number).nu != 1) continue;
    const bool turns = norm(motion_of_joint(state, number).w) > 0;
    scene.add_arrow(
        state.model().body(number).joint_name, turns ? "N·m" : "N",
        [k, number, turns](const State& s) {
          const Motion<double> H = motion_of_joint(s, number);
          const Vec3<double> along = turns ? H.w : H.v;
          const double force = applied_forces(s).on_speed(k) + motion_force(s, k);
          return ArrowValue{pose(s, FrameOn<double>(number, s.model_parameters().X_BM[number])).p,
                            (force / dot(along, along)) * along};
        },
        turns ? "applied torques" : "applied forces");
  }
}

/// True if an element acts on bodies in this state.
bool acts_on_bodies(const Element& element, const State& state) {
  try {
    return !element.forces(state).on_bodies().empty();
  } catch (const Error&) {
    return false;  // it cannot be computed here
  }
}

}  // namespace

void add_forces(const State& state, const SceneOptions& options, Scene& scene) {
  const SystemLayout& layout = state.layout();
  bool places_are_known = true;
  for (std::size_t i = 0; i < layout.forces.size(); ++i) {
    const Element element{layout.forces[i], layout.force_ids[i]};
    if (element.id.index == layout.gravity.index) continue;
    const ForceEnds ends = element.force->ends();
    const ForceElement& force = *element.force;
    const std::string& name = layout.name_of(element.id);
    scene.forces.push_back({name, class_name(typeid(force)), scene_ends(state, ends)});
    if (add_contact(element.force, element.id, options, scene)) continue;
    SceneForce& shown = scene.forces.back();
    if (options.forces) shown.values = add_signals(state, name, element, ends, scene);
    if (options.applied_forces) shown.arrows = add_arrows(state, name, element, ends, scene);
    if (ends.points.empty() && acts_on_bodies(element, state)) places_are_known = false;
  }
  if (options.forces) add_prescribed_motions(state, scene);
  if (options.applied_forces && !places_are_known) {
    std::erase_if(scene.arrows, [](const SceneArrow& arrow) { return arrow.group.starts_with("applied"); });
    for (SceneForce& force : scene.forces) force.arrows.clear();
    add_sums(state, scene);
  }
  if (!options.reactions) return;
  add_reactions(state, scene);
  if (options.applied_forces) add_drives(state, scene);
}

}  // namespace sarrus::internal
