#pragma once
/// @file
/// Functions of one or several coordinates with exact first and second derivatives, in every scalar: the
/// curves that joints, couplers and prescribed motions follow. Each kind has its own header (constant.h,
/// polynomial.h, cubic_spline.h, …) with a function that makes it; user_function.h turns a formula into one.

#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include "sarrus/base/error.h"
#include "sarrus/scalar/scalars.h"

namespace sarrus {

namespace internal {

/// Interface of a function in the scalar T.
template <class T>
class FunctionIn {
 public:
  virtual void value(const T* x, T& value) const = 0;
  virtual void evaluate(const T* x, T& value, T* gradient, T* hessian) const = 0;

 protected:
  ~FunctionIn() = default;
};

/// Interface of a function in each scalar of a list.
template <class List>
class FunctionInEach;
template <class... Ts>
class FunctionInEach<TypeList<Ts...>> : public FunctionIn<Ts>... {
 public:
  virtual ~FunctionInEach() = default;
  virtual int arguments() const = 0;
  virtual std::string description() const = 0;
  virtual bool is_linear() const = 0;
  using FunctionIn<Ts>::value...;
  using FunctionIn<Ts>::evaluate...;
};

template <class T, class List>
inline constexpr bool is_in = false;
template <class T, class... Ts>
inline constexpr bool is_in<T, TypeList<Ts...>> = (std::is_same_v<T, Ts> || ...);

}  // namespace internal

/// A function f(x₀, …, x₍ₖ₋₁₎). An immutable value: copies are cheap and share the same data, and any number
/// of threads may evaluate it. T is any scalar of the list in scalar/scalars.h; the arrays must not overlap.
class Function {
 public:
  /// The interface that every implementation of a function provides; see make_function.h.
  using Implementation = internal::FunctionInEach<Scalars>;

  /// The function that is zero everywhere, of one argument.
  Function();
  explicit Function(std::shared_ptr<const Implementation> implementation)
      : implementation_(std::move(implementation)) {
    require(implementation_ != nullptr, "a Function needs an implementation, but was given a null pointer");
  }

  /// The number of arguments, k.
  int arguments() const { return implementation_->arguments(); }
  /// The kind of function and its coefficients, in words and numbers.
  std::string description() const { return implementation_->description(); }
  /// True if its gradient is known to be the same everywhere, as that of linear() is.
  bool is_linear() const { return implementation_->is_linear(); }

  /// f(x). Reads x[0] … x[k−1].
  template <class T>
  T value(const T* x) const {
    static_assert(internal::is_in<T, Scalars>, "functions are evaluated in the scalars of scalar/scalars.h");
    T f;
    implementation_->value(x, f);
    return f;
  }
  /// f(x), gradient[i] = ∂f/∂xᵢ and hessian[i·k + j] = ∂²f/∂xᵢ∂xⱼ.
  template <class T>
  void evaluate(const T* x, T& value, T* gradient, T* hessian) const {
    static_assert(internal::is_in<T, Scalars>, "functions are evaluated in the scalars of scalar/scalars.h");
    implementation_->evaluate(x, value, gradient, hessian);
  }

  /// f(x) of a function of one argument.
  template <class T>
  T operator()(const T& x) const {
    require_one_argument();
    return value(&x);
  }
  /// f′(x) of a function of one argument.
  template <class T>
  T derivative(const T& x) const {
    require_one_argument();
    T value, slope, curvature;
    evaluate(&x, value, &slope, &curvature);
    return slope;
  }

 private:
  void require_one_argument() const {
    require(arguments() == 1, "the function '{}' takes {} arguments, but was called with 1: use value(x)",
            description(), arguments());
  }

  std::shared_ptr<const Implementation> implementation_;
};

}  // namespace sarrus
