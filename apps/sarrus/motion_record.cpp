#include "apps/sarrus/motion_record.h"

#include <algorithm>

#include "sarrus/base/array.h"
#include "sarrus/system/responses.h"

namespace sarrus {

void MotionRecord::add_step(const State& state) {
  if (!qdot_.empty() && state.time() > current_.time) interpolate(state);
  add(state);
  qdot_.assign(qdot(state).begin(), qdot(state).end());
}

void MotionRecord::add(const State& state) {
  current_.time = state.time();
  current_.q.assign(state.q().begin(), state.q().end());
  qdot_.clear();
  greatest_kinetic_energy_ = std::max(greatest_kinetic_energy_, kinetic_energy(state));
  add_sample();
}

/// The Hermite cubic on s in [0, 1]:
///   q = q₀·(1 + 2s)(1 − s)² + h·q̇₀·s(1 − s)² + q₁·s²(3 − 2s) − h·q̇₁·s²(1 − s)
void MotionRecord::interpolate(const State& state) {
  constexpr int parts = 32;
  previous_ = current_;
  const double h = state.time() - previous_.time;
  const In<double> q1 = state.q(), qdot1 = qdot(state);
  for (int part = 1; part < parts; ++part) {
    const double s = static_cast<double>(part) / parts, r = 1 - s;
    const double a = (1 + 2 * s) * r * r, b = h * s * r * r, c = s * s * (3 - 2 * s), d = -h * s * s * r;
    current_.time = previous_.time + s * h;
    for (std::size_t i = 0; i < current_.q.size(); ++i)
      current_.q[i] = a * previous_.q[i] + b * qdot_[i] + c * q1[i] + d * qdot1[i];
    add_sample();
  }
}

void MotionRecord::add_sample() {
  constexpr std::size_t most = 800;
  if (ranges_.empty())
    for (const double q : current_.q) ranges_.push_back({q, q, q, q});
  for (std::size_t i = 0; i < ranges_.size(); ++i) {
    Range& range = ranges_[i];
    range.last = current_.q[i];
    range.least = std::min(range.least, range.last);
    range.greatest = std::max(range.greatest, range.last);
  }
  if (count_++ % stride_ != 0) return;
  kept_.push_back(current_);
  if (kept_.size() < most) return;
  for (std::size_t i = 1; 2 * i < kept_.size(); ++i) kept_[i] = std::move(kept_[2 * i]);  // every other one
  kept_.resize((kept_.size() + 1) / 2);
  stride_ *= 2;
}

Array<MotionRecord::Sample> MotionRecord::samples() const {
  Array<Sample> all = kept_;
  if (!all.empty() && all.back().time < current_.time) all.push_back(current_);
  return all;
}

}  // namespace sarrus
