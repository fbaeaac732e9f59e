#pragma once
/// @file
/// Vectors and matrices of any scalar, for the API and for dense linear algebra, based on Eigen.

#include <Eigen/Core>

#include <type_traits>

#include "sarrus/scalar/count.h"
#include "sarrus/scalar/dual.h"
#include "sarrus/scalar/matrix.h"
#include "sarrus/scalar/pack_math.h"

namespace sarrus {

static_assert(std::is_same_v<MatrixX<double>, Eigen::MatrixXd> &&
                  std::is_same_v<VectorX<double>, Eigen::VectorXd>,
              "Sarrus takes Eigen's matrices by columns: do not define EIGEN_DEFAULT_TO_ROW_MAJOR");

namespace internal {
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
}  // namespace internal

}  // namespace sarrus

namespace Eigen {
template <class V, int N>
struct NumTraits<sarrus::Dual<V, N>> : sarrus::internal::EigenTraits<sarrus::Dual<V, N>> {};
template <class V, int N>
struct NumTraits<sarrus::Pack<V, N>> : sarrus::internal::EigenTraits<sarrus::Pack<V, N>> {};
template <>
struct NumTraits<sarrus::Count> : sarrus::internal::EigenTraits<sarrus::Count> {};
}  // namespace Eigen
