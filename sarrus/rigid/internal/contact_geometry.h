#pragma once
/// @file
/// The points at which the surfaces of a RigidContact touch in a State, and how these points move.

#include "sarrus/proximity/manifold.h"
#include "sarrus/rigid/closed_contact.h"
#include "sarrus/rigid/rigid_contact.h"
#include "sarrus/rigid/rigid_rows.h"

namespace sarrus::internal {

/// A point of two surfaces.
struct TouchPoint {
  int surface1 = 0, surface2 = 0;
  std::uint64_t name = 0;
  RigidContactPoint at{};
  bool is_found = true;  ///< False if the features that were asked for do not face each other any more.
  Vec3<double> point_rate{}, normal_rate{};
};

class ContactGeometry {
 public:
  ContactGeometry(const RigidContact& contact, const State& state);

  /// The point of a closed contact; the nearest of the two surfaces if it is not found by its name.
  TouchPoint find(const ClosedContact& closed) const;
  Array<TouchPoint> find(const Array<ClosedContact>& closed) const;
  /// All points that are nearer than a margin.
  Array<TouchPoint> find_touching(double margin) const;
  /// The least gap of all points but those of closed contacts.
  double least_open_gap(const Array<ClosedContact>& closed) const;
  /// Sets the rates of a point: of the point at which two smooth surfaces touch as they roll on each other,
  /// and of their normal.
  void add_rates(TouchPoint& point) const;

 private:
  /// The manifold of two surfaces that have moved on for a time.
  void calc(int surface1, int surface2, double time, double margin) const;
  Pose<double> moved(int surface, double time) const;
  int find_name(std::uint64_t name) const;
  TouchPoint make_point(int surface1, int surface2, int number) const;

  const RigidContact& contact_;
  const State& state_;
  mutable Manifold manifold_;
};

}  // namespace sarrus::internal
