// sarrus_bench [FILE.json [FOLDER [tables|simulations|constraints|contact|rigid|viewer]]]: nanoseconds per
// state on one core, simulations, constraints, contact, rigid bodies and the viewer, or one of them; ours and
// those of the peers whose programs are in FOLDER. Results to FILE.json; the growth with the number of bodies
// as a picture to FILE.svg; what accuracy costs, in a simulation and by each method in small motions, to
// work_precision.svg and methods.svg beside it; pictures on constraints to loops.svg,
// constraint_precision.svg and squeezer_precision.svg.

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <exception>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "apps/plot/plot.h"
#include "bench/constraints.h"
#include "bench/contact.h"
#include "bench/fig3.h"
#include "bench/locked_joints.h"
#include "bench/many_simulations.h"
#include "bench/method_comparison.h"
#include "bench/planar_systems.h"
#include "bench/rigid.h"
#include "bench/stiff_simulations.h"
#include "bench/table.h"
#include "bench/targets.h"
#include "bench/viewer_frames.h"
#include "bench/viewer_page.h"
#include "bench/work_precision.h"
#include "sarrus/base/error.h"

namespace sarrus::bench {

namespace {

constexpr const char* compiler = SARRUS_BENCH_COMPILER;
constexpr const char* flags = SARRUS_BENCH_FLAGS;

void print_programs(const Peers& peers) {
  fmt::print("Sarrus: {}, {}\n", compiler, flags);
  for (std::size_t p = 0; p < peers.found.size(); ++p) {
    const Peer& peer = peers.found[p];
    fmt::print("{} {}: {}, {}; its results agree with ours to {:.0e}\n", peer.letter(), peer.name(),
               peer.compiler(), peer.flags(), peers.deviations[p]);
  }
  for (const std::string& failure : peers.failures) fmt::print("left out: {}\n", failure);
  if (!peers.not_found.empty())
    fmt::print("peers not found: {}; see docs/benchmarks.md\n", fmt::join(peers.not_found, ", "));
  std::fflush(stdout);
}

nlohmann::ordered_json programs_json(const Peers& peers) {
  nlohmann::ordered_json json;
  json["Sarrus"] = {{"compiler", compiler}, {"flags", flags}};
  for (std::size_t p = 0; p < peers.found.size(); ++p) {
    const Peer& peer = peers.found[p];
    json[peer.name()] = {
        {"compiler", peer.compiler()}, {"flags", peer.flags()}, {"deviation", peers.deviations[p]}};
  }
  return json;
}

Table table_of(const std::vector<BenchModel>& models, const Peers& peers) {
  std::vector<std::string> names;
  for (const BenchModel& model : models) names.push_back(model.name);
  Table table("ns per state, one core", names);
  for (const Row& row : table_rows()) table.add(row, models, peers.found);
  return table;
}

/// Time per body of models "<shape>N" for every size N.
struct Growth {
  std::vector<double> sizes;
  std::vector<BenchModel> models{};
  Table table;

  Growth(const std::string& shape, std::vector<std::string> names, std::span<const Row> rows,
         const ModelFolder& folder, const Peers& peers)
      : sizes(numbers(names)), table(fmt::format("ns per body, {} of n bodies", shape), names, sizes) {
    for (const std::string& n : names) models.push_back(folder.load(shape + n));
    for (const Row& row : rows) table.add(row, models, peers.found);
  }
  static std::vector<double> numbers(const std::vector<std::string>& names) {
    std::vector<double> values;
    for (const std::string& n : names) values.push_back(std::stod(n));
    return values;
  }
  void add_panels(Plot& plot) const {
    for (const Table::Line& line : table.lines()) {
      std::vector<Curve> curves;
      for (const Series& series : line.series)
        curves.push_back({series.program, sizes, series.values, curves.size(),
                          curves.empty() ? Stroke::thick : Stroke::thin});
      plot.panels.push_back({line.title, std::move(curves)});
    }
  }
};

void measure_tables(const std::vector<BenchModel>& models, const ModelFolder& folder, const Peers& peers,
                    const std::string& svg_path, nlohmann::ordered_json& json) {
  Table table = table_of(models, peers);
  Growth chains("chain", {"10", "20", "30", "50", "100", "200", "300", "500", "1000"}, chain_rows(), folder,
                peers);
  Growth trees("binary", {"15", "31", "63", "127", "255", "511", "1023"}, tree_rows(), folder, peers);
  measure_in_rounds({&table, &chains.table, &trees.table});
  for (const Table* measured : {&table, &chains.table, &trees.table}) measured->print();
  const Targets targets(table, chains.table);
  targets.print();
  json["table"] = table.json();
  json["chains"] = chains.table.json();
  json["binary_trees"] = trees.table.json();
  json["targets"] = targets.json();
  const LockedJoints locked(folder);
  locked.print();
  json["locked_joints"] = locked.json();
  const PlanarSystems planar;
  planar.print();
  json["planar_systems"] = planar.json();
  Plot plot{"Time per body", "bodies", "ns per body", {}};
  chains.add_panels(plot);
  trees.add_panels(plot);
  write_svg(plot, svg_path);
}

void measure_simulations(const Peers& peers, const std::filesystem::path& folder,
                         nlohmann::ordered_json& json) {
  const MethodComparison methods;
  methods.print();
  json["methods"] = methods.json();
  write_svg(methods.plot(), folder / "methods.svg");
  const WorkPlan plan{
      .methods = {"merson", "fehlberg", "dormand-prince5", "dormand-prince8", "rk3", "verlet"},
      .simbody_methods = {"merson", "fehlberg", "rk3", "verlet"},
      .accuracies = {1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9},
      .patience = 1.5,
      .rounds = 3,
      .check = 1e-10};
  const WorkPrecision work_precision(fig3_scenario(), plan, peers.named("Simbody"));
  work_precision.print();
  work_precision.print_exponents();
  const ManySimulations many;
  many.print();
  json["work_precision"] = work_precision.json();
  json["many_simulations"] = many.json();
  write_svg({"What accuracy costs",
             "error of the coordinates at the end",
             "CPU seconds",
             {work_precision.panel()},
             640,
             440},
            folder / "work_precision.svg");
}

}  // namespace

void run(const std::string& json_path, const std::string& peers_folder, const std::string& part) {
  const auto wanted = [&](const char* name) { return part.empty() || part == name; };
  require(wanted("tables") || wanted("simulations") || wanted("constraints") || wanted("contact") ||
              wanted("rigid") || wanted("stiff") || wanted("viewer"),
          "'{}' is not measured, but 'tables', 'simulations', 'stiff', 'constraints', 'contact', 'rigid' and "
          "'viewer' are",
          part);
  const ModelFolder folder;
  const std::vector<BenchModel> models =
      folder.load({"ur5", "panda", "hyq", "talos", "chain10", "chain30", "chain100", "chain300", "tree63"});
  const Peers peers = find_peers(peers_folder, folder, models);
  print_programs(peers);
  nlohmann::ordered_json json{{"programs", programs_json(peers)}};
  const std::filesystem::path path(json_path);
  if (wanted("tables"))
    measure_tables(models, folder, peers, std::filesystem::path(path).replace_extension(".svg"), json);
  const std::filesystem::path beside = std::filesystem::absolute(path).parent_path();
  if (wanted("simulations")) measure_simulations(peers, beside, json);
  if (wanted("stiff")) {
    const StiffSimulations stiff(folder);
    stiff.print();
    json["stiff"] = stiff.json();
    write_svg(stiff.plot(), beside / "stiff_precision.svg");
  }
  if (wanted("constraints")) json["constraints"] = measure_constraints(peers, folder, beside);
  if (wanted("contact")) json["contact"] = measure_contact(peers, folder, beside);
  if (wanted("rigid")) json["rigid"] = measure_rigid(peers, folder, beside);
  if (wanted("viewer")) {
    const ViewerFrames frames;
    frames.print();
    json["viewer"] = frames.json();
    const ViewerPage page;
    page.print();
    json["viewer_page"] = page.json();
  }
  std::ofstream file(json_path);
  file << json.dump(2) << '\n';
  require(file.good(), "cannot write '{}'", json_path);
  fmt::print("\nwritten to {} and pictures beside it\n", json_path);
}

}  // namespace sarrus::bench

int main(int argc, char** argv) {
  try {
    sarrus::bench::run(argc > 1 ? argv[1] : "bench.json", argc > 2 ? argv[2] : "", argc > 3 ? argv[3] : "");
  } catch (const std::exception& error) {
    fmt::print(stderr, "sarrus_bench: {}\n", error.what());
    return 1;
  }
  return 0;
}
