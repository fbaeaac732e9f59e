#include "sarrus/system/prescribed_motion.h"

#include <algorithm>

#include "sarrus/base/array.h"
#include "sarrus/dynamics/coordinates.h"
#include "sarrus/system/internal/prescribed_rates.h"
#include "sarrus/system/mobility.h"

namespace sarrus {

using namespace internal;

namespace {

MotionValue evaluate(const Function& function, double t) {
  MotionValue curve;
  function.evaluate(&t, curve.value, &curve.rate, &curve.second_rate);
  return curve;
}

/// The motion of a single speed, or of coordinate or speed k of a joint.
MotionValue evaluate(const State& state, const PrescribedMotion& motion, int k) {
  return motion.motion ? motion.motion(state) : evaluate(motion.functions[k], state.time());
}

const PrescribedMotion& motion_of(const State& state, const Prescription::Part& part) {
  return state.layout().motions[part.motion];
}

const std::string& name_of(const State& state, int motion) {
  const ElementId id = state.layout().motions[motion].element;
  return state.layout().elements[id.index].name;
}

/// True if q̇ = u for the prescribed part: then its functions also give its speeds.
bool has_plain_rates(const Prescription::Part& part) { return part.speeds == 1; }

/// Speeds u = N⁻¹·q̇ for rates of coordinates of one body's joint; `qdot` covers the whole model.
Array<double> speeds_of(const State& state, const Array<double>& qdot) {
  Array<double> u(state.nu());
  calc_speeds(state.tree(), state.q(), qdot, Out<double>(u));
  return u;
}

/// Refuses a quaternion of zero length: its functions may all be zero at once.
void require_orientation(const State& state, const PrescribedMotion& motion, const Body& body) {
  if (!body.joint.has_quaternion()) return;
  double squares = 0;
  for (int k = 0; k < 4; ++k) squares += state.q(body.q0 + k) * state.q(body.q0 + k);
  require(squares > 0,
          "the prescribed motion '{}' gives joint '{}' a quaternion of zeros at t = {} s, which is no "
          "orientation; (1, 0, 0, 0) is no rotation",
          state.layout().name_of(motion.element), body.joint_name, state.time());
}

void set_speeds_of_positions(State& state, const PrescribedMotion& motion, const Prescription::Part& part) {
  if (has_plain_rates(part)) return state.set_u(part.first_speed, evaluate(state, motion, 0).rate);
  Array<double> qdot(state.nq());
  for (int k = 0; k < part.coordinates; ++k)
    qdot[part.first_coordinate + k] = evaluate(state, motion, k).rate;
  const Array<double> u = speeds_of(state, qdot);
  for (int k = part.first_speed; k < part.first_speed + part.speeds; ++k) state.set_u(k, u[k]);
}

/// u̇ = N⁻¹·(q̈ − Ṅ·u).
void calc_rates_of_positions(const State& state, const PrescribedMotion& motion,
                             const Prescription::Part& part, Out<double> udot) {
  if (has_plain_rates(part)) {
    udot[part.first_speed] = evaluate(state, motion, 0).second_rate;
    return;
  }
  const Array<double> no_udot(state.nu(), 0.0);
  Array<double> bias(state.nq()), rest(bias);
  calc_qddot(state.tree(), state.q(), state.u(), no_udot, Out<double>(bias));
  for (int k = 0; k < part.coordinates; ++k) {
    const std::size_t i = part.first_coordinate + k;
    rest[i] = evaluate(state, motion, k).second_rate - bias[i];
  }
  const Array<double> rates = speeds_of(state, rest);
  for (int k = part.first_speed; k < part.first_speed + part.speeds; ++k) udot[k] = rates[k];
}

/// The number of the enabled motion of each speed, or −1. Two enabled motions of one speed are an Error.
Array<int> motions_of_speeds(const State& state) {
  const Model& model = state.model();
  Array<int> motion_of_speed(model.nu(), -1);
  const Array<PrescribedMotion>& motions = state.layout().motions;
  for (int i = 0; i < static_cast<int>(motions.size()); ++i) {
    const PrescribedMotion& motion = motions[i];
    if (!state.is_enabled(motion.element)) continue;
    const Body& body = model.body(motion.body);
    for (int k = std::max(motion.k, 0); k < (motion.k < 0 ? body.nu : motion.k + 1); ++k) {
      int& own = motion_of_speed[body.u0 + k];
      if (own >= 0)
        fail("joint '{}' has two prescribed motions, '{}' and '{}'; disable one of them", body.joint_name,
             name_of(state, own), name_of(state, i));
      own = i;
    }
  }
  return motion_of_speed;
}

/// A single speed of a joint. A speed that is not the rate of a coordinate is held at the velocity level.
Prescription::Part single(const Body& body, int b, int k, int motion, MotionLevel level) {
  const bool is_rate = body.nu == 1 || speeds_are_rates(body.joint);
  if (!is_rate && level == MotionLevel::position) level = MotionLevel::velocity;
  return {b, motion, level, body.u0 + k, 1, body.q0 + k, is_rate ? 1 : 0};
}

/// Adds the given motion of a joint, as a whole or by single speeds.
void add_parts(const State& state, int b, const Array<int>& motion_of_speed, Prescription& out) {
  const Body& body = state.model().body(b);
  if (const MotionLevel level = state.lock_level(b); level != MotionLevel::none) {
    out.parts.push_back({b, -1, level, body.u0, body.nu, body.q0, body.nq});
    return;
  }
  const Array<PrescribedMotion>& motions = state.layout().motions;
  for (int k = 0; k < body.nu; ++k) {
    const int motion = motion_of_speed[body.u0 + k];
    const MotionLevel lock = state.speed_lock_level(body.u0 + k);
    const bool is_whole = motion >= 0 && motions[motion].k < 0;
    if (is_whole && lock != MotionLevel::none)
      fail(
          "joint '{}' has the prescribed motion '{}' and a lock on its speed '{}'; lock the whole joint or "
          "disable the motion",
          body.joint_name, name_of(state, motion), state.model().speeds()[body.u0 + k].name);
    if (lock != MotionLevel::none)
      out.parts.push_back(single(body, b, k, -1, lock));
    else if (is_whole && k == 0)
      out.parts.push_back({b, motion, motions[motion].level, body.u0, body.nu, body.q0, body.nq});
    else if (motion >= 0 && !is_whole)
      out.parts.push_back(single(body, b, k, motion, motions[motion].level));
  }
}

}  // namespace

namespace internal {

void find_prescription(const State& state, Prescription& out) {
  out.parts.clear(), out.driven.clear();
  out.speeds = IndexSet(state.nu());
  const Array<int> motion_of_speed = motions_of_speeds(state);
  for (int b = 1; b < state.model().body_count(); ++b) add_parts(state, b, motion_of_speed, out);
  for (const Prescription::Part& part : out.parts) {
    for (int k = 0; k < part.speeds; ++k) out.speeds.insert(part.first_speed + k);
    if (part.motion >= 0 || part.level == MotionLevel::acceleration) out.driven.push_back(part);
  }
}

void calc_prescribed_rates(const State& state, const Prescription& prescription, Out<double> udot) {
  std::fill(udot.begin(), udot.end(), 0.0);
  for (const Prescription::Part& part : prescription.driven) {
    if (part.motion < 0) {
      for (int k = part.first_speed; k < part.first_speed + part.speeds; ++k)
        udot[k] = state.locked_accelerations()[k];
      continue;
    }
    const PrescribedMotion& motion = motion_of(state, part);
    if (part.level == MotionLevel::position) {
      calc_rates_of_positions(state, motion, part, udot);
      continue;
    }
    for (int k = 0; k < part.speeds; ++k) {
      const MotionValue curve = evaluate(state, motion, k);
      udot[part.first_speed + k] = part.level == MotionLevel::velocity ? curve.rate : curve.value;
    }
  }
}

}  // namespace internal

void prescribe(State& state) {
  const Prescription& prescription = state[state.layout().system.prescription];
  for (const Prescription::Part& part : prescription.parts) {
    if (part.motion < 0 || part.level != MotionLevel::position) continue;
    for (int k = 0; k < part.coordinates; ++k)
      state.set_q(part.first_coordinate + k, evaluate(state, motion_of(state, part), k).value);
    require_orientation(state, motion_of(state, part), state.model().body(part.body));
  }
  for (const Prescription::Part& part : prescription.parts) {
    if (part.motion < 0) continue;
    const PrescribedMotion& motion = motion_of(state, part);
    if (part.level == MotionLevel::position) set_speeds_of_positions(state, motion, part);
    if (part.level == MotionLevel::velocity)
      for (int k = 0; k < part.speeds; ++k)
        state.set_u(part.first_speed + k, evaluate(state, motion, k).value);
  }
}

bool has_prescribed_motions(const State& state) { return !state.layout().motions.empty(); }

}  // namespace sarrus
