#pragma once
/// @file
/// Euler and Cardan angles: a rotation as three rotations about coordinate axes. There are 24 sequences: no
/// two successive rotations share an axis, which leaves 12 triples of axes, and the axes are fixed either in
/// the body or in space.
///
/// With angles (a₁, a₂, a₃) about the axes (i, j, k):
///   body-fixed:   R = R_i(a₁)·R_j(a₂)·R_k(a₃)
///   space-fixed:  R = R_k(a₃)·R_j(a₂)·R_i(a₁)
/// so that space-ijk with (a₁, a₂, a₃) is body-kji with (a₃, a₂, a₁).

#include <array>
#include <string>
#include <string_view>

#include "sarrus/spatial/rotation.h"

namespace sarrus {

/// Three axes (0, 1, 2 for x, y, z) in the order in which the angles belong to them.
struct EulerSequence {
  int first = 0, second = 1, third = 2;
  bool body_fixed = true;
  friend bool operator==(const EulerSequence&, const EulerSequence&) = default;
};

/// The sequence called "body-xyz", "space-zyx", "body-zxz", …
EulerSequence euler_sequence(std::string_view name);
/// The name of a sequence, as euler_sequence() reads it.
std::string name(const EulerSequence& sequence);
/// All 24, body-fixed ones first.
const std::array<EulerSequence, 24>& euler_sequences();
/// Throws unless all axes are 0, 1 or 2 and neighbors differ.
void require_valid(const EulerSequence& sequence);

/// The rotation with the given angles.
template <class T>
Rotation<T> rotation_from_euler(const EulerSequence& sequence, const Vec3<T>& angles) {
  require_valid(sequence);
  const Rotation<T> R1 = Rotation<T>::about(sequence.first, angles.x);
  const Rotation<T> R2 = Rotation<T>::about(sequence.second, angles.y);
  const Rotation<T> R3 = Rotation<T>::about(sequence.third, angles.z);
  return sequence.body_fixed ? R1 * R2 * R3 : R3 * R2 * R1;
}

/// The angles of a rotation. The second lies in [0, π] if the first and third axes are the same and in [−π/2,
/// π/2] if they differ; the others lie in (−π, π]. At either end of the second's range (gimbal lock) only the
/// sum or the difference of the others is determined: there the third angle is zero, or for space-fixed axes
/// the first. Near the ends the single angles lose digits, but together they reproduce R to rounding.
Vec3<double> euler_angles(const EulerSequence& sequence, const Rotation<double>& R);

/// E(angles), which maps the rates of the angles to the angular velocity:  ω_FM = E·ȧ, expressed in the fixed
/// frame F, where R_FM is the rotation. Column n is the axis of rotation n, in the orientation given by the
/// rotations that precede it. E is singular at the ends of the second angle's range.
template <class T>
Mat3<T> euler_rate_matrix(const EulerSequence& sequence, const Vec3<T>& angles) {
  require_valid(sequence);
  // Both kinds are a chain of rotations from F outwards, each about an axis of the frame before it.
  const bool body = sequence.body_fixed;
  const int inner = body ? sequence.first : sequence.third, outer = body ? sequence.third : sequence.first;
  const Rotation<T> R1 = Rotation<T>::about(inner, body ? angles.x : angles.z);
  const Rotation<T> R12 = R1 * Rotation<T>::about(sequence.second, angles.y);
  const Vec3<T> axis1 = Vec3<T>::unit(inner), axis2 = R1.col(sequence.second), axis3 = R12.col(outer);
  return body ? Mat3<T>{axis1, axis2, axis3} : Mat3<T>{axis3, axis2, axis1};
}

}  // namespace sarrus
