#pragma once
/// @file
/// Closes a loop of a model without a joint of its own.

#include "sarrus/model/description.h"
#include "sarrus/system/system.h"

namespace sarrus {

/// Adds constraints that hold two bodies of the builder's model as a joint would: one that has the joint's
/// name, or two, "<joint>" for the position and "<joint>.axes" for the orientation. Throws an Error for a
/// type that no constraints stand for; LoopClosing::constraints_only lists the others.
void add_loop_constraints(SystemBuilder& builder, const JointDescription& joint);

}  // namespace sarrus
