#include "sarrus/joint/internal/reversed_motion.h"
#include "sarrus/joint/joints.h"

namespace sarrus {

using namespace internal;

template <class T>
Pose<T> Joint::pose(const T* q, const ConstantOf<T>* p) const {
  const Pose<T> X = std::visit([&](const auto& j) { return j.pose(q, p); }, type_->variant);
  return is_reversed() ? X.inverse() : X;
}

template <class T>
void Joint::pose_and_columns(const T* q, const ConstantOf<T>* p, Pose<T>& X, Motion<T>* H) const {
  std::visit(
      [&](const auto& j) {
        X = j.pose(q, p);
        j.columns(q, p, H);
      },
      type_->variant);
  if (!is_reversed()) return;
  for (int i = 0; i < nu(); ++i) H[i] = reverse_velocity(X, H[i]);
  X = X.inverse();
}

template <class T>
Motion<T> Joint::bias(const T* q, const T* u, const ConstantOf<T>* p) const {
  const Motion<T> A = std::visit([&](const auto& j) { return j.bias(q, u, p); }, type_->variant);
  if (!is_reversed()) return A;
  Motion<T> H[max_joint_speeds];
  const Pose<T> X =
      std::visit([&](const auto& j) { return j.columns(q, p, H), j.pose(q, p); }, type_->variant);
  Motion<T> V = Motion<T>::zero();
  for (int i = 0; i < nu(); ++i) V += u[i] * H[i];
  return reverse_bias(X, V, A);
}

template <class T>
void Joint::qdot(const T* q, const T* u, T* out) const {
  std::visit([&](const auto& j) { j.qdot(q, u, out); }, type_->variant);
}
template <class T>
void Joint::speeds(const T* q, const T* rates, T* u) const {
  std::visit([&](const auto& j) { j.speeds(q, rates, u); }, type_->variant);
}
template <class T>
void Joint::qdot_bias(const T* q, const T* u, T* out) const {
  std::visit([&](const auto& j) { j.qdot_bias(q, u, out); }, type_->variant);
}

#define SARRUS_INSTANTIATE(T)                                                                           \
  template Pose<T> Joint::pose<T>(const T*, const ConstantOf<T>*) const;                                \
  template void Joint::pose_and_columns<T>(const T*, const ConstantOf<T>*, Pose<T>&, Motion<T>*) const; \
  template Motion<T> Joint::bias<T>(const T*, const T*, const ConstantOf<T>*) const;                    \
  template void Joint::qdot<T>(const T*, const T*, T*) const;                                           \
  template void Joint::speeds<T>(const T*, const T*, T*) const;                                         \
  template void Joint::qdot_bias<T>(const T*, const T*, T*) const;
SARRUS_FOR_EACH_SCALAR(SARRUS_INSTANTIATE)
#undef SARRUS_INSTANTIATE

}  // namespace sarrus
