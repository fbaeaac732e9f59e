/// Replaces operator new and delete by counting ones, in a file of their own so that no call is inlined. The
/// thread sanitizer has its own, which cannot be replaced: with it nothing is counted.

#include "tests/support/count_allocations.h"

#include <atomic>
#include <cstdlib>
#include <new>

#if defined(__has_feature)
#define SARRUS_THREAD_SANITIZER __has_feature(thread_sanitizer)
#else
#define SARRUS_THREAD_SANITIZER 0
#endif

namespace {

std::atomic<long> count = 0;

#if !SARRUS_THREAD_SANITIZER
void* counted(void* memory) {
  ++count;
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
#endif

}  // namespace

long sarrus::testing::allocations() { return count; }

#if !SARRUS_THREAD_SANITIZER
void* operator new(std::size_t size) { return counted(std::malloc(size)); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++count;
  return std::malloc(size);
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  const auto a = static_cast<std::size_t>(alignment);
  return counted(std::aligned_alloc(a, (size + a - 1) / a * a));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
#endif
