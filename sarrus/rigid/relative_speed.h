#pragma once
/// @file
/// The speed on which clutches, freewheels and ratchets act: that of one joint, or of one joint relative to
/// another.

#include <array>
#include <optional>

#include "sarrus/system/force_element.h"
#include "sarrus/system/mobility.h"

namespace sarrus {

/// A direction of motion along a coordinate.
enum class Sense { positive, negative };

/// The sign of a sense.
inline double sign_of(Sense sense) { return sense == Sense::positive ? 1.0 : -1.0; }

/// The speed u₁ of a joint, or u₁ − ratio·u₂ of two. With disks on one axis the ratio is 1; with gears in
/// between, it is the speed of the first for speed 1 of the second.
class RelativeSpeed {
 public:
  RelativeSpeed(Mobility on) : first_(std::move(on)) {}
  RelativeSpeed(std::string joint) : RelativeSpeed(Mobility(std::move(joint))) {}
  RelativeSpeed(const char* joint) : RelativeSpeed(Mobility(joint)) {}
  RelativeSpeed(Mobility first, Mobility second, double ratio = 1)
      : first_(std::move(first)), second_(std::move(second)), ratio_(ratio) {}

  /// Looks the speeds up in the model of the declaring element. Throws an Error if there are no such joints,
  /// both speeds are the same, or the ratio is zero or not finite.
  void find(const Declaration& declaration);
  /// Throws an Error unless the speeds are rates of coordinates.
  void require_coordinates(const Declaration& declaration) const;

  // Once found:
  /// The numbers of the speeds, ascending, and their coefficients.
  In<int> numbers() const { return {numbers_.data(), count()}; }
  In<double> coefficients() const { return {coefficients_.data(), count()}; }
  /// The coefficients of the speed that counts in a sense.
  In<double> coefficients(Sense sense) const {
    return {(sense == Sense::positive ? coefficients_ : opposite_).data(), count()};
  }
  /// Where an element on it acts.
  ForceEnds ends() const { return {.speeds = Array<int>(numbers().begin(), numbers().end())}; }
  /// The speed in a state.
  double u(const State& state) const;
  /// q₁, or q₁ − ratio·q₂.
  double q(const State& state) const;

 private:
  void find_second(const Declaration& declaration);
  std::size_t count() const { return second_ ? 2 : 1; }

  Mobility first_;
  std::optional<Mobility> second_;
  double ratio_ = 1;
  std::array<int, 2> numbers_{};
  std::array<double, 2> coefficients_{}, opposite_{};
};

}  // namespace sarrus
