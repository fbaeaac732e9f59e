#include "sarrus/format/json_text.h"

#include <algorithm>
#include <set>

#include "sarrus/base/array.h"
#include "sarrus/base/error.h"

namespace sarrus {

namespace {

using nlohmann::json;

/// A message of nlohmann::json without the words that only its users understand:
/// "[json.exception.parse_error.101] parse error at line 1, column 2: syntax error while parsing value - …".
std::string without_jargon(std::string said) {
  said.erase(0, std::min(said.find("] ") + 2, said.size()));
  if (said.starts_with("parse error at ")) said.erase(0, std::string_view("parse error at ").size());
  const std::size_t begin = said.find("syntax error while parsing "),
                    end = said.find(" - ", std::min(begin, said.size()));
  if (begin != said.npos && end != said.npos) said.erase(begin, end + 3 - begin);
  return said;
}

}  // namespace

json parse_json(std::string_view text) {
  constexpr int deepest = 100;  // deeper nesting costs too much memory
  require(text.find_first_not_of(" \t\r\n") != text.npos, "this is empty, not JSON");
  Array<std::set<std::string>> open;  // keys of the objects that enclose the current position
  const auto note = [&](int depth, json::parse_event_t event, const json& parsed) {
    require(depth < deepest, "lists and objects are nested more than {} deep", deepest);
    if (event == json::parse_event_t::object_start) open.emplace_back();
    if (event == json::parse_event_t::object_end) open.pop_back();
    if (event == json::parse_event_t::key) {
      const auto key = parsed.get<std::string>();
      require(open.back().insert(key).second, "the key '{}' comes twice in one object", key);
    }
    return true;
  };
  try {
    return json::parse(text, note);
  } catch (const json::exception& error) {
    fail("this is not JSON: {}", without_jargon(error.what()));
  }
}

}  // namespace sarrus
