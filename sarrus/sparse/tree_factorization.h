#pragma once
/// @file
/// Factorizations of a symmetric positive definite matrix with the sparsity of a tree, and products and
/// solves with the factors. L is lower triangular with the same pattern: there is no fill-in. [Featherstone
/// 2008, tables 6.3 to 6.6]   Cost: D2 multiply-subtracts for the factors, D1 for each product or solve, with
/// D1 and D2 of sparsity_cost().

#include "sarrus/base/array_view.h"
#include "sarrus/sparse/tree_matrix.h"

namespace sarrus {

/// A = Lᵀ·L, in place.
template <class T>
void factor_LTL(TreeMatrix<T>& A);
/// A = Lᵀ·D·L, in place: L with a diagonal of ones below, D on the diagonal.
template <class T>
void factor_LTDL(TreeMatrix<T>& A);

/// Diagonal of a triangular factor: the stored one (LTL), or ones (LTDL).
enum class FactorDiagonal { stored, ones };

/// y = A·x for a symmetric matrix A.
template <class T>
void calc_symmetric_times(const TreeMatrix<T>& A, In<T> x, Out<T> y);
/// x ← L·x, in place; the next three functions compute Lᵀ·x, L⁻¹·x and L⁻ᵀ·x.
template <class T>
void multiply_L(const TreeMatrix<T>& L, Out<T> x, FactorDiagonal diagonal);
template <class T>
void multiply_LT(const TreeMatrix<T>& L, Out<T> x, FactorDiagonal diagonal);
template <class T>
void solve_L(const TreeMatrix<T>& L, Out<T> x, FactorDiagonal diagonal);
template <class T>
void solve_LT(const TreeMatrix<T>& L, Out<T> x, FactorDiagonal diagonal);

/// x ← A⁻¹·x from the factors of A.
template <class T>
void solve_LTL(const TreeMatrix<T>& factors, Out<T> x);
template <class T>
void solve_LTDL(const TreeMatrix<T>& factors, Out<T> x);

/// The full inverse A⁻¹ from LᵀDL. L·A⁻¹ = D⁻¹·L⁻ᵀ is upper triangular, so that each row follows from those
/// of the ancestors:  A⁻¹(i,·) = −Σ L(i,p)·A⁻¹(p,·) left of the diagonal, plus 1/D(i) on it.  O(n²·depth).
template <class T>
void calc_inverse_from_LTDL(const TreeMatrix<T>& factors, MatrixX<T>& workspace, MatrixX<T>& inverse);

}  // namespace sarrus
