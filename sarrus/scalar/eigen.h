#pragma once
/// @file
/// Vectors and matrices of any scalar, for the API and for dense linear algebra, based on Eigen.

#include <Eigen/Core>

#include "sarrus/base/array.h"
#include "sarrus/scalar/count.h"
#include "sarrus/scalar/dual.h"
#include "sarrus/scalar/pack_math.h"

namespace sarrus {

/// An array whose first element is aligned to a register.
template <class T>
using AlignedVector = Array<T, Eigen::aligned_allocator<T>>;
template <class T>
using VectorX = Eigen::Matrix<T, Eigen::Dynamic, 1>;
template <class T>
using MatrixX = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;

namespace detail {
/// The traits that Eigen requires of a scalar, for the scalars of this library.
template <class T>
struct EigenTraits : Eigen::NumTraits<ValueOf<T>> {
  using Real = T;
  using NonInteger = T;
  using Nested = T;
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 1,
    ReadCost = 1,
    AddCost = 3,
    MulCost = 3
  };
};
}  // namespace detail

}  // namespace sarrus

namespace Eigen {
template <class V, int N>
struct NumTraits<sarrus::Dual<V, N>> : sarrus::detail::EigenTraits<sarrus::Dual<V, N>> {};
template <class V, int N>
struct NumTraits<sarrus::Pack<V, N>> : sarrus::detail::EigenTraits<sarrus::Pack<V, N>> {};
template <>
struct NumTraits<sarrus::Count> : sarrus::detail::EigenTraits<sarrus::Count> {};
}  // namespace Eigen
