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
  Array<std::string> removed;
  for (const char* part : {"discrete", "parameters", "enabled", "auxiliaries"})
    for (const std::string& value : remove_unknown(file[part], own[part])) removed.push_back(value);
  for (const char* key : {"format", "version", "signature"}) file.erase(key);
  if (!removed.empty())
    note = fmt::format("note: {} was written with other options; left out of it: {}\n", name,
                       removed.size() == 1
                           ? "'" + removed[0] + "'"
                           : fmt::format("{}, such as '{}'", counted(removed.size(), "value"), removed[0]));
  return state_from_json(system, file.dump(), name);
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
