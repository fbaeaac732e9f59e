#pragma once
/// @file
/// Function arguments that are arrays: In<T> is read, Out<T> is written. Both accept a std::vector, a
/// std::array, a std::span or a contiguous Eigen vector, without copying and without being deduced from.

#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <type_traits>
#include <vector>

#include "sarrus/base/error.h"

namespace sarrus {

namespace internal {

/// Anything with contiguous elements of type T: data() and size().
template <class A, class T>
concept ArrayOf = requires(A& a) {
  { a.data() } -> std::convertible_to<T*>;
  { a.size() } -> std::convertible_to<std::size_t>;
};

/// A view of contiguous elements. The function that receives it checks its length.
template <class T>
class ArrayView {
 public:
  constexpr ArrayView() = default;
  template <std::integral N>
  constexpr ArrayView(T* data, N size) : data_(data), size_(static_cast<std::size_t>(size)) {}
  /// Views a braced list such as {0.5, 1.0}, which lives until the end of the call.
  constexpr ArrayView(std::initializer_list<std::remove_const_t<T>> list) requires(std::is_const_v<T>)
      : ArrayView(list.begin(), list.size()) {}

  /// Views any contiguous array; an Eigen expression with gaps between its elements is refused.
  template <class A>
  requires(ArrayOf<A, T> && !std::is_same_v<std::remove_cvref_t<A>, ArrayView>) constexpr ArrayView(A&& array)
      : data_(array.data()), size_(static_cast<std::size_t>(array.size())) {
    if constexpr (requires { array.innerStride(); })
      require(
          array.innerStride() == 1 || size_ <= 1,
          "an array argument must be contiguous, but its elements are {} apart; copy it into a vector first",
          array.innerStride());
  }

  constexpr T* data() const { return data_; }
  constexpr std::size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  template <std::integral I>
  constexpr T& operator[](I i) const {
    return data_[i];
  }
  constexpr T* begin() const { return data_; }
  constexpr T* end() const { return data_ + size_; }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace internal

/// An array that a function reads.
template <class T>
using In = internal::ArrayView<const std::type_identity_t<T>>;

/// An array that a function writes; the caller has given it the right length.
template <class T>
using Out = internal::ArrayView<std::type_identity_t<T>>;

namespace internal {

/// Kept out of line, so that a check that passes does no work for the message.
[[noreturn, gnu::cold, gnu::noinline]] inline void fail_size(const char* name, std::size_t size,
                                                             const char* meaning, int expected) {
  fail("{} has {} entries, but {} = {}", name, size, meaning, expected);
}

}  // namespace internal

/// Throws unless `array` has `expected` elements; `name` and `meaning` appear in the message.
template <class T>
void require_size(const internal::ArrayView<T>& array, int expected, const char* name, const char* meaning) {
  if (array.size() != static_cast<std::size_t>(expected)) [[unlikely]]
    internal::fail_size(name, array.size(), meaning, expected);
}

}  // namespace sarrus
