#pragma once
/// @file
/// The gallery: motions of mechanisms with closed loops, a measured knee and a robot arm, simulated and put
/// on one page for the browser.

#include <functional>
#include <string>

#include "models/mechanisms.h"
#include "sarrus/base/array.h"
#include "sarrus/view/page.h"

namespace sarrus {

/// One mechanism of the gallery.
struct Exhibit {
  std::string name;
  std::string text;  ///< A paragraph about it.
  double duration = 5;
  std::function<models::Linkage()> make;
  /// Adds shapes and paths to the scene of a motion.
  std::function<void(Scene&, const Trajectory&)> decorate = [](Scene&, const Trajectory&) {};
};

Array<Exhibit> exhibits();

/// Simulates all exhibits; returns the page, and a table about them as text.
struct Gallery {
  Page page;
  std::string table;
};
Gallery make_gallery();

}  // namespace sarrus
