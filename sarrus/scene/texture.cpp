#include "sarrus/scene/texture.h"

#include <filesystem>

#include "sarrus/base/error.h"
#include "sarrus/base/file.h"

namespace sarrus {

namespace {

constexpr std::size_t most_bytes = std::size_t{16} << 20U;
constexpr unsigned most_pixels = 8192;

struct PictureSize {
  unsigned width = 0, height = 0;
};

/// A number in big-endian order; zero if the bytes end before it.
unsigned number_at(const std::string& bytes, std::size_t first, std::size_t count) {
  if (first + count > bytes.size()) return 0;
  unsigned value = 0;
  for (std::size_t i = first; i < first + count; ++i)
    value = value << 8U | static_cast<unsigned char>(bytes[i]);
  return value;
}

/// The header of a PNG file is its first chunk.
PictureSize size_of_png(const std::string& bytes) {
  return {number_at(bytes, 16, 4), number_at(bytes, 20, 4)};
}

/// In a JPEG file segments FF, type, length follow each other; the size is in the "start of frame", of types
/// C0 to CF but for C4, C8 and CC, which are tables and extensions.
PictureSize size_of_jpeg(const std::string& bytes) {
  for (std::size_t at = 2; number_at(bytes, at, 1) == 0xFF; at += 2 + number_at(bytes, at + 2, 2)) {
    const unsigned type = number_at(bytes, at + 1, 1);
    if (type >= 0xC0 && type <= 0xCF && type != 0xC4 && type != 0xC8 && type != 0xCC)
      return {number_at(bytes, at + 7, 2), number_at(bytes, at + 5, 2)};
  }
  return {};
}

}  // namespace

std::string picture_type(const std::string& bytes) {
  if (bytes.starts_with("\x89PNG\r\n\x1a\n")) return "image/png";
  return bytes.starts_with("\xff\xd8\xff") ? "image/jpeg" : "";
}

Texture make_texture(std::string bytes, const std::string& name) {
  const std::string type = picture_type(bytes);
  require(!type.empty(), "'{}' is neither a PNG nor a JPEG picture", name);
  require(bytes.size() <= most_bytes, "the picture '{}' has {:.1f} MB, more than {:.1f}; make it smaller",
          name, 1e-6 * static_cast<double>(bytes.size()), 1e-6 * static_cast<double>(most_bytes));
  const auto [width, height] = type == "image/png" ? size_of_png(bytes) : size_of_jpeg(bytes);
  require(width > 0 && height > 0, "the picture '{}' is damaged: it does not say how large it is", name);
  require(width <= most_pixels && height <= most_pixels,
          "the picture '{}' has {}×{} pixels, more than {}; make it smaller", name, width, height,
          most_pixels);
  return {name, std::move(bytes)};
}

Texture read_texture(const std::string& path) {
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  require(error || size <= most_bytes, "the picture '{}' has more than {:.1f} MB; make it smaller", path,
          1e-6 * static_cast<double>(most_bytes));
  return make_texture(read_file(path), std::filesystem::path(path).filename().string());
}

}  // namespace sarrus
