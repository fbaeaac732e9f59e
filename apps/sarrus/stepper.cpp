#include "apps/sarrus/stepper.h"

#include <fmt/format.h>

#include <cmath>

#include "apps/sarrus/interrupt.h"
#include "apps/sarrus/motion_text.h"
#include "apps/sarrus/numbers_text.h"
#include "apps/sarrus/progress_bar.h"
#include "apps/sarrus/simulation_output.h"
#include "apps/sarrus/standard_streams.h"
#include "apps/sarrus/stepping_json.h"
#include "apps/sarrus/text_table.h"
#include "sarrus/rigid/dry_friction.h"
#include "sarrus/rigid/rigid_contact.h"
#include "sarrus/rigid/time_stepping.h"

namespace sarrus {

namespace {

constexpr double usual_step = 1e-3;  // [s]

std::string rigid_line(const Model& model, const RigidParts& rigid, LimitStops limits,
                       const ChosenContact& contact) {
  std::string parts = contact.is_on() ? "contact" : "";
  const auto add = [&](std::size_t count, const char* what) {
    if (count > 0)
      parts += fmt::format("{}{} of {}", parts.empty() ? "" : ", ", what, counted(count, "joint"));
  };
  if (limits == LimitStops::hard) add(count_limited_joints(model), "limits");
  add(rigid.frictions, "dry friction");
  return fmt::format("  rigid        {}\n", parts.empty() ? "nothing" : parts) +
         (limits == LimitStops::hard ? "" : limit_line(model, limits));
}

std::string contact_lines(const TimeStepping& stepping, const ChosenContact& contact) {
  if (contact.line.empty()) return "";
  std::string text = fmt::format("  contact      {}\n", contact.line);
  if (!contact.is_on()) return text;
  std::size_t count = 0;
  double sum = 0;
  for (const RigidForce& force : stepping.forces())
    if (force.body1 >= 0 && force.mode != RowMode::open) ++count, sum += force.normal_force();
  text += fmt::format("               {} at the end", count == 0 ? "none" : counted(count, "contact"));
  if (count > 0) text += fmt::format(", normal forces {:.6g} N in all", sum);
  return text + '\n';
}

std::string steps_text(const SteppingReport& done, const TimeSteppingOptions& options) {
  if (options.accuracy == 0) return fmt::format("steps of {}", seconds_text(options.step));
  return fmt::format("accuracy {:g}, steps of {} to {}", options.accuracy, seconds_text(done.shortest_step),
                     seconds_text(done.longest_step));
}

/// A summary in a few lines.
std::string summary(const TimeStepping& stepping, const State& initial, const TimeSteppingOptions& options,
                    const RigidParts& rigid, LimitStops limits, const ChosenContact& contact) {
  const SteppingReport& done = stepping.report();
  const double simulated = stepping.state().time() - initial.time(), wall = stepping.wall_seconds();
  std::string text =
      fmt::format("Simulated {:.6g} s of '{}' in {}", simulated, initial.model().name(), seconds_text(wall));
  if (simulated > 0 && wall > 0) text += fmt::format(": {} times real time", short_number(simulated / wall));
  text += fmt::format("\n  method       time stepping, {}\n", steps_text(done, options));
  text += rigid_line(initial.model(), rigid, limits, contact);
  text += fmt::format("  steps        {}", done.steps);
  if (done.steps > 0)
    text += fmt::format(", {} each; {} rows on average", seconds_text(wall / static_cast<double>(done.steps)),
                        short_number(static_cast<double>(done.rows) / static_cast<double>(done.steps)));
  if (done.rejections > 0) text += fmt::format("; {} repeated", done.rejections);
  if (done.unresolved > 0) text += fmt::format("; {} not resolved by the shortest step", done.unresolved);
  text += fmt::format("\n  errors       {}at most {:.2g} per step, {:.2g} in total",
                      options.accuracy > 0 ? "" : "of coordinates ", done.largest_error, done.summed_error);
  text += fmt::format(
      "\n               of forces at most {:.2g} of the motion; largest overlap {:.3g} mm{}\n",
      done.worst.scale > 0 ? done.worst.complementarity / done.worst.scale : 0.0,
      1000 * done.largest_penetration,
      done.relaxed > 0
          ? fmt::format("; {} of {} problems solved without exact sliding", done.relaxed, done.problems)
          : "");
  const SteppingEnergy energy = stepping.energy_balance();
  text += fmt::format(
      "  energy       {:.6g} J, then {:.6g} J; by rigid parts and constraints {:.6g} J, by other forces and "
      "errors {:.6g} J\n",
      energy.initial, energy.energy(), energy.by_rigid, energy.by_forces());
  return text + contact_lines(stepping, contact);
}

}  // namespace

std::string friction_line(const RigidParts& rigid) {
  if (rigid.frictions == 0) return "";
  return fmt::format("  rigid        dry friction of {}\n", counted(rigid.frictions, "joint"));
}

RigidParts add_rigid_parts(SystemBuilder& builder, const LoadedModel& robot, const ChosenContact& contact) {
  RigidParts parts;
  if (contact.is_on()) {
    builder.disable(contact.element);
    builder.add("rigid_contact", RigidContact(contact.contact->surfaces(),
                                              {.friction = contact.contact->options().rules.friction,
                                               .filter = contact.contact->options().filter}));
  }
  parts.frictions = add_dry_friction(builder, robot);
  return parts;
}

std::size_t add_dry_friction(SystemBuilder& builder, const LoadedModel& robot) {
  std::size_t joints = 0;
  for (const Body& body : builder.model().bodies())
    for (const LoadedJoint& joint : robot.joints) {
      if (joint.joint != body.joint_name || !(joint.friction > 0)) continue;
      for (int k = 0; k < body.nu; ++k)
        builder.add(joint.joint + ".friction" + (body.nu == 1 ? "" : std::to_string(k)),
                    DryFriction(Mobility(joint.joint, k), joint.friction));
      joints += body.nu > 0 ? 1 : 0;
    }
  return joints;
}

int simulate_in_steps(const SimulateCommand& command, const State& initial, const ChosenContact& contact,
                      const RigidParts& rigid, LimitStops limits) {
  const InterruptWatch watch;
  SimulationOutput output(command, initial, StatesGiven::stepped);
  ProgressBar bar(!command.quiet);
  std::FILE* words = command.prints_data() ? stderr : stdout;
  TimeSteppingOptions options;
  options.step = command.fixed_step > 0 ? command.fixed_step : usual_step;
  if (command.has_accuracy) options.accuracy = command.accuracy;
  options.every = command.every;
  options.record = false;
  options.report = [&](const State& state) { output.add(state); };
  options.progress = [&](const SimulationProgress& progress) {
    bar.show(progress);
    return !watch.interrupted();
  };
  TimeStepping stepping(initial, options);
  std::string failure;
  try {
    stepping.run(command.duration);
  } catch (const Error& error) {
    failure = error.what();
  }
  bar.clear();
  const std::string written = complete(output, stepping.state(), failure);
  if (command.json && failure.empty())
    fmt::print("{}\n", stepping_json(stepping, initial, options, output.motion(),
                                     watch.interrupted() ? "interrupted" : "finished"));
  if (!command.quiet) {
    const bool tells = failure.empty() && !command.json;
    std::string text = tells ? summary(stepping, initial, options, rigid, limits, contact) : "";
    if (watch.interrupted()) text += fmt::format("  interrupted at t = {:.6g} s\n", stepping.state().time());
    if (tells && command.output.empty()) text += motion_text(initial.model(), output.motion());
    std::fputs((text + written).c_str(), words);
  }
  require(failure.empty(), "{}", failure);
  return watch.interrupted() ? ExitStatus::of_signal + watch.signal() : ExitStatus::done;
}

}  // namespace sarrus
