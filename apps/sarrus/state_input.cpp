#include "apps/sarrus/state_input.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>

#include "apps/sarrus/scenario.h"
#include "apps/sarrus/text_table.h"
#include "sarrus/base/array.h"
#include "sarrus/format/state_json.h"
#include "sarrus/system/state_file.h"

namespace sarrus {

namespace {

using Json = nlohmann::ordered_json;

/// Removes the values that are not among `known`, and returns their names.
Array<std::string> remove_unknown(Json& values, const Json& known) {
  Array<std::string> removed;
  for (const auto& [name, value] : values.items())
    if (!known.contains(name)) removed.push_back(name);
  for (const std::string& name : removed) values.erase(name);
  return removed;
}

/// The names in `known` that are not among the values.
Array<std::string> find_missing(const Json& values, const Json& known) {
  Array<std::string> missing;
  for (const auto& [name, value] : known.items())
    if (!values.contains(name)) missing.push_back(name);
  return missing;
}

/// "'limits.lift.held'", or "3 values, such as 'limits.lift.held'".
std::string describe_values(const Array<std::string>& names) {
  if (names.size() == 1) return "'" + names[0] + "'";
  return fmt::format("{}, such as '{}'", counted(names.size(), "value"), names[0]);
}

/// Options do not change the coordinates and speeds of a model: a file in which one is missing is damaged.
void require_motion(const Json& file, const State& state, const std::string& name) {
  const auto require_names = [&](const char* part, const auto& wanted) {
    for (const auto& each : wanted)
      require(file.value(part, Json()).contains(each.name),
              "{}: {}: '{}' is missing; give it, or leave out 'format' and 'signature', and what is missing "
              "begins as in the model",
              name, part, each.name);
  };
  require_names("coordinates", state.model().coordinates());
  require_names("speeds", state.model().speeds());
}

/// Joints that a hard stop holds are locked; without that stop they are free.
void release_held_joints(Json& file) {
  constexpr std::string_view before = "limits.", after = ".held";
  for (const auto& [name, value] : file["discrete"].items())
    if (name.starts_with(before) && name.ends_with(after) && value != 0)
      file["locks"].erase(name.substr(before.size(), name.size() - before.size() - after.size()));
}

/// The state that the bytes are of this System; nothing if they are of another.
std::optional<State> state_of(const System& system, std::string_view bytes, const std::string& name) {
  try {
    return from_bytes(system, bytes, name);
  } catch (const Error&) {
    return {};
  }
}

}  // namespace

State read_state(const System& system, const std::string& json, const std::string& name, std::string& note) {
  Json file = Json::parse(json, nullptr, false);
  const Json own = Json::parse(state_to_json(system.default_state()));
  const bool is_of_other_elements =
      file.is_object() && file.contains("signature") && file.value("format", Json()) == own["format"] &&
      file.value("model", Json()) == own["model"] && file["signature"] != own["signature"];
  if (!is_of_other_elements) return state_from_json(system, json, name);
  for (const char* part : {"locks", "discrete", "parameters", "enabled", "auxiliaries"})
    if (!file.value(part, Json()).is_object()) return state_from_json(system, json, name);
  release_held_joints(file);
  Array<std::string> removed, missing;
  for (const char* part : {"discrete", "parameters", "enabled", "auxiliaries"}) {
    for (const std::string& value : remove_unknown(file[part], own[part])) removed.push_back(value);
    for (const std::string& value : find_missing(file[part], own[part])) missing.push_back(value);
  }
  // The same names of other things: the Error says so.
  if (removed.empty() && missing.empty()) return state_from_json(system, json, name);
  for (const char* key : {"format", "version", "signature"}) file.erase(key);
  State state = state_from_json(system, file.dump(), name);
  require_motion(file, state, name);
  note = fmt::format("note: {} was written by another command or with other options", name);
  if (!removed.empty()) note += "; left out of it: " + describe_values(removed);
  if (!missing.empty())
    note += "; missing in it, and as at the start of the model: " + describe_values(missing);
  note += "\n";
  return state;
}

State read_binary_state(const LoadedModel& robot, const System& system, std::string_view bytes,
                        const std::string& name, std::string& note) {
  if (const std::optional<State> own = state_of(system, bytes, name)) return *own;
  const Scenario usual = make_scenario({}, robot);
  if (const std::optional<State> other = state_of(usual.system, bytes, name))
    return read_state(system, state_to_json(*other), name, note);
  return from_bytes(system, bytes, name);  // says what is wrong with it
}

}  // namespace sarrus
