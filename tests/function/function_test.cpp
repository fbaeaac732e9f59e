#include "sarrus/function/function.h"

#include <memory>

#include "sarrus/function/constant.h"
#include "sarrus/function/cubic_spline.h"
#include "sarrus/function/linear.h"
#include "sarrus/function/make_function.h"
#include "sarrus/function/polynomial.h"
#include "sarrus/function/quintic_spline.h"
#include "sarrus/function/sinusoid.h"
#include "sarrus/function/smooth_step.h"
#include "sarrus/function/user_function.h"
#include "sarrus/scalar/scalar_types.h"
#include "tests/function/function_laws.h"
#include "tests/support/count_allocations.h"

namespace sarrus::testing::function_test {

namespace {

using testing::allocations, testing::check_laws, testing::evaluate, testing::mentions, testing::message_of;

TEST(Function, IsZeroByDefault) {
  const Function f;
  EXPECT_EQ(f.arguments(), 1);
  EXPECT_EQ(f(4.0), 0);
  EXPECT_EQ(evaluate(f, {4}).gradient[0], 0);
}

TEST(Function, IsAValue) {
  Function f = polynomial({0, 1});
  const Function copy = f;
  f = polynomial({7});
  EXPECT_EQ(copy(3.0), 3);
  EXPECT_EQ(f(3.0), 7);
  const std::vector<Function> several(3, copy);
  EXPECT_EQ(several[2](5.0), 5);
}

TEST(Function, CallsOfOneNumberNeedOneArgument) {
  const Function f = linear({1, 2});
  EXPECT_TRUE(mentions(message_of([&] { f(1.0); }), {"linear [1, 2]", "2 arguments", "1"}));
}

TEST(Function, TellsItsDerivative) {
  EXPECT_NEAR(sinusoid(2, 3, 0.5).derivative(0.7), 6 * std::cos(3 * 0.7 + 0.5), 1e-15);
  EXPECT_TRUE(mentions(message_of([] { linear({1, 2}).derivative(1.0); }), {"2 arguments"}));
}

TEST(Function, NeedsAnImplementation) {
  EXPECT_TRUE(
      mentions(message_of([] { Function(std::shared_ptr<const Function::Implementation>()); }), {"null"}));
}

/// What a user writes who knows the derivatives: x₀²·x₁.
struct Product {
  int arguments() const { return 2; }
  const char* description() const { return "product"; }
  template <class T>
  T value(const T* x) const {
    return x[0] * x[0] * x[1];
  }
  template <class T>
  void evaluate(const T* x, T& f, T* gradient, T* hessian) const {
    f = value(x);
    gradient[0] = T(2) * x[0] * x[1];
    gradient[1] = x[0] * x[0];
    hessian[0] = T(2) * x[1];
    hessian[1] = hessian[2] = T(2) * x[0];
    hessian[3] = T(0);
  }
};

TEST(Function, IsMadeFromAUsersLaw) {
  const Function f = make_function(Product{});
  EXPECT_EQ(f.arguments(), 2);
  EXPECT_EQ(f.description(), "product");
  EXPECT_EQ(evaluate(f, {3, 5}).value, 45);
  check_laws(f, {{3, 5}, {-1, 0.5}});
}

/// Evaluates at x = (0.3, 0.3) in T, and returns how often memory was allocated.
template <class T>
long allocations_in(const Function& f) {
  T x[2] = {T(0.3), T(0.3)}, value, gradient[2], hessian[4];
  const long before = allocations();
  f.evaluate(x, value, gradient, hessian);
  value = f.value(x);
  return allocations() - before;
}

TEST(Function, EvaluatesWithoutAllocating) {
  for (const Function& f :
       {constant(1), linear({1, 2}), polynomial({1, 2, 3}), sinusoid(1, 2), smooth_step(0, 1, 0, 1),
        cubic_spline({0, 1, 2}, {0, 1, 0}), quintic_spline({0, 1, 2}, {0, 1, 0}),
        user_function([](const auto& x) { return sin(x) * x; }),
        user_function_of<2>([](const auto& x) { return sin(x[0]) / x[1]; })}) {
    EXPECT_EQ(allocations_in<double>(f), 0) << f.description();
    EXPECT_EQ(allocations_in<float>(f), 0) << f.description();
    EXPECT_EQ(allocations_in<Dual8>(f), 0) << f.description();
    EXPECT_EQ(allocations_in<Pack4d>(f), 0) << f.description();
    EXPECT_EQ(allocations_in<Pack16f>(f), 0) << f.description();
    EXPECT_EQ(allocations_in<Count>(f), 0) << f.description();
  }
  const long before = allocations();
  EXPECT_EQ(polynomial({1, 2})(1.0), 3);
  EXPECT_GT(allocations(), before) << "making a function allocates: the counter does not count";
}

}  // namespace

}  // namespace sarrus::testing::function_test
