#pragma once
/// @file
/// Time stepping: the study for mechanisms with rigid contacts, hard stops and dry friction, few or many.

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "sarrus/complementarity/cone_problem.h"
#include "sarrus/rigid/impact_law.h"
#include "sarrus/rigid/rigid_rows.h"
#include "sarrus/simulate/simulation.h"

namespace sarrus {

/// Options of time stepping. Those with names of SimulationOptions have the same meaning.
struct TimeSteppingOptions {
  /// Length of a step [s]. Steps are a little shorter where a multiple does not meet the times at which
  /// states are recorded. With `accuracy`: of the first one.
  double step = 1e-3;
  /// Positive: the largest error of a step, as a fraction of a unit change; the steps are as long as it
  /// permits. Zero: steps of one length, whatever their error.
  double accuracy = 0;
  ErrorNorm norm = ErrorNorm::rms;
  /// Limits of the steps with `accuracy` [s]. A jump of speeds whose size depends on the order of impacts,
  /// such as that of many balls in a row, may need shorter steps than the smallest, and is then accepted.
  /// Zero: a hundredth of the accuracy.
  double smallest_step = 0, largest_step = 0.05;
  /// Overlaps of surfaces and errors of constraints (in unit errors) beyond this are removed [m]. With
  /// `accuracy` it is a tenth of that at most, as the tolerance of the solver.
  double position_tolerance = 1e-6;
  /// Impacts slower than this are without restitution, so that what bounces comes to rest [m/s].
  double capture_speed = 0.01;
  ImpactLaw impact_law = ImpactLaw::poisson;
  /// Error of the cone problem of a step, relative to the size of the speeds; see ConeOptions.
  double solver_tolerance = 1e-9;
  /// True: implicit in the springs and dampers of joints, which may be stiff. False: explicit in all forces
  /// but the rigid ones.
  bool implicit_joints = true;
  /// Threads that solve the problems of groups of bodies that do not touch each other; zero: one per core.
  /// The results are the same, bit by bit, whatever their number.
  int threads = 1;
  double every = 0;
  std::function<void(const State&)> report{};
  std::function<void(const State&)> frame{};
  bool record = true;
  Array<RecordedOutput> outputs{};
  std::function<bool(const SimulationProgress&)> progress{};
};

/// How well the steps so far have gone.
struct SteppingReport {
  long steps = 0;
  long rejections = 0;  ///< Steps repeated with shorter ones, as their error was larger than the accuracy.
  long unresolved = 0;  ///< Steps of the smallest length whose error was larger.
  double shortest_step = 0, longest_step = 0, last_step = 0;  ///< [s]
  /// Estimated errors of steps, in unit changes; with steps of one length, of their coordinates alone.
  double largest_error = 0, summed_error = 0;
  long rows = 0;                       ///< Sum over all steps.
  int most_contacts = 0;               ///< Points that touched at once.
  int most_islands = 0;                ///< Groups of bodies that rows connect, each solved by itself.
  double largest_penetration = 0;      ///< At the beginning of a step [m].
  double penetration_at_start = 0;     ///< Of the state that was given [m].
  ConeCertificate worst{};             ///< Of the step whose problem was solved least well.
  double worst_time = 0;               ///< When that step began [s].
  long factorizations = 0;             ///< Of H, in all problems.
  long first_tries = 0, problems = 0;  ///< Problems solved with the modes of the step before, and all.
  long relaxed = 0;          ///< Problems of which the convex form was solved instead of the exact one.
  long limited_impacts = 0;  ///< Impacts in which restitution would have added energy and was reduced.
  long corrections = 0;      ///< Steps in which overlaps or errors of constraints were removed.
};

/// Energies since the start: E(t) − E(0) = by_rigid + by_events + by_forces.
struct SteppingEnergy {
  double kinetic = 0, potential = 0, initial = 0;
  /// Work of all rigid elements and constraints, also of motors with limited torque; lost if negative.
  double by_rigid = 0;
  double by_events = 0;  ///< Changes by handlers of events, and by change().
  double energy() const { return kinetic + potential; }
  /// Work of motors and dampers, and the error of the steps.
  double by_forces() const { return energy() - initial - by_rigid - by_events; }
};

/// The force of a rigid element in the last step.
struct RigidForce {
  std::string element;  ///< Its name.
  RowName name;         ///< Of contacts: the numbers of the surfaces, and the features that touch.
  RowMode mode = RowMode::open;
  int body1 = -1, body2 = -1;  ///< Of contacts; −1: the row acts on speeds.
  Vec3<double> point{}, normal{};
  double gap = 0;                  ///< At the beginning of the step.
  Vec3<double> force{}, moment{};  ///< On body 2 at the point, in world axes; mean over the step.
  double row_force = 0;            ///< Of other rows: the generalized force; of a rope, its tension.
  double normal_force() const { return dot(force, normal); }
};

/// Advances a State of a System whose elements may be rigid (RigidContact, HardStops, DryFriction,
/// BearingFriction, UnilateralConstraint, Rope, Clutch, Freewheel, Ratchet, TorqueLimitedMotor, SpeedLimit),
/// in steps of one length or to an accuracy. Each step solves one exact cone problem per group of bodies that
/// touch: friction cones are round, what sticks does not creep, and constraints belong to the same problem.
/// Everything that is not rigid acts as in a Simulation, with an error proportional to the step.
///
///     TimeStepping stepping(system.default_state(), {.step = 1e-3});
///     stepping.run(2.0);
///
/// With an accuracy each step is compared with two half steps (sarrus/rigid/internal/compared_steps.h),
/// whose result is kept; steps whose error is too large are repeated with shorter ones. Where the same
/// contacts hold and slide before and after, the result is of second order.
///
///     TimeStepping stepping(system.default_state(), {.accuracy = 1e-4});
///
/// Events of the System are handled as in a Simulation: a step in which a witness crosses zero is taken anew
/// so that it ends there, within a millionth of its length or the event's window; steps end where an event is
/// scheduled. A witness that crosses zero twice within one step is not seen to. Impulses that follow from
/// changes, as where a handler enables a constraint, come with the next step.
class TimeStepping {
 public:
  /// Starts from a state of a System, which it copies.
  explicit TimeStepping(const State& initial, const TimeSteppingOptions& options = {});
  ~TimeStepping();
  TimeStepping(TimeStepping&&) noexcept;

  /// Advances to a time, or by a duration. Throws an Error on failure; state() and trajectory() then keep
  /// everything up to it. Can be called again to continue.
  Outcome run_until(double time);
  Outcome run(double duration) { return run_until(state().time() + duration); }
  /// Takes one step, of the length in the options or as long as the accuracy permits.
  void step();

  const State& state() const;
  /// Calls the handlers of events at the end of the study as a whole, once.
  void finish();
  /// Changes the state between runs; events whose witnesses pass zero by it are handled. Nothing is
  /// remembered of the forces before.
  void change(const std::function<void(State&)>& make_changes);

  const Trajectory& trajectory() const;
  /// A table of time and the outputs in the options.
  const NumberTable& outputs() const;
  /// The forces of all rigid elements in the last step (its second half, with an accuracy): contacts, stops
  /// and joints that touched, held or were within reach.
  Array<RigidForce> forces() const;
  const SteppingReport& report() const;
  SteppingEnergy energy_balance() const;
  /// How often each event has happened, and when it last did.
  const std::map<std::string, long>& event_counts() const;
  const std::map<std::string, double>& last_event_times() const;
  /// The reason that a handler gave for ending the last run.
  const std::string& stop_reason() const;
  double wall_seconds() const;

 private:
  class Run;
  std::unique_ptr<Run> run_;
};

}  // namespace sarrus
