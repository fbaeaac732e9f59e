#pragma once
/// @file
#include <nlohmann/json_fwd.hpp>
#include <random>

#include "sarrus/base/array.h"
#include "sarrus/model/model.h"

namespace sarrus {

/// A state of a model with the accelerations and forces that shall act in it.
struct GivenState {
  VectorX<double> q, u, udot, tau;
};

/// A state with default coordinates, at rest.
GivenState default_given_state(const Model& model);

/// The states in JSON: a list of objects, or one object, with any of the keys q, u, udot and tau, each a list
/// of numbers in the order of the model or an object of numbers by name. What is absent is as in `otherwise`.
/// Throws an Error that names state, key and what is expected; `name` is what it calls the file.
Array<GivenState> read_states(const Model& model, const nlohmann::json& states, const std::string& name,
                              const GivenState& otherwise);

/// States at random, the same for the same seed: coordinates within their limits, or in ±π and ±1 m where
/// there are none; all else in ±1.
class RandomStates {
 public:
  RandomStates(const Model& model, unsigned seed) : model_(&model), engine_(seed) {}
  GivenState next();

 private:
  double between(double lower, double upper);
  double coordinate(const Coordinate& coordinate);

  const Model* model_;
  std::mt19937_64 engine_;
};

}  // namespace sarrus
