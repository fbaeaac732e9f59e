#include "sarrus/view/internal/motion_json.h"

#include <zlib.h>

#include <bit>
#include <cstdint>

#include "sarrus/view/internal/base64.h"

namespace sarrus::internal {

namespace {

std::string deflated(const std::string& bytes) {
  uLongf size = compressBound(static_cast<uLong>(bytes.size()));
  std::string result(size, '\0');
  const int status =
      compress2(reinterpret_cast<Bytef*>(result.data()), &size, reinterpret_cast<const Bytef*>(bytes.data()),
                static_cast<uLong>(bytes.size()), Z_BEST_COMPRESSION);
  require(status == Z_OK, "the numbers of a motion cannot be packed: zlib returns {}", status);
  result.resize(size);
  return result;
}

}  // namespace

std::string pack_table(In<float> numbers, int columns) {
  const std::size_t words = numbers.size(), width = columns;
  const std::size_t rows = width == 0 ? 0 : words / width;
  std::string bytes(4 * words, '\0');
  std::size_t place = 0;
  for (std::size_t column = 0; column < width; ++column) {
    std::uint32_t before = 0;
    for (std::size_t row = 0; row < rows; ++row, ++place) {
      const std::uint32_t word = std::bit_cast<std::uint32_t>(numbers[row * width + column]);
      const std::uint32_t difference = word - before;
      for (std::size_t k = 0; k < 4; ++k)
        bytes[k * words + place] = static_cast<char>(difference >> (8 * k) & 0xff);
      before = word;
    }
  }
  return deflated(bytes);
}

nlohmann::json motion_json(const Recording& recording) {
  const Array<double>& times = recording.times();
  nlohmann::json events = nlohmann::json::array();
  for (const MotionEvent& event : recording.events())
    events.push_back({{"time", event.time}, {"name", event.name}});
  return {{"format", "sarrus-motion"},
          {"version", 1},
          {"name", recording.name()},
          {"frames", recording.frames()},
          {"times", base64({reinterpret_cast<const char*>(times.data()), times.size() * sizeof(double)})},
          {"data", base64(pack_table(recording.numbers(), recording.columns()))},
          {"events", events}};
}

}  // namespace sarrus::internal
