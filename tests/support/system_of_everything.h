#pragma once
/// @file
/// A System with every kind of variable that a State can hold, and random States of it.

#include "sarrus/system/system.h"
#include "tests/support/random.h"

namespace sarrus::testing {

/// Types of discrete variables: an enumeration and a structure.
enum class Gear : short { reverse = -1, neutral = 0, first = 1 };
struct Contact {
  int body = 0;
  float depth = 0;
  bool operator==(const Contact&) const = default;
};

/// The System, and the handles of its discrete variables.
struct SystemOfEverything {
  System system;
  Discrete<double> number;
  Discrete<float> small;
  Discrete<bool> flag;
  Discrete<Gear> gear;
  Discrete<std::uint64_t> ticks;
  Discrete<std::string> text;
  Discrete<std::vector<double>> list;
  Discrete<std::vector<std::int8_t>> bytes;
  Discrete<Contact> contact;
};

/// The model: pins, a ball, a screw, a free body and a massless one, with names that have common parts.
Model model_of_everything();
SystemOfEverything system_of_everything();

/// A state with random values of every kind, including −0.0 and denormal numbers.
State random_state(const SystemOfEverything& everything, Random& random);

}  // namespace sarrus::testing
