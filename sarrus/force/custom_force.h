#pragma once
/// @file
/// A force written as functions, for those who do not want a class of their own.
///
///     builder.add("wind", CustomForce({builder.quantities().velocity},
///                                     [](const State& state, AppliedForces& forces) { … }));

#include <functional>
#include <vector>

#include "sarrus/system/force_element.h"

namespace sarrus {

/// See above. What the functions read must be among `reads`; parameters come from
/// SystemBuilder::declare().
class CustomForce : public ForceElement {
 public:
  using AddForces = std::function<void(const State&, AppliedForces&)>;
  using Power = std::function<double(const State&)>;

  CustomForce(std::vector<Dependency> reads, AddForces add_forces)
      : reads_(std::move(reads)), add_forces_(std::move(add_forces)) {}

  /// The energy that the force stores, and the rate at which it loses energy; zero unless given.
  CustomForce with_potential_energy(Power energy) && { return potential_energy_ = std::move(energy), *this; }
  CustomForce with_dissipation(Power rate) && { return dissipation_ = std::move(rate), *this; }
  /// Says that it is worth a thread of its own.
  CustomForce costly() && { return is_costly_ = true, *this; }

  std::vector<Dependency> declare(Declaration& declaration) override {
    require(add_forces_ != nullptr, "the force '{}' was given no function that adds its forces",
            declaration.name());
    return reads_;
  }
  void add_forces(const State& state, AppliedForces& forces) const override { add_forces_(state, forces); }
  double potential_energy(const State& state) const override {
    return potential_energy_ ? potential_energy_(state) : 0.0;
  }
  double dissipation(const State& state) const override { return dissipation_ ? dissipation_(state) : 0.0; }
  bool is_costly() const override { return is_costly_; }

 private:
  std::vector<Dependency> reads_;
  AddForces add_forces_;
  Power potential_energy_, dissipation_;
  bool is_costly_ = false;
};

}  // namespace sarrus
