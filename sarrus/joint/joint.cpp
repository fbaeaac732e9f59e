#include "sarrus/joint/joint.h"

#include <cmath>

#include "sarrus/base/array.h"
#include "sarrus/base/error.h"
#include "sarrus/joint/joints.h"

namespace sarrus {

namespace {
template <class F>
decltype(auto) of(const Joint& joint, F&& f) {
  return std::visit(std::forward<F>(f), joint.type().variant);
}
template <class J>
concept Oriented = requires(J j) {
  j.orientation;
};
}  // namespace

template <JointType J>
Joint::Joint(J type, JointDirection direction)
    : type_(std::make_shared<const JointChoice>(JointChoice{std::move(type)})), direction_(direction) {}

#define SARRUS_INSTANTIATE(J) template Joint::Joint(J, JointDirection);
SARRUS_JOINTS(SARRUS_INSTANTIATE)
#undef SARRUS_INSTANTIATE

Joint::Joint() : Joint(Weld{}) {}

std::string Joint::type_name() const {
  return of(*this, [](const auto& j) -> std::string {
    if constexpr (requires { j.type_name(); })
      return j.type_name();
    else
      return std::string(j.type);
  });
}

Joint Joint::reversed() const {
  Joint joint = *this;
  joint.direction_ = is_reversed() ? JointDirection::forward : JointDirection::reversed;
  return joint;
}

int Joint::nq() const {
  return of(*this, [](const auto& j) { return j.nq(); });
}
int Joint::nu() const {
  return of(*this, [](const auto& j) { return static_cast<int>(j.nu); });
}
JointShape Joint::shape() const {
  return of(*this, [](const auto& j) { return j.shape; });
}

Vec3<double> Joint::axis() const {
  const int index = of(*this, [](const auto& j) {
    if constexpr (requires { j.axis; })
      return static_cast<int>(j.axis);
    else
      return -1;
  });
  require(index >= 0, "a joint of type '{}' has no fixed axis; only pins and sliders do", type_name());
  return (is_reversed() ? -1.0 : 1.0) * Vec3<double>::unit(index);
}

Array<QuantityInfo> Joint::coordinates() const {
  return of(*this, [](const auto& j) { return j.coordinates(); });
}
Array<QuantityInfo> Joint::speed_infos() const {
  return of(*this, [](const auto& j) { return j.speed_infos(); });
}
Array<ParameterInfo> Joint::parameters() const {
  return of(*this, [](const auto& j) { return j.parameters(); });
}
Array<double> Joint::default_q() const {
  return of(*this, [](const auto& j) { return j.default_q(); });
}

Array<std::string> Joint::parameter_faults() const {
  Array<std::string> faults;
  for (const ParameterInfo& p : parameters())
    if (!std::isfinite(p.value))
      faults.push_back(fmt::format("its {} is {}; give a finite number", p.name, p.value));
  if (faults.empty())
    of(*this, [&](const auto& j) {
      if constexpr (requires { j.parameter_faults(); }) faults = j.parameter_faults();
    });
  return faults;
}

bool Joint::has_orientation() const {
  return of(*this, []<class J>(const J&) { return Oriented<J>; });
}
bool Joint::has_quaternion() const {
  return of(*this, []<class J>(const J& j) {
    if constexpr (Oriented<J>)
      return j.orientation.quaternion();
    else if constexpr (requires { j.has_quaternion(); })
      return j.has_quaternion();
    else
      return false;
  });
}
Joint Joint::with(RotationCoordinates kind) const {
  JointChoice choice = *type_;
  std::visit(
      [&]<class J>(J& j) {
        if constexpr (Oriented<J>) j.orientation.kind = kind;
      },
      choice.variant);
  Joint joint = *this;
  joint.type_ = std::make_shared<const JointChoice>(std::move(choice));
  return joint;
}

}  // namespace sarrus
