#include "sarrus/view/internal/frame_bytes.h"

#include <bit>
#include <cstring>

namespace sarrus::internal {

namespace {

static_assert(std::endian::native == std::endian::little, "frames are written as they lie in memory");

constexpr std::uint32_t frame_mark = 0x31465253;  // "SRF1"
constexpr std::size_t header_size = 32;

/// How many numbers of a frame are sent: not the patches at its end that are not there.
std::size_t sent_numbers(const SceneFrame& frame) {
  std::size_t count = frame.numbers.size();
  for (int i = 0; i < frame.patches && frame.numbers[count - patch_width] == 0; ++i) count -= patch_width;
  return count;
}

}  // namespace

void write_frame(const SceneFrame& frame, std::uint32_t number, float rate, std::string& bytes) {
  const std::size_t numbers_size = sent_numbers(frame) * sizeof(float);
  bytes.resize(header_size + numbers_size);
  char* out = bytes.data();
  const auto put = [&out](const auto& value) {
    std::memcpy(out, &value, sizeof(value));
    out += sizeof(value);
  };
  put(frame_mark);
  put(number);
  put(frame.time);
  put(static_cast<std::uint32_t>(frame.bodies));
  put(static_cast<std::uint32_t>(frame.signals));
  put(static_cast<std::uint32_t>(frame.arrows));
  put(rate);
  if (numbers_size > 0) std::memcpy(out, frame.numbers.data(), numbers_size);
}

}  // namespace sarrus::internal
