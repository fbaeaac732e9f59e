#pragma once
/// @file
/// Pairs of surfaces that may pass through each other within one step of a simulation.

#include "sarrus/contact/internal/contact_pairs.h"
#include "sarrus/system/step_guard.h"

namespace sarrus::internal {

/// Surfaces that meet overlap along a way of the sum of their thicknesses. A step in which they come together
/// by no more than half of that cannot miss it. Longer steps are looked at: if two surfaces met within one,
/// it shall end there. What has no end cannot be passed through and is not watched.
class FastPairs {
 public:
  FastPairs(const ContactPairs& pairs, const Array<ContactSurface>& surfaces,
            const Array<FrameOn<double>>& frames);

  bool is_watching() const { return finite_ >= 2; }
  /// The longest step of surfaces that touch and approach each other.
  double longest_step(const State& state, const Array<Contact>& contacts) const;
  std::optional<StepGuard::Missed> find_missed(const StepMotion& motion) const;

 private:
  /// The motion of a surface's bounding sphere, and the greatest speed by which its points turn about the
  /// center.
  struct Moving {
    Vec3<double> center, velocity;
    double turning;
  };
  Moving look_at(const State& state, int surface) const;
  /// The speed by which two surfaces come together, at most.
  static double closing(const Moving& one, const Moving& two) {
    return norm(two.velocity - one.velocity) + one.turning + two.turning;
  }
  double safe_way(int i, int j) const { return 0.5 * (thickness_[i] + thickness_[j]); }
  std::optional<StepGuard::Missed> find_contact(const StepMotion& motion, int i, int j, double closing) const;

  const ContactPairs& pairs_;
  const Array<ContactSurface>& surfaces_;
  const Array<FrameOn<double>>& frames_;
  Array<double> thickness_;  // per surface; infinite: not watched
  double thinnest_ = 0;
  int finite_ = 0;
};

}  // namespace sarrus::internal
