#include "sarrus/view/recording.h"

#include <algorithm>
#include <cmath>

namespace sarrus {

Recording::Recording(const Scene& scene, std::string name)
    : name_(std::move(name)), scene_(std::make_shared<const Scene>(scene)), sampler_(scene) {
  columns_ = static_cast<int>(7 * scene.bodies.size() + scene.signals.size() + 6 * scene.arrows.size());
}

Recording::Recording(const Trajectory& trajectory, const Scene& scene, const RecordingOptions& options)
    : Recording(scene, options.name) {
  require(std::isfinite(options.rate) && options.rate > 0,
          "a motion cannot be recorded at a rate of {} frames per second; give a positive number",
          options.rate);
  require(!trajectory.empty(), "a trajectory without states cannot be recorded");
  events_ = options.events;
  const double start = trajectory.front().time(), end = trajectory.back().time();
  const double same = 1e-6 / options.rate;  // times closer than this are one
  double frame = 0;
  const auto time_of = [&] { return start + frame / options.rate; };
  const auto add_frames_before = [&](double time) {
    for (; time_of() < time - same; ++frame) add(trajectory.at(time_of()));
  };
  for (std::size_t i = 1; i < trajectory.size(); ++i) {
    const double time = trajectory[i].time();
    if (time != trajectory[i - 1].time()) continue;
    // A jump: frames up to it, and the rows before and after it.
    add_frames_before(time);
    if (times_.empty() || times_.back() < time) add(trajectory[i - 1]);
    add(trajectory[i]);
    const bool has_mark = std::any_of(events_.begin(), events_.end(), [&](const MotionEvent& event) {
      return std::abs(event.time - time) <= same;
    });
    if (!has_mark) add_event(time, "jump");
    if (time_of() <= time + same) ++frame;
  }
  add_frames_before(end);
  if (times_.empty() || times_.back() < end) add(trajectory.back());
  std::stable_sort(events_.begin(), events_.end(),
                   [](const MotionEvent& a, const MotionEvent& b) { return a.time < b.time; });
}

void Recording::add(const State& state) {
  require(times_.empty() || state.time() >= times_.back(),
          "a frame of t = {} s cannot follow one of t = {} s in the motion '{}'", state.time(),
          times_.empty() ? 0 : times_.back(), name_);
  sampler_.sample(state, frame_);
  times_.push_back(frame_.time);
  numbers_.insert(numbers_.end(), frame_.numbers.begin(), frame_.numbers.end());
}

}  // namespace sarrus
