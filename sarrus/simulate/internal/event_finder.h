#pragma once
/// @file
#include "sarrus/base/array.h"
#include "sarrus/ode/integrator.h"
#include "sarrus/simulate/internal/system_problem.h"

namespace sarrus::internal {

/// The first zero crossings within a step.
struct FoundCrossings {
  Array<int> events;  ///< Numbers of the events, in the order of their times; empty: there is none.
  double before = 0;  ///< The last known time before all of these events.
  double after = 0;   ///< The first known time after all of these events.
};

/// Watches the witness functions of a System's events and locates their zero crossings.
///
/// Within a step of length h they are sampled at its end and at one time in between, then wherever one of
/// them may cross zero twice between two samples: where it is closer to zero than a few times the height of
/// the parabola through neighboring values above their chord. A witness that has just triggered may return at
/// once, as that of a ball that hardly bounces: it is sampled after h/2ⁿ, …, h/4, h/2 and h.
class EventFinder {
 public:
  explicit EventFinder(SystemProblem& problem);

  bool has_crossings() const { return !crossings_.empty(); }
  /// Samples the witnesses in the problem's present state, where the next search starts.
  void look();
  /// Adds to `events` those of rigid elements whose witnesses are beyond zero at the last look.
  void find_due(Array<int>& events) const;
  /// Searches the integrator's last step, from the time of the last look to `end`. Afterwards the problem may
  /// be at any time in between.
  void find(const Integrator& integrator, double end, FoundCrossings& found);
  /// Adds to `events` those whose witnesses have jumped through zero since the last look, at the same time;
  /// except those in `called`, whose own handlers caused the jump. Then looks.
  void find_jumps(const Array<int>& called, Array<int>& events);

 private:
  struct Watched {
    int event;  // number in the layout
    Crossing direction;
    double window;
    double triggered;  // time of the last trigger
  };
  /// Two times that bracket a zero crossing, with the witnesses there.
  struct Bracket {
    double begin = 0, end = 0;
    Array<double> at_begin, at_end;
  };
  std::size_t count() const { return crossings_.size(); }
  void read_witnesses(Out<double> values) const;
  void read_witnesses(const Integrator& integrator, double t, Out<double> values);
  static bool crosses(const Watched& watched, double before, double after);
  bool any_crosses(const double* before, const double* after) const;
  bool may_return_at_once(std::size_t witness) const;
  // Samples of all witnesses, in chronological order
  double* sample(std::size_t i) { return samples_.data() + i * count(); }
  void add_sample(const Integrator& integrator, std::size_t at, double t);
  void take_first_samples(const Integrator& integrator, double end);
  double hidden_turn(std::size_t i);
  bool detect(const Integrator& integrator, double end);
  void localize(const Integrator& integrator);

  SystemProblem& problem_;
  Array<Watched> crossings_;
  double time_ = 0;       // time of the last look
  Array<double> values_;  // witnesses at the last look
  Array<double> sample_times_, samples_;
  Bracket bracket_;
  Array<double> probe_, y_;
  Array<std::pair<double, int>> order_;
};

}  // namespace sarrus::internal
