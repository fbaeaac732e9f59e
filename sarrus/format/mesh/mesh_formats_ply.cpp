#include <algorithm>
#include <bit>
#include <cstring>

#include "sarrus/format/internal/word_reader.h"
#include "sarrus/format/mesh/internal/mesh_formats.h"

namespace sarrus::internal {

namespace {

/// A property of an element: a number, or a list of numbers with its count.
struct PlyProperty {
  std::string name, type, count_type;  // no count type: a single number
};
struct PlyElement {
  std::string name;
  std::size_t count = 0;
  Array<PlyProperty> properties{};
};
struct PlyHeader {
  bool binary = false;
  Array<PlyElement> elements{};
};

PlyHeader read_header(WordReader& reader) {
  PlyHeader header;
  while (true) {
    require(!reader.at_end(), "the PLY file has no end of its header");
    WordReader line(reader.line());
    const std::string_view kind = line.word();
    if (kind == "end_header") return header;
    if (kind == "format") {
      const std::string_view format = line.word();
      require(format == "ascii" || format == "binary_little_endian",
              "the PLY file has the format '{}'; text and binary_little_endian are read", format);
      header.binary = format != "ascii";
    } else if (kind == "element") {
      const std::string name(line.word());
      header.elements.push_back({name, line.number<std::size_t>()});
    } else if (kind == "property") {
      require(!header.elements.empty(), "the PLY file has a property before any element");
      PlyProperty property{{}, std::string(line.word()), {}};
      if (property.type == "list") property = {{}, {}, std::string(line.word())}, property.type = line.word();
      property.name = line.word();
      header.elements.back().properties.push_back(property);
    }
  }
}

/// Reads the numbers of the body one after the other, as text or binary.
class PlyNumbers {
 public:
  PlyNumbers(bool binary, std::string_view body) : binary_(binary), words_(body), bytes_(body) {}

  double next(std::string_view type) {
    if (!binary_) return words_.number<double>();
    if (type == "char" || type == "int8") return take<std::int8_t>();
    if (type == "uchar" || type == "uint8") return take<std::uint8_t>();
    if (type == "short" || type == "int16") return take<std::int16_t>();
    if (type == "ushort" || type == "uint16") return take<std::uint16_t>();
    if (type == "int" || type == "int32") return take<std::int32_t>();
    if (type == "uint" || type == "uint32") return take<std::uint32_t>();
    if (type == "float" || type == "float32") return take<float>();
    if (type == "double" || type == "float64") return take<double>();
    fail("the PLY file has numbers of the unknown type '{}'", type);
  }
  /// A count, no larger than the number of bytes that are left.
  std::size_t count(std::string_view type) {
    const double value = next(type);
    require(value >= 0 && value <= static_cast<double>(bytes_.size()),
            "the PLY file has a list of {} numbers", value);
    return std::lround(value);
  }

 private:
  template <class T>
  double take() {
    static_assert(std::endian::native == std::endian::little);
    require(bytes_.size() >= sizeof(T), "the PLY file ends early");
    T value;
    std::memcpy(&value, bytes_.data(), sizeof(T));
    bytes_.remove_prefix(sizeof(T));
    return static_cast<double>(value);
  }

  bool binary_;
  WordReader words_;
  std::string_view bytes_;
};

void read_vertex(const PlyElement& element, PlyNumbers& numbers, TriangleMesh& mesh) {
  std::array<float, 3> position{};
  std::array<std::uint8_t, 3> color{};
  bool has_color = false;
  for (const PlyProperty& property : element.properties) {
    const double value = numbers.next(property.type);
    if (property.name == "x") position[0] = static_cast<float>(value);
    if (property.name == "y") position[1] = static_cast<float>(value);
    if (property.name == "z") position[2] = static_cast<float>(value);
    const std::array<const char*, 3> names{"red", "green", "blue"};
    for (std::size_t i = 0; i < 3; ++i)
      if (property.name == names[i])
        color[i] = static_cast<std::uint8_t>(std::clamp(value, 0.0, 255.0)), has_color = true;
  }
  mesh.positions.push_back(position);
  if (has_color) mesh.colors.push_back(color);
}

std::uint32_t vertex_number(double value, std::size_t vertices) {
  require(value >= 0 && value < static_cast<double>(vertices), "a face has the vertex {} of {}", value,
          vertices);
  return static_cast<std::uint32_t>(value);
}

/// A face: its list of vertices, cut into triangles.
void read_face(const PlyElement& element, PlyNumbers& numbers, TriangleMesh& mesh) {
  for (const PlyProperty& property : element.properties) {
    if (property.count_type.empty()) {
      numbers.next(property.type);
      continue;
    }
    const std::size_t count = numbers.count(property.count_type);
    const bool is_face = property.name == "vertex_indices" || property.name == "vertex_index";
    std::uint32_t first = 0, last = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const double value = numbers.next(property.type);
      if (!is_face) continue;
      const std::uint32_t corner = vertex_number(value, mesh.positions.size());
      if (i == 0) first = corner;
      if (i >= 2) mesh.triangles.push_back({first, last, corner});
      last = corner;
    }
  }
}

void skip(const PlyElement& element, PlyNumbers& numbers) {
  for (const PlyProperty& property : element.properties)
    for (std::size_t left = property.count_type.empty() ? 1 : numbers.count(property.count_type); left > 0;
         --left)
      numbers.next(property.type);
}

}  // namespace

TriangleMesh read_ply(std::string_view bytes) {
  WordReader reader(bytes);
  require(reader.word() == "ply", "this is not a PLY file: it does not begin with 'ply'");
  reader.line();
  const PlyHeader header = read_header(reader);
  PlyNumbers numbers(header.binary, reader.rest());
  TriangleMesh mesh;
  for (const PlyElement& element : header.elements) {
    require(!element.properties.empty() || element.count == 0, "the PLY element '{}' has no properties",
            element.name);
    for (std::size_t i = 0; i < element.count; ++i) {
      if (element.name == "vertex")
        read_vertex(element, numbers, mesh);
      else if (element.name == "face")
        read_face(element, numbers, mesh);
      else
        skip(element, numbers);
    }
  }
  return mesh;
}

}  // namespace sarrus::internal
