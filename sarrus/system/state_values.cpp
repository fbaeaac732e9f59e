#include "sarrus/system/state_values.h"

#include "sarrus/base/array.h"
#include "sarrus/system/internal/parameter_numbers.h"
#include "sarrus/system/internal/state_access.h"

namespace sarrus {

using namespace internal;

namespace {

Array<double> copy(In<double> values) { return {values.begin(), values.end()}; }

std::string encoded(const State& state, std::size_t index) {
  const DiscreteEntry& variable = state.layout().discretes[index];
  require(variable.codec.encode != nullptr,
          "the discrete variable '{}' is of a type that cannot be saved; make it a number, a string, a plain "
          "structure or a vector of those, or specialize sarrus::Codec for its type",
          variable.name);
  return variable.codec.encode(StateAccess::discrete(state, index).get());
}

void decode(State& state, std::size_t index, const std::string& bytes) {
  const DiscreteEntry& variable = state.layout().discretes[index];
  require(variable.codec.decode != nullptr, "the discrete variable '{}' is of a type that cannot be loaded",
          variable.name);
  try {
    StateAccess::set_discrete(state, index, variable.codec.decode(bytes));
  } catch (const Error& error) {
    fail("discrete variable '{}': {}", variable.name, error.what());
  }
}

void set_lock(State& state, const StateValues::Lock& lock) {
  if (lock.k < 0) return state.lock(lock.body, lock.level, lock.accelerations);
  const Body& body = state.model().body(lock.body);
  require(lock.k < body.nu && lock.accelerations.size() <= 1,
          "a lock of speed {} of joint '{}', which has {}", lock.k, body.joint_name, body.nu);
  state.lock_speed(body.u0 + lock.k, lock.level, lock.accelerations.empty() ? 0 : lock.accelerations[0]);
}

void require_count(std::size_t given, std::size_t wanted, const char* what) {
  require(given == wanted, "{} {} are given, but the system has {}", given, what, wanted);
}

}  // namespace

Array<StateValues::Lock> locks_of(const State& state) {
  Array<StateValues::Lock> locks;
  for (int b = 1; b < state.model().body_count(); ++b) {
    const Body& body = state.model().body(b);
    const auto add = [&](MotionLevel level, int first, int count, int k) {
      locks.push_back({b, level, {}, k});
      if (level != MotionLevel::acceleration) return;
      const double* accelerations = state.locked_accelerations().data() + first;
      locks.back().accelerations.assign(accelerations, accelerations + count);
    };
    if (const MotionLevel level = state.lock_level(b); level != MotionLevel::none) {
      add(level, body.u0, body.nu, -1);
      continue;
    }
    for (int k = 0; k < body.nu; ++k)
      if (const MotionLevel level = state.speed_lock_level(body.u0 + k); level != MotionLevel::none)
        add(level, body.u0 + k, 1, k);
  }
  return locks;
}

std::string_view level_name(MotionLevel level) {
  constexpr std::string_view names[]{"none", "acceleration", "velocity", "position"};
  return names[static_cast<int>(level)];
}

StateValues values_of(const State& state) {
  const SystemLayout& layout = state.layout();
  StateValues values{.time = state.time(),
                     .rotation = state.rotation_coordinates(),
                     .q = copy(state.q()),
                     .u = copy(state.u()),
                     .z = copy(state.z())};
  for (std::size_t i = 0; i < layout.parameters.size(); ++i)
    values.parameters.push_back(state[layout.parameter(i)]);
  if (!same_bits(state.model_parameters(), layout.as_given->tree.parameters()))
    values.model_parameters = state.model_parameters();
  for (std::size_t i = 0; i < layout.elements.size(); ++i)
    values.enabled.push_back(state.is_enabled(layout.element(i)));
  values.locks = locks_of(state);
  for (std::size_t i = 0; i < layout.discretes.size(); ++i) values.discretes.push_back(encoded(state, i));
  return values;
}

State make_state(const System& system, const StateValues& values) {
  const SystemLayout& layout = system.layout();
  require_count(values.parameters.size(), layout.parameters.size(), "parameters");
  require_count(values.enabled.size(), layout.elements.size(), "flags of elements");
  require_count(values.discretes.size(), layout.discretes.size(), "discrete variables");
  State state = system.default_state();
  if (values.rotation) state.set_rotation_coordinates(*values.rotation);
  if (values.model_parameters) state.set_model_parameters(*values.model_parameters);
  for (std::size_t i = 0; i < layout.parameters.size(); ++i)
    state.set(layout.parameter(i), values.parameters[i]);
  for (std::size_t i = 0; i < layout.elements.size(); ++i)
    state.set_enabled(layout.element(i), values.enabled[i]);
  for (const StateValues::Lock& lock : values.locks) set_lock(state, lock);
  state.set_time(values.time);
  state.set_q(values.q);
  state.set_u(values.u);  // after the locks, which stop what they hold
  state.set_z(values.z);
  for (std::size_t i = 0; i < layout.discretes.size(); ++i) decode(state, i, values.discretes[i]);
  return state;
}

}  // namespace sarrus
