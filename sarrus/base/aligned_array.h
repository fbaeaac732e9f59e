#pragma once
/// @file
#include <cstddef>
#include <new>

#include "sarrus/base/array.h"

namespace sarrus {

/// An allocator of memory that begins with a whole register, the widest there is.
template <class T>
struct AlignedAllocator {
  using value_type = T;
  static constexpr std::size_t register_bytes = 64;
  static constexpr std::align_val_t alignment{alignof(T) > register_bytes ? alignof(T) : register_bytes};

  AlignedAllocator() = default;
  template <class U>
  AlignedAllocator(const AlignedAllocator<U>&) {}
  T* allocate(std::size_t count) { return static_cast<T*>(::operator new(count * sizeof(T), alignment)); }
  void deallocate(T* memory, std::size_t) { ::operator delete(memory, alignment); }
  bool operator==(const AlignedAllocator&) const { return true; }
};

/// An array whose first element begins a register.
template <class T>
using AlignedArray = Array<T, AlignedAllocator<T>>;

}  // namespace sarrus
