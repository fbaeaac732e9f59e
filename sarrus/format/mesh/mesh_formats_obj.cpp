#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "sarrus/format/internal/word_reader.h"
#include "sarrus/format/mesh/internal/mesh_formats.h"

namespace sarrus::internal {

namespace {

/// What a file of materials says about one.
struct ObjMaterial {
  std::optional<std::array<std::uint8_t, 3>> color{};
  std::string texture{};
};

std::string trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return "";
  return std::string(text.substr(first, text.find_last_not_of(" \t\r") - first + 1));
}

/// "Kd 0.8 0.1 0": the color; none where it is given otherwise.
std::optional<std::array<std::uint8_t, 3>> read_color(WordReader words) {
  std::array<std::uint8_t, 3> color{};
  try {
    for (std::uint8_t& byte : color)
      byte = static_cast<std::uint8_t>(std::lround(255 * std::clamp(words.number<float>(), 0.0F, 1.0F)));
  } catch (const Error&) {
    return {};
  }
  return color;
}

/// "map_Kd wood.png", or with options before the name, "map_Kd -s 1 1 1 wood.png": then names have no blanks.
std::string read_map(std::string_view rest) {
  const std::string name = trimmed(rest);
  return name.starts_with('-') ? name.substr(name.find_last_of(" \t") + 1) : name;
}

void read_materials(std::string_view text, std::map<std::string, ObjMaterial>& materials) {
  WordReader lines(text);
  ObjMaterial* material = nullptr;
  while (!lines.at_end()) {
    WordReader line(lines.line());
    const std::string_view kind = line.word();
    if (kind == "newmtl")
      material = &materials[trimmed(line.rest())];
    else if (kind == "Kd" && material != nullptr)
      material->color = read_color(line);
    else if (kind == "map_Kd" && material != nullptr)
      material->texture = read_map(line.rest());
  }
}

/// The number of an element of a list by the number in a file, which counts from 1, or from the last one if
/// it is negative; −1: there is none.
long index_of(long number, std::size_t count) {
  const long index = number < 0 ? static_cast<long>(count) + number : number - 1;
  return index >= 0 && index < static_cast<long>(count) ? index : -1;
}

/// A corner of a face: its vertex, and its place on the texture; −1: none.
struct Corner {
  std::uint32_t vertex;
  long place;
  bool operator<(const Corner& other) const {
    return vertex != other.vertex ? vertex < other.vertex : place < other.place;
  }
};

class ObjReader {
 public:
  using Library = std::function<std::string(const std::string&)>;

  void read(std::string_view text, const Library& library) {
    WordReader lines(text);
    while (!lines.at_end()) {
      WordReader line(lines.line());
      const std::string_view kind = line.word();
      if (kind == "v")
        for (float& x : vertices_.emplace_back()) x = line.number<float>();
      else if (kind == "vt")
        for (float& x : places_.emplace_back()) x = line.number<float>();
      else if (kind == "f")
        add_face(line);
      else if (kind == "usemtl")
        material_ = trimmed(line.rest());
      else if (kind == "mtllib")
        read_materials(library(trimmed(line.rest())), materials_);
    }
  }

  Array<MeshPart> parts() const {
    Array<MeshPart> parts;
    for (const auto& [name, corners] : corners_) {
      const auto found = materials_.find(name);
      parts.push_back(part(corners, found != materials_.end() ? found->second : ObjMaterial{}));
    }
    return parts;
  }

 private:
  /// "12", "12/3", "12/3/4" or "12//4": vertex, place on the texture, normal.
  Corner corner(std::string_view word) const {
    const std::size_t slash = std::min(word.find('/'), word.size());
    const long number = WordReader::to_number<long>(word.substr(0, slash));
    const long vertex = index_of(number, vertices_.size());
    require(vertex >= 0, "a face has the vertex {} of {}", number, vertices_.size());
    const std::string_view rest = word.substr(std::min(slash + 1, word.size())),
                           place = rest.substr(0, rest.find('/'));
    return {static_cast<std::uint32_t>(vertex),
            place.empty() ? -1 : index_of(WordReader::to_number<long>(place), places_.size())};
  }

  void add_face(WordReader words) {
    Array<Corner> face;
    for (std::string_view word = words.word(); !word.empty(); word = words.word())
      face.push_back(corner(word));
    Array<Corner>& corners = corners_[material_];
    for (std::size_t i = 2; i < face.size(); ++i)
      corners.insert(corners.end(), {face[0], face[i - 1], face[i]});
  }

  /// The triangles of one material. Without a place for each corner they have no texture.
  MeshPart part(Array<Corner> corners, const ObjMaterial& material) const {
    MeshPart part;
    TriangleMesh& mesh = part.mesh;
    const bool has_places =
        std::none_of(corners.begin(), corners.end(), [](const Corner& corner) { return corner.place < 0; });
    if (has_places) part.texture_file = material.texture;
    std::map<Corner, std::uint32_t> made;
    for (std::size_t i = 0; i < corners.size(); ++i) {
      if (!has_places) corners[i].place = -1;
      const auto [found, is_new] =
          made.emplace(corners[i], static_cast<std::uint32_t>(mesh.positions.size()));
      if (i % 3 == 0) mesh.triangles.emplace_back();
      mesh.triangles.back()[i % 3] = found->second;
      if (!is_new) continue;
      mesh.positions.push_back(vertices_[corners[i].vertex]);
      if (has_places) mesh.texture_places.push_back(places_[corners[i].place]);
    }
    if (material.color && part.texture_file.empty())
      mesh.colors.assign(mesh.positions.size(), *material.color);
    return part;
  }

  Array<std::array<float, 3>> vertices_;
  Array<std::array<float, 2>> places_;
  std::map<std::string, ObjMaterial> materials_;
  std::string material_;
  std::map<std::string, Array<Corner>> corners_;  // of triangles, by material
};

}  // namespace

Array<MeshPart> read_obj(std::string_view text, const ObjReader::Library& library) {
  ObjReader reader;
  reader.read(text, library);
  return reader.parts();
}

}  // namespace sarrus::internal
