#pragma once
/// @file
#include <nlohmann/json.hpp>
#include <string>

namespace sarrus::bench {

/// How fast the viewer's page is in a browser without a window: JavaScript's time for a frame of a thousand
/// moving bodies, and the time until the first picture of a humanoid with meshes. Where node or the browser
/// is missing, it says so.
class ViewerPage {
 public:
  ViewerPage();

  void print() const;
  const nlohmann::ordered_json& json() const { return json_; }

 private:
  nlohmann::ordered_json json_;  // of the measurements; {"missing": …} if there are none
};

}  // namespace sarrus::bench
