#pragma once
/// @file
#include "sarrus/base/array.h"
#include "sarrus/joint/joint_type.h"

namespace sarrus {

/// M is fixed in F.
struct Weld : RateJoint<0> {
  static constexpr std::string_view type = "weld";
  static constexpr JointShape shape = JointShape::fixed;

  template <class T, class P>
  Pose<T> pose(const T*, const P*) const {
    return {};
  }
  template <class T, class P>
  void columns(const T*, const P*, Motion<T>*) const {}
  template <class T, class P>
  Motion<T> bias(const T*, const T*, const P*) const {
    return Motion<T>::zero();
  }
  void guess(const Pose<double>&, const double*, double*) const {}
  Array<QuantityInfo> coordinates() const { return {}; }
  Array<QuantityInfo> speed_infos() const { return {}; }
};

}  // namespace sarrus
