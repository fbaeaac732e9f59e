#include "bench/viewer_page.h"

#include <fmt/core.h>

#include <cstdio>
#include <filesystem>

namespace sarrus::bench {

namespace {

/// What a command prints to standard output.
std::string output_of(const std::string& command) {
  std::string text;
  std::FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return text;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) text += static_cast<char>(c);
  pclose(pipe);
  return text;
}

/// The program `sarrus`, which is built beside this one.
std::string program() {
  return (std::filesystem::read_symlink("/proc/self/exe").parent_path() / "sarrus").string();
}

}  // namespace

ViewerPage::ViewerPage() {
  if (output_of("command -v node").empty()) {
    json_["missing"] = "there is no node (Debian: nodejs)";
    return;
  }
  const std::string text = output_of(
      fmt::format("cd '{}' && node bench/viewer_page.mjs '{}' 2>&1", SARRUS_SOURCE_FOLDER, program()));
  json_ = nlohmann::ordered_json::parse(text, nullptr, false);
  if (!json_.is_object()) json_ = {{"missing", text.substr(0, text.find('\n'))}};
}

void ViewerPage::print() const {
  fmt::print("\nthe viewer's page, in a browser without a window\n");
  if (json_.contains("missing")) {
    fmt::print("not measured: {}\n", json_["missing"].get<std::string>());
    return;
  }
  const auto number = [this](const char* name) { return json_.at(name).get<double>(); };
  fmt::print("{:<62}{:>8.2f} ms (median; least {:.2f})\n",
             fmt::format("JavaScript for a frame of {} moving bodies", number("bodies")), number("frame_ms"),
             number("fastest_frame_ms"));
  const std::string humanoid =
      fmt::format("first picture of a humanoid, {} links with meshes, ", number("links"));
  fmt::print("{:<62}{:>8.0f} ms\n{:<62}{:>8.0f} ms\n", humanoid + "as a file", number("recorded_opening_ms"),
             humanoid + "live", number("live_opening_ms"));
  fmt::print("{:<62}{:>8.2f} MB\n", "the page of the gallery", 1e-6 * number("gallery_bytes"));
}

}  // namespace sarrus::bench
