#pragma once
/// @file
#include <nlohmann/json_fwd.hpp>
#include <random>

#include "sarrus/base/array.h"
#include "sarrus/model/model.h"
#include "sarrus/scalar/eigen.h"

namespace sarrus {

/// A state of a model with given accelerations and forces.
struct GivenState {
  VectorX<double> q, u, udot, tau;
};

/// A state with default coordinates, at rest.
GivenState default_given_state(const Model& model);

/// The states in JSON: a list of objects, or one object, with any of the keys q, u, udot and tau, each a list
/// of numbers in the order of the model or an object of numbers by name. Missing values are those of
/// `otherwise`. Throws an Error with the state, the key and the expected form; `name` is the file's name in
/// messages.
Array<GivenState> read_states(const Model& model, const nlohmann::json& states, const std::string& name,
                              const GivenState& otherwise);

/// Random states, the same for the same seed: coordinates within their limits, or in ±π and ±1 m if there are
/// none; all else in ±1.
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
