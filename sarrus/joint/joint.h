#pragma once
/// @file
/// A joint of any type, in either direction, behind one set of functions. This is the only place where joint
/// types are distinguished: the recursions see poses and columns. joints.h has the types themselves.

#include <memory>

#include "sarrus/base/array.h"
#include "sarrus/joint/joint_type.h"

namespace sarrus {

/// The body on which the joint's frame F is fixed.
enum class JointDirection {
  forward,   ///< F is on the parent, M on the child.
  reversed,  ///< M is on the parent, F on the child; q and u keep their meaning.
};

/// One of the joint types; defined in joints.h.
struct JointChoice;

/// Minimal requirements on a joint type.
template <class J>
concept JointType = requires {
  J::type;
  J::shape;
};

/// A joint of any type, in either direction. Copies share the type's data.
class Joint {
 public:
  /// A weld.
  Joint();
  /// Accepts any joint type of the list; wrap a user's own type in Custom.
  template <JointType J>
  Joint(J type, JointDirection direction = JointDirection::forward);

  const JointChoice& type() const { return *type_; }
  /// The type's name, e.g. "pin".
  std::string type_name() const;
  JointDirection direction() const { return direction_; }
  bool is_reversed() const { return direction_ == JointDirection::reversed; }
  /// The same joint with parent and child exchanged.
  Joint reversed() const;

  int nq() const;
  int nu() const;
  JointShape shape() const;
  /// Unit vector of a revolute or prismatic joint's axis in F and in M, with the sign of the direction.
  Vec3<double> axis() const;

  Array<QuantityInfo> coordinates() const;
  Array<QuantityInfo> speed_infos() const;
  Array<ParameterInfo> parameters() const;
  Array<double> default_q() const;
  /// Faults of the parameters' default values, in sentences; a type may provide them by a function of this
  /// name.
  Array<std::string> parameter_faults() const;
  /// True if the first four coordinates are a quaternion.
  bool has_quaternion() const;
  /// True if the joint has orientation coordinates that may be a quaternion or angles.
  bool has_orientation() const;
  /// The same joint with the given kind of orientation coordinates; a joint without any is returned as it is.
  Joint with(RotationCoordinates kind) const;

  /// X_FM, from the parent's frame to the child's, whatever the direction.
  template <class T>
  Pose<T> pose(const T* q, const ConstantOf<T>* p) const;
  /// X_FM and the nu columns of H: V_FM = H·u, expressed in the parent's frame, at the child's origin.
  template <class T>
  void pose_and_columns(const T* q, const ConstantOf<T>* p, Pose<T>& X, Motion<T>* H) const;
  /// Ḣ·u in the parent's frame: dV_FM/dt = H·u̇ + Ḣ·u.
  template <class T>
  Motion<T> bias(const T* q, const T* u, const ConstantOf<T>* p) const;
  /// q̇ = N·u. speeds() computes u = N⁻¹·q̇, qdot_bias() Ṅ·u.
  template <class T>
  void qdot(const T* q, const T* u, T* out) const;
  template <class T>
  void speeds(const T* q, const T* rates, T* u) const;
  template <class T>
  void qdot_bias(const T* q, const T* u, T* out) const;

 private:
  std::shared_ptr<const JointChoice> type_;
  JointDirection direction_ = JointDirection::forward;
};

}  // namespace sarrus
