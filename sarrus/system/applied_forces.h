#pragma once
/// @file

#include "sarrus/base/array.h"
#include "sarrus/dynamics/frames.h"

namespace sarrus {

class State;

/// The sum of all forces that elements apply: a spatial force per body, about its origin, in world axes, and
/// a generalized force per speed.
class AppliedForces {
 public:
  AppliedForces() = default;
  AppliedForces(int bodies, int speeds) : bodies_(bodies), speeds_(speeds) {}

  /// Adds a force and torque on a body, at its origin.
  void add(int body, const Force<double>& F_B_W) {
    require_body(body);
    Force<double>& sum = bodies_[body];
    sum = sum + F_B_W;
    on_bodies_ = true;
  }
  /// Adds a force, in world axes, at a point of a body that is given in the body's axes:
  ///
  ///     forces.add_at(state, {hand, {0, 0, 0.1}}, {0, 0, -9.81});
  void add_at(const State& state, const FrameOn<double>& point, const Vec3<double>& f_W);
  /// Adds a force at the point that is `arm_W`, in world axes, away from the body's origin.
  void add_at(int body, const Vec3<double>& arm_W, const Vec3<double>& f_W) {
    add(body, Force<double>{cross(arm_W, f_W), f_W});
  }
  /// Adds a wrench on the body of a frame M, about M's origin, in the axes of a frame F, and the opposite on
  /// F's body at the same point.
  void add_between(const State& state, const FrameOn<double>& F, const FrameOn<double>& M,
                   const Force<double>& on_M_F);
  /// Adds a generalized force on a speed.
  void add_to_speed(int speed, double force) {
    require_speed(speed);
    speeds_[speed] += force;
    on_speeds_ = true;
  }

  /// The sums as arguments of the dynamics algorithms: empty if nothing was added.
  In<Force<double>> on_bodies() const {
    return on_bodies_ ? In<Force<double>>(bodies_) : In<Force<double>>();
  }
  In<double> on_speeds() const { return on_speeds_ ? In<double>(speeds_) : In<double>(); }

  double on_speed(int speed) const {
    require_speed(speed);
    return speeds_[speed];
  }
  const Force<double>& on_body(int body) const {
    require_body(body);
    return bodies_[body];
  }

  /// Sets all sums to zero.
  void clear() {
    if (on_bodies_) std::fill(bodies_.begin(), bodies_.end(), Force<double>{});
    if (on_speeds_) std::fill(speeds_.begin(), speeds_.end(), 0.0);
    on_bodies_ = on_speeds_ = false;
  }
  void add(const AppliedForces& other) {
    if (other.on_bodies_)
      for (std::size_t b = 0; b < bodies_.size(); ++b) bodies_[b] = bodies_[b] + other.bodies_[b];
    if (other.on_speeds_)
      for (std::size_t k = 0; k < speeds_.size(); ++k) speeds_[k] += other.speeds_[k];
    on_bodies_ |= other.on_bodies_;
    on_speeds_ |= other.on_speeds_;
  }

 private:
  void require_body(int body) const {
    if (!is_index(body, bodies_.size())) [[unlikely]]
      refuse("body", body, bodies_.size());
  }
  void require_speed(int speed) const {
    if (!is_index(speed, speeds_.size())) [[unlikely]]
      refuse("speed", speed, speeds_.size());
  }
  [[noreturn, gnu::cold]] static void refuse(const char* what, int number, std::size_t count);

  Array<Force<double>> bodies_;
  Array<double> speeds_;
  bool on_bodies_ = false, on_speeds_ = false;
};

}  // namespace sarrus
