#pragma once
/// @file
#include "sarrus/model/builder.h"
#include "tests/support/random.h"

namespace sarrus::testing {

/// A branched tree that contains every joint type in both directions, placed at random, with some bodies
/// welded on.
Model model_of_all_joints(unsigned seed = 11);

/// Coordinates for it: random, away from the singular configurations of joints that have any.
std::vector<double> random_coordinates(const Model& model, Random& random);

/// Random states of a model, one per lane: lists of coordinates, speeds and their rates.
struct LaneStates {
  std::vector<std::vector<double>> q, u, udot;
  LaneStates(const Model& model, int lanes, Random& random);
};

}  // namespace sarrus::testing
