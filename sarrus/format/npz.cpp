// NumPy's archive of arrays: a ZIP file, here without compression [PKWARE, APPNOTE 6.3], of .npy files [NumPy
// Enhancement Proposal 1].

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <limits>

#include "sarrus/format/table_file.h"

namespace sarrus {

namespace {

/// The polynomial 0xEDB88320 of ZIP, eight bits at a time.
std::uint32_t checksum(const std::string& bytes) {
  static const auto table = [] {
    std::array<std::uint32_t, 256> result{};
    for (std::uint32_t i = 0; i < 256; ++i) {
      std::uint32_t c = i;
      for (int bit = 0; bit < 8; ++bit) c = (c & 1) != 0 ? 0xEDB88320u ^ (c >> 1) : c >> 1;
      result[i] = c;
    }
    return result;
  }();
  std::uint32_t c = 0xFFFFFFFFu;
  for (const char byte : bytes) c = table[(c ^ static_cast<unsigned char>(byte)) & 0xFF] ^ (c >> 8);
  return ~c;
}

/// Appends an unsigned number, its lowest byte first.
template <class U>
void append(std::string& bytes, U value) {
  for (std::size_t i = 0; i < sizeof(U); ++i) bytes += static_cast<char>((value >> (8 * i)) & 0xFF);
}

/// A column as a .npy file.
std::string to_npy(const Table& table, std::size_t column) {
  std::string header =
      fmt::format("{{'descr': '<f8', 'fortran_order': False, 'shape': ({},), }}", table.rows());
  header += std::string(63 - (header.size() + 10) % 64, ' ') + '\n';
  std::string bytes = "\x93NUMPY";
  bytes += std::string("\x01\x00", 2);
  append(bytes, static_cast<std::uint16_t>(header.size()));
  bytes += header;
  for (std::size_t i = 0; i < table.rows(); ++i) {
    std::uint64_t bits;
    const double value = table(i, column);
    std::memcpy(&bits, &value, sizeof bits);
    append(bytes, bits);
  }
  return bytes;
}

/// The fields that a file's own header and the directory at the end share.
std::string common_fields(const std::string& name, const std::string& contents) {
  std::string bytes;
  append(bytes, std::uint16_t{20});      // version needed
  append(bytes, std::uint16_t{0x0800});  // names in UTF-8
  append(bytes, std::uint16_t{0});       // stored
  append(bytes, std::uint16_t{0});       // time, and date: the first of 1980
  append(bytes, std::uint16_t{0x21});
  append(bytes, checksum(contents));
  append(bytes, static_cast<std::uint32_t>(contents.size()));
  append(bytes, static_cast<std::uint32_t>(contents.size()));
  append(bytes, static_cast<std::uint16_t>(name.size()));
  append(bytes, std::uint16_t{0});
  return bytes;
}

/// A column's name as that of a file in the archive.
std::string member_name(std::string name) {
  for (char& c : name)
    if (c == '/' || c == '\\' || c == ' ') c = '_';
  return name + ".npy";
}

}  // namespace

std::string to_npz(const Table& table) {
  require(table.values.size() < std::numeric_limits<std::uint32_t>::max() / 16 && table.columns() < 65535,
          "a table of {} rows and {} columns is too large for one .npz file; write .csv, or fewer rows",
          table.rows(), table.columns());
  std::string archive, directory;
  for (std::size_t j = 0; j < table.columns(); ++j) {
    const std::string name = member_name(table.names[j]), contents = to_npy(table, j);
    const std::string fields = common_fields(name, contents);
    directory += std::string("PK\x01\x02\x14\x00", 6) + fields;
    append(directory, std::uint16_t{0});  // comment, disk, attributes
    append(directory, std::uint16_t{0});
    append(directory, std::uint16_t{0});
    append(directory, std::uint32_t{0});
    append(directory, static_cast<std::uint32_t>(archive.size()));
    directory += name;
    archive += std::string("PK\x03\x04", 4) + fields + name + contents;
  }
  const auto start = static_cast<std::uint32_t>(archive.size()),
             size = static_cast<std::uint32_t>(directory.size());
  archive += directory + std::string("PK\x05\x06\0\0\0\0", 8);
  append(archive, static_cast<std::uint16_t>(table.columns()));
  append(archive, static_cast<std::uint16_t>(table.columns()));
  append(archive, size);
  append(archive, start);
  append(archive, std::uint16_t{0});
  return archive;
}

}  // namespace sarrus
