#include "sarrus/function/sinusoid.h"

#include "sarrus/function/internal/numbers.h"
#include "sarrus/function/make_function.h"

namespace sarrus {

using namespace internal;

namespace {

struct Sinusoid {
  double a, w, phase, b;

  int arguments() const { return 1; }
  std::string description() const { return fmt::format("{}·sin({}·x + {}) + {}", a, w, phase, b); }

  /// f = a·sin(ωx + φ) + b
  template <class T>
  T value(const T* x) const {
    return T(a) * sin(T(w) * *x + T(phase)) + T(b);
  }
  /// f' = aω·cos(ωx + φ),  f'' = −aω²·sin(ωx + φ)
  template <class T>
  void evaluate(const T* x, T& f, T* gradient, T* hessian) const {
    T s, c;
    sincos(T(w) * *x + T(phase), s, c);
    f = T(a) * s + T(b);
    *gradient = T(a * w) * c;
    *hessian = T(-a * w * w) * s;
  }
};

}  // namespace

Function sinusoid(double amplitude, double frequency, double phase, double offset) {
  internal::check_finite("sinusoid", "amplitude", amplitude);
  internal::check_finite("sinusoid", "frequency", frequency);
  internal::check_finite("sinusoid", "phase", phase);
  internal::check_finite("sinusoid", "offset", offset);
  return make_function(Sinusoid{amplitude, frequency, phase, offset});
}

}  // namespace sarrus
