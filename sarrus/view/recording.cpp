#include "sarrus/view/recording.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>

namespace sarrus {

namespace {

/// The events of a trajectory of names that occur at most so many times.
Array<MotionEvent> rare_events(const Trajectory& trajectory, double most) {
  std::map<std::string_view, int> counts;
  for (const MotionEvent& event : trajectory.events()) ++counts[event.name];
  Array<MotionEvent> rare = trajectory.events();
  std::erase_if(rare, [&](const MotionEvent& event) { return counts[event.name] > most; });
  return rare;
}

bool is_marked(const Array<MotionEvent>& marks, double time, double tolerance) {
  return std::any_of(marks.begin(), marks.end(),
                     [&](const MotionEvent& mark) { return std::abs(mark.time - time) <= tolerance; });
}

}  // namespace

Recording::Recording(const Scene& scene, std::string name)
    : name_(std::move(name)), scene_(std::make_shared<const Scene>(scene)), sampler_(scene) {
  columns_ = frame_width(scene);
}

Recording::Recording(const Trajectory& trajectory, const Scene& scene, const RecordingOptions& options)
    : Recording(scene, options.name) {
  require(std::isfinite(options.rate) && options.rate > 0,
          "a motion cannot be recorded at a rate of {} frames per second; give a positive number",
          options.rate);
  require(!trajectory.empty(), "a trajectory without states cannot be recorded");
  const double start = trajectory.front().time(), end = trajectory.back().time();
  const double same = 1e-6 / options.rate;  // times closer than this are one
  events_ = options.events;
  for (const MotionEvent& event : rare_events(trajectory, 1 + (end - start) * options.rate))
    if (!is_marked(options.events, event.time, same)) events_.push_back(event);
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
    if (!is_marked(events_, time, same)) add_event(time, "jump");
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
