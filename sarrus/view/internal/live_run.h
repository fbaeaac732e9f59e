#pragma once
/// @file
/// A simulation that browsers watch and act on, between its pieces.

#include <atomic>
#include <exception>
#include <limits>

#include "sarrus/view/internal/live_view.h"
#include "sarrus/view/internal/pace.h"

namespace sarrus::internal {

class LiveRun {
 public:
  /// `patience`: seconds without a browser after which nobody is thought to watch any more; longer than it
  /// takes to load the page anew.
  LiveRun(LiveView& view, Simulation& simulation, double duration, const ViewerOptions& options,
          double patience = 10);

  /// Runs until the end, until the simulation stops by itself, or until `stop` is set.
  Outcome run(const std::atomic<bool>& stop);

 private:
  static constexpr double infinity = std::numeric_limits<double>::infinity();

  double time() const { return simulation_.state().time(); }
  /// The length of a piece, in seconds of motion.
  double piece() const;
  void handle(const BrowserMessage& message);
  void change(const BrowserMessage& message);
  void restart(const State& from);
  void set_paused(bool paused);
  void set_rate(double rate);
  void pause_at_events(bool on);
  Outcome advance();
  void fail(const std::string& reason);
  void notice_events();
  void look_who_watches();
  void wait(double seconds);
  void show();
  void tell();

  LiveView& view_;
  Simulation& simulation_;
  const State initial_;
  double duration_, end_, rate_, frame_interval_, patience_;
  bool paused_, paused_by_browser_ = false, pauses_at_events_ = false;
  double pause_at_ = infinity;  // the end of a single step
  Pace pace_;
  double shown_at_ = -infinity, watched_at_ = -infinity;  // on the clock
  std::map<std::string, double> events_;                  // the last times that browsers know of
  std::exception_ptr failure_;                            // of the integration
  std::string text_;                                      // of the status
};

}  // namespace sarrus::internal
