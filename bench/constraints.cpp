#include "bench/constraints.h"

#include <nlohmann/json.hpp>

#include "bench/constraint_checks.h"
#include "bench/coupled_evaluations.h"
#include "bench/linkage_evaluations.h"
#include "bench/linkage_scenarios.h"
#include "bench/long_loops.h"
#include "bench/marker_fits.h"
#include "bench/methods.h"
#include "bench/real_time_factors.h"
#include "bench/work_precision.h"

namespace sarrus::bench {

namespace {

const std::vector<std::string> methods{"merson", "dormand-prince5", "dormand-prince8"};
const std::vector<double> accuracies{1e-4, 1e-5, 1e-6, 1e-7, 1e-8};

nlohmann::ordered_json measure_held_feet(const Peers& peers, const ModelFolder& models) {
  Table table("ns for all accelerations of a quadruped on 12 rows of constraints", {"hyq"});
  const std::vector<BenchModel> quadruped{models.load("hyq")};
  for (const Row& row : contact_rows()) table.add(row, quadruped, peers.found);
  measure_in_rounds({&table});
  table.print();
  return table.json();
}

/// Long ladders take Simbody so long that one method at one accuracy has to do.
WorkPlan plan_for(const Scenario& scenario) {
  const bool large = scenario.joints.size() > 50;
  return {.methods = methods,
          .simbody_methods =
              large ? std::vector<std::string>{"merson"} : std::vector<std::string>{"merson", "fehlberg"},
          .accuracies = accuracies,
          .patience = 1,
          .rounds = 2};
}

nlohmann::ordered_json measure_simulations(const std::vector<Scenario>& scenarios, const Peer* simbody,
                                           const std::string& states_folder, const std::string& svg_path) {
  nlohmann::ordered_json json;
  Plot plot{"What accuracy costs with constraints", "error of the coordinates at the end", "CPU seconds", {}};
  for (const Scenario& scenario : scenarios) {
    const std::string start = states_folder + "/" + scenario.name + ".start";
    write_states(start, {scenario.arranged(scenario.start)});
    const WorkPrecision work(scenario, plan_for(scenario), simbody, start);
    work.print();
    json[scenario.name] = work.json();
    plot.panels.push_back(work.panel());
  }
  write_svg(plot, svg_path);
  return json;
}

/// All methods, in a motion whose end is known.
nlohmann::ordered_json measure_squeezer(const std::string& svg_path) {
  const WorkPlan plan{.methods = all_methods(),
                      .simbody_methods = {},
                      .accuracies = {1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10},
                      .patience = 0.5,
                      .rounds = 3};
  const WorkPrecision work(squeezer_scenario(), plan, nullptr);
  work.print();
  write_svg(
      {"What accuracy costs", "error of the angles at the end", "CPU seconds", {work.panel()}, 640, 440},
      svg_path);
  return work.json();
}

}  // namespace

nlohmann::ordered_json measure_constraints(const Peers& peers, const ModelFolder& models,
                                           const std::string& pictures_folder) {
  nlohmann::ordered_json json;
  const LinkageEvaluations evaluations(peers, models.path());
  json["evaluations"] = evaluations.json();
  write_svg(evaluations.plot(), pictures_folder + "/loops.svg");
  json["held_feet"] = measure_held_feet(peers, models);
  json["couplings"] = measure_coupled_evaluations(models);
  json["marker_fits_s"] = measure_marker_fits(models);
  json["long_loops"] = measure_long_loops();

  std::vector<Scenario> scenarios;
  for (const char* name : {"fourbar", "bricard", "ladder10", "ladder40"})
    scenarios.push_back(linkage_scenario(name));
  json["simulations"] = measure_simulations(scenarios, peers.named("Simbody"), models.path(),
                                            pictures_folder + "/constraint_precision.svg");
  json["squeezer"] = measure_squeezer(pictures_folder + "/squeezer_precision.svg");
  const ConstraintChecks checks(scenarios, methods, accuracies);
  checks.print();
  json["checks"] = checks.json();
  const RealTimeFactors factors;
  factors.print();
  json["real_time_factors"] = factors.json();
  return json;
}

}  // namespace sarrus::bench
