#pragma once
/// @file
#include <array>

#include "sarrus/base/array.h"
#include "sarrus/base/inline.h"
#include "sarrus/scalar/pack.h"
#include "sarrus/scalar/scalar_types.h"
#include "sarrus/system/applied_forces.h"
#include "sarrus/system/internal/friction_law.h"

namespace sarrus::internal {

/// The numbers of many elements on single speeds, side by side: dampers, friction, and those that apply no
/// force while a coordinate is within a range.
class ForceTable {
 public:
  void clear() { dampers_.clear(), friction_.clear(), ranges_.clear(); }
  /// What is added next belongs to the element with this number.
  void begin(int element) { element_ = element; }
  /// A force −c·u.
  void add_damper(int speed, double c) { dampers_.push_back({element_, speed, c}); }
  void add_friction(int speed, const FrictionLaw<double>& law);
  /// No force while lower ≤ q ≤ upper.
  void add_range(int coordinate, double lower, double upper) {
    ranges_.push_back({element_, coordinate, lower, upper});
  }

  bool has_ranges() const { return !ranges_.empty(); }
  /// Adds the forces of dampers and friction.
  void add_forces(In<double> u, AppliedForces& forces) const;
  /// Calls visit(element, −f·u) for each damper and each friction, which store nothing.
  template <class F>
  void visit_losses(In<double> u, const F& visit) const {
    for (const Damper& damper : dampers_) visit(damper.element, damper.c * u[damper.speed] * u[damper.speed]);
    for (const Friction& several : friction_) {
      const auto f = several.force(u);
      for (int i = 0; i < several.count; ++i) visit(several.elements[i], -f[i] * u[several.speeds[i]]);
    }
  }
  /// Calls visit(element) for each element whose coordinate is out of its range.
  template <class F>
  void visit_outside(In<double> q, const F& visit) const {
    for (const Range& range : ranges_)
      if (const double x = q[range.coordinate]; x < range.lower || x > range.upper) visit(range.element);
  }

 private:
  struct Damper {
    int element, speed;
    double c;
  };
  /// Friction on a few speeds.
  struct Friction {
    static constexpr int most = 8;
    using Numbers = Pack<double, most>;
    std::array<int, most> elements{}, speeds{};
    int count = 0;
    FrictionLaw<Numbers> law{0.0, 0.0, 1.0, 1.0, 0.0};
    bool peaks = false;

    SARRUS_ALWAYS_INLINE Numbers force(In<double> u) const {
      return law.force(Numbers::each([&](int i) { return u[speeds[i]]; }), peaks);
    }
  };
  struct Range {
    int element, coordinate;
    double lower, upper;
  };

  int element_ = -1;
  Array<Damper> dampers_;
  Array<Friction> friction_;
  Array<Range> ranges_;
};

}  // namespace sarrus::internal
