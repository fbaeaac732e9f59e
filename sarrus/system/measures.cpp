#include "sarrus/system/measures.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "sarrus/base/array.h"
#include "sarrus/system/declaration.h"
#include "sarrus/system/responses.h"

namespace sarrus {

namespace {

/// The numbers that a value consists of.
template <class V>
using Numbers = std::array<double, sizeof(V) / sizeof(double)>;
template <class V>
Numbers<V> numbers_of(const V& value) {
  return std::bit_cast<Numbers<V>>(value);
}

}  // namespace

Measure constant_measure(Declaration& system, const std::string& name, double value) {
  return system.quantity<double>(name, {}, value, [](const State&, double&) {});
}

VectorMeasure constant_measure(Declaration& system, const std::string& name, const Vec3<double>& value) {
  return system.quantity<Vec3<double>>(name, {}, value, [](const State&, Vec3<double>&) {});
}

Measure time_measure(Declaration& system, const std::string& name) {
  return system.quantity<double>(name, {Source::time}, 0.0, [](const State& s, double& x) { x = s.time(); });
}

template <class V>
Quantity<V> variable_measure(Declaration& system, const std::string& name, Discrete<V> variable) {
  return system.quantity<V>(name, {variable}, V{}, [variable](const State& s, V& x) { x = s[variable]; });
}

Measure variable_measure(Declaration& system, const std::string& name, Parameter parameter) {
  return system.quantity<double>(name, {parameter}, 0.0,
                                 [parameter](const State& s, double& x) { x = s[parameter]; });
}

Measure sinusoid_measure(Declaration& system, const std::string& name, double amplitude, double frequency,
                         double phase) {
  return system.quantity<double>(name, {Source::time}, 0.0,
                                 [amplitude, frequency, phase](const State& s, double& x) {
                                   x = amplitude * std::sin(frequency * s.time() + phase);
                                 });
}

template <class V>
ResultMeasure<V> result_measure(Declaration& system, const std::string& name,
                                const std::type_identity_t<V>& initial) {
  const Discrete<V> variable = system.discrete<V>(name, initial);
  return {variable_measure(system, name, variable), variable};
}

template <class V>
Quantity<V> plus(Declaration& system, const std::string& name, Quantity<V> a, Quantity<V> b) {
  return system.quantity<V>(name, {a, b}, V{}, [a, b](const State& s, V& x) { x = s[a] + s[b]; });
}

template <class V>
Quantity<V> minus(Declaration& system, const std::string& name, Quantity<V> a, Quantity<V> b) {
  return system.quantity<V>(name, {a, b}, V{}, [a, b](const State& s, V& x) { x = s[a] - s[b]; });
}

template <class V>
Quantity<V> scale(Declaration& system, const std::string& name, double factor, Quantity<V> a) {
  return system.quantity<V>(name, {a}, V{}, [factor, a](const State& s, V& x) { x = factor * s[a]; });
}

template <class V>
Measure component(Declaration& system, const std::string& name, Quantity<V> a, int index) {
  require(index >= 0 && index < static_cast<int>(Numbers<V>().size()),
          "the measure '{}' cannot be component {} of a value of {} numbers", name, index,
          Numbers<V>().size());
  return system.quantity<double>(name, {a}, 0.0,
                                 [a, index](const State& s, double& x) { x = numbers_of(s[a])[index]; });
}

Measure magnitude(Declaration& system, const std::string& name, VectorMeasure a) {
  return system.quantity<double>(name, {a}, 0.0, [a](const State& s, double& x) { x = norm(s[a]); });
}

template <class V>
Quantity<V> integrate(Declaration& system, const std::string& name, Quantity<V> a,
                      const std::type_identity_t<V>& initial) {
  const Numbers<V> first = numbers_of(initial);
  const Auxiliary z =
      system.auxiliary(name, {first.begin(), first.end()}, {a}, [a](const State& state, Out<double> zdot) {
        const Numbers<V> now = numbers_of(state[a]);
        std::copy(now.begin(), now.end(), zdot.begin());
      });
  return system.quantity<V>(name, {z}, initial, [z](const State& s, V& x) {
    Numbers<V> now;
    std::copy(s[z].begin(), s[z].end(), now.begin());
    x = std::bit_cast<V>(now);
  });
}

template <class V>
Quantity<V> differentiate(Declaration& system, const std::string& name, Quantity<V> a) {
  const auto difference = [a](const State& state, V& x) {
    const In<double> y = state.y(), rates = ydot(state);
    // Short compared with the time in which any variable changes by one, long compared with rounding.
    double fastest = 1;
    for (const double rate : rates) fastest = std::max(fastest, std::abs(rate));
    const double step = 1e-5 / fastest;
    const auto at = [&](double epsilon) {
      Array<double> moved(y.begin(), y.end());
      for (std::size_t i = 0; i < moved.size(); ++i) moved[i] += epsilon * rates[i];
      State neighbor = state;
      neighbor.set_time(state.time() + epsilon);
      neighbor.set_y(moved);
      return neighbor[a];
    };
    x = 1 / (2 * step) * (at(step) - at(-step));
  };
  const Quantity<Array<double>> derivative = system.quantities().derivative;
  return system.quantity<V>(name, {Source::time, Source::q, Source::u, Source::z, derivative, a}, V{},
                            difference);
}

namespace {

/// True if the second of two values is the more extreme one.
bool is_better(Extreme kind, double before, double now) {
  switch (kind) {
    case Extreme::maximum:
      return now > before;
    case Extreme::minimum:
      return now < before;
    case Extreme::maximum_absolute:
      return std::abs(now) > std::abs(before);
    case Extreme::minimum_absolute:
      return std::abs(now) < std::abs(before);
  }
  return false;
}

/// The extreme of a measure so far and its time; `any` is true once there was a value.
struct SoFar {
  double value = 0, time = 0;
  bool any = false;
  bool operator==(const SoFar&) const = default;
};

/// A sample of a measure. Two samples of the same time are the values before and after a jump.
template <class V>
struct Sample {
  double time = 0;
  V value{};
};
template <class V>
using History = Array<Sample<V>>;

/// Appends the present sample to the history: of earlier samples at the same time only the first is kept, if
/// its value differs.
template <class V>
void append(const History<V>& before, double now, const V& value, double oldest, History<V>& out) {
  const auto is_earlier = [](const Sample<V>& sample, double t) { return sample.time < t; };
  const auto end = std::lower_bound(before.begin(), before.end(), now, is_earlier);
  // Four samples at or before the oldest time are kept for the cubic.
  auto first = std::lower_bound(before.begin(), end, oldest, is_earlier);
  first -= std::min<std::ptrdiff_t>(4, first - before.begin());
  out.assign(first, end);
  if (end != before.end() && numbers_of(end->value) != numbers_of(value)) out.push_back(*end);
  out.push_back({now, value});
}

/// The value at a time by the cubic through the four samples around it, or fewer where there are no more
/// between two jumps.
template <class V>
V interpolate(const History<V>& samples, double time) {
  const auto after = std::upper_bound(samples.begin(), samples.end(), time,
                                      [](double t, const Sample<V>& sample) { return t < sample.time; });
  if (after == samples.begin()) return samples.front().value;
  if (after == samples.end()) return samples.back().value;
  const auto at = [&](int i) -> const Sample<V>& { return samples[i]; };
  const int next = static_cast<int>(after - samples.begin()), count = static_cast<int>(samples.size());
  int begin = next - 1, end = next + 1;  // range of the smooth piece, as far as it matters
  while (begin > 0 && next - begin < 4 && at(begin - 1).time < at(begin).time) --begin;
  while (end < count && end - next < 4 && at(end - 1).time < at(end).time) ++end;
  int first = std::max(begin, next - 2), last = std::min(end, first + 4);
  first = std::max(begin, last - 4);
  V sum{};
  for (int i = first; i < last; ++i) {
    double factor = 1;
    for (int j = first; j < last; ++j)
      if (j != i) factor *= (time - at(j).time) / (at(i).time - at(j).time);
    sum = sum + factor * at(i).value;
  }
  return sum;
}

}  // namespace

ExtremeMeasure extreme(Declaration& system, const std::string& name, Measure a, Extreme kind, bool locate) {
  const Discrete<SoFar> so_far = system.discrete<SoFar>(name + " so far", {});
  const auto with_now = [so_far, a, kind](const State& state, SoFar& out) {
    out = state[so_far];
    if (!out.any || is_better(kind, out.value, state[a])) out = {state[a], state.time(), true};
  };
  const Quantity<SoFar> now = system.quantity<SoFar>(name + " now", {Source::time, so_far, a}, {}, with_now);
  system.update_each_step(so_far, now);
  const auto keep = [so_far, now](State& state, EventCall&) { state.set(so_far, SoFar(state[now])); };
  if (locate)
    system.event(
        on_crossing(name + " passes", differentiate(system, name + " rate", a), Crossing::both, keep));
  if (locate && kind == Extreme::minimum_absolute)
    system.event(on_crossing(name + " passes zero", a, Crossing::both, keep));
  return {system.quantity<double>(name, {now}, 0.0, [now](const State& s, double& x) { x = s[now].value; }),
          system.quantity<double>(name + " time", {now}, 0.0,
                                  [now](const State& s, double& x) { x = s[now].time; })};
}

template <class V>
Quantity<V> delay(Declaration& system, const std::string& name, Quantity<V> a, double seconds) {
  require(std::isfinite(seconds) && seconds >= 0, "the measure '{}' cannot have a delay of {} s", name,
          seconds);
  const Discrete<History<V>> history = system.discrete<History<V>>(name + " history", {});
  const Quantity<History<V>> longer = system.quantity<History<V>>(
      name + " longer history", {Source::time, history, a}, {},
      [history, a, seconds](const State& state, History<V>& out) {
        append(state[history], state.time(), state[a], state.time() - seconds, out);
      });
  system.update_each_step(history, longer);
  system.event(before_handlers(name + " before", [history, longer](State& state, EventCall&) {
    state.set(history, History<V>(state[longer]));
  }));
  return system.quantity<V>(name, {Source::time, longer}, V{}, [longer, seconds](const State& state, V& x) {
    x = interpolate(state[longer], state.time() - seconds);
  });
}

template <class V>
Quantity<V> sample_and_hold(Declaration& system, const std::string& name, Quantity<V> a, double period) {
  const Discrete<V> held = system.discrete<V>(name + " held", V{});
  const auto take = [held, a](State& state, EventCall&) { state.set(held, state[a]); };
  system.event(at_start(name + " starts", take));
  system.event(periodically(name + " samples", period, take));
  return variable_measure(system, name, held);
}

#define SARRUS_MEASURES_OF(V)                                                              \
  template Quantity<V> variable_measure(Declaration&, const std::string&, Discrete<V>);    \
  template ResultMeasure<V> result_measure<V>(Declaration&, const std::string&, const V&); \
  template Quantity<V> plus(Declaration&, const std::string&, Quantity<V>, Quantity<V>);   \
  template Quantity<V> minus(Declaration&, const std::string&, Quantity<V>, Quantity<V>);  \
  template Quantity<V> scale(Declaration&, const std::string&, double, Quantity<V>);       \
  template Measure component(Declaration&, const std::string&, Quantity<V>, int);          \
  template Quantity<V> integrate(Declaration&, const std::string&, Quantity<V>, const V&); \
  template Quantity<V> differentiate(Declaration&, const std::string&, Quantity<V>);       \
  template Quantity<V> delay(Declaration&, const std::string&, Quantity<V>, double);       \
  template Quantity<V> sample_and_hold(Declaration&, const std::string&, Quantity<V>, double);

SARRUS_MEASURES_OF(double)
SARRUS_MEASURES_OF(Vec3<double>)
SARRUS_MEASURES_OF(Motion<double>)
SARRUS_MEASURES_OF(Force<double>)

}  // namespace sarrus
