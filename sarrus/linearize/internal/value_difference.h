#pragma once
/// @file
/// How numbers that are computed from a State change with a value that is given from outside of the motion.

#include <functional>
#include <string>

#include "sarrus/linearize/internal/extrapolated_difference.h"
#include "sarrus/system/state.h"

namespace sarrus::internal {

/// The derivative of f by a parameter, a mass, a place, gravity or "time". Coordinates and speeds that are
/// given as functions follow.
ExtrapolatedDifference calc_value_difference(const State& state, const std::string& name,
                                             const std::function<VectorX<double>(const State&)>& f);

inline VectorX<double> copied(In<double> x) {
  return Eigen::Map<const VectorX<double>>(x.data(), static_cast<Eigen::Index>(x.size()));
}

}  // namespace sarrus::internal
