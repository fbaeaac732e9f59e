#include "sarrus/joint/function_based.h"

#include <utility>

#include "sarrus/base/array.h"
#include "sarrus/base/error.h"

namespace sarrus {

FunctionBased::FunctionBased(int coordinates) : nu(coordinates) {
  require(coordinates >= 1 && coordinates <= max_joint_speeds,
          "a function-based joint has 1 to {} coordinates, not {}", max_joint_speeds, coordinates);
  for (int i = 0; i < coordinates; ++i)
    infos_.push_back({coordinates == 1 ? "" : fmt::format("q{}", i), "rad"});
}

void FunctionBased::add(Array<Part>& parts, const char* what, const Vec3<double>& axis, Function f,
                        Array<int> of) {
  require(parts.size() < 3, "a function-based joint has at most three {}s", what);
  const double length = norm(axis);
  require(std::isfinite(length) && length > 0,
          "{} {} of a function-based joint has the axis ({}, {}, {}); give a direction", what, parts.size(),
          axis.x, axis.y, axis.z);
  require(f.arguments() == std::ssize(of),
          "{} {} of a function-based joint: the function takes {} arguments but {} coordinates are listed",
          what, parts.size(), f.arguments(), of.size());
  require(of.size() <= max_arguments,
          "{} {} of a function-based joint depends on {} coordinates; at most {} are possible", what,
          parts.size(), of.size(), max_arguments);
  for (int i : of)
    require(i >= 0 && i < nu,
            "{} {} of a function-based joint depends on coordinate {}; the joint has coordinates 0 to {}",
            what, parts.size(), i, nu - 1);
  parts.push_back({(1 / length) * axis, std::move(f), std::move(of)});
}

FunctionBased& FunctionBased::rotation(const Vec3<double>& axis, Function f, Array<int> of) {
  add(rotations_, "rotation", axis, std::move(f), std::move(of));
  return *this;
}

FunctionBased& FunctionBased::translation(const Vec3<double>& axis, Function f, Array<int> of) {
  add(translations_, "translation", axis, std::move(f), std::move(of));
  return *this;
}

FunctionBased& FunctionBased::names(Array<QuantityInfo> infos) {
  require(std::ssize(infos) == nu, "{} names were given for {} coordinates", infos.size(), nu);
  infos_ = std::move(infos);
  return *this;
}

}  // namespace sarrus
