#include "apps/sarrus/limit_stops.h"

#include <fmt/format.h>

#include "apps/sarrus/stops.h"
#include "apps/sarrus/text_table.h"
#include "sarrus/rigid/hard_stops.h"

namespace sarrus {

std::size_t count_limited_joints(const Model& model) { return HardStops::of_model(model).stops().size(); }

void add_limit_stops(SystemBuilder& builder, LimitStops stops, const Array<std::string>& without) {
  if (stops == LimitStops::springs) add_stops(builder);
  if (stops != LimitStops::hard) return;
  HardStops all = HardStops::of_model(builder.model(), 0, without);
  if (!all.stops().empty()) builder.add("limits", std::move(all));
}

Array<std::string> joints_outside_limits(const State& state) {
  constexpr double rounding = 1e-11;  // less than what a hard stop leaves
  Array<std::string> outside;
  for (const Body& body : state.model().bodies())
    for (int i = 0; i < body.nq; ++i) {
      const CoordinateLimits& limits = state.model().coordinates()[body.q0 + i].limits;
      const double q = state.q(body.q0 + i);
      if (q >= limits.lower - rounding && q <= limits.upper + rounding) continue;
      outside.push_back(body.joint_name);
      break;
    }
  return outside;
}

std::string limit_line(const Model& model, LimitStops stops) {
  const std::size_t count = count_limited_joints(model);
  if (count == 0) return "";
  const std::string joints = counted(count, "joint");
  if (stops == LimitStops::none) return fmt::format("  limits       of {} not enforced\n", joints);
  return fmt::format("  limits       {} at {}\n", stops == LimitStops::hard ? "hard stops" : "springs",
                     joints);
}

}  // namespace sarrus
