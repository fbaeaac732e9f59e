#pragma once
/// @file
#include <array>

#include "sarrus/function/function.h"
#include "sarrus/system/constraint.h"

namespace sarrus {

/// How many arguments the function of a constraint may have.
inline constexpr int max_constraint_arguments = 16;

namespace detail {

/// A function with its derivatives.
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

/// Throws an Error unless the function takes `count` arguments, not more than there may be.
void require_arguments(const Declaration& declaration, const Function& f, std::size_t count,
                       const char* what);

}  // namespace detail

}  // namespace sarrus
