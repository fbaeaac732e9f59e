#pragma once
/// @file
/// Numbers and texts as bytes for binary files, little end first, and a hash of bytes.

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

#include "sarrus/base/array.h"
#include "sarrus/base/array_view.h"

namespace sarrus {

/// Hash of some bytes (FNV-1a). A change of a single byte always changes it.
std::uint64_t hash_bytes(std::string_view bytes);

/// Whether two numbers are the same bits: −0.0 is not 0.0, a NaN is itself.
inline bool same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}
bool same_bits(In<double> a, In<double> b);

/// Appends values to a run of bytes.
class ByteWriter {
 public:
  void byte(std::uint8_t value) { bytes_.push_back(static_cast<char>(value)); }
  void natural(std::uint64_t value);
  void number(double value) { natural(std::bit_cast<std::uint64_t>(value)); }
  /// Without their count.
  void plain_numbers(In<double> values);
  /// With their count, and a text with its length.
  void numbers(In<double> values);
  void text(std::string_view text);

  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

/// Takes values from a run of bytes in the order in which they were written. Where the bytes end too early it
/// throws an Error.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

  std::uint8_t byte() { return static_cast<std::uint8_t>(take(1)[0]); }
  std::uint64_t natural();
  double number() { return std::bit_cast<double>(natural()); }
  void plain_numbers(Out<double> values);
  Array<double> numbers();
  std::string text() { return std::string(take(count(1))); }
  /// A number of things that follow, each of which takes at least `size` bytes.
  std::size_t count(std::size_t size);
  std::string_view rest() const { return rest_; }

 private:
  std::string_view take(std::size_t size);
  std::string_view rest_;
};

}  // namespace sarrus
