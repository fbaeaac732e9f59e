#pragma once
/// @file
#include "sarrus/format/urdf.h"
#include "sarrus/system/system.h"

namespace sarrus {

/// A robot with what its file says beyond the model: damping and friction, a MobilityDamper "JOINT.damping"
/// and a JointFriction "JOINT.friction" each, and joints that follow others, a GearConstraint "JOINT.mimic"
/// each. Friction is smooth: it changes its sign between ± `transition_speed`.
SystemBuilder make_system_builder(const UrdfRobot& robot, double transition_speed = 0.01);

}  // namespace sarrus
