#include "sarrus/system/named_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "sarrus/base/array.h"
#include "sarrus/base/names.h"
#include "sarrus/system/internal/layout.h"
#include "sarrus/system/internal/parameter_numbers.h"

namespace sarrus {

using namespace internal;

namespace {

constexpr const char* xyz[]{"x", "y", "z"};
constexpr const char* moments[]{"xx", "yy", "zz", "xy", "xz", "yz"};

std::string long_name(const NamedValue& value) {
  return fmt::format("{}:{}", kind_name(value.kind), value.name);
}
bool is_long_name(std::string_view name, const NamedValue& value) {
  const std::string_view kind = kind_name(value.kind);
  return name.size() == kind.size() + 1 + value.name.size() && name.starts_with(kind) &&
         name[kind.size()] == ':' && name.ends_with(value.name);
}

/// Collects the values of a State; ambiguous names are qualified at the end.
class Collection {
 public:
  explicit Collection(const State& state) : layout_(state.layout()), model_(state.model()) {
    add("time", "s", ValueKind::time);
    add_all(model_.coordinates(), ValueKind::coordinate);
    add_all(model_.speeds(), ValueKind::speed);
    for (const AuxiliaryEntry& entry : layout_.auxiliaries) add(entry.name, "", ValueKind::auxiliary);
    add_all(layout_.parameters, ValueKind::parameter);
    for (int i = 0; i < 3; ++i) add(std::string("gravity.") + xyz[i], "m/s²", ValueKind::gravity, 0, i);
    for (int b = 1; b < model_.body_count(); ++b) add_body(b);
    add_all(model_.joint_parameters(), ValueKind::joint_parameter);
    for (int i = 0; i < static_cast<int>(layout_.elements.size()); ++i)
      add(layout_.elements[i].name + ".enabled", "", ValueKind::flag, i);
  }

  const Array<NamedValue>& values() const { return values_; }

  /// Qualifies ambiguous names by their kind.
  Array<NamedValue> distinct() && {
    std::map<std::string, int> count;
    for (const NamedValue& value : values_) ++count[value.name];
    for (NamedValue& value : values_)
      if (count[value.name] > 1) value.name = long_name(value);
    return std::move(values_);
  }

 private:
  void add(std::string name, std::string unit, ValueKind kind, int number = -1, int component = 0) {
    if (number < 0) number = counts_[kind]++;
    values_.push_back({std::move(name), std::move(unit), kind, number, component});
  }
  template <class Entries>
  void add_all(const Entries& entries, ValueKind kind) {
    for (const auto& entry : entries) add(entry.name, entry.unit, kind);
  }
  void add_body(int b) {
    const Body& body = model_.body(b);
    add(body.name + ".mass", "kg", ValueKind::body, b, 0);
    for (int i = 0; i < 3; ++i) add(body.name + ".com." + xyz[i], "m", ValueKind::body, b, 1 + i);
    for (int i = 0; i < 6; ++i) add(body.name + ".inertia." + moments[i], "kg·m²", ValueKind::body, b, 4 + i);
    if (body.nu > 0) add(body.joint_name + ".locked", "", ValueKind::lock, b);
    for (int i = 0; i < 3; ++i) add(body.joint_name + ".parent_frame." + xyz[i], "m", ValueKind::frame, b, i);
    for (int i = 0; i < 3; ++i)
      add(body.joint_name + ".child_frame." + xyz[i], "m", ValueKind::frame, b, 3 + i);
  }

  const SystemLayout& layout_;
  const Model& model_;
  std::map<ValueKind, int> counts_;
  Array<NamedValue> values_;
};

/// Mass, center of mass and central inertia of a body, as ten numbers.
std::array<double, 10> body_numbers(const RigidInertia<double>& M) {
  if (M.m == 0) return {};
  const Vec3<double> c = M.com();
  const Sym3<double> I = M.central();
  return {M.m, c.x, c.y, c.z, I.xx, I.yy, I.zz, I.xy, I.xz, I.yz};
}

RigidInertia<double> inertia_of(const std::array<double, 10>& n) {
  return RigidInertia<double>::from_central(n[0], {n[1], n[2], n[3]}, {n[4], n[5], n[6], n[7], n[8], n[9]});
}

void set_body(State& state, const NamedValue& which, double value) {
  if (which.component == 0) return state.set_mass(which.number, value);
  std::array<double, 10> n = body_numbers(state.model_parameters().inertia[which.number]);
  require(n[0] > 0, "'{}' cannot be set: the body has no mass", which.name);
  n[which.component] = value;
  state.set_inertia(which.number, inertia_of(n));
}

double& position_in(const NamedValue& which, Pose<double>& X_PF, Pose<double>& X_BM) {
  return which.component < 3 ? X_PF.p[which.component] : X_BM.p[which.component - 3];
}

bool as_switch(const NamedValue& which, double value) {
  require(value == 0 || value == 1, "'{}' is either 0 or 1, not {}", which.name, value);
  return value == 1;
}

Parameter parameter(const State& state, const NamedValue& which) {
  return state.layout().parameter(which.number);
}
ElementId element(const State& state, const NamedValue& which) {
  return state.layout().element(which.number);
}

}  // namespace

std::string_view kind_name(ValueKind kind) {
  constexpr std::string_view names[]{"time", "coordinate",      "speed", "auxiliary", "parameter",
                                     "body", "joint_parameter", "frame", "gravity",   "flag",
                                     "lock"};
  return names[static_cast<int>(kind)];
}

Array<NamedValue> value_names(const State& state) { return Collection(state).distinct(); }

NamedValue find_value(const State& state, std::string_view name) {
  const Collection all(state);
  const NamedValue* found = nullptr;
  for (const NamedValue& value : all.values()) {
    if (is_long_name(name, value)) return value;
    if (value.name != name) continue;
    require(found == nullptr, "the name '{}' has several meanings; write '{}' or '{}'", name,
            long_name(found == nullptr ? value : *found), long_name(value));
    found = &value;
  }
  if (found != nullptr) return *found;
  Array<std::string> names, parts;
  for (const NamedValue& value : all.values()) {
    names.push_back(value.name);
    if (value.name.starts_with(std::string(name) + '.')) parts.push_back(value.name);
  }
  if (parts.empty()) fail("the state has no value named '{}'.{}", name, suggestion(name, names));
  constexpr std::size_t most = 8;
  const std::size_t more = parts.size() - std::min(most, parts.size());
  parts.resize(parts.size() - more);
  fail("the state has no value named '{}', but {}{}", name, join(parts, ", "),
       more > 0 ? fmt::format(" and {} more", more) : "");
}

double value(const State& state, const NamedValue& which) {
  const int i = which.number;
  switch (which.kind) {
    case ValueKind::time:
      return state.time();
    case ValueKind::coordinate:
      return state.q()[i];
    case ValueKind::speed:
      return state.u()[i];
    case ValueKind::auxiliary:
      return state.z()[i];
    case ValueKind::parameter:
      return state[parameter(state, which)];
    case ValueKind::body:
      return body_numbers(state.model_parameters().inertia[which.number])[which.component];
    case ValueKind::joint_parameter:
      return state.model_parameters().joint[i];
    case ValueKind::frame: {
      Pose<double> X_PF = state.model_parameters().X_PF[i], X_BM = state.model_parameters().X_BM[i];
      return position_in(which, X_PF, X_BM);
    }
    case ValueKind::gravity:
      return state.model_parameters().gravity[which.component];
    case ValueKind::flag:
      return state.is_enabled(element(state, which)) ? 1 : 0;
    case ValueKind::lock:
      return state.lock_level(which.number) != MotionLevel::none ? 1 : 0;
  }
  fail("'{}' is of no known kind", which.name);
}

void set_value(State& state, const NamedValue& which, double value) {
  const int i = which.number;
  switch (which.kind) {
    case ValueKind::time:
      return state.set_time(value);
    case ValueKind::coordinate:
      return state.set_q(which.number, value);
    case ValueKind::speed:
      return state.set_u(which.number, value);
    case ValueKind::auxiliary:
      return state.set_z(which.number, value);
    case ValueKind::parameter:
      return state.set(parameter(state, which), value);
    case ValueKind::body:
      return set_body(state, which, value);
    case ValueKind::joint_parameter:
      return state.set_joint_parameter(which.number, value);
    case ValueKind::frame: {
      Pose<double> X_PF = state.model_parameters().X_PF[i], X_BM = state.model_parameters().X_BM[i];
      position_in(which, X_PF, X_BM) = value;
      return state.set_joint_frames(which.number, X_PF, X_BM);
    }
    case ValueKind::gravity: {
      Vec3<double> g = state.model_parameters().gravity;
      g[which.component] = value;
      return state.set_gravity(g);
    }
    case ValueKind::flag:
      return state.set_enabled(element(state, which), as_switch(which, value));
    case ValueKind::lock: {
      const bool is_locked = state.lock_level(which.number) != MotionLevel::none;
      if (as_switch(which, value) == is_locked) return;
      return is_locked ? state.unlock(which.number) : state.lock(which.number);
    }
  }
}

double value(const State& state, std::string_view name) { return value(state, find_value(state, name)); }

void set_value(State& state, std::string_view name, double value) {
  set_value(state, find_value(state, name), value);
}

void set_values(State& state, const Array<std::pair<std::string, double>>& values) {
  State changed = state;
  Array<std::pair<NamedValue, double>> of_bodies;
  for (const auto& [name, value] : values) {
    const NamedValue which = find_value(state, name);
    if (which.kind == ValueKind::body && which.component > 0)
      of_bodies.emplace_back(which, value);
    else
      set_value(changed, which, value);  // masses are set here, before the other numbers of bodies
  }
  std::map<int, std::array<double, 10>> bodies;
  for (const auto& [which, value] : of_bodies) {
    auto& n = bodies.try_emplace(which.number, body_numbers(changed.model_parameters().inertia[which.number]))
                  .first->second;
    require(n[0] > 0, "'{}' cannot be set: the body has no mass", which.name);
    n[which.component] = value;
  }
  for (const auto& [body, n] : bodies) changed.set_inertia(body, inertia_of(n));
  state = changed;  // keeps the memory of the state's computed quantities
}

}  // namespace sarrus
