#include "sarrus/system/internal/force_table.h"

namespace sarrus::internal {

void ForceTable::add_friction(int speed, const FrictionLaw<double>& law) {
  if (friction_.empty() || friction_.back().count == Friction::most) friction_.emplace_back();
  Friction& to = friction_.back();
  const int place = to.count++;
  to.elements[place] = element_, to.speeds[place] = speed;
  to.law.dynamic.set(place, law.dynamic), to.law.excess.set(place, law.excess);
  to.law.stribeck.set(place, law.stribeck), to.law.transition.set(place, law.transition);
  to.law.viscous.set(place, law.viscous);
  to.peaks = to.peaks || law.excess != 0;
}

void ForceTable::add_forces(In<double> u, AppliedForces& forces) const {
  for (const Damper& damper : dampers_) forces.add_to_speed(damper.speed, -damper.c * u[damper.speed]);
  for (const Friction& several : friction_) {
    const auto f = several.force(u);
    for (int i = 0; i < several.count; ++i) forces.add_to_speed(several.speeds[i], f[i]);
  }
}

}  // namespace sarrus::internal
