#include "apps/sarrus/gallery.h"

#include <fmt/format.h>

#include <filesystem>

#include "apps/sarrus/commands.h"
#include "apps/sarrus/text_table.h"
#include "sarrus/simulate/simulation.h"
#include "sarrus/system/constraint_responses.h"
#include "sarrus/system/responses.h"
#include "sarrus/view/page.h"

namespace sarrus {

namespace {

struct GalleryCommand {
  std::string html = "sarrus_gallery.html";
  bool open = false;
};

/// The largest kinetic energy of a motion: what its energy error is compared with.
double greatest_kinetic_energy(const Trajectory& trajectory) {
  double greatest = 0;
  for (const double energy : trajectory.values([](const State& state) { return kinetic_energy(state); }))
    greatest = std::max(greatest, energy);
  return greatest;
}

/// Simulates an exhibit, adds a row about it to the table and returns it with its motion.
PageItem simulate(const Exhibit& exhibit, TextTable& table) {
  const models::Linkage linkage = exhibit.make();
  Simulation simulation(linkage.start, {.accuracy = 1e-6, .every = 1.0 / 60, .energy_balance = true});
  simulation.run(exhibit.duration);
  const Trajectory& motion = simulation.trajectory();
  table.row({exhibit.name, std::to_string(linkage.start.nq()),
             std::to_string(static_cast<int>(multipliers(linkage.start).size())),
             fmt::format("{:g} s", exhibit.duration),
             fmt::format("{:.0f}", exhibit.duration / simulation.wall_seconds()),
             fmt::format("{:.1e}", std::abs(simulation.energy_balance().imbalance()) /
                                       greatest_kinetic_energy(motion))});
  Scene scene = make_scene(linkage.start, {.reactions = true});
  exhibit.decorate(scene, motion);
  Recording recording(motion, scene, {.rate = 30, .name = exhibit.name});
  return {exhibit.name, exhibit.text, std::move(scene), {std::move(recording)}};
}

int write_gallery(const GalleryCommand& command, const std::string& program) {
  const Gallery gallery = make_gallery();
  fmt::print("{}", gallery.table);
  if (!has_viewer()) {
    fmt::print("\nThis build has no viewer: it needs node and npm (Debian: nodejs, npm).\n");
    return ExitStatus::done;
  }
  write_html(gallery.page, command.html);
  fmt::print(
      "\nSee them move: open {} in a browser ({:.1f} MB, needs no network), or\nserve them: `{} view`.\n",
      command.html, static_cast<double>(std::filesystem::file_size(command.html)) * 1e-6, program);
  if (command.open) open_page(std::filesystem::absolute(command.html).string());
  fmt::print(
      "Next: `{0} view examples/crane.urdf` simulates a model live in the browser; `{0} --help` lists all "
      "commands; examples/ has short programs to start from.\n",
      program);
  return ExitStatus::done;
}

}  // namespace

Gallery make_gallery() {
  TextTable table({"mechanism", "coordinates", "equations", "motion", "times real time", "energy error"});
  Page page{"Sarrus: a gallery of motions", {}};
  for (const Exhibit& exhibit : exhibits()) page.items.push_back(simulate(exhibit, table));
  return {std::move(page),
          table.text() +
              "\nOne core, accuracy 1e-6; the energy error is relative to the largest kinetic energy.\n"};
}

Command gallery_command(const std::string& program) {
  const auto given = std::make_shared<GalleryCommand>();
  Command command("gallery", "simulate mechanisms that are worth seeing, and write a page with all of them");
  command.option("--html", "FILE", "the page (default: sarrus_gallery.html)", given->html)
      .flag("--open", "open the page if there is a desktop", given->open)
      .runs([given, program] { return write_gallery(*given, program); });
  return command;
}

}  // namespace sarrus
