#pragma once
/// @file
#include "sarrus/ode/integrator.h"
#include "sarrus/study/system_problem.h"

namespace sarrus {

/// The crossings that happen first within a step.
struct FoundCrossings {
  std::vector<int>
      events;         ///< Numbers of the events, in the order in which they happen; empty: there is none.
  double before = 0;  ///< The last time at which none of them has happened,
  double after = 0;   ///< and the first known at which all of them have.
};

/// Watches the witnesses of a System's events and finds when they pass through zero.
class EventFinder {
 public:
  explicit EventFinder(SystemProblem& problem);

  bool has_crossings() const { return !crossings_.empty(); }
  /// Takes the problem's present state as the one before the next search.
  void look();
  /// Searches the integrator's last step, from the time of the last look to `end`. The problem is left
  /// anywhere.
  FoundCrossings find(const Integrator& integrator, double end);

 private:
  struct Watched {
    int event;  // number in the layout
    double window;
    double value = 0;  // at the time of the last look
  };
  struct Bracket;
  std::vector<double> values_at(const Integrator& integrator, double t);
  std::vector<double> values() const;
  bool crosses(const Watched& watched, double before, double after) const;
  bool is_armed(const Watched& watched) const;
  /// Sets `end` to a time at which something has happened since the last look, if there is one.
  bool detect(const Integrator& integrator, Bracket& bracket);
  void localize(const Integrator& integrator, Bracket& bracket);

  SystemProblem& problem_;
  std::vector<Watched> crossings_;
  double time_ = 0;  // of the last look
  std::vector<double> y_;
};

}  // namespace sarrus
