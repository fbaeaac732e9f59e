#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "models/mechanisms.h"
#include "sarrus/contact/compliant_contact.h"
#include "sarrus/force/forces.h"
#include "sarrus/joint/joints.h"
#include "sarrus/model/builder.h"
#include "sarrus/spatial/solids.h"

namespace sarrus::models {

namespace {

using V = Vec3<double>;

/// A capsule from one point to another; a sphere if they coincide.
struct Limb {
  V from, to;
  double radius;
};
/// A hinge with a spring and a damper.
struct Hinge {
  std::string name;
  V place, axis;
  double stiffness, damping;
};
struct Part {
  std::string name, parent;
  V place;                    // in the parent
  std::vector<Hinge> hinges;  // none: welded to the parent
  std::vector<Limb> limbs;
};

/// Arms and legs of the right side; the left is its mirror image.
std::vector<Part> right_parts() {
  const V origin{0, 0, 0}, x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};
  return {{"thigh",
           "pelvis",
           {0, -0.1, -0.04},
           {{"hip_x", origin, x, 10, 5}, {"hip_z", origin, z, 10, 5}, {"hip_y", origin, y, 10, 5}},
           {{origin, {0, 0.01, -0.34}, 0.06}}},
          {"shin",
           "thigh",
           {0, 0.01, -0.4},
           {{"knee", {0, 0, 0.02}, {0, -1, 0}, 1, 0.2}},
           {{origin, {0, 0, -0.3}, 0.049}}},
          {"foot",
           "shin",
           {0, 0, -0.39},
           {{"ankle_y", {0, 0, 0.08}, y, 6, 0.2}, {"ankle_x", {0, 0, 0.04}, {1, 0, 0.5}, 3, 0.2}},
           {{{-0.07, -0.01, 0}, {0.14, -0.03, 0}, 0.027}, {{-0.07, 0.01, 0}, {0.14, 0.03, 0}, 0.027}}},
          {"upper_arm",
           "torso",
           {0, -0.17, 0.06},
           {{"shoulder1", origin, {2, 1, 1}, 1, 0.2}, {"shoulder2", origin, {0, -1, 1}, 1, 0.2}},
           {{origin, {0.16, -0.16, -0.16}, 0.04}}},
          {"lower_arm",
           "upper_arm",
           {0.18, -0.18, -0.18},
           {{"elbow", origin, {0, -1, 1}, 0, 0.2}},
           {{{0.01, 0.01, 0.01}, {0.17, 0.17, 0.17}, 0.031}}},
          {"hand", "lower_arm", {0.18, 0.18, 0.18}, {}, {{origin, origin, 0.04}}}};
}

/// A part of one side, by its name with the side; mirrored in y for the left. Axes turn so that equal angles
/// are mirror images.
Part on_side(const Part& right, const std::string& side) {
  const bool mirrored = side == "left";
  const auto point = [&](const V& v) { return mirrored ? V{v.x, -v.y, v.z} : v; };
  const auto axis = [&](const V& v) { return mirrored ? V{-v.x, v.y, -v.z} : v; };
  const bool is_middle = right.parent == "pelvis" || right.parent == "torso";
  Part part{right.name + "_" + side,
            is_middle ? right.parent : right.parent + "_" + side,
            point(right.place),
            {},
            {}};
  for (const Hinge& hinge : right.hinges)
    part.hinges.push_back(
        {hinge.name + "_" + side, point(hinge.place), axis(hinge.axis), hinge.stiffness, hinge.damping});
  for (const Limb& limb : right.limbs) part.limbs.push_back({point(limb.from), point(limb.to), limb.radius});
  return part;
}

std::vector<Part> all_parts() {
  const V y{0, 1, 0};
  std::vector<Part> parts{
      {"torso",
       "world",
       {0, 0, 1.282},
       {},
       {{{0, -0.07, 0}, {0, 0.07, 0}, 0.07}, {{-0.01, -0.06, -0.12}, {-0.01, 0.06, -0.12}, 0.06}}},
      {"head", "torso", {0, 0, 0.19}, {}, {{{0, 0, 0}, {0, 0, 0}, 0.09}}},
      {"waist_lower",
       "torso",
       {-0.01, 0, -0.26},
       {{"abdomen_z", {0, 0, 0.065}, {0, 0, 1}, 20, 5}, {"abdomen_y", {0, 0, 0.065}, y, 10, 5}},
       {{{0, -0.06, 0}, {0, 0.06, 0}, 0.06}}},
      {"pelvis",
       "waist_lower",
       {0, 0, -0.165},
       {{"abdomen_x", {0, 0, 0.1}, {1, 0, 0}, 10, 5}},
       {{{-0.02, -0.07, 0}, {-0.02, 0.07, 0}, 0.09}}}};
  for (const char* side : {"right", "left"})
    for (const Part& part : right_parts()) parts.push_back(on_side(part, side));
  return parts;
}

Pose<double> limb_pose(const Limb& limb) {
  const V along = limb.to - limb.from, middle = 0.5 * (limb.from + limb.to);
  const double length = norm(along);
  return {length > 0 ? rotation_with_axis(2, along) : Rotation<double>(), middle};
}
AnyShape limb_shape(const Limb& limb) {
  const double length = norm(limb.to - limb.from);
  if (length > 0) return CapsuleShape{limb.radius, length};
  return SphereShape{limb.radius};
}

/// A body with its hinges in a row; bodies between the hinges have no mass.
void add_part(ModelBuilder& model, const Part& part) {
  RigidInertia<double> inertia{};
  for (const Limb& limb : part.limbs)
    inertia = inertia + limb_pose(limb) * solid(limb_shape(limb), 1000).value();
  model.body(part.name, inertia);
  if (part.parent == "world") {
    model.joint("root", Free{}, "world", part.name);
    return;
  }
  if (part.hinges.empty()) {
    model.joint(part.name, Weld{}, part.parent, part.name).parent_frame(part.place);
    return;
  }
  std::string last = part.parent;
  V place = part.place;
  for (std::size_t i = 0; i < part.hinges.size(); ++i) {
    const Hinge& hinge = part.hinges[i];
    const bool is_last = i + 1 == part.hinges.size();
    const std::string next = is_last ? part.name : hinge.name + "_link";
    if (!is_last) model.massless_body(next);
    model.joint(hinge.name, Pin{}, last, next)
        .axis(hinge.axis)
        .parent_frame(place + hinge.place)
        .child_frame(hinge.place);
    last = next, place = {0, 0, 0};
  }
}

}  // namespace

Linkage humanoid_on_ground(const ContactMaterial& material) {
  ModelBuilder model("humanoid");
  const std::vector<Part> parts = all_parts();
  for (const Part& part : parts) add_part(model, part);
  SystemBuilder builder(model.build());
  Array<ContactSurface> surfaces{{"ground", "world", HalfSpaceShape{}, material}};
  for (const Part& part : parts) {
    for (std::size_t i = 0; i < part.limbs.size(); ++i) {
      const std::string name = part.limbs.size() == 1 ? part.name : part.name + std::to_string(i + 1);
      surfaces.push_back(
          {name, Place(part.name, limb_pose(part.limbs[i])), limb_shape(part.limbs[i]), material});
    }
    for (const Hinge& hinge : part.hinges) {
      if (hinge.stiffness > 0)
        builder.add(hinge.name + ".spring", MobilitySpring(hinge.name, hinge.stiffness, 0));
      builder.add(hinge.name + ".damper", MobilityDamper(hinge.name, hinge.damping));
      builder.add(hinge.name + ".rotor", RotorInertia(hinge.name, 0.01, 1));
    }
  }
  builder.add("contact", CompliantContact(surfaces, {.filter = {.pairs = {{"waist_lower", "thigh_right"},
                                                                          {"waist_lower", "thigh_left"}}}}));
  const System system = builder.build();
  State start = system.default_state();
  const Body& torso = start.model().body("torso");
  start.set_q(torso.q0 + 6, 1.282);
  return {system, start};
}

}  // namespace sarrus::models
