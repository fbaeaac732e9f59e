#pragma once
/// @file
/// Detection of motions that the joints of a tree allow but no inertia resists, such as those of a particle
/// on a ball joint. Forces do not determine the rates of such speeds: the mass matrix is singular.

#include <functional>

#include "sarrus/base/array.h"
#include "sarrus/base/array_view.h"
#include "sarrus/model/parameters.h"

namespace sarrus::internal {

/// True for speeds that are determined by something other than forces.
using IsGiven = std::function<bool(int speed)>;

/// The speeds that no inertia resists at the coordinates q, while the others are free to move; usually none.
/// Found by the pivots of the articulated-body recursion [Featherstone 2008, §7.3]: hᵀ·I_A·h of each joint
/// column, compared with the resistance of everything beyond the joint as one rigid body.
Array<int> find_speeds_without_inertia(const Model& model, const Parameters<double>& parameters, In<double> q,
                                       const IsGiven& is_given = {});
/// The speeds that no inertia resists at any position of the mechanism: at its start and at coordinates
/// around it.
Array<int> find_speeds_without_inertia(const Model& model, const Parameters<double>& parameters,
                                       const IsGiven& is_given = {});

/// Messages about such speeds: a sentence per joint with its name, its speeds and a remedy.
Array<std::string> describe_missing_inertia(const Model& model, const Array<int>& speeds);

/// Messages about missing inertia of a model, except for bodies that may have any inertia.
Array<std::string> inertia_lacks(const Model& model);

}  // namespace sarrus::internal
