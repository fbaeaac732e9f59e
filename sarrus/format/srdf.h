#pragma once
/// @file
/// Reads which links of a robot cannot touch each other from SRDF (https://wiki.ros.org/srdf), the file that
/// ROS keeps beside a URDF file:
///   - `disable_collisions link1="arm" link2="hand"`: this pair does not touch;
///   - `disable_default_collisions link="hand"`: no pair with this link touches,
///   - `enable_collisions link1="hand" link2="table"`: but this one does.
///
/// Groups, poses and what else serves to plan motions is passed over.

#include <string>
#include <string_view>

#include "sarrus/base/array.h"
#include "sarrus/format/load_report.h"

namespace sarrus {

/// The pairs of links that do not touch.
struct SrdfFilter {
  struct Links {
    std::string link1, link2;  ///< link2 is empty where an element names a single link.
    int line = 0;              ///< In the file.
  };
  std::string robot{};      ///< The name of the robot for which the file was written.
  Array<Links> disabled{};  ///< `disable_collisions`; no other element counts against them.
  Array<Links> isolated{};  ///< `disable_default_collisions`
  Array<Links> enabled{};   ///< `enable_collisions`
  LoadReport report{};

  /// True if contact between two links is to be found.
  bool lets_touch(std::string_view link1, std::string_view link2) const;
};

/// Reads a file. Throws an Error that lists every fault with file, line and name.
SrdfFilter read_srdf(const std::string& path);
/// Reads a text; `file` is its name in messages.
SrdfFilter read_srdf_text(std::string_view text, const std::string& file);

}  // namespace sarrus
