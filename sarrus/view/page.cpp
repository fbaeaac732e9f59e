#include "sarrus/view/page.h"

#include <algorithm>

#include "sarrus/base/file.h"
#include "sarrus/view/internal/motion_json.h"
#include "sarrus/view/internal/open_browser.h"
#include "sarrus/view/internal/page_text.h"
#include "sarrus/view/internal/scene_json.h"
#include "sarrus/view/internal/viewer_template.h"

namespace sarrus {

using namespace internal;

namespace {

/// Throws an Error unless a motion has the bodies, signals, arrows and patches of the scene.
void require_same_model(const Scene& scene, const Recording& motion) {
  const Scene& other = motion.scene();
  const auto same_names = [](const auto& a, const auto& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const auto& x, const auto& y) { return x.name == y.name; });
  };
  require(same_names(scene.bodies, other.bodies) && same_names(scene.signals, other.signals) &&
              same_names(scene.arrows, other.arrows) && same_names(scene.patches, other.patches),
          "the motion '{}' of the model '{}' cannot be shown in the scene of the model '{}': its bodies, "
          "signals, arrows or patches are not the same",
          motion.name(), other.name, scene.name);
}

nlohmann::json item_json(const PageItem& item) {
  nlohmann::json motions = nlohmann::json::array();
  for (const Recording& motion : item.motions) {
    require_same_model(item.scene, motion);
    motions.push_back(motion_json(motion));
  }
  return {{"name", item.name}, {"text", item.text}, {"scene", scene_json(item.scene)}, {"motions", motions}};
}

}  // namespace

std::string make_html(const Page& page) {
  require_viewer();
  return fill_template(viewer_template(), page);
}

std::string internal::fill_template(std::string_view html, const Page& page) {
  constexpr std::string_view mark = "<!--sarrus-page-->";
  const std::size_t place = html.find(mark);
  require(place != std::string_view::npos, "the viewer's page has no place for data: it lacks the mark '{}'",
          mark);
  nlohmann::json items = nlohmann::json::array();
  for (const PageItem& item : page.items) items.push_back(item_json(item));
  const nlohmann::json json = {
      {"format", "sarrus-page"}, {"version", 1}, {"title", page.title}, {"items", std::move(items)}};
  std::string text(html.substr(0, place));
  text += R"(<script type="application/json" id="sarrus-page">)";
  text += json_text(json);
  text += "</script>";
  text += html.substr(place + mark.size());
  return text;
}

void write_html(const Page& page, const std::string& path) { replace_file(path, make_html(page)); }

void write_html(const Recording& recording, const std::string& path) {
  const Scene& scene = recording.scene();
  write_html(Page{scene.name, {{.name = scene.name, .scene = scene, .motions = {recording}}}}, path);
}

void write_html(const Trajectory& trajectory, const std::string& path, const RecordingOptions& recording,
                const SceneOptions& options) {
  require_viewer();
  require(!trajectory.empty(), "a trajectory without states cannot be shown");
  write_html(Recording(trajectory, make_scene(trajectory.front(), options), recording), path);
}

bool open_page(const std::string& path) { return has_desktop() && open_on_desktop(path); }

bool has_viewer() { return !viewer_template().empty(); }

void internal::require_viewer() {
  require(
      has_viewer(),
      "this library was built without the viewer: install node and npm (Debian: nodejs and npm), configure "
      "and build it again");
}

}  // namespace sarrus
