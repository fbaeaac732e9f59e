#include "sarrus/complementarity/force_set.h"

#include <algorithm>
#include <cmath>

namespace sarrus {

ForceSet ForceSet::make_limited(double limit) {
  require(limit >= 0, "the limit of a force must be a number ≥ 0, but is {}", limit);
  return {.kind = ForceSetKind::limited, .limit = limit};
}

ForceSet ForceSet::make_contact(In<double> friction) {
  require(friction.size() < max_rows, "a contact has at most {} coefficients of friction, but {} are given",
          max_rows - 1, friction.size());
  ForceSet set{.kind = ForceSetKind::contact, .rows = 1 + static_cast<int>(friction.size())};
  for (const double mu : friction)
    require(mu >= 0 && std::isfinite(mu), "a coefficient of friction must be a finite number ≥ 0, but is {}",
            mu);
  std::copy(friction.begin(), friction.end(), set.friction.begin());
  return set;
}

}  // namespace sarrus
