#pragma once
/// @file
/// The forces of closed contacts between events. With the accelerations c of the rows without them, all
/// normal rows and the tangential rows of contacts that stick are held,
///
///     c + G·r = 0,   r_T = −μ_d·r_n·u_T/|u_T| where a contact slides.
///
/// The forces that the decision at the last event has found are corrected as equal springs would: they are
/// determined as far as the motion is, and the rest stays as it was.

#include <optional>

#include "sarrus/rigid/internal/contact_rows.h"

namespace sarrus::internal {

/// The forces of the closed contacts, in their order.
struct ClosedForces {
  struct One {
    TouchPoint point;
    bool slides = false;
    double normal = 0;
    Vec3<double> friction{};  ///< On surface 2.
    Vec3<double> forces{};    ///< The same along the normal and the two tangents.
    double speed = 0;         ///< Of surface 2 relative to surface 1, along the normal.
    Vec3<double> slip{};      ///< Across it.

    /// Positive as long as friction holds a contact that sticks.
    double margin_of_stick() const;
  };
  Array<One> contacts;

  void calc(const RigidContact& contact, const State& state);

 private:
  const State& follow(const RigidContact& contact, const State& state);

  // The State without the forces of contact, and the number of changes of settings that it has seen.
  std::optional<State> free_;
  long settings_ = -1;
};

/// The forces of all rows by the equations above. `c` are accelerations without them; `closed` has the
/// modes, and `slip` the unit vectors of slip in the tangents of each contact.
VectorX<double> solve_modes(const ContactRows& rows, const VectorX<double>& c,
                            const Array<ClosedContact>& closed, const Array<std::array<double, 2>>& slip);
/// The direction of slip in the tangents of a contact: that of its velocity, or if that is hardly slip, the
/// one that the contact had. Slip that has just passed zero keeps its direction.
std::array<double, 2> slip_direction(const RowGroup& group, const ClosedContact& closed, double u1,
                                     double u2);

}  // namespace sarrus::internal
