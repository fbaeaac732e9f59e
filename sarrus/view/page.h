#pragma once
/// @file
/// Self-contained pages with recorded motions: one file that any browser shows, without a server, a network
/// or an installation.
///
///     Simulation simulation(state);
///     simulation.run(5);
///     write_html(simulation.trajectory(), "motion.html");

#include "sarrus/scene/make_scene.h"
#include "sarrus/view/recording.h"

namespace sarrus {

/// One mechanism of a page with its motions. Several are shown together: the first as it is, the others as
/// ghosts.
struct PageItem {
  std::string name;
  std::string text{};  ///< A paragraph about it.
  Scene scene;
  Array<Recording> motions{};
};

/// A page; with several items, the user chooses among them.
struct Page {
  std::string title;
  Array<PageItem> items;
};

/// The text of a page. A motion of another model than that of its item is an Error that names both. Throws an
/// Error that says what to install if the library was built without the viewer.
std::string make_html(const Page& page);
void write_html(const Page& page, const std::string& path);
/// A page with one motion.
void write_html(const Recording& recording, const std::string& path);
void write_html(const Trajectory& trajectory, const std::string& path, const RecordingOptions& recording = {},
                const SceneOptions& options = {});

/// Opens a page in the user's browser. Returns false if there is no desktop to show it on.
bool open_page(const std::string& path);

/// True if the library was built with the viewer, so that pages can be made.
bool has_viewer();

}  // namespace sarrus
