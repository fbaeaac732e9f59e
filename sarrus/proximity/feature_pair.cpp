#include "sarrus/proximity/feature_pair.h"

#include "sarrus/proximity/internal/feature_gap.h"
#include "sarrus/scalar/scalar_types.h"

namespace sarrus {

namespace internal {

/// The plain numbers of a pose in a scalar that holds one state.
template <class T>
requires(requires(const T& x) { primal(x); }) Pose<double> primal_pose(const Pose<T>& X) {
  const auto plain = [](const Vec3<T>& v) { return Vec3<double>{primal(v.x), primal(v.y), primal(v.z)}; };
  return {Rotation<double>({plain(X.R.col(0)), plain(X.R.col(1)), plain(X.R.col(2))}), plain(X.p)};
}

}  // namespace internal

// The values converge first, in plain numbers; each further step then makes derivatives of one order more
// exact.
template <class T>
FeatureGap<T> calc_gap(const FeaturePair& features, const Pose<T>& X_12, const Vec3<double>& near) {
  if constexpr (std::is_same_v<T, double>) {
    return internal::converged_gap(features.first, features.second, X_12, near);
  } else if constexpr (requires(const T& x) { primal(x); }) {
    const FeatureGap<double> plain =
        internal::converged_gap(features.first, features.second, internal::primal_pose(X_12), near);
    return internal::FeatureGapSolver<T>(features.first, features.second, X_12, plain.normal).solve(3);
  } else {
    return internal::FeatureGapSolver<T>(features.first, features.second, X_12, near).solve(8);
  }
}

#define SARRUS_INSTANTIATE(T)                                                                       \
  template FeatureGap<T> calc_gap<T>(const FeaturePair&, const Pose<T>&, const Vec3<double>&);      \
  template FeatureGap<Dual<T, 1>> calc_gap<Dual<T, 1>>(const FeaturePair&, const Pose<Dual<T, 1>>&, \
                                                       const Vec3<double>&);
SARRUS_FOR_EACH_SCALAR(SARRUS_INSTANTIATE)
#undef SARRUS_INSTANTIATE

}  // namespace sarrus
