#pragma once
/// @file
#include "sarrus/base/index_set.h"
#include "sarrus/model/builder.h"

namespace sarrus::testing {

/// A model described anew, with welds in place of the joints all of whose speeds are locked, where these
/// stand in q. Bodies keep their numbers; coordinates and speeds of the other joints move up.
Model welded_model(const Model& model, const IndexSet& locked, const std::vector<double>& q);

/// Whether all speeds of a body's joint are locked.
bool is_locked(const Body& body, const IndexSet& locked);

/// Coordinates and speeds, or other numbers per speed, of the joints that are not locked.
std::vector<double> coordinates_left(const Model& model, const IndexSet& locked,
                                     const std::vector<double>& q);
std::vector<double> speeds_left(const Model& model, const IndexSet& locked, const std::vector<double>& u);

}  // namespace sarrus::testing
