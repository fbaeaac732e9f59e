#include "bench/locked_joints.h"

#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>

#include "bench/system_case.h"
#include "sarrus/dynamics/locked_tree.h"
#include "sarrus/system/constraint_entry.h"

namespace sarrus::bench {

namespace {

constexpr int rounds = 5;
const char* const choices[] = {"one", "half", "all"};

/// The speeds of one joint, of every other joint, or of all.
IndexSet speeds_of_choice(const Model& model, int choice) {
  IndexSet set(model.nu());
  std::vector<int> joints;
  for (int b = 1; b < model.body_count(); ++b)
    if (model.body(b).nu > 0) joints.push_back(b);
  for (std::size_t i = 0; i < joints.size(); ++i) {
    const bool chosen = choice == 0 ? i == joints.size() / 2 : choice == 1 ? i % 2 == 1 : true;
    const Body& body = model.body(joints[i]);
    for (int k = 0; chosen && k < body.nu; ++k) set.insert(body.u0 + k);
  }
  return set;
}

/// The coordinates of some joints as they are in the first of some states.
void stay(const Model& model, const IndexSet& locked, std::vector<std::vector<double>>& q) {
  for (int b = 1; b < model.body_count(); ++b) {
    const Body& body = model.body(b);
    if (body.nu == 0 || !locked.contains(body.u0)) continue;
    for (std::vector<double>& each : q)
      std::copy_n(q.front().begin() + body.q0, body.nq, each.begin() + body.q0);
  }
}

/// Dynamics with one choice of locked joints: rigid, or held at speeds that they have.
struct LockedCase {
  LockedCase(const BenchModel& of, int choice)
      : states(of), set(speeds_of_choice(of.model, choice)), udot(states.tau.size(), 0.0), tau(udot) {
    stay(of.model, set, states.q);
  }
  void rigid(int i) {
    locked.set_coordinates(states.tree, states.q[i]);
    calc_forward_dynamics(locked.tree(), states.q[i], states.u[i], states.udot[i], {}, pieces, udot);
  }
  void held(int i, bool forces) {
    calc_hybrid_dynamics(states.tree, states.q[i], states.u[i], set, tau, udot, {}, states.forward,
                         {.prescribed_forces = forces});
  }
  Case<double> states;
  IndexSet set;
  LockedTree<double> locked{states.tree, set};
  ForwardDynamics<double> pieces{locked.tree()};
  std::vector<double> udot, tau;
};

/// The same through a State. Joints that are locked at their positions stay there, or are moved by hand from
/// state to state.
struct LockedStates {
  LockedStates(const BenchModel& of, const IndexSet& locked) : rigid(of), moved(of), held(of) {
    for (int k = 0; k < of.model.nu(); ++k) {
      if (!locked.contains(k)) continue;
      rigid.state.lock_speed(k), moved.state.lock_speed(k);
      held.state.lock_speed(k, MotionLevel::velocity);
    }
    stay(of.model, locked, rigid.q);
  }
  SystemCase rigid, moved, held;
};
/// At another time, so that there is something to compute where all joints are locked.
void calc_accelerations(SystemCase& of, int i) {
  of.state.set_time(i);
  of.accelerations(i);
}

/// The best times of some functions of the number of a state, in turn.
std::vector<double> best_of(const std::vector<std::function<void(int)>>& functions) {
  std::vector<double> best(functions.size(), 1e30);
  for (int round = 0; round < rounds; ++round)
    for (std::size_t i = 0; i < functions.size(); ++i)
      best[i] = std::min(best[i], best_nanoseconds(functions[i]));
  return best;
}

}  // namespace

LockedJoints::LockedJoints(const ModelFolder& folder) {
  for (const BenchModel& model : folder.load({"ur5", "hyq", "chain10", "chain30", "chain100"})) {
    Case<double> free(model);
    SystemCase free_state(model);
    std::vector<LockedCase> locked;
    std::vector<LockedStates> states;
    for (int choice = 0; choice < 3; ++choice) {
      locked.emplace_back(model, choice);
      states.emplace_back(model, locked.back().set);
    }
    const auto add = [&](const char* way, const std::function<void(int)>& of_free, const auto& of_choice) {
      std::vector<std::function<void(int)>> functions{of_free};
      for (std::size_t c = 0; c < 3; ++c) functions.push_back([&, c](int i) { of_choice(c, i); });
      const std::vector<double> best = best_of(functions);
      lines_.push_back({model.name, way, best[0], {best.begin() + 1, best.end()}});
    };
    const auto of_free = [&](int i) { free.forward_dynamics(i); };
    add("rigid", of_free, [&](std::size_t c, int i) { locked[c].rigid(i); });
    add("held, moving", of_free, [&](std::size_t c, int i) { locked[c].held(i, false); });
    add("held, with forces", of_free, [&](std::size_t c, int i) { locked[c].held(i, true); });
    const auto of_free_state = [&](int i) { calc_accelerations(free_state, i); };
    add("State, rigid", of_free_state, [&](std::size_t c, int i) { calc_accelerations(states[c].rigid, i); });
    add("State, moved by hand", of_free_state,
        [&](std::size_t c, int i) { calc_accelerations(states[c].moved, i); });
    add("State, held, moving", of_free_state,
        [&](std::size_t c, int i) { calc_accelerations(states[c].held, i); });
  }
}

void LockedJoints::print() const {
  fmt::print("\naccelerations with locked joints, ns per state, one core, and the change by locks\n");
  fmt::print("{:<10} {:<20} {:>8}", "", "", "free");
  for (const char* choice : choices) fmt::print(" {:>16}", std::string(choice) + " locked");
  fmt::print("\n");
  for (const Line& line : lines_) {
    fmt::print("{:<10} {:<20} {:>8.0f}", line.model, line.way, line.free);
    for (const double ns : line.locked) fmt::print(" {:>8.0f} ({:>+4.0f}%)", ns, 100 * (ns / line.free - 1));
    fmt::print("\n");
  }
}

nlohmann::ordered_json LockedJoints::json() const {
  nlohmann::ordered_json json;
  for (const Line& line : lines_) {
    nlohmann::ordered_json& entry = json[line.model][line.way];
    entry["free"] = line.free;
    for (std::size_t c = 0; c < line.locked.size(); ++c) entry[choices[c]] = line.locked[c];
  }
  return json;
}

}  // namespace sarrus::bench
