#pragma once
/// @file
#include "sarrus/model/model.h"

namespace sarrus {

/// A state of a model with the accelerations and forces that shall act in it.
struct GivenState {
  VectorX<double> q, u, udot, tau;
};

/// The states in a JSON file: a list of objects with any of the keys q, u, udot and tau. What is absent is
/// the default position, or zero. Throws an Error that names state, key and what is expected.
std::vector<GivenState> read_states(const Model& model, const std::string& path);

/// States at random, the same for the same seed: coordinates within their limits, or in ±π and ±1 m where
/// there are none; all else in ±1.
std::vector<GivenState> random_states(const Model& model, int count, unsigned seed);

}  // namespace sarrus
