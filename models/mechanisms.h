#pragma once
/// @file
/// Mechanisms, each with a start state that satisfies all constraints: for the gallery of the program, for
/// tests and benchmarks.

#include "sarrus/contact/contact_material.h"
#include "sarrus/system/system.h"

namespace sarrus::models {

/// A System with its start state.
struct Linkage {
  System system;
  State start;
};

/// Bricard's linkage with six hinges, geometry of the IFToMM benchmark A03: five rods along edges of a cube,
/// at rest; five equations, of which four are independent; one degree of freedom. Gravity is along −y.
Linkage bricard();

/// Sarrus' linkage: two pairs of hinged plates, the hinges of one pair along x and of the other along y,
/// carry a platform that can only move straight up and down; a spring supports it. Five hinges in the tree,
/// and a closing hinge of five rows, of which four are independent. Body "platform"; z is up.
Linkage sarrus_linkage();

/// A Stewart platform: six legs, each a universal joint on the ground, a slider and a ball under the
/// platform; springs and dampers in the sliders support it. It starts rotated and lifted. Body "platform"; z
/// is up.
Linkage stewart_platform();

/// Theo Jansen's walker with the lengths he published, in centimeters: legs on a common crankshaft that a
/// motor turns, alternately left and right, with throws in three phases. The frame is fixed; gravity is along
/// −y. Joint "crank"; points "foot0", "foot1", … of the model. The crank starts at an angle and turns at 2π
/// rad/s.
Linkage jansen_walker(int legs, double crank_angle = 0);

/// A leg: thigh and shank with a knee of one coordinate. As it bends, the shank also slides on the thigh
/// along curves through measured points, as a real knee does. Joints "hip", "knee" and "ankle"; point "toe".
Model measured_leg_model();
/// The coordinates of that leg at phase s in [0, 1) of a stride.
Array<double> stride(const Model& leg, double s);
/// The leg let go within a stride, with damping in its joints and a stop that keeps the knee from bending
/// backward.
Linkage measured_leg();

/// An arm with six axes whose tool follows a figure eight, twice within a duration: its joints are driven
/// along splines through solutions of inverse kinematics.
Linkage robot_arm(double duration);

/// A humanoid of capsules and spheres that stands above the ground: 27 speeds, hinges with springs, dampers and rotors.
/// Sizes, densities and springs are those of the humanoid that comes with MuJoCo. All limbs can touch each other and
/// the ground. Body "torso"; z is up.
Linkage humanoid_on_ground(const ContactMaterial& material);

}  // namespace sarrus::models
