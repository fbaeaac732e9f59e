#include "bench/linkage_evaluations.h"

#include <fmt/core.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "bench/linkage_scenarios.h"
#include "bench/measure.h"
#include "sarrus/base/array.h"
#include "sarrus/system/responses.h"

namespace sarrus::bench {

namespace {

const std::vector<int> loops{1, 10, 40, 100, 300, 1000};  // of ladders
constexpr int most_loops_of_simbody = 40;                 // more take it seconds
constexpr std::size_t first_ladder = 2;                   // among the columns
constexpr double between_states = 0.02;                   // seconds along the motion

std::vector<std::string> names() {
  std::vector<std::string> all{"fourbar", "bricard"};
  for (const int n : loops) all.push_back(fmt::format("ladder{}", n));
  return all;
}
bool simbody_takes(std::size_t column) {
  return column < first_ladder || loops[column - first_ladder] <= most_loops_of_simbody;
}

/// States along the motion of a linkage.
struct LinkageCase {
  Scenario scenario;
  std::string states_path;
  State state = scenario.start;
  Array<std::vector<double>> q{}, u{};

  LinkageCase(const std::string& name, const std::string& folder)
      : scenario(linkage_scenario(name)), states_path(folder + "/" + name + ".states") {
    std::vector<ScenarioState> states;
    const auto keep = [&](const State& at) {
      q.emplace_back(at.q().begin(), at.q().end()), u.emplace_back(at.u().begin(), at.u().end());
      states.push_back(scenario.arranged(at));
    };
    Simulation simulation(scenario.start, {.accuracy = 1e-4, .every = between_states, .report = keep});
    simulation.run((state_count - 0.5) * between_states);
    write_states(states_path, states);
  }
  double nanoseconds() {
    return best_nanoseconds([&](int i) {
      state.set_q(q[i]);
      state.set_u(u[i]);
      udot(state);
    });
  }
  /// How far a peer's accelerations of the first state are from ours, relatively.
  double deviation(const std::vector<double>& peer) {
    state.set_q(q.front());
    state.set_u(u.front());
    double difference = 0, size = 0;
    require(peer.size() == scenario.joints.size(), "{}: {} accelerations for {} joints", scenario.name,
            peer.size(), scenario.joints.size());
    for (std::size_t i = 0; i < peer.size(); ++i) {
      const Model& model = state.model();
      const double ours = udot(state)[model.body(model.joint_body(scenario.joints[i])).u0];
      difference = std::max(difference, std::abs(ours - peer[i])), size = std::max(size, std::abs(ours));
    }
    return difference / size;
  }
};

double measure_simbody(const Peer& simbody, LinkageCase& linkage) {
  const Peer::Evaluation evaluation = simbody.evaluate(linkage.scenario.name, linkage.states_path);
  const double deviation = linkage.deviation(evaluation.udot);
  require(deviation < 1e-6, "{}: {}'s accelerations differ from ours by {:.1e}, relatively",
          linkage.scenario.name, simbody.name(), deviation);
  return evaluation.nanoseconds;
}

}  // namespace

LinkageEvaluations::LinkageEvaluations(const Peers& peers, const std::string& folder)
    : table_("ns for all accelerations of a linkage after new coordinates and speeds", names()) {
  std::vector<LinkageCase> cases;
  for (const std::string& name : names()) cases.emplace_back(name, folder);
  std::vector<Series> programs{{"Sarrus", [&](std::size_t c) { return cases[c].nanoseconds(); }}};
  if (const Peer* simbody = peers.named("Simbody"))
    programs.push_back({simbody->name(), [&, simbody](std::size_t c) {
                          return simbody_takes(c) ? measure_simbody(*simbody, cases[c])
                                                  : std::numeric_limits<double>::quiet_NaN();
                        }});
  table_.add("accelerations", std::move(programs));
  measure_in_rounds({&table_});
  table_.print();
  print_growth();
}

std::vector<double> LinkageEvaluations::per_loop(const Series& series) const {
  std::vector<double> values;
  for (std::size_t i = 0; i < loops.size(); ++i) values.push_back(series.values[first_ladder + i] / loops[i]);
  return values;
}

void LinkageEvaluations::print_growth() const {
  const std::vector<double> ours = per_loop(table_.lines().back().series.front());
  const auto [least, most] = std::minmax_element(ours.begin() + 1, ours.end());
  fmt::print("{:<47}", "ns per loop");
  for (const double value : ours) fmt::print("{:>8.0f} ", value);
  fmt::print("\nfrom 10 to 1000 loops the time per loop is the same within {:.0f} %\n",
             100 * (*most / *least - 1));
}

nlohmann::ordered_json LinkageEvaluations::json() const { return table_.json(); }

Plot LinkageEvaluations::plot() const {
  Panel panel{"All accelerations of a ladder", {}};
  for (const Series& series : table_.lines().back().series)
    panel.curves.push_back({series.program, std::vector<double>(loops.begin(), loops.end()), per_loop(series),
                            panel.curves.size(), panel.curves.empty() ? Stroke::thick : Stroke::thin});
  return {"Time per loop", "loops", "ns per loop", {panel}};
}

}  // namespace sarrus::bench
