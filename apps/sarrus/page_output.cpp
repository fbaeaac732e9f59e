#include "apps/sarrus/page_output.h"

#include <fmt/format.h>

#include "apps/sarrus/at_signal.h"
#include "sarrus/view/page_server.h"
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

/// Runs a check of the library on the value of an option: its Error becomes one of usage.
void check_option(const char* option, const std::string& text, void (*check)(std::string_view)) {
  try {
    check(text);
  } catch (const Error& error) {
    throw UsageError(fmt::format("{} {}: {}", option, text, error.what()));
  }
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
                check_option("--token", text, require_viewer_token);
                address.token = text;
              });
}

void add_page_options(Command& command, PageFiles& files) {
  PictureOptions& picture = files.picture;
  command
      .option("--html", "FILE", "write one page with the motion inside, to open in any browser", files.html)
      .option("--png", "FILE", "write a picture, drawn by a browser without a window", files.png)
      .option("--video", "FILE", "write a film: .mp4, .webm or .gif", files.video)
      .option("--at", "T", "time of the picture, or beginning of the film, in seconds",
              [&picture](const std::string& text) {
                picture.at = parse_number("--at", text, "a number of seconds");
              })
      .option("--size", "WxH", "size of pictures in pixels (default: 1280x720)",
              [&picture](const std::string& text) { take_size(text, picture); })
      .option("--camera", "VIEW", "iso, front, side, top, or its place and what it looks at: x,y,z,x,y,z",
              [&picture](const std::string& text) {
                check_option("--camera", text, require_camera);
                picture.camera = text;
              })
      .flag("--panels", "pictures with the panels of the page around the scene", picture.panels)
      .flag("--dark", "a dark background for pictures", picture.dark);
}

void write_files(const Page& page, const PageFiles& files) {
  const int items = static_cast<int>(page.items.size());
  require_usage(files.picture.item < items, "--item {}: give a number from 1 to {}", files.picture.item + 1,
                items);
  if (!files.html.empty()) {
    write_html(page, files.html);
    fmt::print("{}\n", files.html);
  }
  if (!files.png.empty()) {
    write_png(page, files.png, files.picture);
    fmt::print("{}\n", files.png);
  }
  if (!files.video.empty()) {
    write_video(page, files.video, {.picture = files.picture});
    fmt::print("{}\n", files.video);
  }
}

int serve(const Page& page, const ViewAddress& address) {
  const PageServer server(page, address.port, address.token);
  const AtSignal at_signal([] {});
  fmt::print("The viewer is at {}\nCtrl-C ends it.\n", server.address());
  std::fflush(stdout);
  at_signal.wait();
  return at_signal.exit_status();
}

}  // namespace sarrus
