#include "bench/contact.h"

#include <nlohmann/json.hpp>

#include "bench/broad_phase.h"
#include "bench/contact_evaluations.h"
#include "bench/contact_points.h"
#include "bench/narrow_phase.h"
#include "bench/sphere_pile.h"
#include "bench/sphere_scenarios.h"
#include "bench/work_precision.h"

namespace sarrus::bench {

namespace {

nlohmann::ordered_json measure_spheres(const Peer* simbody, const std::string& states_folder,
                                       const std::string& svg_path) {
  nlohmann::ordered_json json;
  Plot plot{"What accuracy costs with contact", "error of the coordinates at the end", "CPU seconds", {}};
  for (const char* name : {"spheres_1_1e6", "spheres_1_1e8", "spheres_10_1e6", "spheres_10_1e8"}) {
    const Scenario scenario = sphere_scenario(name);
    const std::string start = states_folder + "/" + scenario.name + ".start";
    write_states(start, {scenario.arranged(scenario.start)});
    const WorkPlan plan{.methods = {"merson", "dormand-prince5", "dormand-prince8"},
                        .simbody_methods = {"merson", "fehlberg"},
                        .accuracies = {1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8},
                        .patience = 1,
                        .rounds = 2};
    const WorkPrecision work(scenario, plan, simbody, start);
    work.print();
    json[scenario.name] = work.json();
    plot.panels.push_back(work.panel());
  }
  write_svg(plot, svg_path);
  return json;
}

/// Measures and prints; returns the results.
template <class Measurement>
nlohmann::ordered_json measured() {
  const Measurement measurement;
  measurement.print();
  return measurement.json();
}

}  // namespace

nlohmann::ordered_json measure_contact(const Peers& peers, const ModelFolder& models,
                                       const std::string& pictures_folder) {
  nlohmann::ordered_json json;
  json["broad_phase"] = measured<BroadPhaseUpdates>();
  json["narrow_phase"] = measured<NarrowPhase>();
  json["contact_points"] = measured<ContactPoints>();
  const ContactEvaluations evaluations(peers.named("Simbody"), models.path());
  evaluations.print();
  json["evaluations"] = evaluations.json();
  json["spheres"] =
      measure_spheres(peers.named("Simbody"), models.path(), pictures_folder + "/contact_precision.svg");
  const SpherePile pile(peers.named("Simbody"), models.path());
  pile.print();
  json["pile"] = pile.json();
  return json;
}

}  // namespace sarrus::bench
