#pragma once
/// @file
/// What the programs of all peers do:
///   PROGRAM about                    three lines: name and version, compiler, flags
///   PROGRAM time OPERATION FILE      nanoseconds per call with a .model file; nan where the peer has no such
///                                    operation
///   PROGRAM values FILE              results of one state as in tests/data/reference/NAME.ref, to compare
///   PROGRAM simulate SCENARIO METHOD ACCURACY [STATES]
///                                    CPU seconds, steps and evaluations, then the coordinates at the end;
///                                    starts from the first of the states in a file, or the scenario's own
///   PROGRAM steps FILE [VARIANT]     five numbers of SceneRun for a scene of rigid bodies (rigid_scene.h)
///   PROGRAM evaluate SCENARIO STATES nanoseconds for all accelerations after setting one of the states in a
///                                    file, then the accelerations of the first
///
/// Operations; all but the factorization start from coordinates, speeds, accelerations or forces:
///   positions, accelerations         kinematics of all bodies from q, and from (q, v, a)
///   joint_columns                    the 6×nv columns of all joints in world axes
///   frame_jacobian                   the 6×nv Jacobian of the last body in world axes
///   momentum_matrix                  the 6×nv centroidal momentum matrix
///   momentum_matrix_rate             the same with its rate
///   inverse_dynamics, mass_matrix, inverse_mass_matrix, forward_dynamics
///   factorization                    of a given mass matrix
///   inverse_dynamics_derivatives     of the forces by coordinates, speeds and accelerations
///   forward_dynamics_derivatives     of the accelerations by coordinates, speeds and forces
///   inverse_dynamics_second_derivatives  all of the forces, as tensors
///   system_accelerations             u̇ from new coordinates through whatever a simulation goes through
///   held_feet                        accelerations with the contact points of the model held
///   held_feet_derivatives            those and their derivatives by coordinates, speeds and forces
///
/// A Peer has name(), `largest`, the largest number of speeds it is measured with, a constructor from a
/// FileModel, time(operation) and values(). Its measured functions are the peer's own, called directly, with
/// states in the peer's own types. Where it can simulate, a function makes a scenario by name: with
/// set_start(state), simulate(method, accuracy), time(states) and accelerations(state).

#include <cmath>
#include <cstdio>
#include <exception>
#include <limits>
#include <type_traits>

#include "bench/measure.h"
#include "bench/peers/arrangement.h"
#include "bench/peers/rigid_scene.h"
#include "bench/peers/scenario_state.h"
#include "bench/simulation_run.h"

namespace sarrus::bench {

constexpr int unlimited = std::numeric_limits<int>::max();
constexpr double not_offered = std::numeric_limits<double>::quiet_NaN();

/// Results for a state, in the file's conventions.
struct PeerValues {
  Eigen::VectorXd inverse_dynamics, forward_dynamics;
  Eigen::MatrixXd mass_matrix;
  Eigen::VectorXd held_feet;  ///< Of (q, v, tau); empty where the peer or the model has no contacts.
};

inline void print_line(const Eigen::VectorXd& numbers) {
  for (double x : numbers) std::printf("%.17g ", x);
  std::printf("\n");
}

template <class Peer>
void print_values(const std::string& path) {
  const FileModel model = read_model_file(path);
  const FileState state = random_states(model, 1).front();
  const PeerValues values = Peer(model).values(state);
  std::printf("# by %s\n%d %d 1 %d\n", Peer::name().c_str(), model.nq, model.nv, values.held_feet.size() > 0);
  for (const auto* line :
       {&state.q, &state.v, &state.a, &state.tau, &values.inverse_dynamics, &values.forward_dynamics})
    print_line(*line);
  for (const auto& row : values.mass_matrix.rowwise()) print_line(row.transpose());
  if (values.held_feet.size() > 0) print_line(values.held_feet);
}

inline void print_run(const SimulationRun& run) {
  std::printf("%.6f %ld %ld\n", run.cpu_seconds, run.steps, run.evaluations);
  for (double x : run.q) std::printf("%.17g\n", x);
}

/// For peers that do not simulate.
struct NoScenarios {};

inline void print_run(const SceneRun& run) {
  std::printf("%.4g %.5g %.4g %.4g %.6g\n", run.step_us, run.contacts, run.penetration, run.drift, run.time);
}

template <class Peer, class = void>
struct Steps {
  static void print(const Scene&, const std::string&) { throw std::runtime_error("it does not step scenes"); }
};
template <class Peer>
struct Steps<Peer, std::void_t<decltype(&Peer::step_scene)>> {
  static void print(const Scene& scene, const std::string& variant) {
    print_run(Peer::step_scene(scene, variant));
  }
};

template <class Make>
void simulate(Make make, const std::vector<std::string>& arguments) {
  const auto scenario = make(arguments[1]);
  if (arguments.size() > 4) scenario->set_start(read_states(arguments[4]).front());
  print_run(scenario->simulate(arguments[2], std::stod(arguments[3])));
}

template <class Make>
void evaluate(Make make, const std::vector<std::string>& arguments) {
  const auto scenario = make(arguments[1]);
  const std::vector<ScenarioState> states = read_states(arguments[2]);
  std::printf("%.1f\n", scenario->time(states));
  for (const double x : scenario->accelerations(states.front())) std::printf("%.17g\n", x);
}

template <class Peer, class MakeScenario = NoScenarios>
int run_peer(int argc, char** argv, MakeScenario make = {}) {
  constexpr bool simulates = !std::is_same_v<MakeScenario, NoScenarios>;
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  const std::string command = arguments.empty() ? "" : arguments[0];
  try {
    if (command == "about" && arguments.size() == 1) {
      std::printf("%s\n%s\n%s\n", Peer::name().c_str(), SARRUS_PEER_COMPILER, SARRUS_PEER_FLAGS);
    } else if (command == "time" && arguments.size() == 3) {
      const FileModel model = read_model_file(arguments[2]);
      std::printf("%.2f\n", model.nv > Peer::largest ? not_offered : Peer(model).time(arguments[1]));
    } else if (command == "steps" && (arguments.size() == 2 || arguments.size() == 3)) {
      Steps<Peer>::print(read_scene(arguments[1]), arguments.size() == 3 ? arguments[2] : "");
    } else if (command == "values" && arguments.size() == 2) {
      print_values<Peer>(arguments[1]);
    } else if (simulates && command == "simulate" && (arguments.size() == 4 || arguments.size() == 5)) {
      if constexpr (simulates) simulate(make, arguments);
    } else if (simulates && command == "evaluate" && arguments.size() == 3) {
      if constexpr (simulates) evaluate(make, arguments);
    } else {
      std::fprintf(
          stderr, "usage: about | time OPERATION FILE.model | values FILE.model%s\n",
          simulates ? " | simulate SCENARIO METHOD ACCURACY [STATES] | evaluate SCENARIO STATES" : "");
      return 2;
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", Peer::name().c_str(), error.what());
    return 1;
  }
  return 0;
}

}  // namespace sarrus::bench
