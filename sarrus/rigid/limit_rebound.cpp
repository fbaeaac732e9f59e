#include "sarrus/rigid/internal/limit_rebound.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace sarrus::internal {

double calc_kinetic_energy(const RowOperator& rows, In<double> v, Array<double>& momentum) {
  momentum.resize(v.size());
  rows.multiply_inertia(v, Out<double>(momentum));
  return 0.5 * std::inner_product(v.begin(), v.end(), momentum.begin(), 0.0);
}

/// ½·|v₀ + θ·d|² = energy is a quadratic equation for θ.
void limit_rebound(const RowOperator& rows, double energy, const ConeSolution& plastic,
                   ConeSolution& rebound) {
  Array<double> d(plastic.speeds.size()), Md(d.size());
  for (std::size_t k = 0; k < d.size(); ++k) d[k] = rebound.speeds[k] - plastic.speeds[k];
  rows.multiply_inertia(d, Out<double>(Md));
  const double a = 0.5 * std::inner_product(d.begin(), d.end(), Md.begin(), 0.0);
  const double b = std::inner_product(plastic.speeds.begin(), plastic.speeds.end(), Md.begin(), 0.0);
  const double c = calc_kinetic_energy(rows, plastic.speeds, d) - energy;
  const double part = std::clamp((-b + std::sqrt(std::max(0.0, b * b - 4 * a * c))) / (2 * a), 0.0, 1.0);
  const auto blend = [part](const Array<double>& from, Array<double>& to) {
    for (std::size_t k = 0; k < to.size(); ++k) to[k] = from[k] + part * (to[k] - from[k]);
  };
  blend(plastic.speeds, rebound.speeds);
  blend(plastic.forces, rebound.forces);
}

}  // namespace sarrus::internal
