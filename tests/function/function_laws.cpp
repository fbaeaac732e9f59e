#include "tests/function/function_laws.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sarrus/scalar/scalar_types.h"
#include "tests/support/close.h"
#include "tests/support/lanes.h"

namespace sarrus::testing {

namespace {

/// What outputs hold before they are written.
constexpr double unset = std::numeric_limits<double>::quiet_NaN();

std::size_t index(int i) { return static_cast<std::size_t>(i); }

/// x with `step` added to entry i.
Point moved(Point x, int i, double step) {
  x[index(i)] += step;
  return x;
}

/// The point as the numbers of T hold it: rounded to float if T is built on floats.
template <class T>
Point rounded(Point x) {
  for (double& number : x) number = static_cast<double>(static_cast<ValueOf<T>>(number));
  return x;
}

/// ∂(what)/∂xᵢ by central differences; `what` picks a number out of an Evaluation.
template <class What>
double difference(const Function& f, const Point& x, int i, What what) {
  const double h = 1e-5 * std::max(1.0, std::abs(x[index(i)]));
  return (what(evaluate(f, moved(x, i, h))) - what(evaluate(f, moved(x, i, -h)))) / (2 * h);
}

/// The truncation error of central differences, h²·f'''/6, and their rounding error, ε/h, stay below this.
double allowance(const Evaluation& e) { return 2e-8 * e.size(); }

void check_differences(const Function& f, const Point& x) {
  const int k = f.arguments();
  const Evaluation e = evaluate(f, x);
  for (int i = 0; i < k; ++i) {
    EXPECT_NEAR(e.gradient[index(i)], difference(f, x, i, [](const Evaluation& at) { return at.value; }),
                allowance(e));
    for (int j = 0; j < k; ++j) {
      EXPECT_NEAR(e.hessian[index(i * k + j)],
                  difference(f, x, i, [&](const Evaluation& at) { return at.gradient[index(j)]; }),
                  allowance(e));
      EXPECT_EQ(e.hessian[index(i * k + j)], e.hessian[index(j * k + i)]);
    }
  }
}

/// The scalar T against double; lane l of a pack is at the point number first + l.
template <class T>
void check_lanes(const Function& f, const std::vector<Point>& points, std::size_t first) {
  using V = ValueOf<T>;
  const int k = f.arguments();
  const auto point = [&](int lane) { return rounded<T>(points[(first + index(lane)) % points.size()]); };
  std::vector<T> x, gradient(index(k), T(unset)), hessian(index(k * k), T(unset));
  for (int i = 0; i < k; ++i) {
    std::vector<double> lanes;
    for (int l = 0; l < ScalarTraits<T>::lanes; ++l) lanes.push_back(point(l)[index(i)]);
    x.push_back(from_lanes<T>(lanes));
  }
  T value;
  f.evaluate(x.data(), value, gradient.data(), hessian.data());
  const T value_alone = f.value(x.data());

  for (int l = 0; l < ScalarTraits<T>::lanes; ++l) {
    const Evaluation e = evaluate(f, point(l));
    EXPECT_TRUE(close<V>(lane(value_alone, l), e.value, 64, e.size()));
    EXPECT_TRUE(close<V>(lane(value, l), e.value, 64, e.size()));
    for (int i = 0; i < k; ++i)
      EXPECT_TRUE(close<V>(lane(gradient[index(i)], l), e.gradient[index(i)], 64, e.size()));
    for (int i = 0; i < k * k; ++i)
      EXPECT_TRUE(close<V>(lane(hessian[index(i)], l), e.hessian[index(i)], 64, e.size()));
  }
}

/// Derivatives that a Dual carries through value, gradient and Hessian.
template <class T>
void check_partials(const Function& f, const Point& x) {
  const int k = f.arguments(), directions = std::is_same_v<T, DualX> ? k : 8;
  ASSERT_LE(k, directions);
  std::vector<T> variables, gradient(index(k), T(unset)), hessian(index(k * k), T(unset));
  for (int i = 0; i < k; ++i) variables.push_back(T::variable(x[index(i)], i, directions));
  T value;
  f.evaluate(variables.data(), value, gradient.data(), hessian.data());
  const T value_alone = f.value(variables.data());

  const Evaluation e = evaluate(f, x);
  const auto partial = [](const T& number, int i) { return std::as_const(number).partial[i]; };
  for (int i = 0; i < k; ++i) {
    EXPECT_TRUE(close(partial(value_alone, i), e.gradient[index(i)], 64, e.size()));
    EXPECT_TRUE(close(partial(value, i), e.gradient[index(i)], 64, e.size()));
    for (int j = 0; j < k; ++j)
      EXPECT_TRUE(close(partial(gradient[index(j)], i), e.hessian[index(j * k + i)], 64, e.size()));
    for (int j = 0; j < k * k; ++j) {
      const double third = difference(f, x, i, [&](const Evaluation& at) { return at.hessian[index(j)]; });
      EXPECT_NEAR(partial(hessian[index(j)], i), third, allowance(e) * std::max(1.0, std::abs(third)));
    }
  }
}

template <class T>
void check_scalar(const Function& f, const std::vector<Point>& points) {
  for (std::size_t p = 0; p < points.size(); ++p) {
    check_lanes<T>(f, points, p);
    if constexpr (requires { T::variable(0.0, 0); }) check_partials<T>(f, points[p]);
  }
}

template <class... Ts>
void check_scalars(TypeList<Ts...>, const Function& f, const std::vector<Point>& points) {
  (check_scalar<Ts>(f, points), ...);
}

}  // namespace

double Evaluation::size() const {
  double largest = std::max(1.0, std::abs(value));
  for (const double slope : gradient) largest = std::max(largest, std::abs(slope));
  for (const double h : hessian) largest = std::max(largest, std::abs(h));
  return largest;
}

Evaluation evaluate(const Function& f, const Point& x) {
  const auto k = index(f.arguments());
  EXPECT_EQ(x.size(), k);
  Evaluation e{unset, std::vector<double>(k, unset), std::vector<double>(k * k, unset)};
  f.evaluate(x.data(), e.value, e.gradient.data(), e.hessian.data());
  return e;
}

void check_laws(const Function& f, const std::vector<Point>& points) {
  SCOPED_TRACE(f.description());
  for (const Point& x : points) check_differences(f, x);
  check_scalars(Scalars{}, f, points);
}

void check_laws(const Function& f, const std::vector<double>& points) {
  std::vector<Point> each;
  for (const double x : points) each.push_back({x});
  check_laws(f, each);
}

::testing::AssertionResult mentions(const std::string& text, const std::vector<std::string>& words) {
  for (const std::string& word : words)
    if (text.find(word) == std::string::npos)
      return ::testing::AssertionFailure() << "'" << word << "' is missing in: " << text;
  return ::testing::AssertionSuccess();
}

}  // namespace sarrus::testing
