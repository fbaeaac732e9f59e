#pragma once
/// @file
#include "sarrus/base/array.h"
#include "sarrus/ode/integrator.h"
#include "sarrus/simulate/system_problem.h"

namespace sarrus {

/// The crossings that happen first within a step.
struct FoundCrossings {
  Array<int> events;  ///< Numbers of the events, in the order in which they happen; empty: there is none.
  double before = 0;  ///< The last time at which none of them has happened,
  double after = 0;   ///< and the first known at which all of them have.
};

/// Watches the witnesses of a System's events and finds when they pass through zero.
///
/// Within a step they are looked at in its end and at one time in between, then wherever one of them may pass
/// through zero and come back between two looks: where it is nearer to zero than a few times the height of
/// the parabola through neighboring values above their chord. A witness that has just triggered may come
/// back at once, as that of a ball that hardly bounces: it is looked at after h/2ⁿ, …, h/4, h/2 and h.
class EventFinder {
 public:
  explicit EventFinder(SystemProblem& problem);

  bool has_crossings() const { return !crossings_.empty(); }
  /// Takes the problem's present state as the one before the next search.
  void look();
  /// Searches the integrator's last step, from the time of the last look to `end`. The problem is left
  /// anywhere.
  void find(const Integrator& integrator, double end, FoundCrossings& found);
  /// Adds to `events` those whose witnesses somebody has made jump through zero since the last look, at the
  /// same time; not those among `called`, which have done so themselves. Then looks.
  void find_jumps(const Array<int>& called, Array<int>& events);

 private:
  struct Watched {
    int event;  // number in the layout
    Crossing direction;
    double window;
    double triggered;  // when that was last
  };
  /// Two times between which something happens, with the witnesses there.
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
  // Samples of all witnesses in the order of time
  double* sample(std::size_t i) { return samples_.data() + i * count(); }
  void add_sample(const Integrator& integrator, std::size_t at, double t);
  void take_first_samples(const Integrator& integrator, double end);
  double hidden_turn(std::size_t i);
  bool detect(const Integrator& integrator, double end);
  void localize(const Integrator& integrator);

  SystemProblem& problem_;
  Array<Watched> crossings_;
  double time_ = 0;       // of the last look
  Array<double> values_;  // of the witnesses then
  Array<double> sample_times_, samples_;
  Bracket bracket_;
  Array<double> probe_, y_;
  Array<std::pair<double, int>> order_;
};

}  // namespace sarrus
