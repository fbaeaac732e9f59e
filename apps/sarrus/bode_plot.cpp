#include "apps/sarrus/bode_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "apps/sarrus/unit_of_value.h"
#include "sarrus/linearize/linear_modes.h"

namespace sarrus {

namespace {

/// A decade beyond the slowest and the fastest mode.
FrequencyRange range_of(const Array<LinearMode>& modes, const FrequencyRange& given) {
  double slowest = 0, fastest = 0;
  for (const LinearMode& mode : modes)
    if (const double size = std::abs(mode.eigenvalue); size > 1e-9) {
      slowest = slowest == 0 ? size : std::min(slowest, size);
      fastest = std::max(fastest, size);
    }
  if (fastest == 0) slowest = fastest = 1;
  FrequencyRange range = given;
  if (range.from == 0) range.from = std::min(0.1 * slowest, range.to > 0 ? 0.01 * range.to : slowest);
  if (range.to == 0) range.to = std::max(10 * fastest, 100 * range.from);
  return range;
}

/// Frequencies at equal distances on a logarithmic axis, and closer ones about the resonances.
Array<double> frequencies_in(const FrequencyRange& range, const Array<LinearMode>& modes) {
  constexpr int count = 400;
  Array<double> frequencies;
  for (int i = 0; i < count; ++i)
    frequencies.push_back(range.from * std::pow(range.to / range.from, i / (count - 1.0)));
  for (const LinearMode& mode : modes) {
    if (!mode.is_oscillation()) continue;
    for (double distance = 0.1; distance > 1e-4; distance *= 0.6)
      for (const double side : {-1.0, 1.0}) {
        const double frequency = mode.frequency() * (1 + side * distance);
        if (frequency > range.from && frequency < range.to) frequencies.push_back(frequency);
      }
  }
  std::sort(frequencies.begin(), frequencies.end());
  return frequencies;
}

std::string with_unit(const std::string& name, const State& state) {
  const std::string unit = name.ends_with("_energy") ? "J" : unit_of(state, name);
  return unit.empty() ? name : fmt::format("{} ({})", name, unit);
}

/// Degrees, without the jumps of a full turn that arg() has.
double continued(double phase, double before) { return phase - 360 * std::round((phase - before) / 360); }

/// The two panels of an input.
struct Response {
  Panel magnitude, phase;
};

/// Panels of all inputs, with curves without points for all outputs.
std::vector<Response> empty_responses(const Linearization& linear, const State& center,
                                      const FrequencyRange& range) {
  const Axis frequency_axis{"angular frequency, rad/s", true, Axis::Range{range.from, range.to}};
  std::vector<Curve> curves;
  for (const std::string& output : linear.outputs)
    curves.push_back({with_unit(output, center), {}, {}, curves.size(), Stroke::thin, Mark::none});
  std::vector<Response> responses;
  for (const std::string& input : linear.inputs)
    responses.push_back({{"input " + with_unit(input, center), curves, frequency_axis, Axis{"magnitude"}},
                         {"", curves, frequency_axis, Axis{"phase, °", false, {}, 45}}});
  return responses;
}

void add_point(double frequency, const std::complex<double>& amplitude, Curve& magnitude, Curve& phase) {
  if (!(std::abs(amplitude) > 0) || !std::isfinite(std::abs(amplitude))) return;
  const double degrees = std::arg(amplitude) * 180 / std::numbers::pi;
  magnitude.x.push_back(frequency), magnitude.y.push_back(std::abs(amplitude));
  phase.x.push_back(frequency);
  phase.y.push_back(phase.y.empty() ? degrees : continued(degrees, phase.y.back()));
}

}  // namespace

Plot bode_plot(const Linearization& linear, const State& center, const FrequencyRange& given) {
  constexpr std::size_t widest = 3;
  const Array<LinearMode> modes = calc_modes(linear);
  const FrequencyRange range = range_of(modes, given);
  std::vector<Response> responses = empty_responses(linear, center, range);
  for (const double frequency : frequencies_in(range, modes)) {
    const Eigen::MatrixXcd amplitudes = calc_frequency_response(linear, frequency);
    for (std::size_t i = 0; i < linear.inputs.size(); ++i)
      for (std::size_t j = 0; j < linear.outputs.size(); ++j)
        add_point(frequency, amplitudes(static_cast<Eigen::Index>(j), static_cast<Eigen::Index>(i)),
                  responses[i].magnitude.curves[j], responses[i].phase.curves[j]);
  }
  Plot plot{"Frequency response", "", "", {}, 440, 260, std::min(responses.size(), widest)};
  for (std::size_t first = 0; first < responses.size(); first += widest) {
    const std::size_t end = std::min(responses.size(), first + widest);
    for (std::size_t i = first; i < end; ++i) plot.panels.push_back(std::move(responses[i].magnitude));
    for (std::size_t i = first; i < end; ++i) plot.panels.push_back(std::move(responses[i].phase));
  }
  return plot;
}

}  // namespace sarrus
