#include <fmt/format.h>

#include <cmath>

#include "apps/sarrus/commands.h"
#include "apps/sarrus/view.h"

namespace sarrus {

namespace {

void add_options(Command& command, ViewCommand& to) {
  command
      .option("--motion", "FILE",
              "a recorded motion (.csv, .npz, .sto) to show instead of a simulation; several are compared",
              to.motions)
      .option("--item", "N", "which mechanism of the gallery a picture shows, from 1",
              [&to](const std::string& text) {
                to.files.picture.item = static_cast<int>(parse_integer("--item", text, 1, 1000)) - 1;
              })
      .option("--duration", "T",
              "simulated seconds (default: 10 for files, or as --at needs; without end live)",
              [&to](const std::string& text) {
                to.duration = parse_number("--duration", text, "a number of seconds");
                require_usage(to.duration > 0, "--duration {}: give more than zero seconds", text);
              })
      .option("--accuracy", "A", "error tolerance of a step (default: 1e-4)",
              [&to](const std::string& text) {
                to.accuracy = parse_number("--accuracy", text, "a number");
                require_usage(to.accuracy >= 1e-15 && to.accuracy <= 1,
                              "--accuracy {}: give a number between 1e-15 and 1, such as 1e-4", text);
              })
      .option("--rate", "R", "seconds of motion per second, live (default: 1; 0: as fast as possible)",
              [&to](const std::string& text) {
                to.rate = parse_number("--rate", text, "a number");
                require_usage(to.rate >= 0, "--rate {}: give zero or more", text);
              });
  add_page_options(command, to.files);
  add_address_options(command, to.address);
  add_contact_options(command, to.contact);
  add_initial_options(command, to.initial);
}

}  // namespace

Command view_command() {
  const auto given = std::make_shared<ViewCommand>();
  Command command("view", "show a model in the browser: live, recorded, as a page, picture or film");
  add_model_options(command, given->model);
  command.last_argument_is_optional();
  add_options(command, *given);
  command
      .remark(
          "In place of MODEL a motion can be given that `sarrus simulate MODEL --output` has written to a "
          "file .npz or .sto: it says which model moves.")
      .example("sarrus view examples/crane.urdf", "move its joints by sliders, drag it, let it fall")
      .example("sarrus view motion.npz", "a motion that `sarrus simulate MODEL --output motion.npz` has kept")
      .example("sarrus view", "the gallery of mechanisms")
      .example("sarrus view examples/crane.urdf --html crane.html", "a page to send to somebody")
      .example("sarrus view examples/crane.urdf --png crane.png --at 1.5 --camera iso", "a picture")
      .remark(
          "Live views are served at this machine's loopback address only, under a path that others cannot "
          "guess. With --port and --token it stays the same, and pages that are open reconnect when the "
          "program starts anew.")
      .runs([given] { return view(*given); });
  return command;
}

}  // namespace sarrus
