#pragma once
/// @file
/// The names of the scalar types and their properties, for declarations. Code that computes in one of them
/// includes its header (dual.h, pack_math.h, count.h) or all of them (scalar_types.h).

#include "sarrus/scalar/arch.h"

namespace sarrus {

/// Number of directions of a Dual known only at run time.
inline constexpr int Dynamic = -1;

template <class V, int N>
struct Dual;
struct Count;
inline namespace SARRUS_ARCH_NAMESPACE {
template <class V, int N>
struct Pack;
}  // namespace SARRUS_ARCH_NAMESPACE

/// Properties of a scalar type.
template <class T>
struct ScalarTraits {
  using Constant = T;              ///< Type of model constants that all lanes share.
  using Value = T;                 ///< The floating-point type it is built on: double or float.
  static constexpr int lanes = 1;  ///< Number of states in one scalar.
};
template <class V, int N>
struct ScalarTraits<Dual<V, N>> {
  using Constant = Dual<V, N>;
  using Value = typename ScalarTraits<V>::Value;
  static constexpr int lanes = ScalarTraits<V>::lanes;
};
template <class V, int N>
struct ScalarTraits<Pack<V, N>> {
  using Constant = V;
  using Value = V;
  static constexpr int lanes = N;
};
template <>
struct ScalarTraits<Count> {
  using Constant = Count;
  using Value = double;
  static constexpr int lanes = 1;
};

/// The type of a model's constants in computations in T: T itself, or a pack's lane type.
template <class T>
using ConstantOf = typename ScalarTraits<T>::Constant;

/// The floating-point type a scalar is built on.
template <class T>
using ValueOf = typename ScalarTraits<T>::Value;

}  // namespace sarrus
