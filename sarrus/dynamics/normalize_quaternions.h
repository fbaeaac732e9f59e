#pragma once
/// @file
#include "sarrus/base/array_view.h"
#include "sarrus/model/model.h"

namespace sarrus {

/// Scales every quaternion in q to length one. Throws if one is zero or not finite.
void normalize_quaternions(const Model& model, Out<double> q);

}  // namespace sarrus
