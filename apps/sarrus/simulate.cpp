#include "apps/sarrus/simulate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "apps/sarrus/contact_record.h"
#include "apps/sarrus/interrupt.h"
#include "apps/sarrus/limit_stops.h"
#include "apps/sarrus/motion_text.h"
#include "apps/sarrus/progress_bar.h"
#include "apps/sarrus/scenario.h"
#include "apps/sarrus/simulation_output.h"
#include "apps/sarrus/simulation_summary.h"
#include "apps/sarrus/standard_streams.h"
#include "apps/sarrus/stepper.h"
#include "apps/sarrus/view.h"
#include "sarrus/diagnose/diagnosis.h"
#include "sarrus/simulate/real_time.h"

namespace sarrus {

namespace {

/// Thrown while a state is reported, to end a run.
struct Interruption {};

/// Throws an Error for durations and steps that do not advance time in floating-point numbers.
void check_times(const SimulateCommand& command, double start) {
  constexpr double coarsest = 1e-6;
  const double end = start + command.duration, latest = std::max(std::abs(start), std::abs(end));
  const double resolution = latest * std::numeric_limits<double>::epsilon();
  require(resolution <= coarsest,
          "a simulation from t = {:g} s to {:g} s is too long: double precision resolves times there only to "
          "{:.2g} s; "
          "give a shorter --duration, or begin earlier",
          start, end, resolution);
  const auto require_progress = [&](const char* option, double step) {
    require(step == 0 || command.duration == 0 || step > 2 * resolution,
            "{} {:g}: so short a step does not move the clock at t = {:g} s; give more than {:.2g} s", option,
            step, end, 2 * resolution);
  };
  require_progress("--fixed-step", command.fixed_step);
  require_progress("--every", command.every);
}

SimulationOptions simulation_options(const SimulateCommand& command, const ChosenContact& contact) {
  SimulationOptions options;
  options.accuracy = command.accuracy;
  options.integrator = command.integrator;
  options.fixed_step = command.fixed_step;
  options.every = command.every;
  if (contact.is_on() && command.fixed_step == 0) options.largest_step = longest_step_with_contact;
  options.energy_balance = true;
  options.record = false;
  return options;
}

/// Prints lines with time and coordinates in real time.
int simulate_in_real_time(const State& initial, const SimulateCommand& command,
                          const ChosenContact& contact) {
  constexpr int most = 8;
  const InterruptWatch watch;
  SimulationOutput output(command, initial);
  std::FILE* words = command.prints_data() ? stderr : stdout;
  const int shown = std::min(initial.nq(), most);
  if (!command.quiet) {
    std::string heading = fmt::format("{:>14} ", "t [s]");
    for (int i = 0; i < shown; ++i) heading += fmt::format(" {:>9.9}", initial.model().coordinates()[i].name);
    std::fputs((heading + "\n").c_str(), words);
  }
  State last = initial;
  const auto show = [&](const State& state) {
    output.add(state);
    last = state;
    if (!command.quiet) {
      std::string line = fmt::format("{:14.3f} ", state.time());
      for (int i = 0; i < shown; ++i) line += fmt::format(" {:9.4f}", state.q(i));
      std::fputs((line + (state.nq() > shown ? " …\n" : "\n")).c_str(), words);
      std::fflush(words);
    }
    return !watch.interrupted();
  };
  RealTimeOptions pace;
  if (command.every > 0) pace.frame_rate = 1 / command.every;
  RealTimeReport report;
  std::string failure;
  try {
    report = run_in_real_time(initial, command.duration, show, simulation_options(command, contact), pace);
  } catch (const Error& error) {
    failure = error.what();
  }
  const std::string written = complete(output, last, failure);
  if (!command.quiet)
    std::fputs(fmt::format("{} frames, {} late by at most {:.3g} s\n{}", report.frames, report.late,
                           report.largest_delay, written)
                   .c_str(),
               words);
  require(failure.empty(), "{}", failure);
  return watch.interrupted() ? ExitStatus::of_signal + watch.signal() : ExitStatus::done;
}

/// The explanation of a run that failed at its start, if the mechanism is at fault; otherwise the failure
/// itself.
std::string explain(const State& initial, const State& end, const std::string& failure) {
  if (end.time() > initial.time()) return failure;
  try {
    const Diagnosis diagnosis = diagnose(initial);
    if (diagnosis.massless_joints.empty()) return failure;
    for (const std::string& sentence : diagnosis.sentences())
      if (sentence.starts_with("No mass moves")) return sentence + " Give it mass, or weld its joint.";
  } catch (const Error&) {  // the first failure says more
  }
  return failure;
}

/// One run from beginning to end, with its messages.
class Run {
 public:
  Run(const SimulateCommand& command, const State& initial, const ChosenContact& contact, LimitStops limits,
      const RigidParts& rigid)
      : command_(command),
        initial_(initial),
        limits_(limits),
        rigid_(rigid),
        contacts_(contact),
        words_(command.prints_data() ? stderr : stdout),
        options_(simulation_options(command, contact)),
        output_(command, initial),
        bar_(!command.quiet) {
    options_.progress = [this](const SimulationProgress& progress) {
      bar_.show(progress);
      return !watch_.interrupted();
    };
    options_.report = [this](const State& state) {
      output_.add(state);
      contacts_.add(state);
      if (watch_.interrupted()) throw Interruption();
    };
  }

  int run() {
    Simulation simulation(initial_, options_);
    std::string failure;
    try {
      simulation.run(command_.duration);
    } catch (const Interruption&) {  // recorded by the watch
    } catch (const Error& error) {
      failure = explain(initial_, simulation.state(), error.what());
    }
    bar_.clear();
    if (failure.empty()) tell(simulation);
    const std::string written = complete(output_, simulation.state(), failure);
    if (!command_.quiet) print(written);
    require(failure.empty(), "{}", failure);
    const double energy = simulation.energy_balance().energy();
    require(std::isfinite(energy),
            "the energy at t = {:g} s is not a finite number: the simulation has diverged",
            simulation.state().time());
    return watch_.interrupted() ? ExitStatus::of_signal + watch_.signal() : ExitStatus::done;
  }

 private:
  void tell(const Simulation& simulation) {
    if (command_.json)
      fmt::print("{}\n", simulation_json(simulation, initial_, options_, output_.motion(), contacts_,
                                         watch_.interrupted() ? "interrupted" : "finished"));
    if (command_.quiet) return;
    if (!command_.json)
      print(summary(simulation, initial_, options_, output_.seconds()) +
            limit_line(initial_.model(), limits_) + friction_line(rigid_) +
            contacts_.text(simulation.state()));
    if (watch_.interrupted())
      print(fmt::format("  interrupted at t = {:.6g} s\n", simulation.state().time()));
    if (command_.output.empty() && !command_.json) print(motion_text(initial_.model(), output_.motion()));
    say(doubts(simulation, initial_, options_, output_.motion()));
  }

  /// Failures of standard output are checked at the end; those of standard error do not matter.
  void print(const std::string& text) const { std::fputs(text.c_str(), words_); }

  const SimulateCommand& command_;
  const State& initial_;
  const LimitStops limits_;
  const RigidParts rigid_;
  ContactRecord contacts_;
  std::FILE* words_;
  SimulationOptions options_;
  SimulationOutput output_;
  const InterruptWatch watch_;
  ProgressBar bar_;
};

}  // namespace

int simulate(const SimulateCommand& command) {
  const LoadedModel robot = load(command.model);
  RunStart begin = begin_run(command, robot);
  const Scenario& scenario = begin.scenario;
  StartState& start = begin.start;
  const ChosenContact& contact = scenario.contact;
  check_times(command, start.state.time());
  const std::string note_on_ground =
      place_on_ground(start.state, contact, command.initial, scenario.takes_steps);
  if (!command.quiet) say(warnings(robot.report) + begin.notes + contact.notes + note_on_ground);
  if (scenario.takes_steps)
    return simulate_in_steps(command, start.state, contact, scenario.rigid, scenario.limits);
  if (command.view)
    return view_live(robot, scenario.system, start.state, simulation_options(command, contact),
                     {.duration = command.duration, .address = command.address});
  return command.realtime ? simulate_in_real_time(start.state, command, contact)
                          : Run(command, start.state, contact, scenario.limits, scenario.rigid).run();
}

}  // namespace sarrus
