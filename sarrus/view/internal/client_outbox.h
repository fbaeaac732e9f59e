#pragma once
/// @file
/// The queue of messages to one browser. It is bounded, however slow the browser is: of the scene, of each
/// kept message and of the frames only the latest waits; other texts wait in a queue with a limit.

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace sarrus::internal {

/// Bytes that several browsers are sent.
using SharedBytes = std::shared_ptr<const std::string>;

/// The number of a frame (docs/viewer_protocol.md); 0 for bytes that are too short.
std::uint32_t frame_number(std::string_view frame);

class ClientOutbox {
 public:
  static constexpr std::size_t most_texts = 256, most_bytes = std::size_t{16} << 20;
  /// Frames that are sent before the browser has said that it has drawn the first of them.
  static constexpr std::size_t most_frames_ahead = 3;

  struct Item {
    SharedBytes bytes;
    bool binary = false;
  };

  /// A new scene: what waits is of the old one, and forgotten.
  void set_scene(SharedBytes scene);
  /// A text that replaces an earlier one of the same key.
  void set_kept(const std::string& key, SharedBytes text) { kept_[key] = std::move(text); }
  void set_frame(SharedBytes frame) { frame_ = std::move(frame); }
  /// Adds a text to the queue. Returns false if it is full: the browser does not keep up.
  bool add(SharedBytes text);
  /// The browser has drawn this frame, and all before it.
  void acknowledge(std::uint32_t frame);
  /// Takes what is to be sent next: the scene, kept texts, other texts, then a frame if the browser is not
  /// too far behind. None: nothing now.
  std::optional<Item> next();

 private:
  SharedBytes scene_, frame_;
  std::map<std::string, SharedBytes> kept_;
  std::deque<SharedBytes> texts_;
  std::size_t bytes_ = 0;                 // of the queue
  std::deque<std::uint32_t> sent_ahead_;  // numbers of the frames that are not acknowledged
};

}  // namespace sarrus::internal
