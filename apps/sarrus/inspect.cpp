#include <fmt/ostream.h>
#include <fmt/ranges.h>

#include <cmath>

#include "apps/sarrus/commands.h"
#include "apps/sarrus/text_table.h"

template <>
struct fmt::formatter<sarrus::Model> : fmt::ostream_formatter {};
template <>
struct fmt::formatter<sarrus::LoadReport> : fmt::ostream_formatter {};

namespace sarrus {

namespace {

/// A limit, or nothing where there is none.
std::string limit(double value) { return std::isfinite(value) ? fmt::format("{:.6g}", value) : ""; }
std::string nonzero(double value) { return value == 0 ? "" : fmt::format("{:.6g}", value); }

std::string mimic_text(const std::optional<Mimic>& mimic) {
  if (!mimic) return "";
  const std::string factor = mimic->multiplier == 1 ? "" : fmt::format("{:.6g}·", mimic->multiplier);
  return factor + mimic->joint + (mimic->offset == 0 ? "" : fmt::format("{:+.6g}", mimic->offset));
}

std::string coordinates(const UrdfRobot& robot) {
  TextTable table({"q", "coordinate", "unit", "lower", "upper", "start", "speed", "effort", "damping",
                   "friction", "follows"});
  for (int i = 0; i < robot.model.nq(); ++i) {
    const Coordinate& c = robot.model.coordinates()[static_cast<std::size_t>(i)];
    const std::string& joint = robot.model.body(c.body).joint_name;
    UrdfJointData data;
    for (const UrdfJointData& known : robot.joints)
      if (known.joint == joint) data = known;
    table.row({fmt::format("{}", i), c.name, c.unit, limit(c.limits.lower), limit(c.limits.upper),
               fmt::format("{:.6g}", c.default_value), limit(c.limits.speed), limit(c.limits.effort),
               nonzero(data.damping), nonzero(data.friction), mimic_text(data.mimic)});
  }
  return table.text(0);
}

std::string loops(const UrdfRobot& robot) {
  TextTable table({"loop", "type", "predecessor", "successor"});
  for (const JointDescription& loop : robot.loops)
    table.row({loop.name, std::string(loop.joint.type_name()), loop.parent, loop.child});
  return table.text(0);
}

/// "12·(knee + ankle) = rotor".
std::string equation(const Coupling& coupling) {
  const auto sum = [](const std::vector<std::string>& joints) {
    return joints.empty() ? "0" : fmt::format("{}", fmt::join(joints, " + "));
  };
  const bool is_sum = coupling.predecessor.size() > 1;
  return fmt::format("{:.6g}·{}{}{} = {}", coupling.ratio, is_sum ? "(" : "", sum(coupling.predecessor),
                     is_sum ? ")" : "", sum(coupling.successor));
}
std::string couplings(const UrdfRobot& robot) {
  TextTable table({"coupling", "equation"});
  for (const Coupling& coupling : robot.couplings) table.row({coupling.name, equation(coupling)});
  return table.text(0);
}

/// How many of the shapes come from mesh files.
int meshes(const std::vector<Geometry>& shapes) {
  int count = 0;
  for (const Geometry& geometry : shapes) count += std::holds_alternative<MeshShape>(geometry.shape) ? 1 : 0;
  return count;
}

}  // namespace

void inspect(const ModelFile& file) {
  const UrdfRobot robot = load(file);
  fmt::print("{}\n", robot.model);
  if (robot.model.nq() > 0) fmt::print("{}\n", coordinates(robot));
  if (!robot.loops.empty()) fmt::print("{}\n", loops(robot));
  if (!robot.couplings.empty()) fmt::print("{}\n", couplings(robot));
  fmt::print("shapes: {} visual (meshes: {}), {} collision (meshes: {})\n\n", robot.visuals.size(),
             meshes(robot.visuals), robot.collisions.size(), meshes(robot.collisions));
  fmt::print("Load report of {}", robot.report);
}

}  // namespace sarrus
