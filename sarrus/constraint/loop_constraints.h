#pragma once
/// @file
#include "sarrus/model/description.h"
#include "sarrus/system/system.h"

namespace sarrus::detail {

/// Adds constraints that hold two bodies as a joint would: one that has the joint's name, or two, "<joint>"
/// for the position and "<joint>.axes" for the orientation. Throws an Error for a type that no constraints
/// stand for.
void add_loop_constraints(SystemBuilder& builder, const JointDescription& joint);

}  // namespace sarrus::detail
