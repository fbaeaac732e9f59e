#include "sarrus/view/internal/client_outbox.h"

#include <cstring>
#include <utility>

namespace sarrus::internal {

std::uint32_t frame_number(std::string_view frame) {
  std::uint32_t number = 0;
  if (frame.size() >= 8) std::memcpy(&number, frame.data() + 4, sizeof(number));
  return number;
}

void ClientOutbox::set_scene(SharedBytes scene) {
  *this = {};
  scene_ = std::move(scene);
}

bool ClientOutbox::add(SharedBytes text) {
  bytes_ += text->size();
  texts_.push_back(std::move(text));
  return texts_.size() <= most_texts && bytes_ <= most_bytes;
}

void ClientOutbox::acknowledge(std::uint32_t frame) {
  // Numbers may pass through 2³²: what counts is whether their difference is negative.
  while (!sent_ahead_.empty() && static_cast<std::int32_t>(sent_ahead_.front() - frame) <= 0)
    sent_ahead_.pop_front();
}

std::optional<ClientOutbox::Item> ClientOutbox::next() {
  if (scene_) return Item{std::exchange(scene_, nullptr)};
  if (!kept_.empty()) return Item{kept_.extract(kept_.begin()).mapped()};
  if (!texts_.empty()) {
    Item item{std::move(texts_.front())};
    texts_.pop_front();
    bytes_ -= item.bytes->size();
    return item;
  }
  if (!frame_ || sent_ahead_.size() >= most_frames_ahead) return std::nullopt;
  sent_ahead_.push_back(frame_number(*frame_));
  return Item{std::exchange(frame_, nullptr), true};
}

}  // namespace sarrus::internal
