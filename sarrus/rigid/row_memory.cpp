#include "sarrus/rigid/internal/row_memory.h"

#include <algorithm>

namespace sarrus::internal {

const RowForce* RowMemory::find(const RowGroup& group) const {
  const RowName& name = group.name;
  const auto at = std::lower_bound(forces_.begin(), forces_.end(), name,
                                   [](const RowForce& force, const RowName& n) { return force.name < n; });
  if (at != forces_.end() && at->name == name) return &*at;
  if (group.kind != ForceSetKind::contact) return nullptr;
  const auto is_same_pair = [&](const RowForce& force) {
    return force.name.element == name.element && force.name.first == name.first &&
           force.name.second == name.second;
  };
  const RowForce* nearest = nullptr;
  const auto look_at = [&](const RowForce& force) {
    if (nearest == nullptr || norm(force.point - group.point) < norm(nearest->point - group.point))
      nearest = &force;
  };
  for (auto i = at; i != forces_.end() && is_same_pair(*i); ++i) look_at(*i);
  for (auto i = at; i != forces_.begin() && is_same_pair(*(i - 1)); --i) look_at(*(i - 1));
  return nearest;
}

void RowMemory::set(const Array<RowForce>& forces) {
  forces_ = forces;
  std::sort(forces_.begin(), forces_.end(),
            [](const RowForce& a, const RowForce& b) { return a.name < b.name; });
}

bool RowMemory::acts_like(const RowMemory& other) const {
  const auto next = [](const Array<RowForce>& forces, Array<RowForce>::const_iterator at) {
    return std::find_if(at, forces.end(), [](const RowForce& force) { return force.mode != RowMode::open; });
  };
  auto mine = next(forces_, forces_.begin()), theirs = next(other.forces_, other.forces_.begin());
  while (mine != forces_.end() && theirs != other.forces_.end()) {
    if (!(mine->name == theirs->name) || mine->mode != theirs->mode) return false;
    mine = next(forces_, mine + 1), theirs = next(other.forces_, theirs + 1);
  }
  return mine == forces_.end() && theirs == other.forces_.end();
}

void calc_row_forces(const RowGroup& group, const RowForce& force, double* rows) {
  if (group.kind != ForceSetKind::contact) {
    rows[0] = force.force.x;
    return;
  }
  for (int i = 0; i < group.rows; ++i) {
    const auto row = static_cast<std::size_t>(i);
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
    const auto row = static_cast<std::size_t>(i);
    (group.is_moment[row] ? total.moment : total.force) += rows[i] * group.directions[row];
  }
  return total;
}

}  // namespace sarrus::internal
