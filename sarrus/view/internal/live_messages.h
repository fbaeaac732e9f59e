#pragma once
/// @file
/// The texts of messages to browsers (docs/viewer_protocol.md, "Live").

#include <string>

namespace sarrus::internal {

struct LiveStatus {
  bool running = false;
  double rate = 1;    ///< Wanted seconds of motion per second; 0: as fast as possible.
  bool drag = false;  ///< True if bodies can be dragged.
  bool pause_at_events = false;
  std::string text{};

  bool operator==(const LiveStatus&) const = default;
};

std::string status_message(const LiveStatus& status);
std::string event_message(double time, const std::string& name);
std::string input_message(int input, double value);
std::string saved_message(const std::string& state);
std::string note_message(const std::string& text);

}  // namespace sarrus::internal
