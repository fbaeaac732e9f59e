#pragma once
/// @file
#include <string>

namespace sarrus {

/// A picture that is laid on surfaces: the bytes of a file, PNG or JPEG. Visuals with the same picture share
/// one texture.
struct Texture {
  std::string name;
  std::string bytes;
};

/// The kind of a picture by its first bytes: "image/png" or "image/jpeg"; empty: neither.
std::string picture_type(const std::string& bytes);

/// Makes a texture of the bytes of a picture. Throws an Error if it is neither PNG nor JPEG, has more than 16
/// MiB or more than 8192 pixels in a row or column.
Texture make_texture(std::string bytes, const std::string& name);
/// The same for a file.
Texture read_texture(const std::string& path);

}  // namespace sarrus
