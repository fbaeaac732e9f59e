#pragma once
/// @file
/// Reads lane `i` of a number of any scalar as a double, and makes a number of any scalar.

#include <vector>

#include "sarrus/scalar/scalar_types.h"
#include "sarrus/spatial/pose.h"

namespace sarrus::testing {

template <class T>
double lane(const T& x, int i) {
  if constexpr (requires { primal(x); })
    return primal(x);
  else
    return static_cast<double>(x[i]);
}
template <class T>
Vec3<double> lane(const Vec3<T>& v, int i) {
  return {lane(v.x, i), lane(v.y, i), lane(v.z, i)};
}
template <class T>
Motion<double> lane(const Motion<T>& V, int i) {
  return {lane(V.w, i), lane(V.v, i)};
}
template <class T>
Pose<double> lane(const Pose<T>& X, int i) {
  return {Rotation<double>(Mat3<double>{lane(X.R.col(0), i), lane(X.R.col(1), i), lane(X.R.col(2), i)}),
          lane(X.p, i)};
}
/// A number of scalar T whose lane `i` is values[i] (repeated as needed).
template <class T>
T from_lanes(const std::vector<double>& values) {
  if constexpr (ScalarTraits<T>::lanes == 1) {
    return T(static_cast<ValueOf<T>>(values[0]));
  } else {
    return T::each(
        [&](int i) { return static_cast<ValueOf<T>>(values[static_cast<std::size_t>(i) % values.size()]); });
  }
}

/// Numbers of scalar T with states[i] in lane `i`; the states themselves are rounded to T's precision.
template <class T>
std::vector<T> packed(std::vector<std::vector<double>>& states) {
  std::vector<T> numbers(states[0].size());
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    std::vector<double> values;
    for (auto& state : states) {
      state[k] = static_cast<double>(static_cast<ValueOf<T>>(state[k]));
      values.push_back(state[k]);
    }
    numbers[k] = from_lanes<T>(values);
  }
  return numbers;
}

}  // namespace sarrus::testing
