#include "apps/sarrus/initial_state.h"

#include <fmt/format.h>

#include "apps/sarrus/standard_streams.h"
#include "apps/sarrus/state_input.h"
#include "sarrus/base/array.h"
#include "sarrus/format/mimic.h"
#include "sarrus/system/named_values.h"

namespace sarrus {

namespace {

/// Parses "NAME=VALUE".
std::pair<std::string, double> assignment(const std::string& text) {
  const std::size_t sign = text.rfind('=');
  require_usage(sign != std::string::npos && sign > 0, "--set {}: write NAME=VALUE, such as --set elbow=0.5",
                text);
  const std::string number = text.substr(sign + 1);
  try {
    return {text.substr(0, sign), parse_number("", number, "")};
  } catch (const UsageError&) {
    throw UsageError(fmt::format("--set {}: '{}' is not a number", text, number));
  }
}

/// Sets the coordinates and speeds that follow others.
void follow(const LoadedModel& robot, State& state) {
  for (const MimicRelation& relation : mimic_relations(robot, state.model())) {
    state.set_q(relation.follower_q, relation.multiplier * state.q(relation.leader_q) + relation.offset);
    state.set_u(relation.follower_u, relation.multiplier * state.u(relation.leader_u));
  }
}

State read_state_file(const LoadedModel& robot, const System& system, const std::string& path,
                      std::string& note) {
  const std::string bytes = read_input(path), name = input_name(path);
  return is_json(path, bytes) ? read_state(system, bytes, name, note)
                              : read_binary_state(robot, system, bytes, name, note);
}

}  // namespace

bool is_json(const std::string& path, std::string_view bytes) {
  const std::size_t first = bytes.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  return path.ends_with(".json") || (first != bytes.npos && (bytes[first] == '{' || bytes[first] == '['));
}

void add_initial_options(Command& command, InitialState& initial) {
  command
      .option(
          "--set", "NAME=VALUE",
          "a value to begin with: a coordinate, speed, parameter, mass, … (`sarrus inspect --values` lists "
          "them)",
          [&initial](const std::string& text) {
            assignment(text);
            initial.set.push_back(text);
          },
          true)
      .option("--initial", "STATE",
              "a file with the state to begin with, as --final writes it; - for standard input",
              initial.file);
}

StateWithValues initial_state(const LoadedModel& robot, const System& system, const InitialState& given) {
  StateWithValues initial{system.default_state()};
  if (!given.file.empty()) initial.state = read_state_file(robot, system, given.file, initial.note);
  State& state = initial.state;
  Array<std::pair<std::string, double>> values;
  for (const std::string& text : given.set) values.push_back(assignment(text));
  set_values(state, values);
  for (const auto& [name, value] : values) initial.set.push_back(name);
  follow(robot, state);
  return initial;
}

std::string notes_on_start(const StartState& start) {
  std::string text;
  for (const std::string& remark : start.remarks) text += fmt::format("note: {}\n", remark);
  return text;
}

std::string notes_on_limits(const Model& model, In<double> q, const std::string& where) {
  constexpr int most = 5;
  constexpr double rounding = 1e-9;
  std::string text;
  int count = 0;
  for (int i = 0; i < model.nq(); ++i) {
    const Coordinate& coordinate = model.coordinates()[i];
    const CoordinateLimits& limits = coordinate.limits;
    if (q[i] >= limits.lower - rounding && q[i] <= limits.upper + rounding) continue;
    if (++count <= most)
      text += fmt::format("note: {}'{}' = {:.6g} {} is outside its limits, {:.6g} to {:.6g}\n", where,
                          coordinate.name, q[i], coordinate.unit, limits.lower, limits.upper);
  }
  if (count > most) text += fmt::format("note: {}{} more are outside their limits\n", where, count - most);
  return text;
}

}  // namespace sarrus
