#pragma once
/// @file
#include <memory>

namespace sarrus {

/// A few threads that share out a loop, again and again. The thread that calls is one of them; with a single
/// one, none is started. Which thread does what depends on nothing but the numbers.
class ThreadTeam {
 public:
  explicit ThreadTeam(int threads);
  ~ThreadTeam();
  ThreadTeam(const ThreadTeam&) = delete;
  ThreadTeam& operator=(const ThreadTeam&) = delete;

  int size() const { return size_; }

  /// Calls work(i) for all i from 0 to n − 1, each thread a run of them, and returns when all is done. The
  /// work must not throw. Loops of fewer than `least` rounds per thread are not shared out.
  template <class Work>
  void for_each(int n, const Work& work, int least = 4) {
    if (size() == 1 || n < least * size()) {
      for (int i = 0; i < n; ++i) work(i);
      return;
    }
    run(
        n, [](const void* w, int i) { (*static_cast<const Work*>(w))(i); }, &work);
  }

 private:
  using Call = void (*)(const void*, int);
  void run(int n, Call call, const void* work);

  struct Members;  // keeps <thread> out of this header
  int size_;
  std::unique_ptr<Members> members_;
};

}  // namespace sarrus
