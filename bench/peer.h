#pragma once
/// @file
/// Other libraries that are measured in the same run. Each is a program of its own (bench/peers), with its
/// best compiler and flags, and is run between our own measurements.

#include <string>
#include <vector>

#include "bench/models.h"
#include "bench/peers/rigid_scene.h"
#include "bench/simulation_run.h"

namespace sarrus::bench {

class Peer {
 public:
  /// Asks the program who it is.
  explicit Peer(std::string program);

  const std::string& name() const { return name_; }
  const std::string& compiler() const { return compiler_; }
  const std::string& flags() const { return flags_; }
  /// One letter for tables.
  char letter() const { return name_.front(); }
  /// Not a number where the peer has no such operation.
  double nanoseconds(const std::string& operation, const BenchModel& model) const;
  /// Writes the results of one state to a file as in tests/data/reference.
  void write_values(const BenchModel& model, const std::string& path) const;
  /// Simulates a scenario of bench/peers from the first state in a file, or from its own start.
  SimulationRun simulate(const std::string& scenario, const std::string& method, double accuracy,
                         const std::string& states_path = "") const;
  /// Takes the steps of a scene of rigid bodies in a file, in one of the peer's own variants.
  SceneRun steps(const std::string& scene_path, const std::string& variant = "") const;
  /// Nanoseconds for all accelerations of a scenario after setting one of the states in a file, and those of
  /// the first.
  struct Evaluation {
    double nanoseconds;
    std::vector<double> udot;
  };
  Evaluation evaluate(const std::string& scenario, const std::string& states_path) const;

 private:
  std::string program_, name_, compiler_, flags_;
};

/// The peers of a folder of programs that compute what we do, and words on the others.
struct Peers {
  std::vector<Peer> found;
  std::vector<double> deviations;      ///< Per peer: the largest relative difference from our results.
  std::vector<std::string> not_found;  ///< Names.
  std::vector<std::string> failures;   ///< What went wrong with those left out.

  /// Those that know no models, and step scenes only.
  std::vector<Peer> steppers{};

  /// The peer whose name begins so; null if it was not found.
  const Peer* named(const std::string& name) const;
};
Peers find_peers(const std::string& folder, const ModelFolder& models_folder,
                 const std::vector<BenchModel>& models);

}  // namespace sarrus::bench
