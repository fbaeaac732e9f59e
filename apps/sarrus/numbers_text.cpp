#include "apps/sarrus/numbers_text.h"

#include <fmt/format.h>

#include <cmath>

namespace sarrus {

std::string short_number(double x) {
  constexpr double longest = 1e7;
  if (!std::isfinite(x) || x == 0 || std::abs(x) >= longest || std::abs(x) < 1e-4)
    return fmt::format("{:.3g}", x);
  const double unit = std::pow(10.0, std::floor(std::log10(std::abs(x))) - 2);
  return fmt::format("{:.7g}", std::round(x / unit) * unit);
}

std::string seconds_text(double seconds) {
  constexpr struct {
    double unit;
    const char* name;
  } units[] = {{1, "s"}, {1e-3, "ms"}, {1e-6, "µs"}};
  constexpr double rounds_up = 0.9995;  // three digits show larger values as one of the next unit
  for (const auto& [unit, name] : units)
    if (std::abs(seconds) >= rounds_up * unit)
      return fmt::format("{} {}", short_number(seconds / unit), name);
  return seconds == 0 ? "0 s" : fmt::format("{} ns", short_number(seconds / 1e-9));
}

std::string rough_duration(double seconds) {
  if (seconds < 60) return fmt::format("{:.0f} s", std::ceil(seconds));
  if (seconds < 3600) return fmt::format("{:.0f} min", std::ceil(seconds / 60));
  if (seconds < 1e6) return fmt::format("{:.1f} h", seconds / 3600);
  return "very long";
}

}  // namespace sarrus
