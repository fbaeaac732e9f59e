#include <fmt/core.h>

#include <cmath>
#include <numbers>

#include "bench/mimic_joints.h"
#include "bench/rigid_scene.h"
#include "models/mechanisms.h"
#include "sarrus/contact.h"
#include "sarrus/rigid.h"
#include "sarrus/sarrus.h"
#include "tests/support/reference_values.h"

namespace sarrus::bench {

namespace {

ContactMaterial with_friction(double mu) { return {.static_friction = mu, .dynamic_friction = mu}; }

/// The random numbers of all programs that know these scenes.
class Lcg {
 public:
  explicit Lcg(std::uint64_t seed) : state_(seed) {}
  double number(double low, double high) {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return low + (high - low) * static_cast<double>(state_ >> 11) * 0x1p-53;
  }

 private:
  std::uint64_t state_;
};

void add_parts(SystemBuilder& builder, const std::map<std::string, JointParts>& parts) {
  for (const auto& [joint, part] : parts) {
    if (part.stiffness > 0) builder.add(joint + ".spring", MobilitySpring(joint, part.stiffness, part.rest));
    if (part.damping > 0) builder.add(joint + ".damper", MobilityDamper(joint, part.damping));
    if (part.rotor > 0) builder.add(joint + ".rotor", RotorInertia(joint, part.rotor, 1));
    if (part.force != 0) builder.add(joint + ".push", MobilityConstant(joint, part.force));
  }
}

/// Springs, dampers and rotors of the joints of a System.
std::map<std::string, JointParts> parts_of(const System& system) {
  std::map<std::string, JointParts> parts;
  const State state = system.default_state();
  for (const std::string& name : system.forces()) {
    const std::string joint = name.substr(0, name.rfind('.'));
    if (name.ends_with(".spring"))
      parts[joint].stiffness = state[system.force<MobilitySpring>(name).stiffness()];
    if (name.ends_with(".damper")) parts[joint].damping = state[system.force<MobilityDamper>(name).damping()];
    if (name.ends_with(".rotor"))
      parts[joint].rotor = system.force<RotorInertia>(name).reflected_inertia(state);
  }
  return parts;
}

}  // namespace

RigidScene humanoids(int count) {
  constexpr double mu = 1;
  const models::Linkage one = models::humanoid_on_ground({});
  const std::map<std::string, JointParts> parts = parts_of(one.system);
  ModelBuilder model("humanoids");
  Array<ContactSurface> surfaces;
  std::map<std::string, JointParts> all;
  for (int i = 0; i < count; ++i) {
    const auto named = [&](const std::string& name) {
      return name == "world" ? name : fmt::format("h{:02}_{}", i, name);
    };
    for (const Body& body : one.system.model().bodies()) {
      if (body.parent < 0) continue;
      if (body.kind == BodyKind::massless)
        model.massless_body(named(body.name));
      else
        model.body(named(body.name), body.inertia);
      const std::string& parent = one.system.model().body(body.parent).name;
      JointDescription& joint =
          model.joint(named(body.joint_name), body.joint, named(parent), named(body.name))
              .parent_frame(body.X_PF)
              .child_frame(body.X_BM);
      if (parent == "world") joint.start({1, 0, 0, 0, 2.5 * (i % 10), 2.5 * (i / 10), 1.282});
    }
    for (const auto& [joint, part] : parts) all[named(joint)] = part;
    for (const ContactSurface& surface : one.system.force<CompliantContact>("contact").surfaces()) {
      const bool is_ground = std::holds_alternative<HalfSpaceShape>(surface.shape);
      if (is_ground && i > 0) continue;
      ContactSurface copy = surface;
      copy.name = is_ground ? surface.name : named(surface.name);
      const FrameOn<double> frame = surface.on.find(one.system.model(), surface.name);
      copy.on = Place(named(one.system.model().body(frame.body).name), frame.X_BF);
      copy.material = with_friction(mu);
      copy.groups = is_ground ? 1 : 2, copy.touches = is_ground ? 2 : 1;
      surfaces.push_back(copy);
    }
  }
  SystemBuilder builder(model.build());
  builder.add("contact", RigidContact(surfaces));
  add_parts(builder, all);
  return {.name = count == 1 ? "humanoid falls" : fmt::format("{} humanoids fall", count),
          .start = builder.build().default_state(),
          .step = 5e-3,
          .duration = count == 1 ? 2.0 : 1.0,
          .friction = mu,
          .parts = all};
}

RigidScene stance(const ModelFolder& folder) {
  constexpr double mu = 0.6, radius = 0.02;
  const BenchModel hyq = folder.load("hyq");
  std::map<std::string, JointParts> parts;
  for (const char* leg : {"lf", "lh", "rf", "rh"})
    for (const char* joint : {"haa", "hfe", "kfe"}) {
      const double front = leg[1] == 'f' ? 1 : -1;
      const double rest = joint[0] == 'k' ? -1.5 * front : joint[1] == 'f' ? 0.75 * front : 0;
      parts[fmt::format("{}_{}_joint", leg, joint)] = {.stiffness = 1000, .rest = rest, .damping = 50};
    }
  SystemBuilder builder(hyq.model);
  Array<ContactSurface> surfaces{{"ground", "world", HalfSpaceShape{}, with_friction(mu)}};
  for (const testing::ReferenceContact& foot : testing::load_reference_contacts("hyq", folder.path())) {
    ContactSurface surface{"foot " + foot.body, Place(foot.body, {.p = foot.p_B}), SphereShape{radius},
                           with_friction(mu)};
    surface.groups = 2, surface.touches = 1;
    surfaces.push_back(surface);
  }
  surfaces[0].groups = 1, surfaces[0].touches = 2;
  builder.add("contact", RigidContact(surfaces));
  add_parts(builder, parts);
  State start = builder.build().default_state();
  double lowest = 1e30;
  for (const auto& [joint, part] : parts) start.set_q(joint, part.rest);
  for (const testing::ReferenceContact& foot : testing::load_reference_contacts("hyq", folder.path()))
    lowest = std::min(lowest, (pose(start, foot.body) * foot.p_B).z);
  const Body& base = start.model().bodies()[1];
  start.set_q(base.q0 + 6, start.q(base.q0 + 6) - lowest + radius);
  return {.name = "hyq stands",
          .start = start,
          .step = 1e-3,
          .duration = 5,
          .friction = mu,
          .parts = parts,
          .resting = {base.name}};
}

RigidScene talos(const ModelFolder& folder) {
  const BenchModel talos = folder.load("talos");
  SystemBuilder builder = with_mimic_joints(talos.model);
  Array<HardStop> stops;
  int joints = 0;
  for (const Body& body : talos.model.bodies()) {
    if (body.nu != 1) continue;
    stops.push_back({Mobility(body.joint_name), -0.3, 0.3});
    builder.add(body.joint_name + ".damper", MobilityDamper(body.joint_name, 0.5));
    if (joints++ < 20) builder.add(body.joint_name + ".friction", DryFriction(body.joint_name, 1));
  }
  builder.add("limits", HardStops(stops));
  State start = builder.build().default_state();
  const Body& base = start.model().bodies()[1];
  start.lock(base.joint_name);
  return {
      .name = "talos hangs", .start = start, .step = 1e-3, .duration = 10, .friction = 0, .has_peers = false};
}

RigidScene wall(int courses, int bricks) {
  constexpr double mu = 0.6;
  const Vec3<double> size{0.2, 0.1, 0.1};
  ModelBuilder model("wall");
  Array<ContactSurface> surfaces{{"floor", "world", HalfSpaceShape{}, with_friction(mu)}};
  std::vector<std::string> names;
  for (int i = 0; i < courses; ++i)
    for (int k = 0; k < bricks; ++k) {
      const std::string name = fmt::format("brick{:02}{:02}", i, k);
      model.body(name, solid_brick(4, size));
      model.joint(name, Free{}, "world", name)
          .start({1, 0, 0, 0, 0.2 * k + 0.1 * (i % 2), 0, 0.05 + 0.1 * i});
      surfaces.push_back({name, name, BoxShape{size}, with_friction(mu)});
      names.push_back(name);
    }
  SystemBuilder builder(model.build());
  builder.add("contact", RigidContact(surfaces));
  return {.name = fmt::format("wall of {} x {} bricks", courses, bricks),
          .start = builder.build().default_state(),
          .step = 5e-3,
          .duration = courses * bricks > 50 ? 0.5 : 2,
          .friction = mu,
          .resting = names,
          .is_of_free_bodies = true};
}

RigidScene spheres(int n) {
  constexpr double mu = 0.5, radius = 0.04, spacing = 0.09;
  ModelBuilder model("spheres");
  Array<ContactSurface> surfaces{{"floor", "world", HalfSpaceShape{}, with_friction(mu)}};
  const double half = 0.05 * n;
  const std::pair<const char*, Vec3<double>> sides[] = {
      {"left", {1, 0, 0}}, {"right", {-1, 0, 0}}, {"front", {0, 1, 0}}, {"back", {0, -1, 0}}};
  for (const auto& [name, normal] : sides)
    surfaces.push_back({name, Place("world", {rotation_with_axis(2, normal), -half * normal}),
                        HalfSpaceShape{}, with_friction(mu)});
  Lcg random(7);
  const double mass = 1000 * 4.0 / 3.0 * std::numbers::pi * radius * radius * radius;
  for (int k = 0; k < n; ++k)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        const auto place = [&](int at) {
          return (at - 0.5 * (n - 1)) * spacing + random.number(-0.002, 0.002);
        };
        const double x = place(i), y = place(j), z = 0.05 + spacing * k + random.number(-0.002, 0.002);
        const std::string name = fmt::format("ball{:02}{:02}{:02}", k, j, i);
        model.body(name, solid_sphere(mass, radius));
        model.joint(name, Free{}, "world", name).start({1, 0, 0, 0, x, y, z});
        surfaces.push_back({name, name, SphereShape{radius}, with_friction(mu)});
      }
  SystemBuilder builder(model.build());
  builder.add("contact", RigidContact(surfaces));
  return {.name = fmt::format("{} balls fall", n * n * n),
          .start = builder.build().default_state(),
          .step = 5e-3,
          .duration = 0.3,
          .friction = mu,
          .is_of_free_bodies = true};
}

RigidScene pile(const RigidScene& scene, const State& end) {
  RigidScene out = scene;
  out.start = end;
  out.start.set_time(0);
  out.name += ", then";
  out.duration = 0.1;
  return out;
}

RigidScene gripper() {
  constexpr double mu = 0.5;
  ModelBuilder model("gripper");
  const Vec3<double> finger{0.02, 0.02, 0.04}, cube{0.05, 0.05, 0.05};
  model.body("base", solid_brick(1, {0.1, 0.1, 0.1})).body("cube", solid_brick(0.25, cube));
  model.body("left", solid_brick(0.05, finger)).body("right", solid_brick(0.05, finger));
  model.joint("lift", Slider{}, "world", "base").axis({0, 0, 1});
  model.joint("left", Slider{}, "base", "left").parent_frame({-0.035, 0, 0});
  model.joint("right", Slider{}, "base", "right").parent_frame({0.035, 0, 0});
  model.joint("cube", Free{}, "world", "cube");
  SystemBuilder builder(model.build());
  builder.add("contact", RigidContact({{"left", "left", BoxShape{finger}, with_friction(mu)},
                                       {"right", "right", BoxShape{finger}, with_friction(mu)},
                                       {"cube", "cube", BoxShape{cube}, with_friction(mu)}}));
  const std::map<std::string, JointParts> parts{{"left", {.force = 10}}, {"right", {.force = -10}}};
  add_parts(builder, parts);
  constexpr double circular_frequency = 2 * std::numbers::pi;
  builder.prescribe("motion", "lift", MotionLevel::position, {sinusoid(0.02, circular_frequency)});
  State start = builder.build().default_state();
  start.set_u("cube.vz", 0.02 * circular_frequency);
  return {.name = "gripper holds a cube, 60 s",
          .start = start,
          .step = 2e-3,
          .duration = 60,
          .friction = mu,
          .parts = parts,
          .resting = {"cube"},
          .relative_to = "base",
          .driven = "lift",
          .amplitude = 0.02,
          .circular_frequency = circular_frequency};
}

}  // namespace sarrus::bench
