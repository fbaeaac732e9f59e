#include "sarrus/ode/internal/butcher_tableau.h"

#include <cstddef>

#include "sarrus/base/array.h"

namespace sarrus::internal {

namespace {

/// Weights of the error estimate: those of the result minus those of the embedded method.
Array<double> minus(Array<double> weights, const Array<double>& embedded) {
  weights.resize(embedded.size());
  for (std::size_t i = 0; i < embedded.size(); ++i) weights[i] -= embedded[i];
  return weights;
}

/// Adds dense output of order four to a method of order four or more, by one stage beyond the end [Enright,
/// Jackson, Nørsett, Thomsen: Interpolants for Runge–Kutta formulas, 1986]. The Hermite cubic H has an error
/// of O(h⁴), and so has the ẏ computed from it at some s; the quartic H + s²(1 − s)²·r₀ with this ẏ there has
/// an error of O(h⁵).
void add_quartic(ButcherTableau& tableau, double s) {
  const int end = tableau.end;
  const Array<double> b = tableau.weights();
  Array<double> value(end + 1), slope(end + 2);  // value and slope of H at s, as weights of the stages
  for (std::size_t i = 0; i < b.size(); ++i) {
    value[i] = s * s * (3 - 2 * s) * b[i];
    slope[i] = 6 * s * (1 - s) * b[i];
  }
  value[0] += s * (1 - s) * (1 - s);
  slope[0] += (1 - s) * (1 - 3 * s);
  value[end] -= s * s * (1 - s);
  slope[end] -= s * (2 - 3 * s);
  tableau.c.push_back(s);
  tableau.a.push_back(value);

  // r₀ = (h·ẏ − H′)/(d/ds s²(1 − s)²)
  const double bubble = 2 * s * (1 - s) * (1 - 2 * s);
  Array<double> r(end + 2);
  for (std::size_t i = 0; i < r.size(); ++i) r[i] = -slope[i] / bubble;
  r[end + 1] += 1 / bubble;
  tableau.dense = {r};
  tableau.dense_order = 4;
}

ButcherTableau make_merson() {
  ButcherTableau t{.name = "merson", .order = 4, .error_exponent = 4, .stages = 5, .end = 5};
  t.c = {0, 1. / 3, 1. / 3, 1. / 2, 1, 1};
  t.a = {{},
         {1. / 3},
         {1. / 6, 1. / 6},
         {1. / 8, 0, 3. / 8},
         {1. / 2, 0, -3. / 2, 2},
         {1. / 6, 0, 0, 2. / 3, 1. / 6}};
  t.error = minus(t.weights(), {1. / 10, 0, 3. / 10, 2. / 5, 1. / 5});
  add_quartic(t, 0.2);
  return t;
}

ButcherTableau make_fehlberg() {
  ButcherTableau t{.name = "fehlberg", .order = 5, .error_exponent = 5, .stages = 6, .end = 6};
  t.c = {0, 1. / 4, 3. / 8, 12. / 13, 1, 1. / 2, 1};
  t.a = {{},
         {1. / 4},
         {3. / 32, 9. / 32},
         {1932. / 2197, -7200. / 2197, 7296. / 2197},
         {439. / 216, -8, 3680. / 513, -845. / 4104},
         {-8. / 27, 2, -3544. / 2565, 1859. / 4104, -11. / 40},
         {16. / 135, 0, 6656. / 12825, 28561. / 56430, -9. / 50, 2. / 55}};
  t.error = minus(t.weights(), {25. / 216, 0, 1408. / 2565, 2197. / 4104, -1. / 5, 0});
  add_quartic(t, 0.2);
  return t;
}

ButcherTableau make_dormand_prince5() {
  ButcherTableau t{
      .name = "dormand-prince5", .order = 5, .error_exponent = 5, .dense_order = 4, .stages = 7, .end = 6};
  t.c = {0, 1. / 5, 3. / 10, 4. / 5, 8. / 9, 1, 1};
  t.a = {{},
         {1. / 5},
         {3. / 40, 9. / 40},
         {44. / 45, -56. / 15, 32. / 9},
         {19372. / 6561, -25360. / 2187, 64448. / 6561, -212. / 729},
         {9017. / 3168, -355. / 33, 46732. / 5247, 49. / 176, -5103. / 18656},
         {35. / 384, 0, 500. / 1113, 125. / 192, -2187. / 6784, 11. / 84}};
  t.error = minus(t.weights(),
                  {5179. / 57600, 0, 7571. / 16695, 393. / 640, -92097. / 339200, 187. / 2100, 1. / 40});
  t.dense = {{-12715105075. / 11282082432, 0, 87487479700. / 32700410799, -10690763975. / 1880347072,
              701980252875. / 199316789632, -1453857185. / 822651844, 69997945. / 29380423}};
  return t;
}

}  // namespace

const ButcherTableau& euler_tableau() {
  static const ButcherTableau tableau{.name = "euler",
                                      .order = 1,
                                      .error_exponent = 2,
                                      .dense_order = 1,
                                      .stages = 2,
                                      .end = 1,
                                      .c = {0, 1},
                                      .a = {{}, {1}},
                                      .error = {1. / 2, -1. / 2}};
  return tableau;
}

const ButcherTableau& rk2_tableau() {
  static const ButcherTableau tableau{.name = "rk2",
                                      .order = 2,
                                      .error_exponent = 2,
                                      .dense_order = 2,
                                      .stages = 2,
                                      .end = 2,
                                      .c = {0, 1, 1},
                                      .a = {{}, {1}, {1. / 2, 1. / 2}},
                                      .error = {-1. / 2, 1. / 2}};
  return tableau;
}

const ButcherTableau& rk3_tableau() {
  static const ButcherTableau tableau{
      .name = "rk3",
      .order = 3,
      .error_exponent = 3,
      .dense_order = 3,
      .stages = 4,
      .end = 3,
      .c = {0, 1. / 2, 3. / 4, 1},
      .a = {{}, {1. / 2}, {0, 3. / 4}, {2. / 9, 1. / 3, 4. / 9}},
      .error = minus({2. / 9, 1. / 3, 4. / 9}, {7. / 24, 1. / 4, 1. / 3, 1. / 8})};
  return tableau;
}

const ButcherTableau& merson_tableau() {
  static const ButcherTableau tableau = make_merson();
  return tableau;
}

const ButcherTableau& fehlberg_tableau() {
  static const ButcherTableau tableau = make_fehlberg();
  return tableau;
}

const ButcherTableau& dormand_prince5_tableau() {
  static const ButcherTableau tableau = make_dormand_prince5();
  return tableau;
}

}  // namespace sarrus::internal
