#include "sarrus/base/internal/bytes.h"

#include <algorithm>

#include "sarrus/base/array.h"

namespace sarrus::internal {

std::uint64_t hash_bytes(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

bool same_bits(In<double> a, In<double> b) {
  return a.size() == b.size() &&
         std::equal(a.begin(), a.end(), b.begin(), [](double x, double y) { return same_bits(x, y); });
}

// --- Writing

void ByteWriter::natural(std::uint64_t value) {
  for (int shift = 0; shift < 64; shift += 8) byte(static_cast<std::uint8_t>(value >> shift));
}

void ByteWriter::plain_numbers(In<double> values) {
  for (const double x : values) number(x);
}

void ByteWriter::numbers(In<double> values) {
  natural(values.size());
  plain_numbers(values);
}

void ByteWriter::text(std::string_view text) {
  natural(text.size());
  bytes_ += text;
}

// --- Reading

std::string_view ByteReader::take(std::size_t size) {
  require(size <= rest_.size(), "the data end where {} more bytes are expected", size - rest_.size());
  const std::string_view taken = rest_.substr(0, size);
  rest_.remove_prefix(size);
  return taken;
}

std::uint64_t ByteReader::natural() {
  std::uint64_t value = 0;
  const std::string_view bytes = take(8);
  for (std::size_t i = 8; i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

std::size_t ByteReader::count(std::size_t size) {
  const std::uint64_t n = natural();
  require(n <= rest_.size() / size, "{} entries are announced where {} bytes are left", n, rest_.size());
  return n;
}

void ByteReader::plain_numbers(Out<double> values) {
  for (double& x : values) x = number();
}

Array<double> ByteReader::numbers() {
  Array<double> values(count(8));
  plain_numbers(values);
  return values;
}

}  // namespace sarrus::internal
