#include "bench/peer.h"

#include <fmt/core.h>
#include <stdio.h>

#include <filesystem>
#include <sstream>

#include "sarrus/base/error.h"
#include "sarrus/dynamics/forward_dynamics.h"
#include "sarrus/dynamics/inverse_dynamics.h"
#include "sarrus/force/discrete_forces.h"
#include "sarrus/scalar/eigen.h"
#include "sarrus/system/responses.h"
#include "tests/support/held_feet.h"
#include "tests/support/reference_values.h"

namespace sarrus::bench {

namespace {

std::string in_quotes(const std::string& path) { return fmt::format("'{}'", path); }

/// What a command prints.
std::string output_of(const std::string& command) {
  std::FILE* pipe = popen(command.c_str(), "r");
  require(pipe != nullptr, "cannot run {}", command);
  std::string text;
  char part[4096];
  while (const std::size_t n = std::fread(part, 1, sizeof part, pipe)) text.append(part, n);
  const int status = pclose(pipe);
  require(status == 0, "failed with status {}: {}", status, command);
  return text;
}

double relative_difference(const VectorX<double>& a, const VectorX<double>& b) {
  return (a - b).cwiseAbs().maxCoeff() / b.cwiseAbs().maxCoeff();
}

/// Accelerations with the contacts of a model held.
VectorX<double> held_feet(const std::string& name, const std::string& folder,
                          const testing::ReferenceSample& sample) {
  const System system = testing::system_with_held_feet(name, folder);
  State state = system.default_state();
  state.set_q(sample.q);
  state.set_u(sample.u);
  for (int i = 0; i < sample.tau.size(); ++i)
    system.force<DiscreteForces>("forces").set_speed(state, i, sample.tau[i]);
  return Eigen::Map<const VectorX<double>>(udot(state).data(), sample.tau.size());
}

/// How far inverse and forward dynamics of a state are from what a peer says in the file NAME.ref.
double deviation_from_values(const std::string& name, const std::string& folder) {
  const testing::ReferenceModel reference = testing::load_reference(name, folder);
  const testing::ReferenceSample& sample = reference.samples.front();
  const Tree<double> tree(reference.model);
  InverseDynamics<double> inverse(tree);
  ForwardDynamics<double> forward(tree);
  VectorX<double> tau(tree.nu()), udot(tree.nu());
  calc_inverse_dynamics(tree, sample.q, sample.u, sample.udot, {}, inverse, tau);
  calc_forward_dynamics(tree, sample.q, sample.u, sample.tau, {}, forward, udot);
  double largest = std::max(relative_difference(tau, sample.inverse_dynamics),
                            relative_difference(udot, sample.forward_dynamics));
  if (sample.held_feet.size() > 0)
    largest = std::max(largest, relative_difference(held_feet(name, folder, sample), sample.held_feet));
  return largest;
}

double largest_deviation(const Peer& peer, const std::string& folder, const std::vector<BenchModel>& models) {
  double largest = 0;
  for (const BenchModel& model : models) {
    peer.write_values(model, folder + "/" + model.name + ".ref");
    const double deviation = deviation_from_values(model.name, folder);
    require(deviation < 1e-6, "its results differ from ours by {:.1e}, relatively, for {}", deviation,
            model.name);
    largest = std::max(largest, deviation);
  }
  return largest;
}

}  // namespace

Peer::Peer(std::string program) : program_(std::move(program)) {
  std::istringstream about(output_of(in_quotes(program_) + " about"));
  std::getline(about, name_), std::getline(about, compiler_), std::getline(about, flags_);
  require(about.good(), "'{}' does not say who it is", program_);
}

double Peer::nanoseconds(const std::string& operation, const BenchModel& model) const {
  return std::stod(
      output_of(fmt::format("{} time {} {}", in_quotes(program_), operation, in_quotes(model.path))));
}

void Peer::write_values(const BenchModel& model, const std::string& path) const {
  output_of(in_quotes(program_) + " values " + in_quotes(model.path) + " > " + in_quotes(path));
}

SimulationRun Peer::simulate(const std::string& scenario, const std::string& method, double accuracy,
                             const std::string& states_path) const {
  std::string command = fmt::format("{} simulate {} {} {}", in_quotes(program_), scenario, method, accuracy);
  if (!states_path.empty()) command += fmt::format(" {}", in_quotes(states_path));
  std::istringstream words(output_of(command));
  SimulationRun run;
  words >> run.cpu_seconds >> run.steps >> run.evaluations;
  require(words.good(), "{} does not say what the simulation of {} took", name_, scenario);
  for (double x = 0; words >> x;) run.q.push_back(x);
  return run;
}

SceneRun Peer::steps(const std::string& scene_path, const std::string& variant) const {
  std::istringstream words(
      output_of(fmt::format("{} steps {} {}", in_quotes(program_), in_quotes(scene_path), variant)));
  SceneRun run;
  words >> run.step_us >> run.contacts >> run.penetration >> run.drift >> run.time;
  require(!words.fail(), "{} does not say what the steps of a scene took", name_);
  return run;
}

Peer::Evaluation Peer::evaluate(const std::string& scenario, const std::string& states_path) const {
  std::istringstream words(
      output_of(fmt::format("{} evaluate {} {}", in_quotes(program_), scenario, in_quotes(states_path))));
  Evaluation evaluation{};
  words >> evaluation.nanoseconds;
  require(words.good(), "{} does not say what an evaluation of {} took", name_, scenario);
  for (double x = 0; words >> x;) evaluation.udot.push_back(x);
  return evaluation;
}

const Peer* Peers::named(const std::string& name) const {
  for (const std::vector<Peer>* list : {&found, &steppers})
    for (const Peer& peer : *list)
      if (peer.name().starts_with(name)) return &peer;
  return nullptr;
}

Peers find_peers(const std::string& folder, const ModelFolder& models_folder,
                 const std::vector<BenchModel>& models) {
  const std::pair<const char*, const char*> known[] = {
      {"pinocchio", "Pinocchio"}, {"rbdl", "RBDL"}, {"mujoco", "MuJoCo"}, {"simbody", "Simbody"}};
  Peers peers;
  for (const auto& [key, name] : known) {
    const std::string program = folder + "/sarrus_peer_" + key;
    if (folder.empty() || !std::filesystem::exists(program)) {
      peers.not_found.push_back(name);
      continue;
    }
    try {
      const Peer peer(program);
      peers.deviations.push_back(largest_deviation(peer, models_folder.path(), models));
      peers.found.push_back(peer);
    } catch (const std::exception& error) {
      peers.failures.push_back(fmt::format("{}: {}", name, error.what()));
    }
  }
  const std::string jolt = folder + "/sarrus_peer_jolt";
  if (!folder.empty() && std::filesystem::exists(jolt))
    peers.steppers.push_back(Peer(jolt));
  else
    peers.not_found.push_back("Jolt");
  return peers;
}

}  // namespace sarrus::bench
