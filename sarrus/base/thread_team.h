#pragma once
/// @file
#include <memory>

namespace sarrus {

/// A few threads that share the iterations of one loop after another. The calling thread is one of them; with
/// a team of one, no thread is started. The assignment of iterations to threads depends only on the number of
/// iterations and of threads.
class ThreadTeam {
 public:
  explicit ThreadTeam(int threads);
  ~ThreadTeam();
  ThreadTeam(const ThreadTeam&) = delete;
  ThreadTeam& operator=(const ThreadTeam&) = delete;

  int size() const { return size_; }

  /// Calls work(i) for all i from 0 to n − 1, each thread a contiguous range of them, and returns when all
  /// are done. The work must not throw. Loops with fewer than `least` iterations per thread run on the
  /// calling thread.
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
