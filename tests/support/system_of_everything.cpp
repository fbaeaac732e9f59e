#include "tests/support/system_of_everything.h"
#include "sarrus/function/sinusoid.h"
#include "sarrus/joint/joints.h"
#include "sarrus/model/builder.h"
#include "sarrus/spatial/solids.h"
#include "sarrus/system/declaration.h"

namespace sarrus::testing {

namespace {

/// A force on a speed that depends on a parameter and two auxiliary variables.
class Servo : public ForceElement {
 public:
  std::vector<Dependency> declare(Declaration& declaration) override {
    gain_ = declaration.declare_parameter("gain", 2.5, "N·m/rad");
    memory_ = declaration.auxiliary("memory", {0.25, -0.5}, {Source::z},
                                    [this](const State& state, Out<double> zdot) {
                                      zdot[0] = -state[memory_][0], zdot[1] = state[memory_][0];
                                    });
    return {Source::q, memory_};
  }
  void add_forces(const State& state, AppliedForces& forces) const override {
    forces.add_to_speed(0, state[memory_][1] - state[gain_] * state.q(0));
  }

 private:
  Parameter gain_;
  Auxiliary memory_;
};

double odd_number(Random& random) {
  switch (random.index(4)) {
    case 0:
      return -0.0;
    case 1:
      return std::numeric_limits<double>::denorm_min() * random.index(1000);
    case 2:
      return random.number() * 1e300;
    default:
      return random.number();
  }
}

std::vector<double> odd_numbers(int count, Random& random) {
  std::vector<double> numbers(static_cast<std::size_t>(count));
  for (double& x : numbers) x = odd_number(random);
  return numbers;
}

void change_model(State& state, Random& random) {
  const int bodies = state.model().body_count();
  for (int b = 1; b < bodies; ++b) {
    if (random.index(3) == 0) state.set_inertia(b, random.inertia());
    if (random.index(3) == 0) {
      const Pose<double> X_PF = random.pose();
      state.set_joint_frames(b, X_PF, random.pose());
    }
  }
  if (random.index(2) == 0) state.set_gravity({random.number(), -0.0, odd_number(random)});
  if (random.index(2) == 0) state.set_joint_parameter(0, random.number());
}

void change_discretes(State& state, const SystemOfEverything& all, Random& random) {
  state.set(all.number, odd_number(random));
  state.set(all.small, static_cast<float>(random.number()));
  state.set(all.flag, random.index(2) == 0);
  state.set(all.gear, static_cast<Gear>(random.index(3) - 1));
  state.set(all.ticks, ~std::uint64_t{0} - static_cast<std::uint64_t>(random.index(100)));
  state.set(all.text, std::string(static_cast<std::size_t>(random.index(5)), '"') + "ε\n");
  state.set(all.list, odd_numbers(random.index(4), random));
  state.set(all.bytes, std::vector<std::int8_t>{-128, 127, static_cast<std::int8_t>(random.index(100))});
  state.set(all.contact, Contact{random.index(100), static_cast<float>(random.number())});
}

}  // namespace

Model model_of_everything() {
  ModelBuilder builder("everything");
  builder.body("upper", solid_brick(1.0, {0.1, 0.2, 1}));
  builder.body("hand", solid_brick(0.5, {0.1, 0.2, 0.3}));
  builder.body("nut", solid_sphere(0.2, 0.1));
  builder.body("kite", solid_brick(0.3, {1, 0.5, 0.1}));
  builder.massless_body("hook");
  builder.joint("shoulder", Pin{}, "world", "upper").axis({0, 1, 0}).child_frame({0, 0, 0.5}).start({0.3});
  builder.joint("wrist", Ball{}, "upper", "hand").parent_frame({0, 0, -0.5});
  builder.joint("spindle", Screw{0.01}, "world", "nut");
  builder.joint("gravity", Free{}, "world",
                "kite");  // its coordinates have the names of gravity's components
  builder.joint("glue", Weld{}, "hand", "hook").parent_frame({0, 0, -0.1});
  return builder.build();
}

SystemOfEverything system_of_everything() {
  SystemBuilder builder(model_of_everything());
  builder.add("servo", Servo{});
  builder.disable(builder.prescribe("sway", "shoulder", MotionLevel::position, {sinusoid(0.5, 2.0)}));
  Declaration& declare = builder.declare();
  SystemOfEverything all{.system = System(builder.model()),
                         .number = declare.discrete<double>("number", 1.5),
                         .small = declare.discrete<float>("small", 0.1f),
                         .flag = declare.discrete<bool>("flag", true),
                         .gear = declare.discrete<Gear>("gear", Gear::neutral),
                         .ticks = declare.discrete<std::uint64_t>("ticks", 3),
                         .text = declare.discrete<std::string>("text", "hello"),
                         .list = declare.discrete<std::vector<double>>("list", {}),
                         .bytes = declare.discrete<std::vector<std::int8_t>>("bytes", {1}),
                         .contact = declare.discrete<Contact>("contact", {})};
  all.system = builder.build();
  return all;
}

State random_state(const SystemOfEverything& all, Random& random) {
  State state = all.system.default_state();
  if (const int kind = random.index(3); kind > 0)
    state.set_rotation_coordinates(kind == 1 ? RotationCoordinates::quaternion : RotationCoordinates::euler);
  if (random.index(2) == 0) change_model(state, random);
  for (int b = 1; b < state.model().body_count(); ++b)
    if (const int level = random.index(5); level < 4) {
      state.lock(b, static_cast<MotionLevel>(level),
                 level == 1 ? random.numbers(state.model().body(b).nu) : std::vector<double>());
    }
  state.set_time(odd_number(random));
  state.set_q(odd_numbers(state.nq(), random));
  state.set_u(odd_numbers(state.nu(), random));
  state.set_z(odd_numbers(state.nz(), random));
  state.set(all.system.parameter("servo.gain"), odd_number(random));
  for (const char* element : {"servo", "sway", "gravity"})
    state.set_enabled(all.system.element(element), random.index(2) == 0);
  change_discretes(state, all, random);
  if (const int level = 1 + random.index(3); random.index(2) == 0)
    state.lock_speed(random.index(state.nu()), static_cast<MotionLevel>(level),
                     level == 1 ? random.number() : 0.0);
  return state;
}

}  // namespace sarrus::testing
