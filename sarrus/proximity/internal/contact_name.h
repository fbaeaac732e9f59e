#pragma once
/// @file
/// Names of features in 32 bits, and of pairs of them in 64. A contact point keeps its name while the same
/// features touch.

#include <algorithm>
#include <cstdint>

namespace sarrus::internal {

/// The kind of a feature in the upper two bits, its number in the others.
using FeatureName = std::uint32_t;

constexpr FeatureName feature_name(unsigned kind, int number) {
  return (kind << 30) | (static_cast<FeatureName>(number) & 0x3fffffffu);
}
constexpr FeatureName vertex_name(int number) { return feature_name(0, number); }
constexpr FeatureName face_name(int number) { return feature_name(2, number); }
/// An edge by the numbers of its vertices, in any order. Names are unique up to 32768 vertices; beyond, two
/// edges share one with a chance of 1e-9.
constexpr FeatureName edge_name(int vertex1, int vertex2) {
  const auto low = static_cast<FeatureName>(std::min(vertex1, vertex2));
  const auto high = static_cast<FeatureName>(std::max(vertex1, vertex2));
  const FeatureName packed = high < 0x8000u ? (low << 15) | high : low * 0x9e3779b1u ^ high * 0x85ebca6bu;
  return feature_name(1, static_cast<int>(packed & 0x3fffffffu));
}

/// The point at which a shape is deepest in a surface, where that is none of its corners.
constexpr FeatureName deepest_point = feature_name(3, 1);

constexpr std::uint64_t contact_name(FeatureName first, FeatureName second) {
  return (static_cast<std::uint64_t>(first) << 32) | second;
}
/// True if a pair of features has the given one on either side.
constexpr bool has_feature(std::uint64_t name, FeatureName feature) {
  return name >> 32 == feature || (name & 0xffffffffu) == feature;
}

}  // namespace sarrus::internal
