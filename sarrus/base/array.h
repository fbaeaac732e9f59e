#pragma once
/// @file
#include <concepts>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace sarrus {

/// A std::vector that takes any integer as an index or a size. Numbers of bodies, joints and speeds are int
/// throughout the library, as they are in Eigen.
template <class T, class Allocator = std::allocator<T>>
class Array : public std::vector<T, Allocator> {
  using Base = std::vector<T, Allocator>;

 public:
  using Base::Base;
  Array() = default;
  Array(Base elements) : Base(std::move(elements)) {}
  template <std::integral N>
  requires(!std::same_as<N, std::size_t>) explicit Array(N count) : Base(static_cast<std::size_t>(count)) {}
  template <std::integral N>
  requires(!std::same_as<N, std::size_t>) Array(N count, const T& value)
      : Base(static_cast<std::size_t>(count), value) {}

  template <std::integral I>
  typename Base::reference operator[](I i) {
    return Base::operator[](static_cast<std::size_t>(i));
  }
  template <std::integral I>
  typename Base::const_reference operator[](I i) const {
    return Base::operator[](static_cast<std::size_t>(i));
  }

  using Base::assign;
  template <std::integral N>
  void assign(N count, const T& value) {
    Base::assign(static_cast<std::size_t>(count), value);
  }
  template <std::integral N>
  void resize(N count) {
    Base::resize(static_cast<std::size_t>(count));
  }
  template <std::integral N>
  void resize(N count, const T& value) {
    Base::resize(static_cast<std::size_t>(count), value);
  }
  template <std::integral N>
  void reserve(N count) {
    Base::reserve(static_cast<std::size_t>(count));
  }
};

/// True if `i` is one of the indices 0 ≤ i < count.
template <std::integral I>
constexpr bool is_index(I i, std::size_t count) {
  return static_cast<std::size_t>(i) < count;
}

}  // namespace sarrus
