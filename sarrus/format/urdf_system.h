#pragma once
/// @file
#include "sarrus/format/urdf.h"
#include "sarrus/system/system.h"

namespace sarrus {

/// A robot with what its file says beyond the model: damping and friction, a MobilityDamper "JOINT.damping"
/// and a JointFriction "JOINT.friction" each, joints that follow others, a GearConstraint "JOINT.mimic" each,
/// loops, by constraints "LOOP" and "LOOP.axes" without coordinates of their own, and couplings. Its default
/// state is that of the model, which need not close the loops: study/assembly.h finds one that does. Friction
/// is smooth: it changes its sign between ± `transition_speed`.
SystemBuilder make_system_builder(const UrdfRobot& robot, double transition_speed = 0.01);

}  // namespace sarrus
