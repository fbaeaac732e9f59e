// NumPy's archive of arrays: a ZIP file, here without compression [PKWARE, APPNOTE 6.3], of .npy files [NumPy
// Enhancement Proposal 1].

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <limits>

#include "sarrus/base/array.h"
#include "sarrus/format/table_file.h"
#include "sarrus/format/table_text.h"

namespace sarrus {

namespace {

/// The CRC-32 of ZIP, with the polynomial 0xEDB88320, eight bits at a time.
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

/// Appends an unsigned number in little-endian order.
template <class U>
void append_little_endian(std::string& bytes, U value) {
  for (std::size_t i = 0; i < sizeof(U); ++i) bytes += static_cast<char>((value >> (8 * i)) & 0xFF);
}

/// The beginning of a .npy file for elements of a type.
std::string npy_heading(const std::string& type, const std::string& shape) {
  std::string header = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': {}, }}", type, shape);
  header += std::string(63 - (header.size() + 10) % 64, ' ') + '\n';
  std::string bytes = "\x93NUMPY";
  bytes += std::string("\x01\x00", 2);
  append_little_endian(bytes, static_cast<std::uint16_t>(header.size()));
  return bytes + header;
}

/// A column as a .npy file.
std::string to_npy(std::span<const double> column) {
  std::string bytes = npy_heading("<f8", fmt::format("({},)", column.size()));
  bytes.reserve(bytes.size() + column.size_bytes());
  for (const double value : column) {
    std::uint64_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    append_little_endian(bytes, bits);
  }
  return bytes;
}

/// The fields common to a file's own header and the directory at the end.
std::string common_fields(const std::string& name, const std::string& contents) {
  std::string bytes;
  append_little_endian(bytes, std::uint16_t{20});      // version needed
  append_little_endian(bytes, std::uint16_t{0x0800});  // names in UTF-8
  append_little_endian(bytes, std::uint16_t{0});       // stored
  append_little_endian(bytes, std::uint16_t{0});       // time, and date: the first of 1980
  append_little_endian(bytes, std::uint16_t{0x21});
  append_little_endian(bytes, checksum(contents));
  append_little_endian(bytes, static_cast<std::uint32_t>(contents.size()));
  append_little_endian(bytes, static_cast<std::uint32_t>(contents.size()));
  append_little_endian(bytes, static_cast<std::uint16_t>(name.size()));
  append_little_endian(bytes, std::uint16_t{0});
  return bytes;
}

/// The file name of a column in the archive.
std::string member_name(std::string name) {
  for (char& c : name)
    if (c == '/' || c == '\\' || c == ' ') c = '_';
  return name + ".npy";
}

}  // namespace

void require_fits_npz(std::size_t rows, std::size_t columns) {
  require(rows * columns < std::numeric_limits<std::uint32_t>::max() / 16 && columns < 65535,
          "a table of {} rows and {} columns is too large for one .npz file; write .csv, or fewer rows", rows,
          columns);
}

std::string NpzArchive::member(const std::string& name, std::span<const double> column) {
  return stored(member_name(name), to_npy(column));
}

std::string NpzArchive::member(const TableProperty& property) {
  const std::string type = fmt::format("|S{}", std::max<std::size_t>(property.text.size(), 1));
  return stored(member_name(property.name),
                npy_heading(type, "()") + (property.text.empty() ? std::string(1, '\0') : property.text));
}

std::string NpzArchive::stored(const std::string& file, const std::string& contents) {
  const std::string fields = common_fields(file, contents);
  directory_ += std::string("PK\x01\x02\x14\x00", 6) + fields;
  append_little_endian(directory_, std::uint16_t{0});  // comment, disk, attributes
  append_little_endian(directory_, std::uint16_t{0});
  append_little_endian(directory_, std::uint16_t{0});
  append_little_endian(directory_, std::uint32_t{0});
  append_little_endian(directory_, size_);
  directory_ += file;
  ++members_;
  std::string bytes = std::string("PK\x03\x04", 4) + fields + file + contents;
  size_ += static_cast<std::uint32_t>(bytes.size());
  return bytes;
}

std::string NpzArchive::ending() const {
  std::string bytes = directory_ + std::string("PK\x05\x06\0\0\0\0", 8);
  append_little_endian(bytes, members_);
  append_little_endian(bytes, members_);
  append_little_endian(bytes, static_cast<std::uint32_t>(directory_.size()));
  append_little_endian(bytes, size_);
  append_little_endian(bytes, std::uint16_t{0});
  return bytes;
}

std::string to_npz(const NumberTable& table) {
  require_fits_npz(table.rows(), table.columns());
  NpzArchive archive;
  std::string bytes;
  for (std::size_t j = 0; j < table.columns(); ++j) {
    Array<double> column;
    for (std::size_t i = 0; i < table.rows(); ++i) column.push_back(table(i, j));
    bytes += archive.member(table.names[j], column);
  }
  for (const TableProperty& property : table.properties) bytes += archive.member(property);
  return bytes + archive.ending();
}

}  // namespace sarrus
