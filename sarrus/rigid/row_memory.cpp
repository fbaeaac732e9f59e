#include "sarrus/rigid/internal/row_memory.h"

#include <algorithm>
#include <numeric>

namespace sarrus::internal {

const RowForce* RowMemory::find(const RowGroup& group, int number) const {
  const RowName& name = group.name;
  if (number < static_cast<int>(forces_.size()) && forces_[number].name == name) return &forces_[number];
  const auto at = std::lower_bound(by_name_.begin(), by_name_.end(), name,
                                   [&](int i, const RowName& n) { return forces_[i].name < n; });
  if (at != by_name_.end() && forces_[*at].name == name) return &forces_[*at];
  if (group.kind != ForceSetKind::contact) return nullptr;
  const auto is_same_pair = [&](int i) {
    const RowName& other = forces_[i].name;
    return other.element == name.element && other.first == name.first && other.second == name.second;
  };
  const RowForce* nearest = nullptr;
  const auto look_at = [&](int i) {
    const RowForce& force = forces_[i];
    if (nearest == nullptr || norm(force.point - group.point) < norm(nearest->point - group.point))
      nearest = &force;
  };
  for (auto i = at; i != by_name_.end() && is_same_pair(*i); ++i) look_at(*i);
  for (auto i = at; i != by_name_.begin() && is_same_pair(*(i - 1)); --i) look_at(*(i - 1));
  return nearest;
}

void RowMemory::set(const Array<RowForce>& forces) {
  const bool has_same_names =
      std::equal(forces_.begin(), forces_.end(), forces.begin(), forces.end(),
                 [](const RowForce& a, const RowForce& b) { return a.name == b.name; });
  forces_ = forces;
  if (has_same_names) return;
  by_name_.resize(forces_.size());
  std::iota(by_name_.begin(), by_name_.end(), 0);
  std::sort(by_name_.begin(), by_name_.end(),
            [&](int i, int k) { return forces_[i].name < forces_[k].name; });
}

bool RowMemory::acts_like(const RowMemory& other) const {
  const auto next = [](const RowMemory& memory, Array<int>::const_iterator at) {
    return std::find_if(at, memory.by_name_.end(),
                        [&](int i) { return memory.forces_[i].mode != RowMode::open; });
  };
  auto mine = next(*this, by_name_.begin()), theirs = next(other, other.by_name_.begin());
  while (mine != by_name_.end() && theirs != other.by_name_.end()) {
    const RowForce &a = forces_[*mine], &b = other.forces_[*theirs];
    if (!(a.name == b.name) || a.mode != b.mode) return false;
    mine = next(*this, mine + 1), theirs = next(other, theirs + 1);
  }
  return mine == by_name_.end() && theirs == other.by_name_.end();
}

void calc_row_forces(const RowGroup& group, const RowForce& force, double* rows) {
  if (group.kind != ForceSetKind::contact) {
    rows[0] = force.force.x;
    return;
  }
  for (int i = 0; i < group.rows; ++i) {
    const int row = i;
    rows[i] = dot(group.directions[row], group.is_moment[row] ? force.moment : force.force);
  }
}

RowForce calc_total_force(const RowGroup& group, const double* rows, RowMode mode) {
  RowForce total{.name = group.name, .mode = mode, .point = group.point};
  if (group.kind != ForceSetKind::contact) {
    total.force.x = rows[0];
    return total;
  }
  for (int i = 0; i < group.rows; ++i) {
    const int row = i;
    (group.is_moment[row] ? total.moment : total.force) += rows[i] * group.directions[row];
  }
  return total;
}

}  // namespace sarrus::internal
