#pragma once
/// @file
#include "sarrus/base/error.h"

namespace sarrus::internal {

/// Thrown if the equations of an implicit step are not solved; a step of a fraction of its length may be.
class Nonconvergence : public NumericalError {
 public:
  Nonconvergence(const std::string& text, double time, double fraction)
      : NumericalError(text, time), fraction_(fraction) {}
  double fraction() const { return fraction_; }

 private:
  double fraction_;
};

}  // namespace sarrus::internal
