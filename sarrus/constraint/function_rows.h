#pragma once
/// @file
#include <array>

#include "sarrus/function/function.h"
#include "sarrus/system/constraint.h"

namespace sarrus {

/// The largest number of arguments of a constraint's function.
inline constexpr int max_constraint_arguments = 16;

namespace internal {

/// Value, gradient and Hessian of a function.
template <class T>
struct FunctionValues {
  FunctionValues(const Function& f, const T* x) : k(f.arguments()) {
    f.evaluate(x, value, gradient.data(), hessian.data());
  }
  const T& first(int i) const { return gradient[i]; }
  const T& second(int i, int j) const { return hessian[i * k + j]; }

  int k;
  T value;
  std::array<T, max_constraint_arguments> gradient;
  std::array<T, max_constraint_arguments * max_constraint_arguments> hessian;
};

/// Throws an Error unless the function has `count` arguments and these are at most max_constraint_arguments.
void require_arguments(const Declaration& declaration, const Function& f, std::size_t count,
                       const char* what);

}  // namespace internal

}  // namespace sarrus
