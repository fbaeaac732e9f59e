#include "sarrus/base/thread_team.h"

#include <atomic>
#include <thread>

#include "sarrus/base/array.h"
#include "sarrus/base/error.h"

namespace sarrus {

/// The threads other than the caller's, and their current work.
struct ThreadTeam::Members {
  // Set before `round` is raised, read by the others afterwards.
  Call call = nullptr;
  const void* work = nullptr;
  int n = 0;
  bool stop = false;
  std::atomic<unsigned> round{0};
  std::atomic<int> busy{0};
  Array<std::thread> threads;

  /// Runs the iterations assigned to one of `size` members.
  void share(int member, int size) const {
    const auto bound = [&](int k) { return static_cast<int>(static_cast<long>(n) * k / size); };
    for (int i = bound(member); i < bound(member + 1); ++i) call(work, i);
  }
  void serve(int member, int size) {
    for (unsigned seen = 0;;) {
      round.wait(seen);
      seen = round.load();
      if (stop) return;
      share(member, size);
      if (busy.fetch_sub(1) == 1) busy.notify_one();
    }
  }
};

ThreadTeam::ThreadTeam(int threads) : size_(threads), members_(std::make_unique<Members>()) {
  require(threads >= 1 && threads <= 1024, "a team of {} threads was asked for; give 1 to 1024", threads);
  for (int member = 1; member < threads; ++member)
    members_->threads.emplace_back([this, member] { members_->serve(member, size_); });
}

ThreadTeam::~ThreadTeam() {
  members_->stop = true;
  members_->round.fetch_add(1);
  members_->round.notify_all();
  for (std::thread& thread : members_->threads) thread.join();
}

void ThreadTeam::run(int n, Call call, const void* work) {
  members_->n = n, members_->call = call, members_->work = work;
  members_->busy.store(size_ - 1);
  members_->round.fetch_add(1);
  members_->round.notify_all();
  members_->share(0, size_);
  for (int busy = members_->busy.load(); busy > 0; busy = members_->busy.load()) members_->busy.wait(busy);
}

}  // namespace sarrus
