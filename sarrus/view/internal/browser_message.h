#pragma once
/// @file
/// Messages from browsers (docs/viewer_protocol.md), and the bounded queue in which they wait for the
/// simulation.

#include <array>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sarrus::internal {

struct BrowserMessage {
  enum class Type {
    run,
    pause,
    pause_at_events,
    reset,
    step,
    rate,
    input,
    drag,
    release,
    button,
    key,
    save,
    load,
    received
  };

  Type type = Type::run;
  int client = 0;                  ///< The browser that sent it; numbers are not used again.
  int number = 0;                  ///< Of the input, body or button.
  double value = 0;                ///< Of the input; the rate; the duration of a step.
  bool on = false;                 ///< Whether to pause at events.
  std::array<double, 3> point{};   ///< Where a body is dragged, in its axes.
  std::array<double, 3> target{};  ///< Where to, in the world.
  std::uint32_t frame = 0;         ///< The last frame that was drawn.
  std::string text{};              ///< The key; the state.
};

/// Reads a message. Nothing comes of a text that is not JSON, has no known type, or lacks a member.
std::optional<BrowserMessage> parse_browser_message(std::string_view text);

/// Messages on their way from the server's thread to the simulation's. It holds a bounded number: a message
/// of a kind of which only the last counts (drag, input, rate, load, save) replaces one that waits, and the
/// oldest is dropped if there are too many: what the simulation has to do between two frames is limited too.
class BrowserMessages {
 public:
  static constexpr std::size_t most = 32;

  void push(BrowserMessage message);
  /// Takes all messages.
  std::vector<BrowserMessage> take();
  /// Waits until there are messages, at most for a duration. Returns true if there are.
  bool wait(std::chrono::duration<double> duration);

 private:
  std::mutex mutex_;
  std::condition_variable added_;
  std::deque<BrowserMessage> messages_;
};

}  // namespace sarrus::internal
