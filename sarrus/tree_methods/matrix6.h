#pragma once
/// @file
/// 6×6 matrices without exploitable structure: inverse inertias of articulated bodies and the coupling
/// between the motions of two of their handles. Rows and columns are angular first. Each use states if a
/// matrix maps motion to force or force to motion.

#include "sarrus/sparse/symmetric_solve.h"
#include "sarrus/spatial/articulated_inertia.h"

namespace sarrus {

template <class T>
struct Matrix6 {
  T m[6][6];
  T* operator[](int i) { return m[i]; }
  const T* operator[](int i) const { return m[i]; }
};

/// The six numbers of a motion or force, angular first.
template <class T>
struct Vector6 {
  T m[6];
  Vector6() = default;
  explicit Vector6(const Motion<T>& V) : m{V.w.x, V.w.y, V.w.z, V.v.x, V.v.y, V.v.z} {}
  explicit Vector6(const Force<T>& F) : m{F.t.x, F.t.y, F.t.z, F.f.x, F.f.y, F.f.z} {}
  Motion<T> motion() const { return {{m[0], m[1], m[2]}, {m[3], m[4], m[5]}}; }
  Force<T> force() const { return {{m[0], m[1], m[2]}, {m[3], m[4], m[5]}}; }
  T& operator[](int i) { return m[i]; }
  const T& operator[](int i) const { return m[i]; }
};

template <class T>
Matrix6<T> operator+(const Matrix6<T>& A, const Matrix6<T>& B) {
  Matrix6<T> C;
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j) C[i][j] = A[i][j] + B[i][j];
  return C;
}
template <class T>
Matrix6<T> operator-(const Matrix6<T>& A, const Matrix6<T>& B) {
  Matrix6<T> C;
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j) C[i][j] = A[i][j] - B[i][j];
  return C;
}
template <class T>
Matrix6<T> operator*(const Matrix6<T>& A, const Matrix6<T>& B) {
  Matrix6<T> C;
  for (int i = 0; i < 6; ++i) {
    T row[6];
    for (int j = 0; j < 6; ++j) row[j] = A[i][0] * B[0][j];
    for (int k = 1; k < 6; ++k)
      for (int j = 0; j < 6; ++j) row[j] += A[i][k] * B[k][j];
    for (int j = 0; j < 6; ++j) C[i][j] = row[j];
  }
  return C;
}
template <class T>
Matrix6<T> transpose(const Matrix6<T>& A) {
  Matrix6<T> C;
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j) C[i][j] = A[j][i];
  return C;
}
template <class T>
Vector6<T> operator*(const Matrix6<T>& A, const Vector6<T>& x) {
  Vector6<T> y;
  for (int i = 0; i < 6; ++i) {
    y[i] = A[i][0] * x[0];
    for (int k = 1; k < 6; ++k) y[i] += A[i][k] * x[k];
  }
  return y;
}
/// Aᵀ·x.
template <class T>
Vector6<T> transpose_times(const Matrix6<T>& A, const Vector6<T>& x) {
  Vector6<T> y;
  for (int j = 0; j < 6; ++j) y[j] = A[0][j] * x[0];
  for (int k = 1; k < 6; ++k)
    for (int j = 0; j < 6; ++j) y[j] += A[k][j] * x[k];
  return y;
}

/// An articulated inertia as a matrix that maps motions to forces. articulated_inertia() converts back.
template <class T>
Matrix6<T> matrix6(const ArticulatedInertia<T>& a) {
  Matrix6<T> A;
  const Mat3<T> I = a.I.matrix(), M = a.M.matrix();
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      A[i][j] = I(i, j), A[i + 3][j + 3] = M(i, j);
      A[i][j + 3] = A[j + 3][i] = a.H(i, j);
    }
  return A;
}
template <class T>
ArticulatedInertia<T> articulated_inertia(const Matrix6<T>& A) {
  return {{A[3][3], A[4][4], A[5][5], A[4][3], A[5][3], A[5][4]},
          Mat3<T>::rows(A[3][0], A[4][0], A[5][0], A[3][1], A[4][1], A[5][1], A[3][2], A[4][2], A[5][2]),
          {A[0][0], A[1][1], A[2][2], A[1][0], A[2][0], A[2][1]}};
}

/// The inverse of a symmetric positive definite matrix.
template <class T>
Matrix6<T> inverse_symmetric(Matrix6<T> A) {
  invert_symmetric(6, 6, &A.m[0][0]);
  return A;
}

}  // namespace sarrus
