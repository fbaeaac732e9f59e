#include "sarrus/function/polynomial.h"

#include "sarrus/base/array.h"
#include "sarrus/function/internal/horner.h"
#include "sarrus/function/internal/numbers.h"
#include "sarrus/function/make_function.h"

namespace sarrus {

using namespace internal;

namespace {

struct Polynomial {
  Array<double> c;

  int arguments() const { return 1; }
  int degree() const { return static_cast<int>(c.size()) - 1; }
  std::string description() const {
    return fmt::format("polynomial of degree {}, coefficients from x^0 up [{}]", degree(),
                       internal::number_list(c));
  }

  template <class T>
  T value(const T* x) const {
    return internal::horner(c.data(), degree(), *x);
  }
  template <class T>
  void evaluate(const T* x, T& f, T* gradient, T* hessian) const {
    internal::horner(c.data(), degree(), *x, f, *gradient, *hessian);
  }
};

}  // namespace

Function polynomial(Array<double> coefficients) {
  require(!coefficients.empty(), "polynomial: 0 coefficients were given, but at least 1 is needed");
  internal::check_finite("polynomial", "coefficients", coefficients);
  return make_function(Polynomial{std::move(coefficients)});
}

}  // namespace sarrus
