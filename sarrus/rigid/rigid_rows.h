#pragma once
/// @file
/// The rows that rigid elements add to the cone problem of a time step: what may touch, reach its stop or
/// stick within the step, with the speeds that they read.

#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <tuple>

#include "sarrus/base/array.h"
#include "sarrus/complementarity/force_set.h"
#include "sarrus/dynamics/kinematics.h"
#include "sarrus/system/state.h"

namespace sarrus {

/// The identity of a row from step to step: the element that added it, and numbers of its choice. Forces
/// and modes of the last step are found by it.
struct RowName {
  int element = 0;  ///< Set by RigidRows.
  int first = 0, second = 0;
  std::uint64_t feature = 0;

  auto numbers() const { return std::tie(element, first, second, feature); }
  friend bool operator==(const RowName& a, const RowName& b) { return a.numbers() == b.numbers(); }
  friend bool operator<(const RowName& a, const RowName& b) { return a.numbers() < b.numbers(); }
};

/// A point at which body 2 may touch body 1, in world axes.
struct RigidContactPoint {
  int body1 = 0, body2 = 0;
  Vec3<double> point{};   ///< Between the surfaces.
  Vec3<double> normal{};  ///< Unit vector from 1 to 2.
  double gap = 0;         ///< Negative if they overlap.
  double static_friction = 0, dynamic_friction = 0;
  double torsion_radius = 0, rolling_radius = 0;  ///< See ContactMaterial.
  double restitution = 0;
};

/// A speed of body 2 relative to body 1, direction·(velocity at the point) + turn·(angular velocity), in
/// world axes.
struct PointSpeed {
  int body1 = 0, body2 = 0;
  Vec3<double> point{}, direction{}, turn{0, 0, 0};
};

/// How the friction of a joint grows with its load. Of the force F that the joint transmits, the load is
///   radius·|F across the axis| + thrust_radius·|F along it|
/// and the greatest friction is a coefficient times the load.
struct JointLoad {
  int body = 0;         ///< Whose joint it is.
  Vec3<double> axis{};  ///< Of the joint, a unit vector in world axes.
  double radius = 0, thrust_radius = 0;
  double static_friction = 0, dynamic_friction = 0;

  double of(const Vec3<double>& F) const {
    const double along = dot(F, axis);
    return radius * norm(F - along * axis) + thrust_radius * std::abs(along);
  }
};

/// Rows of one force set. The speeds that they read, and the coefficients of these, are in RigidRows.
struct RowGroup {
  RowName name{};
  ForceSetKind kind = ForceSetKind::free;
  int rows = 1;
  double gap = 0;  ///< Of a contact or stop.
  double restitution = 0;
  /// Coefficients of a contact's tangential rows while it sticks, and while it slides. Of dry friction, the
  /// greatest forces, in the first places.
  std::array<double, ForceSet::max_rows - 1> friction{}, sliding_friction{};
  /// Of dry friction or a motor: the speed at which it holds; of a bound, the least speed.
  double target = 0;
  bool bounds_speed = false;      ///< Of a unilateral row: it bounds a speed, and has no gap.
  int load = -1;                  ///< Of dry friction that depends on one: its number; −1: none.
  int parts = 0, first_part = 0;  ///< Speeds of points of which the row consists.
  int speeds = 0, first_speed = 0, first_entry = 0;  ///< Entries are stored row by row.
  // Of contacts:
  int body1 = -1, body2 = -1;
  Vec3<double> point{};
  /// Per row: the direction of its force (or, if `is_moment`, of its moment) on body 2.
  std::array<Vec3<double>, ForceSet::max_rows> directions{};
  std::array<bool, ForceSet::max_rows> is_moment{};
};

class RigidRows {
 public:
  /// Begins anew for a step of length h from `state`; `free_speeds` are those without rigid forces at the
  /// end of the step.
  /// `margin` is a small distance: what is nearer is looked at in any case.
  void begin(const State& state, double h, In<double> free_speeds, double margin);

  double step() const { return h_; }
  double margin() const { return margin_; }
  In<double> free_speeds() const { return free_speeds_; }
  /// How far the points within `radius` of a point of a body, which is given in world axes, can move within
  /// the step.
  double reach(int body, const Vec3<double>& center, double radius) const;
  /// Makes reach() take the speeds v into account as well. Called after begin().
  void reach_also_at(In<double> v);
  /// True if something for which reach() was asked goes further within the step at the speeds v: what it may
  /// touch on its way was not looked at.
  bool is_outrun_by(In<double> v) const;

  /// The element to which rows that follow belong.
  void set_element(int number) { element_ = number; }
  // Speeds are ascending.
  void add_contact(RowName name, const RigidContactPoint& contact);
  /// A row with the speed Σ cᵢ·uᵢ, the rate of a gap that does not become negative.
  void add_stop(RowName name, In<int> speeds, In<double> coefficients, double gap, double restitution);
  /// The same with the sum of some speeds of points, and of Σ cᵢ·uᵢ. The force of the row pushes body 2 along
  /// the direction.
  void add_stop(RowName name, std::span<const PointSpeed> parts, double gap, double restitution,
                In<int> speeds = {}, In<double> coefficients = {});
  /// Dry friction on the speed Σ cᵢ·uᵢ, with a greatest force while it sticks and while it slides.
  void add_friction(RowName name, In<int> speeds, In<double> coefficients, double static_force,
                    double dynamic_force);
  /// Dry friction on a speed that grows with the load of its joint. It has none until set_load().
  void add_loaded_friction(RowName name, int speed, const JointLoad& load);
  void set_load(int group, double load);
  /// Holds Σ cᵢ·uᵢ at a target as long as that needs no more than a greatest force.
  void add_motor(RowName name, In<int> speeds, In<double> coefficients, double target, double greatest_force);
  /// Pushes so that Σ cᵢ·uᵢ is at least `least`.
  void add_speed_bound(RowName name, In<int> speeds, In<double> coefficients, double least);
  /// A row that holds both ways: Σ cᵢ·uᵢ is given.
  void add_free(RowName name, In<int> speeds, In<double> coefficients);

  const Array<RowGroup>& groups() const { return groups_; }
  In<int> speeds(const RowGroup& group) const { return {speeds_.data() + group.first_speed, group.speeds}; }
  const JointLoad& load(const RowGroup& group) const { return loads_[group.load]; }
  std::span<const PointSpeed> parts(const RowGroup& group) const {
    return {parts_.data() + group.first_part, static_cast<std::size_t>(group.parts)};
  }
  /// Coefficients of a row.
  In<double> entries(const RowGroup& group, int row = 0) const {
    return {entries_.data() + group.first_entry + row * group.speeds, group.speeds};
  }
  /// J·v of a row.
  double row_speed(const RowGroup& group, int row, In<double> v) const;

 private:
  /// A joint between two bodies, and the sign with which its speeds count.
  struct Way {
    int node;
    double sign;
  };
  /// The velocity of body 2 relative to body 1 by one speed of a joint between them, at the joint's origin.
  struct Column {
    int speed;
    Vec3<double> origin;
    Motion<double> motion;

    Vec3<double> velocity_at(const Vec3<double>& point) const {
      return motion.v + cross(motion.w, point - origin);
    }
  };
  RowGroup& add_row(RowName name, ForceSetKind kind, In<int> speeds, In<double> coefficients);
  void find_columns(int body1, int body2);
  void find_motions() const;
  void add_motions(In<double> v, Array<LaneMotion<double>>& motions) const;
  double way_at(const LaneMotion<double>& V, const Vec3<double>& arm, double radius) const;

  const State* state_ = nullptr;
  const PositionKinematics<double>* position_ = nullptr;  // of state_
  double h_ = 0, margin_ = 0;
  int element_ = 0;
  Array<double> free_speeds_;
  /// Velocities of all nodes, now, with the free speeds and with those given by reach_also_at(), one after
  /// the other; empty: not needed so far.
  mutable Array<LaneMotion<double>> motions_, other_motions_;
  mutable std::optional<VelocityKinematics<double>> velocity_;
  struct Reach {
    int node;
    Vec3<double> arm;  // from the origin of the node
    double radius, way;
  };
  mutable Array<Reach> reaches_;
  Array<RowGroup> groups_;
  Array<int> speeds_;
  Array<double> entries_;
  Array<PointSpeed> parts_;
  Array<JointLoad> loads_;
  int body1_ = -1, body2_ = -1;  // between which columns_ are
  Array<Way> ways_;
  Array<Column> columns_;  // ascending by their speeds
  struct Term {
    int speed;
    double coefficient;
  };
  Array<Term> terms_;
  Array<int> term_speeds_;
  Array<double> term_coefficients_;
};

}  // namespace sarrus
