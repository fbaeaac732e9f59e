#include "sarrus/assemble/internal/assembly_restart.h"

#include <cmath>

#include "sarrus/scalar/eigen.h"

namespace sarrus::internal {

void move_to_default(const AssemblySpace& space, State& state) {
  const Array<double> q = state.model().default_q();
  for (const AssemblySpace::Free& free : space.free()) {
    if (free.coordinate >= 0) {
      state.set_q(free.coordinate, q[free.coordinate]);
      continue;
    }
    const Body& body = state.model().body(state.model().speeds()[free.speed].body);
    for (int k = 0; k < body.nq; ++k) state.set_q(body.q0 + k, q[body.q0 + k]);
  }
  space.confine(state);
}

void move_at_random(const AssemblySpace& space, State& state, double part, double spread,
                    std::mt19937& random) {
  constexpr double half_turn = 3.14159265358979323846;
  std::uniform_real_distribution<double> number(-1, 1);
  VectorX<double> y(space.size());
  for (int i = 0; i < space.size(); ++i) {
    const AssemblySpace::Free& free = space.free()[i];
    double step = part * (free.is_angle ? half_turn : spread) * number(random);
    if (free.coordinate >= 0 && std::isfinite(free.upper - free.lower)) {
      const double q = state.q(free.coordinate);
      step = step > 0 ? part * std::abs(number(random)) * (free.upper - q)
                      : part * std::abs(number(random)) * (free.lower - q);
    }
    y[i] = step * free.weight;
  }
  space.move(state, y);
}

}  // namespace sarrus::internal
