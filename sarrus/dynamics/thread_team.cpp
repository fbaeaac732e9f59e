#include "sarrus/dynamics/thread_team.h"

#include "sarrus/base/error.h"

namespace sarrus {

ThreadTeam::ThreadTeam(int threads) {
  require(threads >= 1 && threads <= 1024, "a team of {} threads was asked for; give 1 to 1024", threads);
  for (int member = 1; member < threads; ++member) threads_.emplace_back([this, member] { serve(member); });
}

ThreadTeam::~ThreadTeam() {
  stop_ = true;
  round_.fetch_add(1);
  round_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void ThreadTeam::run(int n, Call call, const void* work) {
  n_ = n, call_ = call, work_ = work;
  busy_.store(size() - 1);
  round_.fetch_add(1);
  round_.notify_all();
  share(0);
  for (int busy = busy_.load(); busy > 0; busy = busy_.load()) busy_.wait(busy);
}

/// The part of the loop that falls to one member.
void ThreadTeam::share(int member) const {
  const auto bound = [this](int k) {
    return static_cast<int>(static_cast<long>(n_) * k / static_cast<long>(threads_.size() + 1));
  };
  for (int i = bound(member); i < bound(member + 1); ++i) call_(work_, i);
}

void ThreadTeam::serve(int member) {
  for (unsigned seen = 0;;) {
    round_.wait(seen);
    seen = round_.load();
    if (stop_) return;
    share(member);
    if (busy_.fetch_sub(1) == 1) busy_.notify_one();
  }
}

}  // namespace sarrus
