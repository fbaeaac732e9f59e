#include "sarrus/simulate/real_time.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace sarrus {

namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

/// A buffer of frames between two threads. Either side can end it.
class FrameBuffer {
 public:
  explicit FrameBuffer(std::size_t capacity) : capacity_(capacity) {}

  /// Waits for space and adds a frame. Returns false if the buffer was closed.
  bool push(const State& frame) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return frames_.size() < capacity_ || closed_; });
    if (closed_) return false;
    frames_.push_back(frame);
    changed_.notify_all();
    return true;
  }
  /// Waits for a frame. Returns none if there will be no more.
  std::optional<State> pop() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !frames_.empty() || ended_; });
    if (frames_.empty()) return std::nullopt;
    State frame = std::move(frames_.front());
    frames_.pop_front();
    changed_.notify_all();
    return frame;
  }
  /// Waits until the buffer is full or no more frames will come.
  void fill() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return frames_.size() >= capacity_ || ended_; });
  }
  void end() { set(ended_); }     // called by the producer
  void close() { set(closed_); }  // called by the consumer

 private:
  void set(bool& flag) {
    const std::lock_guard lock(mutex_);
    flag = true;
    changed_.notify_all();
  }
  std::size_t capacity_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<State> frames_;
  bool ended_ = false, closed_ = false;
};

/// Shows the frames at their times.
void show_steadily(FrameBuffer& buffer, const std::function<bool(const State&)>& show, Seconds interval,
                   RealTimeReport& report) {
  Clock::time_point due = Clock::now();
  while (const std::optional<State> frame = buffer.pop()) {
    if (const Seconds late = Clock::now() - due; late > interval / 2) {
      ++report.late;
      report.largest_delay = std::max(report.largest_delay, late.count());
      due = Clock::now();
    }
    std::this_thread::sleep_until(due);
    ++report.frames;
    due += std::chrono::duration_cast<Clock::duration>(interval);
    if (!show(*frame)) return;
  }
}

}  // namespace

RealTimeReport run_in_real_time(const State& initial, double duration,
                                const std::function<bool(const State&)>& show, SimulationOptions simulation,
                                const RealTimeOptions& options) {
  require(std::isfinite(options.frame_rate) && options.frame_rate > 0,
          "a frame rate of {} per second is impossible", options.frame_rate);
  require(std::isfinite(options.delay) && options.delay >= 0, "frames cannot be delayed by {} s",
          options.delay);
  require(std::isfinite(options.speed) && options.speed > 0, "time cannot run at {} times its speed",
          options.speed);
  constexpr double most_frames = 1000;  // states in memory
  FrameBuffer buffer(std::lround(std::clamp(options.delay * options.frame_rate, 1.0, most_frames)));
  RealTimeReport report;
  std::exception_ptr of_simulation, of_show;
  bool wanted = true;
  simulation.every = options.speed / options.frame_rate;
  simulation.frame = [&, also = simulation.frame](const State& state) {
    if (also) also(state);
    wanted = wanted && buffer.push(state);
  };
  simulation.progress = [&, also = simulation.progress](const SimulationProgress& progress) {
    return wanted && (!also || also(progress));
  };
  std::thread producer([&] {
    try {
      Simulation run(initial, simulation);
      report.outcome = run.run(duration);
      run.finish();
    } catch (...) {
      of_simulation = std::current_exception();
    }
    buffer.end();
  });
  buffer.fill();
  try {
    show_steadily(buffer, show, Seconds(1 / options.frame_rate), report);
  } catch (...) {
    of_show = std::current_exception();
  }
  buffer.close();
  producer.join();
  for (const std::exception_ptr& failure : {of_show, of_simulation})
    if (failure) std::rethrow_exception(failure);
  return report;
}

}  // namespace sarrus
