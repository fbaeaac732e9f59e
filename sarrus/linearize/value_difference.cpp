#include "sarrus/linearize/internal/value_difference.h"

#include "sarrus/linearize/internal/input_value.h"
#include "sarrus/system/prescribed_motion.h"

namespace sarrus::internal {

namespace {

constexpr double first_step_of_time = 0.01;

}  // namespace

ExtrapolatedDifference calc_value_difference(const State& state, const std::string& name,
                                             const std::function<VectorX<double>(const State&)>& f) {
  State moved = state;
  if (name == "time")
    return calc_extrapolated_difference(
        [&](double step) {
          moved.set_time(state.time() + step);
          prescribe(moved);
          return f(moved);
        },
        first_step_of_time);
  const NamedValue input = find_input(state, name);
  const double present = value(state, input);
  return calc_extrapolated_difference(
      [&](double step) {
        set_value(moved, input, present + step);
        prescribe(moved);
        return f(moved);
      },
      first_step_of_input(present));
}

}  // namespace sarrus::internal
