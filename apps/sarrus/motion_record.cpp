#include "apps/sarrus/motion_record.h"

#include <algorithm>
#include <cmath>

#include "sarrus/base/array.h"
#include "sarrus/system/responses.h"

namespace sarrus {

namespace {

/// q + v·s + b·s² + a·s³.
struct Cubic {
  double q, v, b, a;

  double at(double s) const { return q + s * (v + s * (b + s * a)); }
  void widen_by_extremes(MotionRecord::Range& range) const {
    const double square = b * b - 3 * a * v;
    if (!(square > 0)) return;
    const double sum = -(b + std::copysign(std::sqrt(square), b));  // 3a·s of one root, v/s of the other
    for (const double s : {sum / (3 * a), v / sum})
      if (s > 0 && s < 1) range.widen(at(s));
  }
};

}  // namespace

void MotionRecord::add_step(const State& state) {
  if (!qdot_.empty() && state.time() > current_.time) interpolate(state);
  add(state);
  qdot_.assign(qdot(state).begin(), qdot(state).end());
}

void MotionRecord::add(const State& state) {
  greatest_kinetic_energy_ = std::max(greatest_kinetic_energy_, kinetic_energy(state));
  add_coordinates(state);
}

void MotionRecord::add_coordinates(const State& state) {
  current_.time = state.time();
  current_.q.assign(state.q().begin(), state.q().end());
  qdot_.clear();
  if (ranges_.empty())
    for (const double q : current_.q) ranges_.push_back({q, q, q, q});
  for (std::size_t i = 0; i < ranges_.size(); ++i)
    ranges_[i].last = current_.q[i], ranges_[i].widen(current_.q[i]);
  if (is_kept()) keep();
}

/// The Hermite cubic on s in [0, 1]:
///   q = q₀ + h·q̇₀·s + b·s² + a·s³,  b = 3(q₁ − q₀) − h·(2q̇₀ + q̇₁),  a = h·(q̇₀ + q̇₁) − 2(q₁ − q₀)
/// It is sampled, and its extreme values count, which are the roots of h·q̇₀ + 2b·s + 3a·s².
void MotionRecord::interpolate(const State& state) {
  constexpr int parts = 32;
  previous_ = current_;
  const double h = state.time() - previous_.time;
  const In<double> q1 = state.q(), qdot1 = qdot(state);
  const auto cubic = [&](std::size_t i) {
    const double rise = q1[i] - previous_.q[i], start = h * qdot_[i], end = h * qdot1[i];
    return Cubic{previous_.q[i], start, 3 * rise - 2 * start - end, start + end - 2 * rise};
  };
  for (std::size_t i = 0; i < ranges_.size(); ++i) cubic(i).widen_by_extremes(ranges_[i]);
  for (int part = 1; part < parts; ++part) {
    if (!is_kept()) continue;
    const double s = static_cast<double>(part) / parts;
    current_.time = previous_.time + s * h;
    for (std::size_t i = 0; i < current_.q.size(); ++i) current_.q[i] = cubic(i).at(s);
    keep();
  }
}

/// Counts a sample. True if it is one of those that are kept.
bool MotionRecord::is_kept() { return count_++ % stride_ == 0; }

void MotionRecord::keep() {
  constexpr std::size_t most = 800;
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
