#pragma once
/// @file
/// Forces and modes of the last step, by the names of their rows: where the search for the next ones begins.

#include "sarrus/complementarity/force_set.h"
#include "sarrus/rigid/rigid_rows.h"

namespace sarrus::internal {

/// The force of a group of rows and what the rows do.
struct RowForce {
  RowName name;
  RowMode mode = RowMode::open;
  bool slips = false;  ///< It gave way noticeably, so that the friction of sliding applies.
  /// For a contact, force and moment on body 2 in world axes; for other rows, the force as the first element.
  Vec3<double> force{0, 0, 0}, moment{0, 0, 0};
  Vec3<double> point{0, 0, 0};  ///< Of a contact.
  double load = 0;              ///< Of the joint, where friction depends on it.
};

class RowMemory {
 public:
  /// The forces known of a group of rows; null: none. For a contact whose features have other names than
  /// before, as those of coplanar faces may, the nearest point of the same two surfaces. The number is that
  /// of the group in its step: it is found at once if it had the same in the last one.
  const RowForce* find(const RowGroup& group, int number) const;
  /// Replaces everything by the forces of all groups of a step, in their order.
  void set(const Array<RowForce>& forces);
  void clear() { forces_.clear(), by_name_.clear(); }
  /// True if the same rows act, and in the same modes: nothing has touched, parted, stuck or given way.
  bool acts_like(const RowMemory& other) const;

 private:
  Array<RowForce> forces_;
  Array<int> by_name_;  // their numbers in the order of their names
};

/// The forces of the rows of a group along their directions, and back.
void calc_row_forces(const RowGroup& group, const RowForce& force, double* rows);
RowForce calc_total_force(const RowGroup& group, const double* rows, RowMode mode);

}  // namespace sarrus::internal
