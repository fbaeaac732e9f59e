#include "sarrus/format/urdf/internal/joint.h"

#include <algorithm>
#include <cmath>

#include "sarrus/base/array.h"

namespace sarrus::internal {

namespace {

const Array<std::string> joint_types = {"revolute", "continuous", "prismatic", "fixed",
                                        "floating", "planar",     "ball",      "spherical"};

bool has_axis(const std::string& type) { return has_one_coordinate(type) || type == "planar"; }
bool has_range(const std::string& type) { return type == "revolute" || type == "prismatic"; }

}  // namespace

std::string read_urdf_type(const XmlElement& element) {
  std::string type = element.text("type");
  if (!type.empty() && std::find(joint_types.begin(), joint_types.end(), type) == joint_types.end())
    element.fault("there is no joint type '{}'.{}", shown(type), suggest(type, joint_types));
  if (type == "ball" || type == "spherical")
    element.note(NoteKind::changed, "type '" + type + "', which URDF does not have, became a ball joint");
  return type;
}

XmlElement read_urdf_end(const XmlElement& element, const char* tag) {
  XmlElement end = element.child(tag);
  if (!end) element.fault("<{}> lacks <{} link=\"…\"/>", element.tag(), tag);
  return end;
}

Vec3<double> read_urdf_axis(const XmlElement& element, const std::string& type) {
  const XmlElement axis = element.child("axis");
  if (!has_axis(type)) {
    if (axis) axis.note(NoteKind::ignored, "<axis> of a " + shown(type) + " joint");
    return Vec3<double>::zero();
  }
  axis.expect_only({"xyz"}, {});
  const Vec3<double> given = axis ? axis.vector_or("xyz", {1, 0, 0}) : Vec3<double>{1, 0, 0};
  const double largest = std::max({std::abs(given.x), std::abs(given.y), std::abs(given.z)});
  if (largest == 0) {
    axis.fault("the axis is (0, 0, 0); give it a direction");
    return {1, 0, 0};
  }
  const Vec3<double> scaled{given.x / largest, given.y / largest, given.z / largest};  // no overflow below
  const double length = largest * norm(scaled);
  constexpr double rounding = 1e-4;
  if (std::abs(length - 1) > rounding)
    axis.note(NoteKind::changed, fmt::format("an axis of length {:.6g} was scaled to 1", length));
  return normalized(scaled);
}

std::string read_urdf_link_name(const XmlElement& element, const char* tag) {
  const XmlElement end = read_urdf_end(element, tag);
  end.expect_only({"link"}, {});
  return end ? end.text("link") : "";
}

namespace {

/// True for a whole number that would be several turns in radians.
bool looks_like_degrees(double angle) {
  constexpr double least = 30, most = 720;
  return std::abs(angle) >= least && std::abs(angle) <= most && angle == std::round(angle);
}

/// Reads the range of a revolute or prismatic joint. By the specification, a missing end is zero.
void read_range(const XmlElement& limit, const std::string& type, CoordinateLimits& limits) {
  if (!limit.has("lower") || !limit.has("upper"))
    limit.note(NoteKind::changed, "an end of the range that is missing in <limit> is taken as zero");
  limits.lower = limit.number_or("lower", 0);
  limits.upper = limit.number_or("upper", 0);
  if (limits.lower > limits.upper)
    limit.fault("the limits are {} to {}; the lower must not exceed the upper", limits.lower, limits.upper);
  if (type == "revolute" && (looks_like_degrees(limits.lower) || looks_like_degrees(limits.upper)))
    limit.note(NoteKind::doubtful,
               fmt::format("limits of {:g} to {:g} rad; are they in degrees?", limits.lower, limits.upper));
}

/// Notes missing ratings: URDF requires both effort and velocity.
void note_missing_rating(const XmlElement& limit) {
  for (const char* attribute : {"effort", "velocity"})
    if (!limit.has(attribute))
      limit.note(NoteKind::changed,
                 fmt::format("without {0} in <limit> the {0} of the joint is unlimited", attribute));
}

CoordinateLimits read_limits(const XmlElement& element, const std::string& type) {
  CoordinateLimits limits;
  const XmlElement limit = element.child("limit");
  if (!limit) {
    if (has_range(type)) element.note(NoteKind::changed, "a " + type + " joint without <limit> is unlimited");
    return limits;
  }
  if (!has_one_coordinate(type)) {
    limit.note(NoteKind::ignored, "<limit> of a " + shown(type) + " joint");
    return limits;
  }
  limit.expect_only({"lower", "upper", "effort", "velocity"}, {});
  if (has_range(type))
    read_range(limit, type, limits);
  else if (limit.number_or("lower", 0) != 0 || limit.number_or("upper", 0) != 0)
    limit.note(NoteKind::ignored, "the range of a continuous joint");
  note_missing_rating(limit);
  limits.effort = limit.number_or("effort", limits.effort);
  limits.speed = limit.number_or("velocity", limits.speed);
  if (limits.effort < 0 || limits.speed < 0)
    limit.fault("the limits of effort and velocity are {} and {}; neither may be negative", limits.effort,
                limits.speed);
  return limits;
}

void read_dynamics(const XmlElement& element, LoadedJoint& data) {
  const XmlElement dynamics = element.child("dynamics");
  if (!dynamics) return;
  dynamics.expect_only({"damping", "friction"}, {});
  data.damping = dynamics.number_or("damping", 0);
  data.friction = dynamics.number_or("friction", 0);
  if (data.damping < 0 || data.friction < 0)
    dynamics.fault("damping is {} and friction {}; neither may be negative", data.damping, data.friction);
  if (data.damping != 0 || data.friction != 0)
    dynamics.note(NoteKind::data,
                  "damping and friction; the model leaves them out, a System made from the file has them");
}

void read_mimic(const XmlElement& element, const std::string& type, LoadedJoint& data) {
  const XmlElement mimic = element.child("mimic");
  if (!mimic) return;
  if (!has_one_coordinate(type)) {
    mimic.note(NoteKind::ignored, "<mimic> of a " + shown(type) + " joint");
    return;
  }
  mimic.expect_only({"joint", "multiplier", "offset"}, {});
  data.mimic = Mimic{mimic.text("joint"), mimic.number_or("multiplier", 1), mimic.number_or("offset", 0)};
  mimic.note(NoteKind::data,
             "<mimic>; the model leaves the coordinate free, a System made from the file couples it");
}

}  // namespace

UrdfJoint read_urdf_joint(XmlElement element) {
  UrdfJoint joint{.line = element.line()};
  joint.data.joint = element.text("name");
  element.set_where(joint.where());
  element.expect_only({"name", "type", "independent"},
                      {"origin", "parent", "child", "axis", "limit", "dynamics", "mimic"});
  if (element.has("independent"))
    element.note(NoteKind::ignored,
                 "attribute independent of <joint>: the loops say which coordinates can be");
  joint.type = read_urdf_type(element);
  joint.parent = read_urdf_link_name(element, "parent");
  joint.child = read_urdf_link_name(element, "child");
  joint.X_PF = read_urdf_origin(element);
  joint.axis = read_urdf_axis(element, joint.type);
  joint.limits = read_limits(element, joint.type);
  read_dynamics(element, joint.data);
  read_mimic(element, joint.type, joint.data);
  return joint;
}

}  // namespace sarrus::internal
