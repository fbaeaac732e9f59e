#include "sarrus/system/prescribed_motion.h"

#include "sarrus/dynamics/coordinates.h"
#include "sarrus/system/prescribed_rates.h"

namespace sarrus {

namespace {

/// A function of time with its first two derivatives.
struct Curve {
  double value = 0, rate = 0, second = 0;
};

Curve evaluate(const Function& function, double t) {
  Curve curve;
  function.evaluate(&t, curve.value, &curve.rate, &curve.second);
  return curve;
}

const PrescribedMotion& motion_of(const State& state, const Prescription::Joint& joint) {
  return state.layout().motions[static_cast<std::size_t>(joint.motion)];
}

/// Whether q̇ = u for a joint: then its functions are those of its speeds as well.
bool has_plain_rates(const Body& body) { return body.nu == 1; }

/// Speeds u = N⁻¹·q̇ that belong to rates of coordinates, of one body's joint; `qdot` covers the whole model.
std::vector<double> speeds_of(const State& state, const std::vector<double>& qdot) {
  std::vector<double> u(static_cast<std::size_t>(state.nu()));
  calc_speeds(state.tree(), state.q(), qdot, Out<double>(u));
  return u;
}

/// Functions may all be zero at once, which is no orientation.
void require_orientation(const State& state, const PrescribedMotion& motion, const Body& body) {
  if (!body.joint.has_quaternion()) return;
  double squares = 0;
  for (int k = 0; k < 4; ++k) squares += state.q(body.q0 + k) * state.q(body.q0 + k);
  require(squares > 0,
          "the prescribed motion '{}' gives joint '{}' a quaternion of zeros at t = {} s, which is no "
          "orientation; (1, 0, 0, 0) is no rotation",
          state.layout().name_of(motion.element), body.joint_name, state.time());
}

void set_speeds_of_positions(State& state, const PrescribedMotion& motion, const Body& body) {
  const double t = state.time();
  if (has_plain_rates(body)) return state.set_u(body.u0, evaluate(motion.functions[0], t).rate);
  std::vector<double> qdot(static_cast<std::size_t>(state.nq()));
  for (int k = 0; k < body.nq; ++k)
    qdot[static_cast<std::size_t>(body.q0 + k)] =
        evaluate(motion.functions[static_cast<std::size_t>(k)], t).rate;
  const std::vector<double> u = speeds_of(state, qdot);
  for (int k = 0; k < body.nu; ++k) state.set_u(body.u0 + k, u[static_cast<std::size_t>(body.u0 + k)]);
}

/// u̇ = N⁻¹·(q̈ − Ṅ·u).
void calc_rates_of_positions(const State& state, const PrescribedMotion& motion, const Body& body,
                             Out<double> udot) {
  const double t = state.time();
  if (has_plain_rates(body)) {
    udot[body.u0] = evaluate(motion.functions[0], t).second;
    return;
  }
  const std::vector<double> no_udot(static_cast<std::size_t>(state.nu()), 0.0);
  std::vector<double> bias(static_cast<std::size_t>(state.nq())), rest(bias);
  calc_qddot(state.tree(), state.q(), state.u(), no_udot, Out<double>(bias));
  for (int k = 0; k < body.nq; ++k) {
    const auto i = static_cast<std::size_t>(body.q0 + k);
    rest[i] = evaluate(motion.functions[static_cast<std::size_t>(k)], t).second - bias[i];
  }
  const std::vector<double> rates = speeds_of(state, rest);
  for (int k = 0; k < body.nu; ++k) udot[body.u0 + k] = rates[static_cast<std::size_t>(body.u0 + k)];
}

}  // namespace

void find_prescription(const State& state, Prescription& out) {
  const Model& model = state.model();
  out.joints.clear();
  out.speeds = SpeedSet(state.nu());
  std::vector<int> motion_of_body(static_cast<std::size_t>(model.body_count()), -1);
  const std::vector<PrescribedMotion>& motions = state.layout().motions;
  for (std::size_t i = 0; i < motions.size(); ++i) {
    if (!state.is_enabled(motions[i].element)) continue;
    int& own = motion_of_body[static_cast<std::size_t>(motions[i].body)];
    require(
        own < 0, "joint '{}' has two prescribed motions, '{}' and '{}'; disable one of them",
        model.body(motions[i].body).joint_name,
        own < 0
            ? ""
            : state.layout()
                  .elements[static_cast<std::size_t>(motions[static_cast<std::size_t>(own)].element.index)]
                  .name,
        state.layout().elements[static_cast<std::size_t>(motions[i].element.index)].name);
    own = static_cast<int>(i);
  }
  for (int b = 1; b < model.body_count(); ++b) {
    const int motion = motion_of_body[static_cast<std::size_t>(b)];
    const bool locked = state.lock_level(b) != MotionLevel::none;
    if (!locked && motion < 0) continue;
    out.joints.push_back({b, locked ? -1 : motion});
    for (int k = 0; k < model.body(b).nu; ++k) out.speeds.insert(model.body(b).u0 + k);
  }
}

void calc_prescribed_rates(const State& state, const Prescription& prescription, Out<double> udot) {
  for (const Prescription::Joint& joint : prescription.joints) {
    const Body& body = state.model().body(joint.body);
    if (joint.motion < 0) {
      const bool at_acceleration = state.lock_level(joint.body) == MotionLevel::acceleration;
      for (int k = 0; k < body.nu; ++k)
        udot[body.u0 + k] = at_acceleration ? state.locked_accelerations()[body.u0 + k] : 0.0;
      continue;
    }
    const PrescribedMotion& motion = motion_of(state, joint);
    if (motion.level == MotionLevel::position) {
      calc_rates_of_positions(state, motion, body, udot);
      continue;
    }
    for (int k = 0; k < body.nu; ++k) {
      const Curve curve = evaluate(motion.functions[static_cast<std::size_t>(k)], state.time());
      udot[body.u0 + k] = motion.level == MotionLevel::velocity ? curve.rate : curve.value;
    }
  }
}

void prescribe(State& state) {
  const Prescription& prescription = state[state.layout().system.prescription];
  for (const Prescription::Joint& joint : prescription.joints) {
    if (joint.motion < 0) continue;
    const PrescribedMotion& motion = motion_of(state, joint);
    const Body& body = state.model().body(joint.body);
    if (motion.level != MotionLevel::position) continue;
    for (int k = 0; k < body.nq; ++k)
      state.set_q(body.q0 + k, evaluate(motion.functions[static_cast<std::size_t>(k)], state.time()).value);
    require_orientation(state, motion, body);
  }
  for (const Prescription::Joint& joint : prescription.joints) {
    if (joint.motion < 0) continue;
    const PrescribedMotion& motion = motion_of(state, joint);
    const Body& body = state.model().body(joint.body);
    if (motion.level == MotionLevel::position) set_speeds_of_positions(state, motion, body);
    if (motion.level == MotionLevel::velocity)
      for (int k = 0; k < body.nu; ++k)
        state.set_u(body.u0 + k, evaluate(motion.functions[static_cast<std::size_t>(k)], state.time()).value);
  }
}

}  // namespace sarrus
