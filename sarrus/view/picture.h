#pragma once
/// @file
/// Pictures and films of motions, made by a browser without a window: no desktop is needed. Where no browser
/// is installed, an Error says which package has one.
///
///     write_png(page, "walker.png", {.at = 1.5});
///     write_video(page, "walker.mp4");

#include <string_view>

#include "sarrus/view/page.h"

namespace sarrus {

struct PictureOptions {
  int width = 1280, height = 720;  ///< In pixels.
  int item = 0;                    ///< Which mechanism of the page.
  double at = 0;                   ///< Time in seconds, not after the end of the motion.
  /// Where the camera is: "iso", "front", "side", "top", or six numbers "x,y,z,x,y,z", its place and the
  /// point that it looks at; empty: as the viewer chooses. Without numbers a picture frames what is seen at
  /// its time, a film the whole motion.
  std::string camera{};
  bool dark = false;    ///< A dark background.
  bool panels = false;  ///< True to show the panels of the page around the scene.
};
/// Throws an Error where a text does not say where the camera is.
void require_camera(std::string_view camera);
void write_png(const Page& page, const std::string& path, const PictureOptions& options = {});

struct VideoOptions {
  PictureOptions picture{};  ///< `at` is where the film begins.
  double until = -1;         ///< Where it ends; negative: the end of the motion.
  double rate = 30;          ///< Pictures per second of the film.
  double speed = 1;          ///< Seconds of the motion per second of the film.
};
/// The ending of the path says what is written: ".mp4", ".webm" or ".gif", by the program ffmpeg, which must
/// be installed.
void write_video(const Page& page, const std::string& path, const VideoOptions& options = {});

}  // namespace sarrus
