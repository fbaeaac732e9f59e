#pragma once
/// @file
/// Quantities in any scalar as plain lists of doubles (values and partials, or lanes), and random scalars
/// that fill all of those.

#include <gtest/gtest.h>

#include <vector>

#include "sarrus/scalar/scalar_types.h"
#include "sarrus/spatial/motion_force.h"

namespace sarrus::testing {

inline void append(std::vector<double>& list, double x) { list.push_back(x); }
inline void append(std::vector<double>& list, float x) { list.push_back(static_cast<double>(x)); }
template <class V, int N>
void append(std::vector<double>& list, const Dual<V, N>& x) {
  append(list, x.value);
  for (int i = 0; i < x.partial.size(); ++i) append(list, x.partial[i]);
}
template <class V, int N>
void append(std::vector<double>& list, const Pack<V, N>& x) {
  for (int i = 0; i < N; ++i) append(list, x[i]);
}
template <class T>
void append(std::vector<double>& list, const Vec3<T>& a) {
  for (int i = 0; i < 3; ++i) append(list, a[i]);
}
template <class T>
void append(std::vector<double>& list, const Mat3<T>& a) {
  for (int i = 0; i < 3; ++i) append(list, a.col(i));
}
template <class T>
void append(std::vector<double>& list, const Sym3<T>& a) {
  append(list, a.matrix());
}
template <class T>
void append(std::vector<double>& list, const Motion<T>& V) {
  append(list, V.w), append(list, V.v);
}
template <class T>
void append(std::vector<double>& list, const Force<T>& F) {
  append(list, F.t), append(list, F.f);
}

/// A scalar whose partials or lanes all come from `number()`.
template <class T, class F>
T filled(F&& number) {
  if constexpr (ScalarTraits<T>::lanes > 1) {
    return T::each([&](int) { return static_cast<ValueOf<T>>(number()); });
  } else if constexpr (std::is_floating_point_v<T>) {
    return static_cast<T>(number());
  } else {
    T x(number());
    for (int i = 0; i < x.partial.size(); ++i) x.partial[i] = number();
    return x;
  }
}

/// The list of all scalars, for TYPED_TEST_SUITE.
template <class List>
struct AsTestTypes;
template <class... Ts>
struct AsTestTypes<TypeList<Ts...>> {
  using Type = ::testing::Types<Ts...>;
};
using AllScalars = AsTestTypes<Scalars>::Type;

}  // namespace sarrus::testing
