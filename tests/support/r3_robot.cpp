#include "tests/support/r3_robot.h"

#include <array>
#include <cmath>

#include "sarrus/force/mobility_damper.h"
#include "sarrus/joint/joints.h"
#include "sarrus/model/builder.h"
#include "sarrus/rigid/dry_friction.h"
#include "sarrus/spatial/solids.h"
#include "sarrus/system/declaration.h"
#include "sarrus/system/responses.h"

namespace sarrus::testing {

namespace {

constexpr int axes = 6, elastic_axes = 3;
constexpr double degree = 3.14159265358979323846 / 180;

/// Data of a drive. The first three drives have an elastic gear with friction on the motor's shaft, the
/// others a rigid one with friction at the joint.
struct Axis {
  double ratio, k, w, D, J, c, d, Rv0, Rv1, peak, begin, end;
};
constexpr std::array<Axis, axes> data{{
    {-105, 1.1616, 4590, 0.6, 0.0013, 43, 0.005, 0.4, 0.13 / 160, 1, -60, 60},
    {210, 1.1616, 5500, 0.6, 0.0013, 8, 0.01, 0.5, 0.1 / 130, 1, 20, -70},
    {60, 1.1616, 5500, 0.6, 0.0013, 58, 0.04, 0.7, 0.2 / 130, 1, 90, -35},
    {-99, 0.2365, 6250, 0.55, 1.6e-4, 0, 0, 21.8, 9.8, 26.7 / 21.8, 0, 45},
    {79.2, 0.2608, 6250, 0.55, 1.8e-4, 0, 0, 30.1, 0.03, 39.6 / 30.1, -110, 110},
    {-99, 0.0842, 7400, 0.27, 4.3e-5, 0, 0, 10.9, 3.92, 16.8 / 10.9, 0, 45},
}};
constexpr double kp = 5, ks = 0.5, Ts = 0.05;
/// The equilibrium at the start: currents, and twists of the elastic gears.
constexpr std::array<double, axes> start_current{0, -1.888091334, -3.678834772, -0.6004243932, -0.7242793154,
                                                 0};
constexpr std::array<double, elastic_axes> start_twist{0, 0.2741508617, 0.0736781805};

/// The path: all axes move in proportion to s, whose rate is a trapezoid.
struct Path {
  static constexpr double acceleration = 6.875493542, speed = 0.807349620, ramp = 0.1174242424,
                          end = 1.3560450019;
  double s, rate;
  explicit Path(double t) {
    if (t < ramp)
      s = 0.5 * acceleration * t * t, rate = acceleration * t;
    else if (t < end - ramp)
      s = 0.5 * acceleration * ramp * ramp + speed * (t - ramp), rate = speed;
    else
      s = t < end ? 1 - 0.5 * acceleration * (end - t) * (end - t) : 1,
      rate = t < end ? acceleration * (end - t) : 0;
  }
  /// The next corner of the trapezoid.
  static double next_corner(const State&, double t) {
    for (const double corner : {ramp, end - ramp, end})
      if (t < corner) return corner;
    return std::numeric_limits<double>::infinity();
  }
};

/// All drives. With events of their own, each axis sticks (mode 0) or slides forward or backward (mode ±1);
/// the mode changes only at events. A rigid gear that sticks locks the joint; an elastic one stops its
/// motor's shaft.
class Drives : public ForceElement {
 public:
  /// Without a list of events there is no friction, and the shafts of elastic gears are joints.
  explicit Drives(std::shared_ptr<std::vector<FrictionEvent>> events) : events_(std::move(events)) {}

  std::vector<Dependency> declare(Declaration& declaration) override {
    for (int a = 0; a < axes; ++a) declare_axis(declaration, a);
    declaration.event(on_schedule("corner of the path", Path::next_corner, [](State&, EventCall&) {}));
    std::vector<Dependency> reads{Source::time, Source::q, Source::u, Source::z};
    return reads;
  }
  void add_forces(const State& state, AppliedForces& forces) const override {
    for (int a = 0; a < axes; ++a)
      forces.add_to_speed(a, is_elastic(a) ? -data[at(a)].ratio * twist_torque(state, a)
                                           : drive(state, a) - friction(state, a));
    if (!has_events())
      for (int a = 0; a < elastic_axes; ++a) forces.add_to_speed(axes + a, drive(state, a));
  }

  /// Sets the equilibrium at the start of the path.
  void start(State& state) const {
    for (int a = 0; a < axes; ++a) {
      const Axis& axis = data[at(a)];
      const double q = axis.begin * degree, i = start_current[at(a)];
      const double twist = is_elastic(a) ? start_twist[at(a)] : 0;
      const std::vector<double> z =
          is_elastic(a) && has_events()
              ? std::vector<double>{-50 * i, i, i / ks - kp * twist, axis.ratio * q - twist, 0.0}
              : std::vector<double>{-50 * i, i, i / ks - kp * twist};
      state.set_q(a, q);
      for (int k = 0; k < z_[at(a)].count; ++k) state.set_z(z_[at(a)].first + k, z[at(k)]);
      if (is_elastic(a) && !has_events()) state.set_q(axes + a, axis.ratio * q - twist);
      if (!is_elastic(a) && has_events()) state.lock_speed(a);
    }
  }

 private:
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  static bool is_elastic(int a) { return a < elastic_axes; }
  bool has_events() const { return events_ != nullptr; }
  double z(const State& state, int a, int k) const { return state[z_[at(a)]][k]; }
  double current(const State& state, int a) const { return z(state, a, 1); }
  double motor_angle(const State& state, int a) const {
    if (is_elastic(a)) return has_events() ? z(state, a, 3) : state.q(axes + a);
    return data[at(a)].ratio * state.q(a);
  }
  double motor_speed(const State& state, int a) const {
    if (is_elastic(a)) return has_events() ? z(state, a, 4) : state.u(axes + a);
    return data[at(a)].ratio * state.u(a);
  }
  /// The speed at which friction acts.
  double sliding_speed(const State& state, int a) const {
    return is_elastic(a) ? motor_speed(state, a) : state.u(a);
  }
  double twist_torque(const State& state, int a) const {
    const Axis& axis = data[at(a)];
    return axis.c * (axis.ratio * state.q(a) - motor_angle(state, a)) +
           axis.d * (axis.ratio * state.u(a) - motor_speed(state, a));
  }
  /// The driving torque of an axis where friction acts.
  double drive(const State& state, int a) const {
    const Axis& axis = data[at(a)];
    const double torque = axis.k * current(state, a);
    return is_elastic(a) ? torque + twist_torque(state, a) : axis.ratio * torque;
  }
  /// The friction of an axis that slides.
  double friction(const State& state, int a) const {
    if (!has_events()) return 0;
    const Axis& axis = data[at(a)];
    return state[mode_[at(a)]] * (axis.Rv0 + axis.Rv1 * std::abs(sliding_speed(state, a)));
  }
  /// The friction that keeps an axis from sliding.
  double holding(const State& state, int a) const {
    return is_elastic(a) ? drive(state, a) : -motion_force(state, a);
  }
  /// Positive if an axis that sticks breaks away.
  double excess(const State& state, int a) const {
    return std::abs(holding(state, a)) - data[at(a)].peak * data[at(a)].Rv0;
  }

  void declare_axis(Declaration& declaration, int a) {
    const std::string name = "axis" + std::to_string(a + 1);
    std::vector<Dependency> reads{Source::time, Source::q, Source::u, Source::z};
    if (has_events()) {
      mode_[at(a)] = declaration.discrete<int>(name + ".mode", 0);
      reads.push_back(mode_[at(a)]);
    }
    z_[at(a)] = declaration.auxiliary(
        name, std::vector<double>(is_elastic(a) && has_events() ? 5 : 3, 0.0), reads,
        [this, a](const State& state, Out<double> rates) { calc_rates(state, a, rates); });
    if (!is_elastic(a))
      declaration.port(a, {},
                       [a](const State&) { return data[at(a)].ratio * data[at(a)].ratio * data[at(a)].J; });
    if (!has_events()) return;
    const auto slides =
        declaration.quantity<double>(name + ".slides", reads, -1.0, [this, a](const State& state, double& w) {
          w = state[mode_[at(a)]] == 0 ? -1 : state[mode_[at(a)]] * sliding_speed(state, a);
        });
    if (!is_elastic(a)) reads.push_back(declaration.quantities().motion_forces);
    const auto breaks = declaration.quantity<double>(
        name + ".breaks", reads, -1.0,
        [this, a](const State& state, double& e) { e = state[mode_[at(a)]] == 0 ? excess(state, a) : -1; });
    declaration.event(on_crossing(name + " sticks", slides, Crossing::falling,
                                  [this, a](State& state, EventCall&) { stick(state, a), settle(state); }));
    declaration.event(on_crossing(name + " starts", breaks, Crossing::rising,
                                  [this, a](State& state, EventCall&) { slide(state, a), settle(state); }));
  }

  /// Rates of the controller, the circuit, and the shaft of an elastic gear:
  ///   v̇ = (i − i_ref)/(10·C),  L·di/dt = −5·v − 250·i − k·ω,  ẋ = e/T,  φ̇ = ω,  J·ω̇ = k·i + τ − friction
  void calc_rates(const State& state, int a, Out<double> rates) const {
    const Axis& axis = data[at(a)];
    const Path path(state.time());
    const double range = (axis.end - axis.begin) * degree, w = motor_speed(state, a);
    const double wanted = axis.ratio * (axis.begin * degree + range * path.s);
    const double e = axis.ratio * range * path.rate + kp * (wanted - motor_angle(state, a)) - w;
    const double reference = ks * (z(state, a, 2) + e);
    const double C = 0.004 * axis.D / axis.w, L = 250 / (2 * axis.D * axis.w);
    rates[0] = (current(state, a) - reference) / (10 * C);
    rates[1] = (-5 * z(state, a, 0) - 250 * current(state, a) - axis.k * w) / L;
    rates[2] = e / Ts;
    if (!is_elastic(a) || !has_events()) return;
    rates[3] = w;
    rates[4] = state[mode_[at(a)]] == 0 ? 0 : (drive(state, a) - friction(state, a)) / axis.J;
  }

  void stick(State& state, int a) const {
    state.set(mode_[at(a)], 0);
    if (is_elastic(a))
      state.set_z(z_[at(a)].first + 4, 0);
    else
      state.lock_speed(a);
    note(state, a, false);
  }
  void slide(State& state, int a) const {
    const int direction = holding(state, a) > 0 ? 1 : -1;
    state.set(mode_[at(a)], direction);
    if (!is_elastic(a)) state.unlock_speed(a);
    note(state, a, true);
  }
  /// Lets overloaded axes slide until none is left: an axis that starts to stick or slide changes the loads
  /// of the others at once.
  void settle(State& state) const {
    for (int a = 0, settled = 0; settled < axes; a = (a + 1) % axes, ++settled)
      if (state[mode_[at(a)]] == 0 && excess(state, a) > 0) slide(state, a), settled = 0;
  }
  void note(const State& state, int a, bool is_start) const {
    events_->push_back({state.time(), a + 1, is_start});
  }

  std::shared_ptr<std::vector<FrictionEvent>> events_;
  std::array<Discrete<int>, axes> mode_{};
  std::array<Auxiliary, axes> z_{};
};

/// The first body has the inertia of the data: it is physically impossible, but its moments across the axis
/// do not matter.
Model robot(R3Friction friction) {
  ModelBuilder builder("r3");
  builder.gravity({0, -9.81, 0});
  const auto add = [&](const char* body, double mass, const Vec3<double>& com, const Sym3<double>& I) {
    builder.body(body, RigidInertia<double>::from_central(mass, com, I));
  };
  builder.body("b1", RigidInertia<double>::from_central(1, {0, 0, 0}, {0.001, 1.16, 0.001, 0, 0, 0}),
               InertiaCheck::any);
  add("b2", 56.5, {0.172, 0.205, 0}, {2.58, 0.64, 2.73, -0.46, 0, 0});
  add("b3", 26.4, {0.064, -0.034, 0}, {0.279, 0.245, 0.413, -0.070, 0, 0});
  add("b4", 28.7, {0, 0, 0}, {1.67, 0.081, 1.67, 0, 0, 0});
  add("b5", 5.2, {0, 0, 0}, {1.25, 0.81, 1.53, 0, 0, 0});
  add("b6", 0.5, {0.05, 0.05, 0.05}, {0.001, 0.001, 0.001, 0, 0, 0});
  add("load", 15, {0.1, 0.25, 0.1}, {0.001, 0.001, 0.001, 0, 0, 0});
  const Vec3<double> x{1, 0, 0}, y{0, 1, 0};
  builder.joint("r1", Pin{}, "world", "b1").axis(y).parent_frame({0, 0.351, 0});
  builder.joint("r2", Pin{}, "b1", "b2").axis(x).parent_frame({0, 0.324, 0.3});
  builder.joint("r3", Pin{}, "b2", "b3").axis(x).parent_frame({0, 0.65, 0});
  builder.joint("r4", Pin{}, "b3", "b4").axis(y).parent_frame({0, 0.414, -0.155});
  builder.joint("r5", Pin{}, "b4", "b5").axis(x).parent_frame({0, 0.186, 0});
  builder.joint("r6", Pin{}, "b5", "b6").axis(y).parent_frame({0, 0.125, 0});
  builder.joint("grip", Weld{}, "b6", "load");
  if (friction == R3Friction::elements)
    for (int a = 1; a <= elastic_axes; ++a) {  // only the inertia about the axis matters
      const std::string shaft = "shaft" + std::to_string(a);
      const double J = data[static_cast<std::size_t>(a - 1)].J;
      add(shaft.c_str(), 1, {0, 0, 0}, {J, J, J, 0, 0, 0});
      builder.joint(shaft, Pin{}, "world", shaft).axis(x);
    }
  return builder.build();
}

System build(const std::shared_ptr<std::vector<FrictionEvent>>& events, R3Friction friction) {
  SystemBuilder builder(robot(friction));
  builder.add("drives", Drives(friction == R3Friction::own_events ? events : nullptr));
  if (friction == R3Friction::elements)
    for (int a = 0; a < axes; ++a) {
      const Axis& axis = data[static_cast<std::size_t>(a)];
      const std::string number = std::to_string(a + 1), joint = (a < elastic_axes ? "shaft" : "r") + number;
      builder.add("friction" + number, DryFriction(joint, axis.peak * axis.Rv0, axis.Rv0));
      builder.add("oil" + number, MobilityDamper(joint, axis.Rv1));
    }
  return builder.build();
}

}  // namespace

R3Robot::R3Robot(R3Friction friction) : system(build(events, friction)), start(system.default_state()) {
  system.force<Drives>("drives").start(start);
}

}  // namespace sarrus::testing
