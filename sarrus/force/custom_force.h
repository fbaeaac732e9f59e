#pragma once
/// @file
/// A force element made from functions, without a class of its own.
///
///     builder.add("wind", CustomForce({builder.quantities().velocity},
///                                     [](const State& state, AppliedForces& forces) { … }));

#include <functional>
#include <vector>

#include "sarrus/system/force_element.h"

namespace sarrus {

/// A force element made from functions. Everything that the functions read must be listed in `reads`;
/// parameters come from SystemBuilder::declare().
class CustomForce : public ForceElement {
 public:
  using AddForces = std::function<void(const State&, AppliedForces&)>;
  using Power = std::function<double(const State&)>;

  CustomForce(std::vector<Dependency> reads, AddForces add_forces)
      : reads_(std::move(reads)), add_forces_(std::move(add_forces)) {}

  /// Sets the stored energy, or the rate of dissipation; zero unless given.
  CustomForce with_potential_energy(Power energy) && { return potential_energy_ = std::move(energy), *this; }
  CustomForce with_dissipation(Power rate) && { return dissipation_ = std::move(rate), *this; }
  /// Marks the force as worth a thread of its own; see ForceElement::is_costly().
  CustomForce costly() && { return is_costly_ = true, *this; }

  std::vector<Dependency> declare(Declaration& declaration) override;
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
