#include "sarrus/proximity/axis_sweep.h"

#include <algorithm>
#include <limits>

#include "sarrus/scalar/pack.h"

namespace sarrus::internal {

namespace {

/// Boxes that are compared at once.
using Lanes = Pack<double, 8>;
constexpr int sweep_lanes = Lanes::lanes_count;
/// Another axis is taken if boxes are spread farther along it by this factor.
constexpr double other_axis = 1.5;

}  // namespace

void AxisSweep::begin(int count) {
  slots_.resize(count);
  for (Slot& slot : slots_) slot.box = nullptr;
  here_ = moved_here_ = 0;
}

void AxisSweep::put(int object, const Bounds& box, bool is_moved) {
  slots_[object] = {&box, is_moved};
  ++here_, moved_here_ += is_moved;
}

void AxisSweep::choose_axis() {
  Bounds all = Bounds::nothing();
  for (const Slot& slot : slots_)
    if (slot.box != nullptr) all.include(*slot.box);
  const Vec3<double> d = all.upper - all.lower;
  const int widest = d.x >= d.y && d.x >= d.z ? 0 : d.y >= d.z ? 1 : 2;
  if (axis_ >= 0 && d[widest] <= other_axis * d[axis_]) return;
  axis_ = widest;
  order_.clear();
}

void AxisSweep::sort() {
  const auto is_lower = [](const Entry& a, const Entry& b) { return a.lower < b.lower; };
  const bool is_known = static_cast<int>(order_.size()) == here_ &&
                        std::all_of(order_.begin(), order_.end(),
                                    [&](const Entry& entry) { return slots_[entry.object].box != nullptr; });
  if (!is_known) {
    order_.clear();
    for (int i = 0; i < static_cast<int>(slots_.size()); ++i)
      if (slots_[i].box != nullptr) order_.push_back({slots_[i].box->lower[axis_], i});
    std::sort(order_.begin(), order_.end(), is_lower);
    return;
  }
  // What was in order before needs a few exchanges of neighbors.
  for (Entry& entry : order_) entry.lower = slots_[entry.object].box->lower[axis_];
  for (std::size_t i = 1; i < order_.size(); ++i) {
    const Entry entry = order_[i];
    std::size_t at = i;
    for (; at > 0 && is_lower(entry, order_[at - 1]); --at) order_[at] = order_[at - 1];
    order_[at] = entry;
  }
}

void AxisSweep::Columns::resize(int count) {
  constexpr double far = std::numeric_limits<double>::infinity();
  const int size = count;
  object.resize(size);
  for (Array<double>* ends : {&lower, &lower_y, &upper_y, &lower_z, &upper_z}) {
    ends->resize(size);
    ends->resize(size + sweep_lanes, far);
  }
}

void AxisSweep::Columns::set(int at, int number, const Bounds& box, int axis) {
  const int y = (axis + 1) % 3, z = (axis + 2) % 3;
  object[at] = number;
  lower[at] = box.lower[axis];
  lower_y[at] = box.lower[y], upper_y[at] = box.upper[y];
  lower_z[at] = box.lower[z], upper_z[at] = box.upper[z];
}

void AxisSweep::find(Array<std::pair<int, int>>& pairs) {
  choose_axis();
  sort();
  all_.resize(here_), moved_.resize(moved_here_);
  int next = 0, next_moved = 0;
  for (const Entry& entry : order_) {
    const Slot& slot = slots_[entry.object];
    all_.set(next++, entry.object, *slot.box, axis_);
    if (slot.is_moved) moved_.set(next_moved++, entry.object, *slot.box, axis_);
  }
  // Each box with those after it; one that has not moved, with those that have.
  next = next_moved = 0;
  for (const Entry& entry : order_) {
    const Slot& slot = slots_[entry.object];
    ++next, next_moved += slot.is_moved;
    find_after(entry.object, slot.is_moved ? all_ : moved_, slot.is_moved ? next : next_moved, pairs);
  }
}

void AxisSweep::find_after(int object, const Columns& others, int begin,
                           Array<std::pair<int, int>>& pairs) const {
  const Bounds& box = *slots_[object].box;
  const int y = (axis_ + 1) % 3, z = (axis_ + 2) % 3;
  const Lanes ly(box.lower[y]), uy(box.upper[y]), lz(box.lower[z]), uz(box.upper[z]);
  const double end = box.upper[axis_];
  for (int at = begin; others.lower[at] <= end; at += sweep_lanes) {
    const auto overlap = Lanes::load(&others.lower_y[at]) <= uy && ly <= Lanes::load(&others.upper_y[at]) &&
                         Lanes::load(&others.lower_z[at]) <= uz && lz <= Lanes::load(&others.upper_z[at]);
    if (!any(overlap)) continue;
    for (int k = at; k < at + sweep_lanes && others.lower[k] <= end; ++k)
      if (overlap[k - at])
        pairs.push_back({std::min(object, others.object[k]), std::max(object, others.object[k])});
  }
}

}  // namespace sarrus::internal
