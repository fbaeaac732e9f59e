#pragma once
/// @file
/// Initial-value problems with known solutions.

#include <cmath>
#include <functional>
#include <numbers>
#include <string>
#include <vector>

#include "sarrus/ode/integrator.h"
#include "sarrus/ode/internal/cvode_integrator.h"
#include "tests/support/numbers.h"

namespace sarrus::testing {

using namespace internal;

/// ẏ = f(t, y) of variables z without mechanics, called z0, z1, …
class PlainProblem : public InitialValueProblem {
 public:
  using Rate = std::function<void(double, In<double>, Out<double>)>;
  PlainProblem(int n, Rate rate) : n_(n), rate_(std::move(rate)) {}

  int nq() const override { return 0; }
  int nu() const override { return 0; }
  int nz() const override { return n_; }
  std::string variable_name(int index) const override { return fmt::format("z{}", index); }
  void calc_derivative(double t, In<double> y, Out<double> ydot) override { rate_(t, y, ydot); }

 private:
  int n_;
  Rate rate_;
};

/// q̈ = a(t, q, q̇) with u = q̇; variables are called q0, …, u0, …
class MechanicalProblem : public InitialValueProblem {
 public:
  using Acceleration = std::function<void(double, In<double>, In<double>, Out<double>)>;
  MechanicalProblem(int n, Acceleration acceleration) : n_(n), acceleration_(std::move(acceleration)) {}

  int nq() const override { return n_; }
  int nu() const override { return n_; }
  int nz() const override { return 0; }
  std::string variable_name(int index) const override {
    return fmt::format("{}{}", index < n_ ? "q" : "u", index % n_);
  }
  void calc_derivative(double t, In<double> y, Out<double> ydot) override {
    const auto n = static_cast<std::size_t>(n_);
    std::copy_n(y.begin() + n_, n, ydot.begin());
    acceleration_(t, {y.data(), n}, {y.data() + n, n}, {ydot.data() + n, n});
  }

 private:
  int n_;
  Acceleration acceleration_;
};

/// A body around a fixed center, GM = 1, semi-major axis 1: the period is 2π.
class KeplerProblem : public MechanicalProblem {
 public:
  explicit KeplerProblem(double eccentricity)
      : MechanicalProblem(2,
                          [](double, In<double> q, In<double>, Out<double> a) {
                            const double r = std::hypot(q[0], q[1]);
                            a[0] = -q[0] / (r * r * r), a[1] = -q[1] / (r * r * r);
                          }),
        e_(eccentricity) {}

  std::vector<double> start() const { return at(0); }
  /// Position and velocity from Kepler's equation E − e·sin E = t, solved by Newton's method.
  std::vector<double> at(double t) const {
    double E = t;
    for (int i = 0; i < 50; ++i) E -= (E - e_ * std::sin(E) - t) / (1 - e_ * std::cos(E));
    const double b = std::sqrt(1 - e_ * e_), rate = 1 / (1 - e_ * std::cos(E));
    return {std::cos(E) - e_, b * std::sin(E), -rate * std::sin(E), rate * b * std::cos(E)};
  }

 private:
  double e_;
};

/// The largest difference between two lists.
inline double distance(In<double> a, In<double> b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

/// Takes steps until `end`.
inline void advance(Integrator& integrator, double end) {
  while (integrator.time() < end) integrator.step(end);
}

/// The result at `end` of a method with `steps` steps of equal length from t = 0.
inline std::vector<double> integrate_fixed(std::string_view name, InitialValueProblem& problem, In<double> y0,
                                           double end, int steps) {
  const auto integrator = make_integrator(name, problem, {.accuracy = 1e-10, .fixed_step = end / steps});
  integrator->start(0, y0);
  advance(*integrator, end);
  return {integrator->y().begin(), integrator->y().end()};
}

/// The names of the methods that this build has.
inline std::vector<std::string> usable_names() {
  std::vector<std::string> names = integrator_names();
  if (!internal::cvode_available())
    std::erase_if(names, [](const std::string& name) { return name == "bdf" || name == "adams"; });
  return names;
}
inline bool usable(std::string_view name) {
  return internal::cvode_available() || (name != "bdf" && name != "adams");
}

}  // namespace sarrus::testing
