#include "apps/sarrus/json_input.h"

#include <algorithm>
#include <set>

#include "sarrus/base/error.h"

namespace sarrus {

using nlohmann::json;

json parse_json(const std::string& text, const std::string& name) {
  require(text.find_first_not_of(" \t\r\n") != text.npos, "'{}' is empty; it must hold JSON", name);
  std::vector<std::set<std::string>> open;  // keys of the objects around the current place
  const auto note = [&](int, json::parse_event_t event, const json& parsed) {
    if (event == json::parse_event_t::object_start) open.emplace_back();
    if (event == json::parse_event_t::object_end) open.pop_back();
    if (event == json::parse_event_t::key) {
      const auto key = parsed.get<std::string>();
      require(open.back().insert(key).second, "'{}': the key '{}' comes twice in one object", name, key);
    }
    return true;
  };
  try {
    return json::parse(text, note);
  } catch (const json::exception& error) {
    std::string said = error.what();  // "[json.exception.parse_error.101] parse error at line 1, …"
    said.erase(0, std::min(said.find("] ") + 2, said.size()));
    for (const std::string_view jargon : {"parse error at ", "syntax error while parsing value - "})
      if (const std::size_t at = said.find(jargon); at != said.npos) said.erase(at, jargon.size());
    fail("'{}' is not JSON: {}", name, said);
  }
}

}  // namespace sarrus
