#pragma once
/// @file
/// The common part of bilateral contacts between two bodies: the surfaces stay in contact, and if they roll,
/// the material points at the contact point have the same velocity. With n the common normal, t₁ and t₂ two
/// tangents, and r from M's origin to the contact point,
///   e = gap,   ė = n·(v + w×r),   v₁ = t₁·(v + w×r),   v₂ = t₂·(v + w×r)
/// The surfaces neither separate nor penetrate each other: a positive multiplier of the first row pushes M
/// along n, a negative one pulls it.

#include <string>

#include "sarrus/constraint/moving_pose.h"
#include "sarrus/system/declaration.h"
#include "sarrus/system/own_parameter.h"

namespace sarrus {

/// The relative motion of surfaces in contact: sliding freely, or rolling without slip.
enum class ContactMotion { sliding, rolling };

/// The contact point of two surfaces, in F's axes.
template <class T>
struct ContactPoint {
  T gap;
  Vec3<T> normal, t1, t2;
  Vec3<T> arm;  ///< From M's origin to the contact point.

  /// The row for the velocity of M's material point at the contact along n, t₁ or t₂.
  Force<T> row(int i) const {
    const Vec3<T>& along = i == 0 ? normal : i == 1 ? t1 : t2;
    return {cross(arm, along), along};
  }
};

/// Two tangents that form a right-handed frame with the unit vector n as the third axis. They depend smoothly
/// on n except for a jump where n.z changes sign. [Duff et al. 2017, "Building an orthonormal basis,
/// revisited", J. Computer Graphics Techniques 6(1)]
template <class T>
void set_tangents(ContactPoint<T>& contact) {
  const Vec3<T>& n = contact.normal;
  const T sign = select(n.z < T(0), T(-1), T(1)), a = T(-1) / (sign + n.z), b = n.x * n.y * a;
  contact.t1 = {T(1) + sign * n.x * n.x * a, sign * b, -sign * n.x};
  contact.t2 = {b, sign + n.y * n.y * a, -n.y};
}

/// Base class of contacts. `Self` has
///   void declare_parameters(Declaration& declaration)
///   ContactPoint<T> contact_point(const Pose<T>& X, const P& parameters) const           for any T and P
/// and, if there are poses without a unique contact point,
///   void require_a_point(const Pose<T>& X) const                           for any T
/// which throws an Error there. A search for positions may pass through such a pose, for which
/// `contact_point` returns a substitute point; accelerations there are meaningless, and computing them is an
/// Error.
template <class Self>
class ContactOf : public ConstraintOf<Self> {
 public:
  ContactOf(Place F, Place M, ContactMotion touch)
      : places_{std::move(F), std::move(M)}, slip_rows_(touch == ContactMotion::rolling ? 2 : 0) {}

  ConstraintShape declare(Declaration& declaration) override {
    places_.find(declaration);
    name_ = declaration.name();
    static_cast<Self&>(*this).declare_parameters(declaration);
    return {.position_rows = 1,
            .velocity_rows = slip_rows_,
            .F = places_.A,
            .frames = {places_.B},
            .units = {ErrorUnit::length}};
  }
  template <class T>
  void errors(const ConstraintArguments<T>& at, Out<T> e) const {
    e[0] = self().contact_point(at.frames[0].X, at.parameters).gap;
  }
  template <class T>
  void rows(const ConstraintArguments<T>& at, const ConstraintRows<T>& G) const {
    const ContactPoint<T> contact = self().contact_point(at.frames[0].X, at.parameters);
    for (int i = 0; i <= slip_rows_; ++i) G.wrench(i) = contact.row(i);
  }
  template <class T>
  void biases(const ConstraintArguments<T>& at, Out<T> bias) const {
    if constexpr (requires { self().require_a_point(at.frames[0].X); })
      self().require_a_point(at.frames[0].X);
    const auto contact = self().contact_point(internal::moving_pose(at.frames[0]), at.parameters);
    for (int i = 0; i <= slip_rows_; ++i) bias[i] = internal::bias_of(contact.row(i), at.frames[0].V);
  }

 protected:
  /// The name of the contact in its System, for error messages.
  const std::string& name() const { return name_; }

 private:
  const Self& self() const { return static_cast<const Self&>(*this); }

  PlacePair places_;
  std::string name_;
  int slip_rows_;
};

}  // namespace sarrus
