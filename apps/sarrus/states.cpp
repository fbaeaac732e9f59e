#include "apps/sarrus/states.h"

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <numbers>

#include "apps/sarrus/text_table.h"
#include "sarrus/base/array.h"
#include "sarrus/base/names.h"
#include "sarrus/dynamics/normalize_quaternions.h"
#include "sarrus/scalar/eigen.h"

namespace sarrus {

namespace {

using nlohmann::json;

/// The names of the entries of a list: of coordinates, or of speeds, for which the name of a joint with one
/// speed is enough.
struct EntryNames {
  Array<std::string> names{};
  std::map<std::string, int> numbers{};

  void add(const std::string& name, int number) {
    if (numbers.emplace(name, number).second) names.push_back(name);
  }
};
EntryNames coordinate_names(const Model& model) {
  EntryNames names;
  for (int i = 0; i < model.nq(); ++i) names.add(model.coordinates()[i].name, i);
  return names;
}
EntryNames speed_names(const Model& model) {
  EntryNames names;
  for (int i = 0; i < model.nu(); ++i) names.add(model.speeds()[i].name, i);
  for (const Body& body : model.bodies())
    if (body.nu == 1) names.add(body.joint_name, body.u0);
  return names;
}

/// A state of a file, and its name in messages.
class StateReader {
 public:
  StateReader(const json& state, std::string where) : state_(state), where_(std::move(where)) {
    require(state.is_object(),
            "{} is {}, but must be an object such as {{\"q\": [...], \"u\": [...]}} or {{\"q\": {{\"elbow\": "
            "0.5}}}}",
            where_, state.type_name());
    for (const auto& [key, value] : state.items()) check_key(key);
  }

  /// The numbers under a key, if there are any.
  void read(const char* key, const EntryNames& names, VectorX<double>& out) const {
    if (!state_.contains(key)) return;
    const json& entries = state_[key];
    if (entries.is_object()) return read_by_name(key, entries, names, out);
    const auto count = static_cast<std::size_t>(out.size());
    require(entries.is_array(),
            "{}: '{}' is {}, but must be a list of {} numbers, or an object of numbers by name", where_, key,
            entries.type_name(), count);
    require(entries.size() == count, "{}: '{}' has {}, but must have {}", where_, key,
            counted(entries.size(), "number"), count);
    for (std::size_t i = 0; i < count; ++i)
      out[static_cast<Eigen::Index>(i)] = number(entries[i], fmt::format("entry {} of '{}'", i, key));
  }

 private:
  void check_key(const std::string& key) const {
    static const Array<std::string> keys = {"q", "u", "udot", "tau"};
    static const std::map<std::string, std::string> others = {
        {"qdot", "u"},     {"qd", "u"},       {"dq", "u"},      {"v", "u"},        {"velocity", "u"},
        {"qddot", "udot"}, {"qdd", "udot"},   {"ddq", "udot"},  {"a", "udot"},     {"acceleration", "udot"},
        {"effort", "tau"}, {"torque", "tau"}, {"force", "tau"}, {"position", "q"}, {"time", ""}};
    if (std::find(keys.begin(), keys.end(), key) != keys.end()) return;
    if (const auto other = others.find(key); other != others.end() && !other->second.empty())
      fail("{}: there is no key '{}'. Did you mean '{}'?", where_, key, other->second);
    fail("{}: there is no key '{}'.{}", where_, key, suggestion(key.substr(0, 40), keys));
  }
  void read_by_name(const char* key, const json& entries, const EntryNames& names,
                    VectorX<double>& out) const {
    for (const auto& [name, value] : entries.items()) {
      const auto found = names.numbers.find(name);
      require(found != names.numbers.end(), "{}: '{}' has no entry '{}'.{}", where_, key, name,
              suggestion(name.substr(0, 40), names.names));
      out[found->second] = number(value, fmt::format("'{}' of '{}'", name, key));
    }
  }
  double number(const json& value, const std::string& what) const {
    require(value.is_number() && std::isfinite(value.get<double>()),
            "{}: {} is {}, but must be a finite number", where_, what, value.dump());
    return value.get<double>();
  }

  const json& state_;
  std::string where_;
};

}  // namespace

GivenState default_given_state(const Model& model) {
  const VectorX<double> zero = VectorX<double>::Zero(model.nu());
  const Array<double> q = model.default_q();
  return {Eigen::Map<const VectorX<double>>(q.data(), model.nq()), zero, zero, zero};
}

Array<GivenState> read_states(const Model& model, const json& list, const std::string& name,
                              const GivenState& otherwise) {
  require(list.is_array() || list.is_object(), "'{}' holds {}, but must hold a list of states, or one state",
          name, list.type_name());
  require(!list.empty(), "'{}' holds no state", name);
  const EntryNames coordinates = coordinate_names(model), speeds = speed_names(model);
  const json states = list.is_object() ? json::array({list}) : list;
  Array<GivenState> given;
  for (const json& state : states) {
    const std::string where = fmt::format("'{}', state {}", name, given.size());
    const StateReader reader(state, where);
    GivenState read = otherwise;
    reader.read("q", coordinates, read.q);
    reader.read("u", speeds, read.u);
    reader.read("udot", speeds, read.udot);
    reader.read("tau", speeds, read.tau);
    try {
      VectorX<double> copy = read.q;
      normalize_quaternions(model, copy);
    } catch (const Error& error) {
      fail("{}: {}", where, error.what());
    }
    given.push_back(std::move(read));
  }
  return given;
}

double RandomStates::between(double lower, double upper) {  // independent of the standard library
  return lower + (upper - lower) * std::ldexp(static_cast<double>(engine_() >> 11U), -53);
}

double RandomStates::coordinate(const Coordinate& coordinate) {
  const double reach = coordinate.unit == "rad" ? std::numbers::pi : 1.0;
  const CoordinateLimits& limits = coordinate.limits;
  const double lower = std::isfinite(limits.lower) ? limits.lower : std::min(-reach, limits.upper - reach);
  const double upper = std::isfinite(limits.upper) ? limits.upper : std::max(reach, limits.lower + reach);
  return between(lower, upper);
}

GivenState RandomStates::next() {
  GivenState state = default_given_state(*model_);
  for (int k = 0; k < model_->nq(); ++k) state.q[k] = coordinate(model_->coordinates()[k]);
  normalize_quaternions(*model_, state.q);
  for (VectorX<double>* list : {&state.u, &state.udot, &state.tau})
    for (double& x : *list) x = between(-1, 1);
  return state;
}

}  // namespace sarrus
