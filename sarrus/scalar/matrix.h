#pragma once
/// @file
/// Names of Eigen's vectors and matrices, for declarations. Eigen takes a second to compile: a source that
/// makes or reads a matrix includes "sarrus/scalar/eigen.h" or <Eigen/Core> itself.

namespace Eigen {
template <typename Scalar, int rows, int columns, int options, int most_rows, int most_columns>
class Matrix;
}  // namespace Eigen

namespace sarrus {

template <class T>
using VectorX = Eigen::Matrix<T, -1, 1, 0, -1, 1>;
template <class T>
using MatrixX = Eigen::Matrix<T, -1, -1, 0, -1, -1>;

}  // namespace sarrus
