#pragma once
/// @file
#include "sarrus/base/index_set.h"
#include "sarrus/model/builder.h"

namespace sarrus::testing {

/// A copy of a model in which joints whose speeds are all locked are replaced by welds at their coordinates
/// in q. Bodies keep their numbers; the numbers of the other coordinates and speeds move up.
Model welded_model(const Model& model, const IndexSet& locked, const std::vector<double>& q);

/// True if all speeds of a body's joint are locked.
bool is_locked(const Body& body, const IndexSet& locked);

/// Coordinates, or numbers per speed such as speeds, of the joints that are not locked.
std::vector<double> coordinates_left(const Model& model, const IndexSet& locked,
                                     const std::vector<double>& q);
std::vector<double> speeds_left(const Model& model, const IndexSet& locked, const std::vector<double>& u);

}  // namespace sarrus::testing
