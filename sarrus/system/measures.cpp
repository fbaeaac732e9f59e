#include "sarrus/system/measures.h"

#include <algorithm>
#include <cmath>

#include "sarrus/system/responses.h"

namespace sarrus {

Measure constant_measure(Declaration& system, const std::string& name, double value) {
  return system.quantity<double>(name, {}, value, [](const State&, double&) {});
}

Measure time_measure(Declaration& system, const std::string& name) {
  return system.quantity<double>(name, {Source::time}, 0.0, [](const State& s, double& x) { x = s.time(); });
}

Measure variable_measure(Declaration& system, const std::string& name, Discrete<double> variable) {
  return system.quantity<double>(name, {variable}, 0.0,
                                 [variable](const State& s, double& x) { x = s[variable]; });
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

Measure plus(Declaration& system, const std::string& name, Measure a, Measure b) {
  return system.quantity<double>(name, {a, b}, 0.0, [a, b](const State& s, double& x) { x = s[a] + s[b]; });
}

Measure minus(Declaration& system, const std::string& name, Measure a, Measure b) {
  return system.quantity<double>(name, {a, b}, 0.0, [a, b](const State& s, double& x) { x = s[a] - s[b]; });
}

Measure scale(Declaration& system, const std::string& name, double factor, Measure a) {
  return system.quantity<double>(name, {a}, 0.0,
                                 [factor, a](const State& s, double& x) { x = factor * s[a]; });
}

Measure integrate(Declaration& system, const std::string& name, Measure a, double initial) {
  const Auxiliary z = system.auxiliary(name, {initial}, {a},
                                       [a](const State& state, Out<double> zdot) { zdot[0] = state[a]; });
  return system.quantity<double>(name, {z}, initial, [z](const State& s, double& x) { x = s[z][0]; });
}

Measure differentiate(Declaration& system, const std::string& name, Measure a) {
  const Quantity<std::vector<double>> derivative = system.quantities().derivative;
  return system.quantity<double>(name, {Source::time, Source::q, Source::u, Source::z, derivative, a}, 0.0,
                                 [a](const State& state, double& x) {
                                   const In<double> y = state.y(), rates = ydot(state);
                                   // Short compared with the time in which any variable changes by one, long
                                   // compared with rounding.
                                   double fastest = 1;
                                   for (const double rate : rates)
                                     fastest = std::max(fastest, std::abs(rate));
                                   const double step = 1e-5 / fastest;
                                   const auto at = [&](double epsilon) {
                                     std::vector<double> moved(y.begin(), y.end());
                                     for (std::size_t i = 0; i < moved.size(); ++i)
                                       moved[i] += epsilon * rates[i];
                                     State neighbour = state;
                                     neighbour.set_time(state.time() + epsilon);
                                     neighbour.set_y(moved);
                                     return neighbour[a];
                                   };
                                   x = (at(step) - at(-step)) / (2 * step);
                                 });
}

namespace {

/// The better of two values.
double better(Extreme kind, double a, double b) {
  switch (kind) {
    case Extreme::maximum:
      return std::max(a, b);
    case Extreme::minimum:
      return std::min(a, b);
    case Extreme::maximum_absolute:
      return std::abs(b) > std::abs(a) ? b : a;
    case Extreme::minimum_absolute:
      return std::abs(b) < std::abs(a) ? b : a;
  }
  return a;
}

/// What a measure has been, and whether it has been anything.
struct SoFar {
  double value = 0;
  bool any = false;
  bool operator==(const SoFar&) const = default;
};

/// A sample of a measure.
struct Sample {
  double time = 0, value = 0;
  bool operator==(const Sample&) const = default;
};

/// The value at a time by the cubic through the four samples around it, or fewer where there are no more.
double interpolate(const std::vector<Sample>& samples, double time) {
  if (time <= samples.front().time) return samples.front().value;
  const auto after = std::lower_bound(samples.begin(), samples.end(), time,
                                      [](const Sample& sample, double t) { return sample.time < t; });
  const auto next = static_cast<int>(after - samples.begin()), count = static_cast<int>(samples.size());
  const int first = std::clamp(next - 2, 0, std::max(0, count - 4)), last = std::min(first + 4, count);
  double sum = 0;
  for (int i = first; i < last; ++i) {
    double factor = samples[static_cast<std::size_t>(i)].value;
    for (int j = first; j < last; ++j)
      if (j != i)
        factor *= (time - samples[static_cast<std::size_t>(j)].time) /
                  (samples[static_cast<std::size_t>(i)].time - samples[static_cast<std::size_t>(j)].time);
    sum += factor;
  }
  return sum;
}

}  // namespace

Measure extreme(Declaration& system, const std::string& name, Measure a, Extreme kind, bool locate) {
  const Discrete<SoFar> so_far = system.discrete<SoFar>(name + " so far", {});
  const auto with_now = [so_far, a, kind](const State& state, SoFar& out) {
    const SoFar& before = state[so_far];
    out = {before.any ? better(kind, before.value, state[a]) : state[a], true};
  };
  const Quantity<SoFar> now = system.quantity<SoFar>(name + " now", {so_far, a}, {}, with_now);
  system.update_each_step(so_far, now);
  if (locate)
    system.event(
        on_crossing(name + " passes", differentiate(system, name + " rate", a), Crossing::both,
                    [so_far, now](State& state, EventCall&) { state.set(so_far, SoFar(state[now])); }));
  return system.quantity<double>(name, {now}, 0.0, [now](const State& s, double& x) { x = s[now].value; });
}

Measure delay(Declaration& system, const std::string& name, Measure a, double seconds) {
  require(std::isfinite(seconds) && seconds >= 0, "the measure '{}' cannot have a delay of {} s", name,
          seconds);
  using History = std::vector<Sample>;
  const Discrete<History> history = system.discrete<History>(name + " history", {});
  const Quantity<History> longer = system.quantity<History>(
      name + " longer history", {Source::time, history, a}, {},
      [history, a, seconds](const State& state, History& out) {
        const double now = state.time();
        const History& before = state[history];
        // Four samples at or before the delayed time are kept for the cubic.
        auto first = std::lower_bound(before.begin(), before.end(), now - seconds,
                                      [](const Sample& sample, double t) { return sample.time < t; });
        first -= std::min<std::ptrdiff_t>(4, first - before.begin());
        out.clear();
        std::copy_if(first, before.end(), std::back_inserter(out),
                     [now](const Sample& sample) { return sample.time < now; });
        out.push_back({now, state[a]});
      });
  system.update_each_step(history, longer);
  return system.quantity<double>(name, {Source::time, longer}, 0.0,
                                 [longer, seconds](const State& state, double& x) {
                                   x = interpolate(state[longer], state.time() - seconds);
                                 });
}

Measure sample_and_hold(Declaration& system, const std::string& name, Measure a, double period) {
  const Discrete<double> held = system.discrete<double>(name + " held", 0.0);
  const auto take = [held, a](State& state, EventCall&) { state.set(held, state[a]); };
  system.event(at_start(name + " starts", take));
  system.event(periodically(name + " samples", period, take));
  return variable_measure(system, name, held);
}

}  // namespace sarrus
