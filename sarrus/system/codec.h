#pragma once
/// @file
/// Serialization of discrete variables: a value is written to a file and read back bit by bit the same.

#include <concepts>
#include <cstring>
#include <type_traits>
#include <utility>

#include <functional>
#include <memory>
#include <string>
#include <typeinfo>
#include <vector>

#include "sarrus/base/array.h"
#include "sarrus/base/error.h"
#include "sarrus/spatial/pose.h"

namespace sarrus {

/// The meaning of the bytes of a discrete variable's value, for text files.
struct ByteMeaning {
  enum class Kind { unknown, boolean, integer, natural, real, text };
  Kind kind = Kind::unknown;
  std::size_t size = 0;  ///< Size of one element in bytes; 0: it varies.
  bool is_list = false;  ///< True if there is any number of elements.
};

/// Converts a discrete variable's value to bytes and back, exactly.
struct DiscreteCodec {
  std::function<std::string(const void*)> encode{};
  std::function<std::shared_ptr<const void>(const std::string&)> decode{};
  std::function<bool(const void*, const void*)> equal{};
  ByteMeaning meaning{};
  const std::type_info* type = nullptr;
};

namespace internal {

/// True if values of the type can be compared by ==. Vectors have their own cases below: std::vector declares
/// operator== whatever its elements are.
template <class V>
inline constexpr bool is_comparable = requires(const V& a, const V& b) {
  { a == b } -> std::convertible_to<bool>;
};
template <class E>
inline constexpr bool is_comparable<std::vector<E>> = is_comparable<E>;
template <class E>
inline constexpr bool is_comparable<Array<E>> = is_comparable<E>;

/// A type whose bytes are its value. The bytes of a pointer mean nothing to another program.
template <class V>
concept PlainBytes = std::is_trivially_copyable_v<V> && !std::is_pointer_v<V> && !std::is_member_pointer_v<V>;

/// True if a structure consists of n doubles: a member of another type refuses a double in braces, which
/// would narrow.
template <class V, std::size_t... i>
constexpr bool consists_of_doubles(std::index_sequence<i...>) {
  return requires { V{(static_cast<void>(i), std::declval<double>())...}; };
}
/// True if all bytes of a plain type belong to its value. A structure with padding between its members has
/// bytes without meaning, so that equal values would look different.
template <class V>
constexpr bool has_no_gaps() {
  if constexpr (!std::is_class_v<V> || std::has_unique_object_representations_v<V> ||
                std::is_same_v<V, Pose<double>>)
    return true;
  else if constexpr (std::is_aggregate_v<V> && sizeof(V) % sizeof(double) == 0)
    return consists_of_doubles<V>(std::make_index_sequence<sizeof(V) / sizeof(double)>());
  else
    return false;
}

template <class V>
constexpr ByteMeaning meaning_of(bool is_list = false) {
  using Kind = ByteMeaning::Kind;
  if constexpr (std::is_enum_v<V>)
    return meaning_of<std::underlying_type_t<V>>(is_list);
  else if constexpr (std::is_same_v<V, bool>)
    return {Kind::boolean, sizeof(V), is_list};
  else if constexpr (std::is_integral_v<V> && sizeof(V) <= 8)
    return {std::is_signed_v<V> ? Kind::integer : Kind::natural, sizeof(V), is_list};
  else if constexpr (std::is_same_v<V, float> || std::is_same_v<V, double>)
    return {Kind::real, sizeof(V), is_list};
  else
    return {Kind::unknown, sizeof(V), is_list};
}

}  // namespace internal

/// Converts a value to bytes and back. This template serves numbers and plain structures; its specializations
/// serve strings and vectors of plain types. Specialize it for a type of your own with these four members and
/// `exists = true`.
template <class V>
struct Codec {
  static constexpr bool exists = internal::PlainBytes<V>;
  static_assert(
      !exists || internal::is_comparable<V> || internal::has_no_gaps<V>(),
      "values of this structure cannot be compared, since it may have gaps between its members: give "
      "it `bool operator==(const S&) const = default;`");
  static constexpr ByteMeaning meaning = internal::meaning_of<V>();
  static std::string encode(const V& value) {
    return std::string(reinterpret_cast<const char*>(&value), sizeof(V));
  }
  static V decode(const std::string& bytes) requires(exists) {
    require(bytes.size() == sizeof(V), "a value of {} bytes was saved where one of {} is expected",
            bytes.size(), sizeof(V));
    if constexpr (std::is_same_v<V, bool>) {
      require(bytes[0] == 0 || bytes[0] == 1, "{} was saved where true or false is expected", int{bytes[0]});
      return bytes[0] == 1;
    } else {
      V value;
      std::memcpy(&value, bytes.data(), sizeof(V));
      return value;
    }
  }
};

template <>
struct Codec<std::string> {
  static constexpr bool exists = true;
  static constexpr ByteMeaning meaning{ByteMeaning::Kind::text, 0, false};
  static std::string encode(const std::string& value) { return value; }
  static std::string decode(const std::string& bytes) { return bytes; }
};

template <class E>
struct Codec<std::vector<E>> {
  static constexpr bool exists = internal::PlainBytes<E> && !std::is_same_v<E, bool>;
  static_assert(
      !exists || internal::is_comparable<E> || internal::has_no_gaps<E>(),
      "values of this structure cannot be compared, since it may have gaps between its members: give "
      "it `bool operator==(const S&) const = default;`");
  static constexpr ByteMeaning meaning = internal::meaning_of<E>(true);
  static std::string encode(const std::vector<E>& value) {
    return std::string(reinterpret_cast<const char*>(value.data()), value.size() * sizeof(E));
  }
  static std::vector<E> decode(const std::string& bytes) {
    require(bytes.size() % sizeof(E) == 0, "{} bytes were saved where elements of {} bytes are expected",
            bytes.size(), sizeof(E));
    std::vector<E> value(bytes.size() / sizeof(E));
    if (!value.empty()) std::memcpy(value.data(), bytes.data(), bytes.size());
    return value;
  }
};
template <class E>
struct Codec<Array<E>> : Codec<std::vector<E>> {};

/// The codec functions of a type. They are empty if the type has no codec; a State that holds such a value
/// cannot be saved.
template <class V>
DiscreteCodec make_codec() {
  DiscreteCodec codec;
  codec.type = &typeid(V);
  if constexpr (Codec<V>::exists) {
    codec.encode = [](const void* value) { return Codec<V>::encode(*static_cast<const V*>(value)); };
    codec.decode = [](const std::string& bytes) -> std::shared_ptr<const void> {
      return std::make_shared<const V>(Codec<V>::decode(bytes));
    };
    codec.meaning = Codec<V>::meaning;
  }
  if constexpr (internal::is_comparable<V>)
    codec.equal = [](const void* a, const void* b) {
      return static_cast<bool>(*static_cast<const V*>(a) == *static_cast<const V*>(b));
    };
  return codec;
}

}  // namespace sarrus
