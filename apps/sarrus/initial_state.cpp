#include "apps/sarrus/initial_state.h"

#include "sarrus/format/state_json.h"
#include "sarrus/system/state_file.h"

namespace sarrus {

namespace {

/// "NAME=VALUE" taken apart.
std::pair<std::string, double> assignment(const std::string& text) {
  const std::size_t sign = text.rfind('=');
  require(sign != std::string::npos && sign > 0, "--set {}: write NAME=VALUE, such as --set elbow=0.5", text);
  const std::string name = text.substr(0, sign), number = text.substr(sign + 1);
  std::size_t end = 0;
  double value = 0;
  try {
    value = std::stod(number, &end);
  } catch (const std::exception&) {
    end = 0;
  }
  require(end > 0 && end == number.size(), "--set {}: '{}' is not a number", text, number);
  return {name, value};
}

/// Sets the coordinates and speeds that follow others, in a state with the model's own coordinates.
void follow(const UrdfRobot& robot, State& state) {
  if (state.rotation_coordinates()) return;
  std::vector<double> q(state.q().begin(), state.q().end()), u(state.u().begin(), state.u().end());
  apply_mimic(robot, Out<double>(q), Out<double>(u));
  state.set_q(q);
  state.set_u(u);
}

}  // namespace

StateWithValues initial_state(const UrdfRobot& robot, const System& system, const InitialState& given) {
  StateWithValues initial{system.default_state()};
  State& state = initial.state;
  if (!given.file.empty())
    state = given.file.ends_with(".json") ? load_json(system, given.file) : load(system, given.file);
  std::vector<std::pair<std::string, double>> values;
  for (const std::string& text : given.set) values.push_back(assignment(text));
  set_values(state, values);
  for (const auto& [name, value] : values) initial.set.push_back(find_value(state, name));
  follow(robot, state);
  return initial;
}

}  // namespace sarrus
