#pragma once
/// @file
/// Constraints that replace a joint which closes a loop.

#include "sarrus/model/description.h"
#include "sarrus/system/system.h"

namespace sarrus {

/// Adds constraints that restrict two bodies of the builder's model as a joint would: one with the joint's
/// name, or two, "<joint>" for the position and "<joint>.axes" for the orientation. Throws an Error for a
/// type of joint that constraints cannot replace; LoopClosing::constraints_only lists the types that they
/// can.
void add_loop_constraints(SystemBuilder& builder, const JointDescription& joint);

}  // namespace sarrus
