#include "sarrus/function/constant.h"

#include "sarrus/function/internal/numbers.h"
#include "sarrus/function/make_function.h"

namespace sarrus {

using namespace internal;

namespace {

struct Constant {
  double c;
  int k;

  int arguments() const { return k; }
  std::string description() const { return fmt::format("constant {}", c); }

  template <class T>
  T value(const T*) const {
    return T(c);
  }
  template <class T>
  void evaluate(const T*, T& f, T* gradient, T* hessian) const {
    f = T(c);
    for (int i = 0; i < k; ++i) gradient[i] = T(0);
    for (int i = 0; i < k * k; ++i) hessian[i] = T(0);
  }
};

}  // namespace

Function constant(double c, int arguments) {
  internal::check_finite("constant", "c", c);
  require(arguments >= 1, "constant: a function has at least 1 argument, but {} were asked for", arguments);
  return make_function(Constant{c, arguments});
}

}  // namespace sarrus
