#include <fmt/format.h>

#include <cmath>
#include <iostream>
#include <map>

#include "apps/sarrus/commands.h"
#include "apps/sarrus/inspect.h"
#include "apps/sarrus/model_file.h"
#include "apps/sarrus/text_table.h"
#include "sarrus/base/array.h"
#include "sarrus/base/names.h"
#include "sarrus/format/find_mesh.h"
#include "sarrus/format/read_mesh.h"
#include "sarrus/system/named_values.h"

namespace sarrus {

namespace {

/// A limit, or nothing if there is none.
std::string limit(double value) { return std::isfinite(value) ? fmt::format("{:.6g}", value) : ""; }
std::string nonzero(double value) { return value == 0 ? "" : fmt::format("{:.6g}", value); }

std::string mimic_text(const std::optional<Mimic>& mimic) {
  if (!mimic) return "";
  const std::string factor = mimic->multiplier == 1 ? "" : fmt::format("{:.6g}·", mimic->multiplier);
  return factor + mimic->joint + (mimic->offset == 0 ? "" : fmt::format("{:+.6g}", mimic->offset));
}

std::string coordinates(const LoadedModel& robot) {
  TextTable table({"q", "coordinate", "unit", "lower", "upper", "start", "speed", "effort", "damping",
                   "friction", "follows"});
  const Array<LoadedJoint> all_data = data_of_coordinates(robot);
  bool any_speaks_of_forces = false;
  for (std::size_t i = 0; i < all_data.size(); ++i) {
    const Coordinate& c = robot.model.coordinates()[i];
    const LoadedJoint& data = all_data[i];
    any_speaks_of_forces = any_speaks_of_forces || std::isfinite(c.limits.speed) ||
                           std::isfinite(c.limits.effort) || data.damping != 0 || data.friction != 0;
    table.row({fmt::format("{}", i), c.name, c.unit, limit(c.limits.lower), limit(c.limits.upper),
               fmt::format("{:.6g}", c.default_value), limit(c.limits.speed), limit(c.limits.effort),
               nonzero(data.damping), nonzero(data.friction), mimic_text(data.mimic)});
  }
  return table.text(0) +
         (any_speaks_of_forces
              ? "speed in rad/s or m/s; effort and friction in N·m or N; damping in N·m·s/rad or N·s/m\n"
              : "");
}

std::string loops(const LoadedModel& robot) {
  TextTable table({"loop", "type", "predecessor", "successor"});
  for (const JointDescription& loop : robot.loops)
    table.row({loop.name, std::string(loop.joint.type_name()), loop.parent, loop.child});
  return table.text(0);
}

/// "12·(knee + ankle) = rotor".
std::string equation(const Coupling& coupling) {
  const auto sum = [](const Array<std::string>& joints) {
    return joints.empty() ? "0" : join(joints, " + ");
  };
  const bool is_sum = coupling.predecessor.size() > 1;
  return fmt::format("{:.6g}·{}{}{} = {}", coupling.ratio, is_sum ? "(" : "", sum(coupling.predecessor),
                     is_sum ? ")" : "", sum(coupling.successor));
}
std::string couplings(const LoadedModel& robot) {
  TextTable table({"coupling", "equation"});
  for (const Coupling& coupling : robot.couplings) table.row({coupling.name, equation(coupling)});
  return table.text(0);
}

/// The number of shapes that come from mesh files.
int meshes(const Array<Geometry>& shapes) {
  int count = 0;
  for (const Geometry& geometry : shapes) count += std::holds_alternative<MeshShape>(geometry.shape) ? 1 : 0;
  return count;
}

/// A line for each mesh whose file is not found.
std::string missing_meshes(const LoadedModel& robot) {
  std::map<std::string, std::string> links;  // by file
  for (const Array<Geometry>* shapes : {&robot.visuals, &robot.collisions})
    for (const Geometry& geometry : *shapes)
      if (const auto* mesh = std::get_if<MeshShape>(&geometry.shape))
        if (find_mesh(mesh->file, robot.report.file).empty()) links.emplace(mesh->file, geometry.link);
  std::string lines;
  for (const auto& [file, link] : links)
    lines += fmt::format("not found: the mesh '{}' of link '{}'\n", file, link);
  return lines;
}

void print_robot(const LoadedModel& robot) {
  std::cout << robot.model << '\n';
  if (robot.model.nq() > 0) fmt::print("{}\n", coordinates(robot));
  if (!robot.loops.empty()) fmt::print("{}\n", loops(robot));
  if (!robot.couplings.empty()) fmt::print("{}\n", couplings(robot));
  fmt::print("shapes: {} visual (meshes: {}), {} collision (meshes: {})\n{}\n", robot.visuals.size(),
             meshes(robot.visuals), robot.collisions.size(), meshes(robot.collisions), missing_meshes(robot));
  std::cout << "Load report of " << robot.report;
}

/// Prints all names that --set accepts, with their default values and units.
void print_values(const LoadedModel& robot) {
  const System system = robot.make_system();
  const State state = system.default_state();
  TextTable table({"name", "value", "unit"});
  for (const NamedValue& which : value_names(state))
    table.row({which.name, fmt::format("{:.6g}", value(state, which)), which.unit});
  fmt::print("{}", table.text(0));
}

struct InspectCommand {
  ModelFile model{};
  bool json = false, values = false;
};

int inspect(const InspectCommand& command) {
  require_usage(!command.json || !command.values, "--json and --values exclude each other; give one of them");
  const LoadedModel robot = load(command.model);
  if (command.json)
    fmt::print("{}\n", robot_json(robot));
  else if (command.values)
    print_values(robot);
  else
    print_robot(robot);
  return ExitStatus::done;
}

}  // namespace

Array<LoadedJoint> data_of_coordinates(const LoadedModel& robot) {
  std::map<std::string_view, const LoadedJoint*> known;
  for (const LoadedJoint& joint : robot.joints) known[joint.joint] = &joint;
  Array<LoadedJoint> data;
  for (const Coordinate& coordinate : robot.model.coordinates()) {
    const auto found = known.find(robot.model.body(coordinate.body).joint_name);
    data.push_back(found != known.end() ? *found->second : LoadedJoint{});
  }
  return data;
}

Command inspect_command() {
  const auto given = std::make_shared<InspectCommand>();
  Command command("inspect", "show a model: tree, coordinates, and what was changed or ignored");
  add_model_options(command, given->model);
  command.flag("--values", "list the names that --set takes, with values and units, instead", given->values)
      .flag("--json", "print JSON instead of tables", given->json)
      .example("sarrus inspect examples/crane.urdf", "what a file holds")
      .example("sarrus inspect examples/crane.urdf --values", "what `sarrus simulate --set` can change")
      .runs([given] { return inspect(*given); });
  return command;
}

}  // namespace sarrus
