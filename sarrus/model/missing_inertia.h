#pragma once
/// @file
/// Whether inertia resists every motion that the joints of a tree allow. Where none does, as of a particle on
/// a ball joint, forces do not say how fast a speed changes: the mass matrix has no inverse.

#include <functional>

#include "sarrus/base/array.h"
#include "sarrus/base/array_view.h"
#include "sarrus/model/parameters.h"

namespace sarrus {

/// Which speeds are given by something else than forces.
using IsGiven = std::function<bool(int speed)>;

/// The speeds that no inertia resists at the coordinates q, others being free to give way; none, usually.
/// Pivots of the articulated-body recursion [Featherstone 2008, §7.3]: hᵀ·I_A·h of each joint column, beside
/// what all that hangs on the joint would resist as one rigid body.
Array<int> find_speeds_without_inertia(const Model& model, const Parameters<double>& parameters, In<double> q,
                                       const IsGiven& is_given = {});
/// Those that none resists wherever the mechanism is: at its start and at coordinates around it.
Array<int> find_speeds_without_inertia(const Model& model, const Parameters<double>& parameters,
                                       const IsGiven& is_given = {});

/// What to say of them: a sentence per joint with its name, its speeds and what helps.
Array<std::string> describe_missing_inertia(const Model& model, const Array<int>& speeds);

/// The same of a model in itself, but for bodies that may have any inertia.
Array<std::string> inertia_lacks(const Model& model);

}  // namespace sarrus
