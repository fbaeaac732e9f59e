// Reads what npz.cpp and numpy.savez() write: the files of a ZIP archive by its directory, which is at the
// end.

#include <bit>
#include <cstdint>

#include "sarrus/format/table_file.h"

namespace sarrus {

namespace {

/// Bytes with checked access.
class Bytes {
 public:
  explicit Bytes(std::string_view bytes) : bytes_(bytes) {}
  std::size_t size() const { return bytes_.size(); }
  std::string_view part(std::size_t first, std::size_t count) const {
    require(first <= size() && count <= size() - first, "the file ends too early: it is damaged");
    return bytes_.substr(first, count);
  }
  /// An unsigned number of so many bytes in little-endian order.
  std::uint64_t number(std::size_t first, std::size_t count) const {
    const std::string_view digits = part(first, count);
    std::uint64_t value = 0;
    for (std::size_t i = count; i > 0; --i) value = value << 8U | static_cast<unsigned char>(digits[i - 1]);
    return value;
  }

 private:
  std::string_view bytes_;
};

/// A file of the archive.
struct Member {
  std::string name;
  std::string_view contents;
};

/// Where the record at the end of the archive begins; a comment of up to 64 KiB can follow it.
std::size_t end_record(std::string_view bytes) {
  const std::size_t found = bytes.rfind("PK\x05\x06");
  require(found != std::string_view::npos, "it is no archive of NumPy (.npz), or damaged");
  return found;
}

Array<Member> members(std::string_view all) {
  const Bytes bytes(all);
  const std::size_t end = end_record(all), count = bytes.number(end + 10, 2);
  std::size_t entry = bytes.number(end + 16, 4);
  (void)bytes.part(end + 22, bytes.number(end + 20, 2));  // the comment
  Array<Member> result;
  for (std::size_t i = 0; i < count; ++i) {
    require(bytes.part(entry, 4) == "PK\x01\x02", "its directory is damaged");
    const std::size_t size = bytes.number(entry + 20, 4), name_size = bytes.number(entry + 28, 2),
                      own = bytes.number(entry + 42, 4);
    std::string name(bytes.part(entry + 46, name_size));
    require(bytes.number(entry + 10, 2) == 0, "'{}' is compressed; write the file with numpy.savez", name);
    require(bytes.part(own, 4) == "PK\x03\x04", "'{}' is not where the directory says", name);
    const std::size_t begin = own + 30 + bytes.number(own + 26, 2) + bytes.number(own + 28, 2);
    result.push_back({std::move(name), bytes.part(begin, size)});
    entry += 46 + name_size + bytes.number(entry + 30, 2) + bytes.number(entry + 32, 2);
  }
  return result;
}

/// An array: a heading in Python's notation, {'descr': '<f8', 'fortran_order': False, 'shape': (2,), }, then
/// its elements.
struct Npy {
  std::string type, shape;
  std::string_view elements;
};

/// The text between two others in a heading.
std::string between(std::string_view heading, std::string_view before, std::string_view after) {
  const std::size_t begin = heading.find(before);
  require(begin != std::string_view::npos, "there is no {} in its heading", before);
  const std::string_view rest = heading.substr(begin + before.size());
  return std::string(rest.substr(0, rest.find(after)));
}

Npy read_npy(std::string_view contents) {
  const Bytes bytes(contents);
  require(bytes.part(0, 6) == "\x93NUMPY", "it is no array of NumPy");
  const std::size_t digits = bytes.number(6, 1) == 1 ? 2 : 4, size = bytes.number(8, digits);
  const std::string_view heading = bytes.part(8 + digits, size);
  return {between(heading, "'descr': '", "'"), between(heading, "'shape': (", ")"),
          contents.substr(8 + digits + size)};
}

bool has_one_dimension(const Npy& array) {
  return array.shape.find(',') != std::string::npos && array.shape.find(',') + 1 == array.shape.size();
}

Array<double> column_of(const Npy& array) {
  require(array.type == "<f8", "its elements are '{}'; give numbers of type float64 ('<f8')", array.type);
  const Bytes bytes(array.elements);
  Array<double> column;
  for (std::size_t i = 0; i < bytes.size(); i += 8)
    column.push_back(std::bit_cast<double>(bytes.number(i, 8)));
  return column;
}

std::string text_of(const Npy& array) {
  const std::string_view text = array.elements;
  return std::string(text.substr(0, text.find('\0')));
}

}  // namespace

NumberTable from_npz(std::string_view bytes) {
  NumberTable table{"", {}, {}};
  Array<Array<double>> columns;
  for (const Member& member : members(bytes)) {
    const std::string name = member.name.substr(0, member.name.rfind(".npy"));
    try {
      const Npy array = read_npy(member.contents);
      if (has_one_dimension(array)) {
        columns.push_back(column_of(array));
        table.names.push_back(name);
      } else if (array.shape.empty() && array.type.starts_with("|S")) {
        table.properties.push_back({name, text_of(array)});
      }
    } catch (const Error& error) {
      fail("'{}': {}", name, error.what());
    }
    if (!columns.empty() && columns.back().size() != columns.front().size())
      fail("'{}' has {} numbers, but '{}' has {}", name, columns.back().size(), table.names.front(),
           columns.front().size());
  }
  for (std::size_t row = 0; !columns.empty() && row < columns.front().size(); ++row)
    for (const Array<double>& column : columns) table.values.push_back(column[row]);
  return table;
}

}  // namespace sarrus
