#pragma once
/// @file
/// Implementation of a Function: write a class with its formulas once, templated on the scalar; make_function
/// compiles it for every scalar of the list and wraps it. The library's own functions are made like this.

#include <concepts>
#include <memory>
#include <string>
#include <utility>

#include "sarrus/function/function.h"
#include "sarrus/scalar/scalar_types.h"

namespace sarrus {

/// A class with the formulas of a function: number of arguments, description, and for every scalar T
///   T value(const T* x) const                                         the value alone, and
///   void evaluate(const T* x, T& f, T* gradient, T* hessian) const    with derivatives, as in Function.
/// If it also has bool is_linear(), it returns true if the gradient is the same everywhere.
template <class L>
concept FunctionLaw = requires(const L& law, const double* x, double& f, double* gradient, double* hessian) {
  { law.arguments() } -> std::convertible_to<int>;
  { law.description() } -> std::convertible_to<std::string>;
  { law.value(x) } -> std::convertible_to<double>;
  law.evaluate(x, f, gradient, hessian);
};

namespace internal {

/// Holds the law and implements, one scalar after the other, the virtual functions of
/// Function::Implementation.
template <class Law, class List>
class LawFunction;

template <class Law>
class LawFunction<Law, TypeList<>> : public Function::Implementation {
 public:
  explicit LawFunction(Law law) : law_(std::move(law)) {}
  int arguments() const final { return law_.arguments(); }
  std::string description() const final { return law_.description(); }
  bool is_linear() const final {
    if constexpr (requires { law_.is_linear(); })
      return law_.is_linear();
    else
      return false;
  }

 protected:
  Law law_;
};

template <class Law, class T, class... Rest>
class LawFunction<Law, TypeList<T, Rest...>> : public LawFunction<Law, TypeList<Rest...>> {
  using Base = LawFunction<Law, TypeList<Rest...>>;

 public:
  using Base::Base;
  using Base::evaluate;
  using Base::value;
  void value(const T* x, T& f) const final { f = this->law_.value(x); }
  void evaluate(const T* x, T& f, T* gradient, T* hessian) const final {
    this->law_.evaluate(x, f, gradient, hessian);
  }
};

}  // namespace internal

/// The Function with the formulas of `law`.
template <FunctionLaw Law>
Function make_function(Law law) {
  return Function(std::make_shared<const internal::LawFunction<Law, Scalars>>(std::move(law)));
}

}  // namespace sarrus
