#include "apps/sarrus/states.h"

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numbers>
#include <random>

#include "sarrus/base/names.h"
#include "sarrus/dynamics/coordinates.h"

namespace sarrus {

namespace {

using nlohmann::json;

json read_json(const std::string& path) {
  std::ifstream file(path);
  require(file.good(), "cannot open '{}'", path);
  try {
    return json::parse(file);
  } catch (const json::exception& error) {
    fail("'{}' is not JSON: {}", path, error.what());
  }
}

/// The list of numbers under a key, if there is one.
void read_numbers(const json& state, const char* key, int count, const std::string& where,
                  VectorX<double>& out) {
  if (!state.contains(key)) return;
  const json& list = state[key];
  require(list.is_array(), "{}: '{}' is {}, but must be a list of {} numbers", where, key, list.type_name(),
          count);
  require(list.size() == static_cast<std::size_t>(count), "{}: '{}' has {} numbers, but must have {}", where,
          key, list.size(), count);
  for (std::size_t i = 0; i < list.size(); ++i) {
    require(list[i].is_number() && std::isfinite(list[i].get<double>()),
            "{}: entry {} of '{}' is {}, but must be a finite number", where, i, key, list[i].dump());
    out[static_cast<Eigen::Index>(i)] = list[i].get<double>();
  }
}

GivenState default_state(const Model& model) {
  const VectorX<double> zero = VectorX<double>::Zero(model.nu());
  return {model.default_q(), zero, zero, zero};
}

GivenState read_state(const Model& model, const json& state, const std::string& where) {
  require(state.is_object(), "{} is {}, but must be an object such as {{\"q\": [...], \"u\": [...]}}", where,
          state.type_name());
  static const std::vector<std::string> keys = {"q", "u", "udot", "tau"};
  for (const auto& [key, value] : state.items())
    require(std::find(keys.begin(), keys.end(), key) != keys.end(), "{}: there is no key '{}'.{}", where, key,
            suggestion(key.substr(0, 40), keys));
  GivenState given = default_state(model);
  read_numbers(state, "q", model.nq(), where, given.q);
  read_numbers(state, "u", model.nu(), where, given.u);
  read_numbers(state, "udot", model.nu(), where, given.udot);
  read_numbers(state, "tau", model.nu(), where, given.tau);
  try {
    VectorX<double> copy = given.q;
    normalize_quaternions(model, copy);
  } catch (const Error& error) {
    fail("{}: {}", where, error.what());
  }
  return given;
}

/// Numbers that are the same with every standard library.
class RandomNumbers {
 public:
  explicit RandomNumbers(unsigned seed) : engine_(seed) {}
  double between(double lower, double upper) {
    return lower + (upper - lower) * std::ldexp(static_cast<double>(engine_() >> 11U), -53);
  }

 private:
  std::mt19937_64 engine_;
};

double random_coordinate(const Coordinate& coordinate, RandomNumbers& random) {
  const double reach = coordinate.unit == "rad" ? std::numbers::pi : 1.0;
  const Limits& limits = coordinate.limits;
  const double lower = std::isfinite(limits.lower) ? limits.lower : std::min(-reach, limits.upper - reach);
  const double upper = std::isfinite(limits.upper) ? limits.upper : std::max(reach, limits.lower + reach);
  return random.between(lower, upper);
}

}  // namespace

std::vector<GivenState> read_states(const Model& model, const std::string& path) {
  const json list = read_json(path);
  require(list.is_array(), "'{}' holds {}, but must hold a list of states", path, list.type_name());
  std::vector<GivenState> states;
  for (const json& state : list)
    states.push_back(read_state(model, state, fmt::format("'{}', state {}", path, states.size())));
  return states;
}

std::vector<GivenState> random_states(const Model& model, int count, unsigned seed) {
  RandomNumbers random(seed);
  std::vector<GivenState> states;
  for (int i = 0; i < count; ++i) {
    GivenState state = default_state(model);
    for (int k = 0; k < model.nq(); ++k)
      state.q[k] = random_coordinate(model.coordinates()[static_cast<std::size_t>(k)], random);
    normalize_quaternions(model, state.q);
    for (VectorX<double>* list : {&state.u, &state.udot, &state.tau})
      for (double& x : *list) x = random.between(-1, 1);
    states.push_back(std::move(state));
  }
  return states;
}

}  // namespace sarrus
