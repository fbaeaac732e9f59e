#include "sarrus/scene/internal/mesh_formats.h"
#include "sarrus/scene/internal/word_reader.h"

namespace sarrus::internal {

namespace {

/// A corner "12", "12/3", "12/3/4" or "12//4": the number of its vertex, from 1, or counted from the last one
/// if it is negative.
std::uint32_t corner(std::string_view word, std::size_t vertices) {
  const long number = WordReader::to_number<long>(word.substr(0, word.find('/')));
  const long index = number < 0 ? static_cast<long>(vertices) + number : number - 1;
  require(index >= 0 && index < static_cast<long>(vertices), "a face has the vertex {} of {}", number,
          vertices);
  return static_cast<std::uint32_t>(index);
}

void add_face(WordReader words, TriangleMesh& mesh) {
  Array<std::uint32_t> corners;
  for (std::string_view word = words.word(); !word.empty(); word = words.word())
    corners.push_back(corner(word, mesh.positions.size()));
  for (std::size_t i = 2; i < corners.size(); ++i)
    mesh.triangles.push_back({corners[0], corners[i - 1], corners[i]});
}

}  // namespace

TriangleMesh read_obj(std::string_view text) {
  TriangleMesh mesh;
  WordReader lines(text);
  while (!lines.at_end()) {
    WordReader line(lines.line());
    const std::string_view kind = line.word();
    if (kind == "v") {
      std::array<float, 3>& vertex = mesh.positions.emplace_back();
      for (float& x : vertex) x = line.number<float>();
    } else if (kind == "f") {
      add_face(line, mesh);
    }
  }
  return mesh;
}

}  // namespace sarrus::internal
