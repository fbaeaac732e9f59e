#include <cstring>

#include "sarrus/format/internal/word_reader.h"
#include "sarrus/format/mesh/internal/mesh_formats.h"

namespace sarrus::internal {

namespace {

// A binary file: 80 bytes, the number of triangles, then for each a normal, three vertices and two bytes.
constexpr std::size_t header_bytes = 84, triangle_bytes = 50;

std::size_t binary_triangles(std::string_view bytes) {
  if (bytes.size() < header_bytes) return 0;
  std::uint32_t count = 0;
  std::memcpy(&count, bytes.data() + 80, 4);
  return count;
}

void add_triangle(const std::array<std::array<float, 3>, 3>& corners, TriangleMesh& mesh) {
  const auto first = static_cast<std::uint32_t>(mesh.positions.size());
  mesh.positions.insert(mesh.positions.end(), corners.begin(), corners.end());
  mesh.triangles.push_back({first, first + 1, first + 2});
}

TriangleMesh read_binary(std::string_view bytes) {
  TriangleMesh mesh;
  const std::size_t count = binary_triangles(bytes);
  mesh.positions.reserve(3 * count);
  for (std::size_t i = 0; i < count; ++i) {
    std::array<std::array<float, 3>, 3> corners;
    std::memcpy(&corners, bytes.data() + header_bytes + i * triangle_bytes + 12, 36);
    add_triangle(corners, mesh);
  }
  return mesh;
}

TriangleMesh read_text(std::string_view text) {
  TriangleMesh mesh;
  WordReader reader(text);
  std::array<std::array<float, 3>, 3> corners{};
  std::size_t corner = 0;
  while (!reader.at_end()) {
    const std::string_view word = reader.word();
    if (word == "facet") corner = 0;
    if (word == "vertex") {
      require(corner < 3, "an STL file has a facet with more than three vertices");
      for (float& x : corners[corner]) x = reader.number<float>();
      ++corner;
    }
    if (word == "endfacet") {
      require(corner == 3, "an STL file has a facet with {} vertices", corner);
      add_triangle(corners, mesh);
    }
  }
  return mesh;
}

}  // namespace

TriangleMesh read_stl(std::string_view bytes) {
  // Binary files may begin with the word of text files; their size tells them apart.
  if (bytes.size() == header_bytes + triangle_bytes * binary_triangles(bytes)) return read_binary(bytes);
  if (bytes.starts_with("solid")) return read_text(bytes);
  require(bytes.size() >= header_bytes + triangle_bytes * binary_triangles(bytes),
          "the STL file ends early: it announces {} triangles and has {} bytes", binary_triangles(bytes),
          bytes.size());
  return read_binary(bytes);
}

}  // namespace sarrus::internal
