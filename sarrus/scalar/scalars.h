#pragma once
/// @file
/// The list of scalars the library is compiled for. Adding one is one line here: the build compiles every
/// templated source once per entry, in parallel. The types are declared here, and defined in scalar_types.h.

#include "sarrus/scalar/matrix.h"
#include "sarrus/scalar/traits.h"

namespace sarrus {

using Dual8 = Dual<double, 8>;        ///< Derivatives in up to eight directions.
using DualX = Dual<double, Dynamic>;  ///< Derivatives in any number of directions.
using Pack4d = Pack<double, 4>;       ///< Four states at once, one AVX2 register.
using Pack8d = Pack<double, 8>;       ///< Eight states at once, one AVX-512 register.
using Pack8f = Pack<float, 8>;        ///< Eight states at once in single precision, one AVX2 register.
using Pack16f = Pack<float, 16>;      ///< Sixteen states at once in single precision, one AVX-512 register.

#define SARRUS_SCALARS(X) \
  X(double)               \
  X(float)                \
  X(Dual8)                \
  X(DualX)                \
  X(Pack4d)               \
  X(Pack8d)               \
  X(Pack8f)               \
  X(Pack16f)              \
  X(Count)

/// A list of types.
template <class... Ts>
struct TypeList {};

namespace internal {
template <class First, class... Rest>
struct ListAfter {
  using Type = TypeList<Rest...>;
};
}  // namespace internal

/// The scalars as a list of types, for code that must exist for each of them.
#define SARRUS_LIST_ENTRY(T) , T
using Scalars = internal::ListAfter<void SARRUS_SCALARS(SARRUS_LIST_ENTRY)>::Type;
#undef SARRUS_LIST_ENTRY

/// Calls the macro M for every scalar; in a source that is compiled once per scalar, for that scalar alone.
#ifdef SARRUS_SCALAR
#define SARRUS_FOR_EACH_SCALAR(M) M(SARRUS_SCALAR)
#else
#define SARRUS_FOR_EACH_SCALAR(M) SARRUS_SCALARS(M)
#endif

}  // namespace sarrus
