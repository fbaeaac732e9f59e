#pragma once
/// @file
#include "sarrus/model/builder.h"
#include "tests/support/random.h"

namespace sarrus::testing {

/// A branched tree that contains every joint type in both directions, placed at random, with some welded
/// bodies.
Model model_of_all_joints(unsigned seed = 11);

/// Random coordinates of a model, away from singular configurations of its joints.
std::vector<double> random_coordinates(const Model& model, Random& random);

/// Random states of a model, one per lane: lists of coordinates, speeds and their rates.
struct LaneStates {
  std::vector<std::vector<double>> q, u, udot;
  LaneStates(const Model& model, int lanes, Random& random);
};

}  // namespace sarrus::testing
