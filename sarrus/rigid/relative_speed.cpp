#include "sarrus/rigid/relative_speed.h"

#include <cmath>
#include <utility>

#include "sarrus/system/declaration.h"

namespace sarrus {

void RelativeSpeed::find(const Declaration& declaration) {
  first_.find(declaration);
  numbers_ = {first_.number(), 0};
  coefficients_ = {1, 0};
  if (second_) find_second(declaration);
  opposite_ = {-coefficients_[0], -coefficients_[1]};
}

void RelativeSpeed::find_second(const Declaration& declaration) {
  second_->find(declaration);
  const auto name = [&](const Mobility& on) { return declaration.model().speeds()[on.number()].name; };
  require(first_.number() != second_->number(),
          "the element '{}' acts between the speed '{}' and itself; give two different ones, or one alone",
          declaration.name(), name(first_));
  require(std::isfinite(ratio_) && ratio_ != 0,
          "the element '{}': the ratio of '{}' to '{}' cannot be {}; give a number other than zero",
          declaration.name(), name(first_), name(*second_), ratio_);
  numbers_[1] = second_->number();
  coefficients_[1] = -ratio_;
  if (numbers_[0] > numbers_[1]) {
    std::swap(numbers_[0], numbers_[1]);
    std::swap(coefficients_[0], coefficients_[1]);
  }
}

void RelativeSpeed::require_coordinates(const Declaration& declaration) const {
  first_.require_coordinate(declaration);
  if (second_) second_->require_coordinate(declaration);
}

double RelativeSpeed::u(const State& state) const {
  return first_.u(state) - (second_ ? ratio_ * second_->u(state) : 0.0);
}

double RelativeSpeed::q(const State& state) const {
  return first_.q(state) - (second_ ? ratio_ * second_->q(state) : 0.0);
}

}  // namespace sarrus
