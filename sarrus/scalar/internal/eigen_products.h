#pragma once
/// @file
/// Eigen's kernels for products of large matrices of doubles, compiled once, in eigen_products.cpp, instead
/// of in every source that multiplies matrices: a tenth of the time that such a source takes to compile. Part
/// of the precompiled headers; nothing else includes it, and builds without those work too.

#include <Eigen/Core>

#if EIGEN_VERSION_AT_LEAST(3, 4, 0)
// clang-format off
#define SARRUS_EIGEN_PRODUCT(PREFIX, LEFT, RIGHT)                                                                     \
  PREFIX template struct general_matrix_matrix_product<Index, double, LEFT, false, double, RIGHT, false, ColMajor, 1>; \
  PREFIX template struct general_matrix_vector_product<                                                               \
      Index, double, const_blas_data_mapper<double, Index, LEFT>, LEFT, false,                                        \
      double, const_blas_data_mapper<double, Index, RIGHT>, false>;

#define SARRUS_EIGEN_PACKING(PREFIX, ORDER)                                                                           \
  PREFIX template struct gemm_pack_lhs<double, Index, const_blas_data_mapper<double, Index, ORDER>,                   \
                                       gebp_traits<double, double>::mr, gebp_traits<double, double>::LhsProgress,     \
                                       gebp_traits<double, double>::LhsPacket4Packing, ORDER>;                        \
  PREFIX template struct gemm_pack_rhs<double, Index, const_blas_data_mapper<double, Index, ORDER>,                   \
                                       gebp_traits<double, double>::nr, ORDER>;

/// All of them, each after the word PREFIX: extern, or nothing.
#define SARRUS_EIGEN_PRODUCTS(PREFIX)                                                                                 \
  PREFIX template struct gebp_kernel<double, double, Index, blas_data_mapper<double, Index, ColMajor, Unaligned, 1>,  \
                                     gebp_traits<double, double>::mr, gebp_traits<double, double>::nr>;               \
  SARRUS_EIGEN_PACKING(PREFIX, ColMajor)                                                                              \
  SARRUS_EIGEN_PACKING(PREFIX, RowMajor)                                                                              \
  SARRUS_EIGEN_PRODUCT(PREFIX, ColMajor, ColMajor)                                                                    \
  SARRUS_EIGEN_PRODUCT(PREFIX, ColMajor, RowMajor)                                                                    \
  SARRUS_EIGEN_PRODUCT(PREFIX, RowMajor, ColMajor)                                                                    \
  SARRUS_EIGEN_PRODUCT(PREFIX, RowMajor, RowMajor)
// clang-format on

namespace Eigen::internal {
SARRUS_EIGEN_PRODUCTS(extern)
}  // namespace Eigen::internal
#endif
