#pragma once
/// @file
/// Conversion of numbers and texts to bytes for binary files (little-endian), and a hash of bytes.

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

#include "sarrus/base/array.h"
#include "sarrus/base/array_view.h"

namespace sarrus::internal {

/// Hash of some bytes (FNV-1a). A change of a single byte always changes it.
std::uint64_t hash_bytes(std::string_view bytes);

/// True if two numbers have the same bits: −0.0 differs from 0.0, and a NaN equals itself.
inline bool same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}
bool same_bits(In<double> a, In<double> b);

/// Appends values to a string of bytes.
class ByteWriter {
 public:
  void byte(std::uint8_t value) { bytes_.push_back(static_cast<char>(value)); }
  void natural(std::uint64_t value);
  void number(double value) { natural(std::bit_cast<std::uint64_t>(value)); }
  /// Writes the numbers without their count.
  void plain_numbers(In<double> values);
  /// Writes the count of the numbers, then the numbers.
  void numbers(In<double> values);
  void text(std::string_view text);

  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

/// Reads values from a string of bytes in the order in which they were written. Throws an Error if the bytes
/// end too early.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

  std::uint8_t byte() { return static_cast<std::uint8_t>(take(1)[0]); }
  std::uint64_t natural();
  double number() { return std::bit_cast<double>(natural()); }
  void plain_numbers(Out<double> values);
  Array<double> numbers();
  std::string text() { return std::string(take(count(1))); }
  /// Reads the number of items that follow, each of which occupies at least `size` bytes.
  std::size_t count(std::size_t size);
  std::string_view rest() const { return rest_; }

 private:
  std::string_view take(std::size_t size);
  std::string_view rest_;
};

}  // namespace sarrus::internal
