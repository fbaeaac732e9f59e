#include "sarrus/format/urdf/internal/file.h"

#include <algorithm>
#include <cmath>

#include "sarrus/format/urdf/internal/inertial.h"
#include "sarrus/format/urdf/internal/joint.h"
#include "sarrus/format/urdf/internal/loops.h"
#include "sarrus/format/urdf/internal/shapes.h"
#include "sarrus/spatial/euler.h"

namespace sarrus::internal {

namespace {

/// The probable format of a file with another root element than <robot>.
std::string other_format(const std::string& tag) {
  if (tag == "sdf") return "; this is an SDF file";
  if (tag == "mujoco") return "; this is an MJCF file";
  if (tag == "html") return "; this is a web page, saved in place of the file";
  if (tag.ends_with(":robot")) return "; write it and its parts without the prefix of a namespace";
  return "";
}

/// Gives shapes that only name a material the one defined under that name anywhere in the file.
void look_up_materials(UrdfFile& file, Findings& findings) {
  for (Geometry& visual : file.visuals) {
    Material& material = visual.material;
    if (material.name.empty() || material.color || !material.texture.empty()) continue;
    if (const auto known = file.materials.find(material.name); known != file.materials.end())
      material = known->second;
    else
      findings.note(NoteKind::ignored, visual.line, fmt::format("link '{}'", shown(visual.link)),
                    fmt::format("material '{}', which the file does not define", shown(material.name)));
  }
}

double largest(const Vec3<double>& v) { return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)}); }

}  // namespace

Pose<double> read_urdf_origin(const XmlElement& owner) {
  const XmlElement origin = owner.child("origin");
  if (!origin) return {};
  origin.expect_only({"xyz", "rpy"}, {});
  // Roll, pitch and yaw are rotations about fixed axes: x first, then y, then z.
  static const EulerSequence fixed_xyz = euler_sequence("space-xyz");
  const Vec3<double> angles = origin.vector_or("rpy", Vec3<double>::zero()),
                     position = origin.vector_or("xyz", Vec3<double>::zero());
  constexpr double more_than_a_turn = 6.4, largest_length = 1e100;
  if (const double turn = largest(angles); turn > more_than_a_turn)
    origin.note(NoteKind::doubtful, fmt::format("an angle of {:.6g} rad in rpy; is it in degrees?", turn));
  if (largest(position) > largest_length)
    origin.fault("xyz of <origin> is ({:g}, {:g}, {:g}) m, too far away to compute with", position.x,
                 position.y, position.z);
  return {rotation_from_euler(fixed_xyz, angles), position};
}

namespace {

UrdfLink read_urdf_link(XmlElement element, UrdfFile& file) {
  UrdfLink link{element.text("name"), element.line()};
  element.set_where(link.where());
  element.expect_only({"name"}, {"inertial", "visual", "collision"});
  if (const XmlElement inertial = element.child("inertial")) read_urdf_inertial(inertial, link);
  read_urdf_shapes(element, link.name, file);
  return link;
}

}  // namespace

UrdfFile read_urdf_file(const XmlText& text, Findings& findings) {
  XmlElement robot(text, findings, text.root(), "robot");
  UrdfFile file;
  if (robot.tag() != "robot") {
    robot.fault("the root element is <{}>, but URDF has <robot>{}", shown(robot.tag()),
                other_format(robot.tag()));
    findings.require_no_faults();
  }
  if (text.doctype())
    findings.note(NoteKind::ignored, text.line(text.doctype()), "the file",
                  "<!DOCTYPE> and what it declares");
  for (const XmlText::Stray& stray : text.text_outside())
    findings.note(NoteKind::ignored, stray.line, "the file",
                  fmt::format("the text \"{}\" outside of <robot>", shown(stray.text)));
  file.name = robot.text_or("name", "");
  robot.set_where(fmt::format("robot '{}'", shown(file.name)));
  if (file.name.empty()) robot.note(NoteKind::changed, "the robot has no name; it is called 'robot'");
  if (file.name.empty()) file.name = "robot";
  robot.expect_only({"name", "version"}, {"link", "joint", "loop", "coupling", "material"});
  for (const XmlElement& element : robot.children()) {
    if (element.tag() == "link") file.links.push_back(read_urdf_link(element, file));
    if (element.tag() == "joint") file.joints.push_back(read_urdf_joint(element));
    if (element.tag() == "loop") file.loops.push_back(read_urdf_loop(element));
    if (element.tag() == "coupling") file.couplings.push_back(read_urdf_coupling(element));
    if (element.tag() != "material") continue;
    Material material = read_urdf_material(element);
    file.materials.emplace(material.name, std::move(material));
  }
  look_up_materials(file, findings);
  return file;
}

}  // namespace sarrus::internal
