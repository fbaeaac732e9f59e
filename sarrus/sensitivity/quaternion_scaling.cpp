#include "sarrus/sensitivity/internal/quaternion_scaling.h"

namespace sarrus::internal {

QuaternionScaling::QuaternionScaling(const Model& model) {
  for (const Body& body : model.bodies())
    if (body.nq != body.nu && body.joint.has_quaternion()) first_.push_back(body.q0);
}

void QuaternionScaling::take(const VectorX<double>& y) {
  unit_.clear(), length_.clear();
  for (const int q0 : first_) {
    length_.push_back(y.segment<4>(q0).norm());
    unit_.push_back(y.segment<4>(q0) / length_.back());
  }
}

void QuaternionScaling::apply(Eigen::Ref<VectorX<double>> change) const {
  for (std::size_t i = 0; i < first_.size(); ++i) {
    const double along = unit_[i].dot(change.segment<4>(first_[i]));
    change.segment<4>(first_[i]) = (change.segment<4>(first_[i]) - along * unit_[i]) / length_[i];
  }
}

}  // namespace sarrus::internal
