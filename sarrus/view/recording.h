#pragma once
/// @file
#include "sarrus/scene/frame_sampler.h"
#include "sarrus/simulate/trajectory.h"

namespace sarrus {

/// How a trajectory is recorded.
struct RecordingOptions {
  double rate = 30;  ///< Frames per second of the motion.
  std::string name = "motion";
  /// Marks on the time line, in place of the trajectory's own events of the same time.
  Array<MotionEvent> events{};
};

/// A motion of a Scene as a table of frames, for a page.
///
///     Recording recording(trajectory, make_scene(system));
class Recording {
 public:
  /// Frames of a trajectory at equal distances in time, and both rows of each of its jumps. Its events are
  /// marks, except those that happen more often than there are frames, such as the samples of a controller; a
  /// jump without an event is marked "jump".
  Recording(const Trajectory& trajectory, const Scene& scene, const RecordingOptions& options = {});
  /// An empty record, to which frames are added.
  explicit Recording(const Scene& scene, std::string name = "motion");

  /// Appends a frame. Its time may not be before that of the last one.
  void add(const State& state);
  void add_event(double time, std::string name) { events_.push_back({time, std::move(name)}); }

  const std::string& name() const { return name_; }
  /// The scene that moves.
  const Scene& scene() const { return *scene_; }
  int frames() const { return static_cast<int>(times_.size()); }
  /// The number of numbers of a frame.
  int columns() const { return columns_; }
  const Array<double>& times() const { return times_; }
  /// The numbers of all frames, one frame after the other.
  const Array<float>& numbers() const { return numbers_; }
  const Array<MotionEvent>& events() const { return events_; }

 private:
  std::string name_;
  std::shared_ptr<const Scene> scene_;
  FrameSampler sampler_;
  SceneFrame frame_;
  int columns_ = 0;
  Array<double> times_;
  Array<float> numbers_;
  Array<MotionEvent> events_;
};

}  // namespace sarrus
