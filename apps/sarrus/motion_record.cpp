#include "apps/sarrus/motion_record.h"

#include <algorithm>

#include "sarrus/system/responses.h"

namespace sarrus {

void MotionRecord::add(const State& state) {
  constexpr std::size_t most = 800;
  last_ = {state.time(), {state.q().begin(), state.q().end()}};
  greatest_kinetic_energy_ = std::max(greatest_kinetic_energy_, kinetic_energy(state));
  if (ranges_.empty())
    for (const double q : last_.q) ranges_.push_back({q, q, q, q});
  for (std::size_t i = 0; i < ranges_.size(); ++i) {
    Range& range = ranges_[i];
    range.last = last_.q[i];
    range.least = std::min(range.least, range.last);
    range.greatest = std::max(range.greatest, range.last);
  }
  if (count_++ % stride_ != 0) return;
  kept_.push_back(last_);
  if (kept_.size() < most) return;
  for (std::size_t i = 1; 2 * i < kept_.size(); ++i) kept_[i] = std::move(kept_[2 * i]);  // every other one
  kept_.resize((kept_.size() + 1) / 2);
  stride_ *= 2;
}

std::vector<MotionRecord::Sample> MotionRecord::samples() const {
  std::vector<Sample> all = kept_;
  if (!all.empty() && all.back().time < last_.time) all.push_back(last_);
  return all;
}

}  // namespace sarrus
