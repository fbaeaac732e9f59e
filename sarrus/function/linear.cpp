#include "sarrus/function/linear.h"

#include "sarrus/base/array.h"
#include "sarrus/function/internal/numbers.h"
#include "sarrus/function/make_function.h"

namespace sarrus {

using namespace internal;

namespace {

struct Linear {
  Array<double> a;
  double c;

  int arguments() const { return static_cast<int>(a.size()); }
  bool is_linear() const { return true; }
  std::string description() const { return fmt::format("linear [{}]·x + {}", internal::number_list(a), c); }

  /// f = Σ aᵢ·xᵢ + c
  template <class T>
  T value(const T* x) const {
    T f = T(c);
    for (std::size_t i = 0; i < a.size(); ++i) f += T(a[i]) * x[i];
    return f;
  }
  /// ∂f/∂xᵢ = aᵢ,  ∂²f/∂xᵢ∂xⱼ = 0
  template <class T>
  void evaluate(const T* x, T& f, T* gradient, T* hessian) const {
    f = value(x);
    for (std::size_t i = 0; i < a.size(); ++i) gradient[i] = T(a[i]);
    for (std::size_t i = 0; i < a.size() * a.size(); ++i) hessian[i] = T(0);
  }
};

}  // namespace

Function linear(Array<double> coefficients, double offset) {
  require(!coefficients.empty(), "linear: 0 coefficients were given, but a function has at least 1 argument");
  internal::check_finite("linear", "coefficients", coefficients);
  internal::check_finite("linear", "offset", offset);
  return make_function(Linear{std::move(coefficients), offset});
}

}  // namespace sarrus
