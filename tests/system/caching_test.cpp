// Random sequences of writes and reads. What a State keeps must always be what a fresh State computes, bit by
// bit; a write makes invalid exactly what depends on it, as this test finds from its own table of who reads
// what; nothing is computed while it is valid.

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "sarrus/base/internal/bytes.h"
#include "sarrus/function/sinusoid.h"
#include "sarrus/joint/joints.h"
#include "sarrus/model/builder.h"
#include "sarrus/spatial/solids.h"
#include "sarrus/system/declaration.h"
#include "sarrus/system/internal/layout.h"
#include "sarrus/system/responses.h"
#include "sarrus/system/system.h"
#include "tests/support/random.h"

namespace sarrus::testing::caching_test {

using namespace internal;
namespace {

using Names = std::set<std::string>;
using Counts = std::map<std::string, long>;

Model arm() {
  ModelBuilder builder("arm");
  builder.body("upper", thin_rod(1.0, {0, 0, 1}));
  builder.body("hand", solid_brick(0.5, {0.1, 0.2, 0.3}));
  builder.body("sledge", solid_sphere(2.0, 0.2));
  builder.joint("shoulder", Pin{}, "world", "upper").axis({0, 1, 0}).child_frame({0, 0, 0.5}).start({0.3});
  builder.joint("wrist", Ball{}, "upper", "hand").parent_frame({0, 0, -0.5});
  builder.joint("track", Slider{}, "world", "sledge");
  return builder.build();
}

/// Pulls the hand to the world's origin; depends on positions only.
class Pull : public ForceElement {
 public:
  explicit Pull(int body) : body_(body) {}
  std::vector<Dependency> declare(Declaration& system) override {
    stiffness_ = system.declare_parameter("stiffness", 3.0, "N/m");
    mode_ = system.discrete<int>("mode", 1);
    return {system.quantities().position};
  }
  void add_forces(const State& state, AppliedForces& forces) const override {
    const Vec3<double> p = pose(state, body_).p;
    forces.add(body_, Force<double>{Vec3<double>::zero(), -state[mode_] * state[stiffness_] * p});
  }
  double potential_energy(const State& state) const override {
    const Vec3<double> p = pose(state, body_).p;
    return 0.5 * state[mode_] * state[stiffness_] * dot(p, p);
  }
  Discrete<int> mode() const { return mode_; }

 private:
  int body_;
  Parameter stiffness_;
  Discrete<int> mode_;
};

/// Acts against a speed and leaves a trace in an auxiliary variable.
class Drag : public ForceElement {
 public:
  std::vector<Dependency> declare(Declaration& system) override {
    strength_ = system.declare_parameter("strength", 0.5);
    trace_ = system.auxiliary("trace", {0.1}, {Source::u, Source::z},
                              [this](const State& s, Out<double> zdot) { zdot[0] = s.u(0) - s[trace_][0]; });
    return {Source::u, Source::time, trace_};
  }
  void add_forces(const State& state, AppliedForces& forces) const override {
    forces.add_to_speed(0, -state[strength_] * state.u(0) + std::sin(state.time()) * state[trace_][0]);
  }

 private:
  Parameter strength_;
  Auxiliary trace_;
};

/// A quantity as this test sees it.
struct Row {
  std::string name;
  Names reads;  ///< Sources and other rows.
  int quantity;
  std::function<std::vector<double>(const State&)> value;
  bool is_own = false;  ///< Of this test: its calls are counted, and it always reads all that it declares.
};

struct Plant {
  System system;
  Pull* pull = nullptr;
  Parameter offset;
  Discrete<double> level;
  std::vector<Row> rows;
  std::shared_ptr<Counts> calls = std::make_shared<Counts>();

  explicit Plant(const Model& model) : system(model) {}
};

std::vector<double> list(In<double> values) { return {values.begin(), values.end()}; }

/// The system's quantities, with what their documentation says they follow.
std::vector<Row> system_rows(const SystemLayout& layout) {
  const SystemQuantities& known = layout.system;
  const auto list_of = [](const Force<double>& f) {
    return std::vector<double>{f.t.x, f.t.y, f.t.z, f.f.x, f.f.y, f.f.z};
  };
  return {
      {"position",
       {"q", "model"},
       known.position.index,
       [](const State& s) {
         return list({pose(s, 2).p.x, pose(s, 2).R(0, 1), pose(s, 3).p.x});
       }},
      {"velocity",
       {"u", "position"},
       known.velocity.index,
       [](const State& s) {
         return list({velocity(s, 2).v.x, velocity(s, 2).w.y, velocity(s, 3).v.x});
       }},
      {"position forces",
       {"position", "model", "gravity", "pull", "pull.stiffness", "pull.mode"},
       known.position_forces.index,
       [known, list_of](const State& s) { return list_of(s[known.position_forces].on_body(2)); }},
      {"forces",
       {"position forces", "u", "time", "z", "drag", "drag.strength"},
       known.forces.index,
       [](const State& s) {
         return list({applied_forces(s).on_speed(0), applied_forces(s).on_body(2).f.x});
       }},
      {"prescription",
       {"locks", "model", "sway"},
       known.prescription.index,
       [known](const State& s) {
         return std::vector<double>(1, static_cast<double>(s[known.prescription].parts.size()));
       }},
      {"accelerations",
       {"time", "q", "u", "locks", "forces", "prescription", "gravity"},
       known.accelerations.index,
       [](const State& s) { return list(udot(s)); }},
      {"acceleration kinematics",
       {"accelerations", "velocity"},
       known.acceleration_kinematics.index,
       [](const State& s) {
         return list({acceleration(s, 2).v.x, acceleration(s, 2).w.y});
       }},
      {"derivative",
       {"accelerations", "z"},
       known.derivative.index,
       [](const State& s) { return list(ydot(s)); }},
      {"kinetic energy",
       {"velocity"},
       known.kinetic_energy.index,
       [](const State& s) { return list({kinetic_energy(s)}); }},
      {"potential energy",
       {"position", "gravity", "pull", "pull.stiffness", "pull.mode", "u", "time", "z", "drag",
        "drag.strength"},
       known.potential_energy.index,
       [](const State& s) { return list({potential_energy(s)}); }},
      {"reactions",
       {"accelerations"},
       known.reactions.index,
       [list_of](const State& s) { return list_of(reaction(s, 1)); }},
      {"mass matrix",
       {"position"},
       known.mass_matrix.index,
       [](const State& s) {
         const MatrixX<double>& M = mass_matrix(s);
         return std::vector<double>(M.data(), M.data() + M.size());
       }},
      {"articulated inertias",
       {"q", "model"},
       known.articulated.index,
       [](const State& s) {
         std::vector<double> result(static_cast<std::size_t>(s.nu()));
         calc_inverse_mass_times(s, std::vector<double>(result.size(), 1.0), result);
         return result;
       }},
  };
}

/// Declares a quantity that adds up what it reads.
Quantity<double> declare_sum(SystemBuilder& builder, Plant& plant, const std::string& name,
                             std::vector<Dependency> reads, Names read_names,
                             std::function<double(const State&)> sum) {
  const Quantity<double> quantity = builder.declare().quantity<double>(
      name, std::move(reads), 0.0, [name, sum, calls = plant.calls](const State& state, double& value) {
        ++(*calls)[name];
        value = sum(state);
      });
  plant.rows.push_back({name, std::move(read_names), quantity.index,
                        [quantity](const State& s) { return list({s[quantity]}); }, true});
  return quantity;
}

void declare_own(SystemBuilder& builder, Plant& plant) {
  plant.offset = builder.declare().declare_parameter("offset", 0.25);
  plant.level = builder.declare().discrete<double>("level", 2.0);
  const Parameter offset = plant.offset;
  const Discrete<double> level = plant.level;
  const auto reach = declare_sum(builder, plant, "reach", {Source::q, offset}, {"q", "offset"},
                                 [=](const State& s) { return s.q(0) + s[offset]; });
  const auto pace = declare_sum(builder, plant, "pace", {Source::u}, {"u"},
                                [=](const State& s) { return s.u(1) + s.u(2); });
  const auto trace =
      declare_sum(builder, plant, "trace", {Source::z}, {"z"}, [=](const State& s) { return 2 * s.z()[0]; });
  const auto clock = declare_sum(builder, plant, "clock", {Source::time, level}, {"time", "level"},
                                 [=](const State& s) { return s.time() * s[level]; });
  const auto speed = declare_sum(builder, plant, "speed", {reach, pace}, {"reach", "pace"},
                                 [=](const State& s) { return s[reach] * s[pace]; });
  const auto all = declare_sum(builder, plant, "all", {speed, clock, trace}, {"speed", "clock", "trace"},
                               [=](const State& s) { return s[speed] + s[clock] + s[trace]; });
  const SystemQuantities known = builder.quantities();
  declare_sum(builder, plant, "power", {all, known.kinetic_energy}, {"all", "kinetic energy"},
              [=](const State& s) { return s[all] * s[known.kinetic_energy]; });
}

Plant make_plant() {
  SystemBuilder builder(arm());
  Plant plant(builder.model());
  auto pull = std::make_shared<Pull>(2);
  plant.pull = pull.get();
  builder.add_force("pull", std::move(pull));
  builder.add("drag", Drag{});
  builder.disable(builder.prescribe("sway", "shoulder", MotionLevel::position, {sinusoid(0.5, 2.0)}));
  declare_own(builder, plant);
  plant.system = builder.build();
  for (Row& row : system_rows(plant.system.layout())) plant.rows.push_back(std::move(row));
  return plant;
}

/// Makes random writes; each says which sources it has written.
class Writer {
 public:
  Writer(const Plant& plant, Random& random) : plant_(plant), system_(plant.system), random_(random) {}

  Names write(State& state) {
    switch (random_.index(14)) {
      case 0:
        return state.set_time(random_.number()), Names{"time"};
      case 1:
        return state.set_q(random_.index(state.nq()), random_.number()), Names{"q"};
      case 2:
        return state.set_q(random_.numbers(state.nq())), Names{"q"};
      case 3:
        return state.set_u(random_.index(state.nu()), random_.number()), Names{"u"};
      case 4:
        return state.set_z(0, random_.number()), Names{"z"};
      case 5:
        return state.set_y(random_.numbers(state.nq() + state.nu() + state.nz())), Names{"q", "u", "z"};
      case 6:
        return write_parameter(state);
      case 7:
        return state.set(plant_.pull->mode(), random_.index(5)), Names{"pull.mode"};
      case 8:
        return state.set(plant_.level, random_.number()), Names{"level"};
      case 9:
        return write_flag(state);
      case 10:
        return write_lock(state);
      case 11:
        return state.set_mass(1 + random_.index(3), random_.number(1, 2)), Names{"model"};
      case 12:
        return state.set_gravity(random_.vector(9)), Names{"model"};
      default:
        return state.set_joint_frames(2, random_.pose(), random_.pose()), Names{"model"};
    }
  }

 private:
  Names write_parameter(State& state) {
    const char* const names[]{"offset", "pull.stiffness", "drag.strength"};
    const std::string name = names[random_.index(3)];
    state.set(system_.parameter(name), random_.number());
    return {name};
  }
  Names write_flag(State& state) {
    const char* const names[]{"pull", "drag", "sway", "gravity"};
    const std::string name = names[random_.index(4)];
    state.set_enabled(system_.element(name), random_.index(2) == 0);
    return {name};
  }
  Names write_lock(State& state) {
    const int body = 1 + random_.index(3);
    const auto level = static_cast<MotionLevel>(random_.index(4));
    const int count = level == MotionLevel::acceleration ? state.model().body(body).nu : 0;
    bool moves = false;  // a lock of the position stops the joint
    for (int k = 0; k < state.model().body(body).nu; ++k)
      moves |= state.u(state.model().body(body).u0 + k) != 0;
    state.lock(body, level, random_.numbers(count));
    return level == MotionLevel::position && moves ? Names{"locks", "u"} : Names{"locks"};
  }

  const Plant& plant_;
  const System& system_;
  Random& random_;
};

/// Follows what should be valid in a State, from the table of rows alone.
class Ledger {
 public:
  explicit Ledger(const Plant& plant) : plant_(plant) {
    for (const Row& row : plant.rows) find_all(row.name);
  }

  /// All that a row depends on, through others too.
  const Names& all_of(const std::string& row) const { return all_.at(row); }

  void note_write(const Names& sources) {
    for (const Row& row : plant_.rows)
      for (const std::string& source : sources)
        if (all_of(row.name).contains(source)) valid_.erase(row.name);
  }
  void note_everything() { valid_.clear(); }

  void expect_valid(const State& state) const {
    for (const Row& row : plant_.rows)
      EXPECT_EQ(state.has(Quantity<int>{row.quantity, state.layout().id}), valid_.contains(row.name))
          << row.name;
  }

  /// Reads a row: what is valid stays, nothing is computed twice, the value is that of a fresh State.
  void read(const State& state, const Row& read) {
    const Counts before = evaluations(state), calls_before = *plant_.calls;
    const std::vector<double> value = read.value(state);
    Counts made = evaluations(state), calls = *plant_.calls;
    for (const Row& row : plant_.rows) {
      const long times = made[row.name] -= before.at(row.name);
      const bool is_due = !valid_.contains(row.name);
      const bool is_wanted = row.name == read.name || all_of(read.name).contains(row.name);
      EXPECT_LE(times, is_due && is_wanted ? 1 : 0) << row.name << " while reading " << read.name;
      const bool is_sure = row.name == read.name ||  // nobody reads less than it has declared
                           (read.is_own && row.is_own && is_wanted && !valid_.contains(read.name));
      if (is_sure && is_due) {
        EXPECT_EQ(times, 1) << row.name << " while reading " << read.name;
      }
      if (row.is_own) {
        EXPECT_EQ(calls[row.name] - count(calls_before, row.name), times) << row.name;
      }
    }
    for (const auto& [name, times] : made)
      if (times > 0) valid_.insert(name);
    const State fresh = state;
    EXPECT_TRUE(same_bits(value, read.value(fresh))) << read.name;
  }

 private:
  static long count(const Counts& counts, const std::string& name) {
    const auto found = counts.find(name);
    return found == counts.end() ? 0 : found->second;
  }
  const Row* row(const std::string& name) const {
    for (const Row& row : plant_.rows)
      if (row.name == name) return &row;
    return nullptr;
  }
  void find_all(const std::string& name) {
    if (all_.contains(name)) return;
    Names all = row(name)->reads;
    for (const std::string& other : row(name)->reads)
      if (row(other) != nullptr) {
        find_all(other);
        all.insert(all_[other].begin(), all_[other].end());
      }
    all_[name] = std::move(all);
  }
  Counts evaluations(const State& state) const {
    Counts counts;
    for (const Row& row : plant_.rows) counts[row.name] = state.evaluations(row.quantity);
    return counts;
  }

  const Plant& plant_;
  std::map<std::string, Names> all_;
  Names valid_;
};

TEST(Caching, EveryReadIsThatOfAFreshStateAndNothingIsComputedTwice) {
  const Plant plant = make_plant();
  for (unsigned seed = 1; seed <= 12; ++seed) {
    Random random(seed);
    Writer writer(plant, random);
    Ledger ledger(plant);
    State state = plant.system.default_state();
    for (int step = 0; step < 150 && !::testing::Test::HasFailure(); ++step) {
      ledger.note_write(writer.write(state));
      ledger.expect_valid(state);
      if (random.index(40) == 0) {
        state.set_rotation_coordinates(random.index(2) == 0 ? RotationCoordinates::euler
                                                            : RotationCoordinates::quaternion);
        ledger.note_everything();
      }
      if (random.index(40) == 0) {
        State other = plant.system.default_state();
        for (int i = 0; i < 10; ++i) writer.write(other);
        state = other;
        ledger.note_everything();
      }
      for (int reads = random.index(5); reads > 0; --reads) {
        ledger.read(state,
                    plant.rows[static_cast<std::size_t>(random.index(static_cast<int>(plant.rows.size())))]);
        ledger.expect_valid(state);
      }
    }
  }
}

}  // namespace
}  // namespace sarrus::testing::caching_test
