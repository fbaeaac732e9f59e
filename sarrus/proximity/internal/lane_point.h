#pragma once
/// @file
#include <bit>
#include <cstddef>

#include "sarrus/proximity/internal/lane_pose.h"
#include "sarrus/proximity/manifold.h"

namespace sarrus::internal {

/// Adds a contact point by two registers: what is written in pieces and read at once would have to wait.
inline void add_point(const Lane4& point1, const Lane4& point2, double distance, std::uint64_t name,
                      Manifold& manifold) {
  Lane4 first(__builtin_shufflevector(point1.lanes, point2.lanes, 0, 1, 2, 4));
  Lane4 second(__builtin_shufflevector(point2.lanes, point2.lanes, 1, 2, 3, 3));
  second.set(2, distance), second.set(3, std::bit_cast<double>(name));
  ManifoldPoint point;
  static_assert(sizeof point == 8 * sizeof(double) && offsetof(ManifoldPoint, distance) == 48);
  auto* const numbers = reinterpret_cast<double*>(&point);
  first.store(numbers), second.store(numbers + 4);
  manifold.points.push_back(point);
}

}  // namespace sarrus::internal
