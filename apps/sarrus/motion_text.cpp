#include "apps/sarrus/motion_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "apps/sarrus/canvas.h"
#include "apps/sarrus/text_table.h"
#include "sarrus/base/array.h"

namespace sarrus {

namespace {

constexpr std::size_t most_rows = 30, most_curves = 2;
constexpr int curve_columns = 60, curve_rows = 5;

std::string table(const Model& model, const MotionRecord& record) {
  TextTable table({"coordinate", "unit", "start", "end", "least", "greatest", "limits"});
  const std::size_t count = std::min(record.coordinates().size(), most_rows);
  for (std::size_t i = 0; i < count; ++i) {
    const auto& [first, last, least, greatest] = record.coordinates()[i];
    const Coordinate& c = model.coordinates()[i];
    const auto number = [](double x) { return fmt::format("{:.4g}", x); };
    constexpr double slack = 1e-6;  // of stops that a joint rests on
    const bool is_outside = least < c.limits.lower - slack || greatest > c.limits.upper + slack;
    table.row({c.name, c.unit, number(first), number(last), number(least), number(greatest),
               is_outside ? fmt::format("left {:.5g} to {:.5g}", c.limits.lower, c.limits.upper) : ""});
  }
  std::string text = table.text();
  if (record.coordinates().size() > count)
    text +=
        fmt::format("  … and {} more; --output FILE.csv keeps all\n", record.coordinates().size() - count);
  return text;
}

/// The coordinates that moved, in decreasing order of their ranges.
Array<std::size_t> movers(const MotionRecord& record) {
  const auto range = [&](std::size_t i) {
    return record.coordinates()[i].greatest - record.coordinates()[i].least;
  };
  constexpr double negligible = 1e-3;  // compared with the largest range
  Array<std::size_t> order(record.coordinates().size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::erase_if(order, [&](std::size_t i) { return !(range(i) > 0) || !std::isfinite(range(i)); });
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return range(a) > range(b); });
  const double largest = order.empty() ? 0 : range(order.front());
  std::erase_if(order, [&](std::size_t i) { return range(i) < negligible * largest; });
  order.resize(std::min(order.size(), most_curves));
  std::sort(order.begin(), order.end());
  return order;
}

std::string curve(const Model& model, const Array<MotionRecord::Sample>& samples, std::size_t coordinate) {
  Canvas canvas(curve_columns, curve_rows);
  for (std::size_t i = 1; i < samples.size(); ++i)
    canvas.line(samples[i - 1].time, samples[i - 1].q[coordinate], samples[i].time, samples[i].q[coordinate]);
  const Coordinate& c = model.coordinates()[coordinate];
  std::string text = fmt::format("\n  '{}' [{}] from t = {:.6g} s to {:.6g} s\n", c.name, c.unit,
                                 samples.front().time, samples.back().time);
  std::string line;
  for (const char character : canvas.draw_stretched()) {
    if (line.empty()) line = "  ";
    line += character;
    if (character != '\n') continue;
    text += line;
    line.clear();
  }
  return text;
}

}  // namespace

std::string motion_text(const Model& model, const MotionRecord& record) {
  if (record.coordinates().empty()) return "";
  std::string text = "\n" + table(model, record);
  const Array<MotionRecord::Sample> samples = record.samples();
  if (samples.size() < 2) return text;
  for (const std::size_t coordinate : movers(record)) text += curve(model, samples, coordinate);
  return text;
}

}  // namespace sarrus
