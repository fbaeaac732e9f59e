#include <fmt/format.h>

#include <cmath>

#include "apps/sarrus/commands.h"
#include "apps/sarrus/view.h"
#include "sarrus/view/viewer.h"

namespace sarrus {

namespace {

/// "1280x720".
void take_size(const std::string& text, PictureOptions& picture) {
  const std::size_t cross = text.find('x');
  require_usage(cross != std::string::npos, "--size {}: write WIDTHxHEIGHT, such as 1280x720", text);
  picture.width = static_cast<int>(parse_integer("--size", text.substr(0, cross), 16, 8192));
  picture.height = static_cast<int>(parse_integer("--size", text.substr(cross + 1), 16, 8192));
}

/// A view by name, or the place of the camera and the point that it looks at.
void take_camera(const std::string& text, PictureOptions& picture) {
  const Array<std::string> views{"iso", "front", "side", "top"};
  if (std::find(views.begin(), views.end(), text) == views.end()) {
    std::size_t numbers = 0;
    for (std::size_t first = 0; first <= text.size(); ++numbers) {
      const std::size_t end = std::min(text.find(',', first), text.size());
      parse_number("--camera", text.substr(first, end - first), "iso, front, side, top or six numbers");
      first = end + 1;
    }
    require_usage(numbers == 6, "--camera {}: give the place and the point to look at, x,y,z,x,y,z", text);
  }
  picture.camera = text;
}

void add_options(Command& command, ViewCommand& to) {
  command
      .option("--motion", "FILE",
              "a recorded motion (.csv, .npz, .sto) to show instead of a simulation; several are compared",
              to.motions)
      .option("--html", "FILE", "write one page with the motion inside, to open in any browser", to.html)
      .option("--png", "FILE", "write a picture, drawn by a browser without a window", to.png)
      .option("--video", "FILE", "write a film: .mp4, .webm or .gif", to.video)
      .option("--at", "T", "time of the picture, or beginning of the film, in seconds",
              [&to](const std::string& text) {
                to.picture.at = parse_number("--at", text, "a number of seconds");
              })
      .option("--item", "N", "which mechanism of the gallery a picture shows, from 1",
              [&to](const std::string& text) {
                to.picture.item = static_cast<int>(parse_integer("--item", text, 1, 1000)) - 1;
              })
      .option("--size", "WxH", "size of pictures in pixels (default: 1280x720)",
              [&to](const std::string& text) { take_size(text, to.picture); })
      .option("--camera", "VIEW", "iso, front, side, top, or its place and what it looks at: x,y,z,x,y,z",
              [&to](const std::string& text) { take_camera(text, to.picture); })
      .flag("--panels", "pictures with the panels of the page around the scene", to.picture.panels)
      .flag("--dark", "a dark background for pictures", to.picture.dark)
      .option("--duration", "T", "simulated seconds (default: 10 for files, without end live)",
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
  add_address_options(command, to.address);
  add_contact_options(command, to.contact);
  add_initial_options(command, to.initial);
}

}  // namespace

void add_address_options(Command& command, ViewAddress& address) {
  command
      .option("--port", "N", "port of the view (default: any free one)",
              [&address](const std::string& text) {
                address.port = static_cast<int>(parse_integer("--port", text, 0, 65535));
              })
      .option("--token", "WORD", "the secret part of the view's address (default: a random one)",
              [&address](const std::string& text) {
                try {
                  require_viewer_token(text);
                } catch (const Error& error) {
                  throw UsageError(fmt::format("--token {}: {}", text, error.what()));
                }
                address.token = text;
              });
}

Command view_command() {
  const auto given = std::make_shared<ViewCommand>();
  Command command("view", "show a model in the browser: live, recorded, as a page, picture or film");
  add_model_options(command, given->model);
  command.last_argument_is_optional();
  add_options(command, *given);
  command
      .remark(
          "In place of MODEL a motion can be given that `sarrus simulate MODEL --output` has written to a "
          "file "
          ".npz or .sto: it says which model moves.")
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
