#include <fmt/os.h>

#include "bench/rigid_scene.h"
#include "sarrus/base/array.h"
#include "sarrus/contact.h"
#include "sarrus/rigid.h"
#include "sarrus/sarrus.h"
#include "sarrus/spatial/quaternion_from_rotation.h"
#include "sarrus/system/internal/layout.h"

namespace sarrus::bench {

namespace {

void write(fmt::ostream& out, const Vec3<double>& v) { out.print(" {:.17g} {:.17g} {:.17g}", v.x, v.y, v.z); }
void write(fmt::ostream& out, const Pose<double>& X) {
  const Quaternion<double> e = quaternion(X.R);
  out.print(" {:.17g} {:.17g} {:.17g} {:.17g}", e.w, e.x, e.y, e.z);
  write(out, X.p);
}

struct JointOfFile {
  std::string name;
  int body, speed;
};

/// The joints between a body and the next one above it that has a mass, from above.
std::vector<JointOfFile> joints_above(const Model& model, int body, int& parent) {
  std::vector<JointOfFile> joints;
  for (parent = body;;) {
    const Body& at = model.body(parent);
    joints.insert(joints.begin(), {at.joint_name, parent, at.nu > 0 ? at.u0 : -1});
    parent = at.parent;
    if (parent == 0 || model.body(parent).kind != BodyKind::massless) return joints;
  }
}

void write_shape(fmt::ostream& out, int body, const AnyShape& shape, const Pose<double>& X) {
  if (const auto* sphere = std::get_if<SphereShape>(&shape))
    out.print("shape sphere {} {:.17g} 0 0", body, sphere->radius);
  else if (const auto* box = std::get_if<BoxShape>(&shape))
    out.print("shape box {} {:.17g} {:.17g} {:.17g}", body, box->size.x, box->size.y, box->size.z);
  else if (const auto* capsule = std::get_if<CapsuleShape>(&shape))
    out.print("shape capsule {} {:.17g} {:.17g} 0", body, capsule->radius, capsule->length);
  else if (std::holds_alternative<HalfSpaceShape>(shape))
    out.print("shape plane {} 0 0 0", body);
  else
    fail("the peers do not know the shape of a surface");
  write(out, X);
  out.print("\n");
}

/// A joint by its axis and a point of it in the frame of the body, where all joints but free ones are at
/// zero.
void write_joint(fmt::ostream& out, const RigidScene& scene, State zero, const JointOfFile& joint, int body) {
  const Body& carried = zero.model().body(joint.body);
  if (carried.nu == 0) return;
  const Pose<double> X = pose(zero, FrameOn<double>(body)).inverse();
  if (carried.nu == 6) {
    const Motion<double> V = velocity(scene.start, FrameOn<double>(body));
    out.print("free {}", joint.name);
    write(out, V.w), write(out, V.v);
    out.print("\n");
    return;
  }
  require(carried.nu == 1, "the peers do not know joint '{}'", joint.name);
  zero.set_u(Array<double>(zero.nu(), 0.0));
  zero.set_u(carried.u0, 1.0);
  const Motion<double> V = velocity(zero, FrameOn<double>(joint.body));
  const Vec3<double> origin = pose(zero, FrameOn<double>(joint.body)).p;
  const bool turns = norm(V.w) > 0.5;
  const auto found = scene.parts.find(joint.name);
  const JointParts parts = found == scene.parts.end() ? JointParts() : found->second;
  out.print("{} {}", turns ? "hinge" : "slide", joint.name);
  write(out, X.R * (turns ? V.w : V.v));
  write(out, X * (turns ? origin + cross(V.w, V.v) : origin));
  out.print(" {:.17g} {:.17g} {:.17g} {:.17g} {:.17g} {:.17g} {:.17g}\n", parts.stiffness, parts.rest,
            parts.damping, parts.rotor, parts.force, scene.start.q(carried.q0), scene.start.u(carried.u0));
}

}  // namespace

void write_scene(const RigidScene& scene, const std::string& path) {
  const Model& model = scene.start.model();
  State zero = scene.start;
  for (const Body& body : model.bodies())
    if (body.nu == 1) zero.set_q(body.q0, 0);
  auto out = fmt::output_file(path);
  out.print("step {:.17g} {:.17g} {:.17g}\n", scene.step, scene.duration, scene.friction);
  Array<int> number(model.bodies().size(), -1);
  int count = 0;
  for (int b = 1; b < model.body_count(); ++b) {
    const Body& body = model.body(b);
    if (body.kind == BodyKind::massless) continue;
    int parent = 0;
    const std::vector<JointOfFile> joints = joints_above(model, b, parent);
    number[b] = count++;
    out.print("body {} {}", body.name, number[parent]);
    write(out, pose(zero, FrameOn<double>(parent)).inverse() * pose(zero, FrameOn<double>(b)));
    out.print(" {:.17g}", body.inertia.m);
    write(out, body.inertia.com());
    const Sym3<double> I = body.inertia.central();
    out.print(" {:.17g} {:.17g} {:.17g} {:.17g} {:.17g} {:.17g}\n", I.xx, I.yy, I.zz, I.xy, I.xz, I.yz);
    for (const JointOfFile& joint : joints) write_joint(out, scene, zero, joint, b);
  }
  for (const auto& force : scene.start.layout().forces)
    if (const auto* rigid = dynamic_cast<const RigidContact*>(force.get()))
      for (const ContactSurface& surface : rigid->surfaces()) {
        const FrameOn<double> frame = surface.on.find(model, surface.name);
        write_shape(out, number[frame.body], surface.shape, frame.X_BF);
        out.print("groups {} {}\n", surface.groups, surface.touches);
      }
  for (const std::string& name : scene.resting) out.print("rests {}\n", number[model.body_number(name)]);
  if (!scene.driven.empty())
    out.print("driven {} {:.17g} {:.17g}\n", scene.driven, scene.amplitude, scene.circular_frequency);
  if (scene.relative_to != "world") out.print("relative {}\n", number[model.body_number(scene.relative_to)]);
}

}  // namespace sarrus::bench
