#include "apps/sarrus/view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <set>

#include "apps/sarrus/at_signal.h"
#include "apps/sarrus/command.h"
#include "apps/sarrus/gallery.h"
#include "apps/sarrus/motion_file.h"
#include "apps/sarrus/scenario.h"
#include "apps/sarrus/standard_streams.h"
#include "apps/sarrus/stops.h"
#include "sarrus/view/viewer.h"

namespace sarrus {

namespace {

/// Motions for files are computed as a whole and kept in memory.
void check(const ViewCommand& command) {
  constexpr double longest = 3600;
  const auto require_short = [&](const char* option, double time) {
    require_usage(!command.files.any() || time <= longest,
                  "{} {:g}: pages, pictures and films show at most {:g} s; give less", option, time, longest);
  };
  require_short("--duration", command.duration);
  require_short("--at", command.files.picture.at);
}

/// How long the motion for files is: as long as its picture needs where no duration is given.
double duration_for_files(const ViewCommand& command) {
  constexpr double usual = 10;
  return command.duration > 0 ? command.duration : std::max(usual, command.files.picture.at);
}

/// Sliders for the coordinates that are rates of speeds, within their limits or about where they are.
void add_sliders(const State& start, Viewer& viewer) {
  constexpr int most = 60;
  int count = 0;
  for (const Coordinate& coordinate : start.model().coordinates()) {
    const Body& body = start.model().body(coordinate.body);
    if (body.nq != body.nu || ++count > most) continue;
    const double now = start.q(coordinate.name), reach = coordinate.unit == "m" ? 0.5 : 3.2;
    viewer.add_coordinate(coordinate.name,
                          std::isfinite(coordinate.limits.lower) ? coordinate.limits.lower : now - reach,
                          std::isfinite(coordinate.limits.upper) ? coordinate.limits.upper : now + reach);
  }
}

/// The motions of a command, and their model if it is not given: the first motion stands in its place.
Array<MotionFile> read_motions(const ViewCommand& command, ModelFile& model) {
  Array<MotionFile> motions;
  if (is_motion_path(command.model.path)) {
    const std::string& path = command.model.path;
    motions.push_back(path.ends_with(".csv") ? MotionFile{path, {}} : read_motion_file(path));
    model.path = find_model_of_motion(motions.front());
  }
  for (const std::string& path : command.motions) motions.push_back(read_motion_file(path));
  for (const MotionFile& motion : motions) add_options_of_motion(motion, model.options);
  return motions;
}

SimulationOptions simulation_options(const ViewCommand& command, const ChosenContact& contact) {
  SimulationOptions options{.accuracy = command.accuracy};
  if (contact.is_on()) options.largest_step = longest_step_with_contact;
  return options;
}

/// Joint reactions can be shown where frames stay small with them: two arrows of 24 bytes for each joint.
SceneOptions scene_options(const State& start) {
  constexpr int most_bodies = 32;
  return {.reactions = start.model().body_count() <= most_bodies};
}

/// What the motions are called on the page: their files without folders, as long as these differ.
Array<std::string> names_of(const Array<MotionFile>& motions) {
  Array<std::string> names;
  for (const MotionFile& motion : motions)
    names.push_back(std::filesystem::path(motion.path).filename().string());
  if (std::set<std::string>(names.begin(), names.end()).size() == motions.size()) return names;
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = motions[i].path;
  return names;
}

Page make_page(const LoadedModel& robot, const State& start, const Array<MotionFile>& given,
               const ViewCommand& command, const ChosenContact& contact) {
  Scene scene = make_scene(start, robot, scene_options(start));
  const std::string& name = robot.model.name();
  Array<Recording> motions;
  const Array<std::string> names = names_of(given);
  for (std::size_t i = 0; i < given.size(); ++i) {
    const MotionStates states = make_trajectory(given[i], start);
    if (!states.note.empty()) scene.notes.push_back(states.note);
    motions.emplace_back(states.trajectory, scene, RecordingOptions{.rate = 60, .name = names[i]});
  }
  for (const std::string& note : scene.notes) say(fmt::format("note: {}\n", note));
  if (motions.empty()) {
    SimulationOptions options = simulation_options(command, contact);
    options.every = 1.0 / 60;
    Simulation simulation(start, options);
    simulation.run(duration_for_files(command));
    motions.emplace_back(simulation.trajectory(), scene, RecordingOptions{.rate = 60, .name = name});
  }
  return {name, {{name, "", std::move(scene), std::move(motions)}}};
}

/// Writes files of the motion that `simulate` computes to the same accuracy.
int write_simulated(const LoadedModel& robot, const ViewCommand& command) {
  const RunStart begin = begin_run({.model = command.model,
                                    .initial = command.initial,
                                    .contact = command.contact,
                                    .accuracy = command.accuracy,
                                    .has_accuracy = true},
                                   robot);
  const ChosenContact& contact = begin.scenario.contact;
  State start = begin.start.state;
  const std::string note_on_ground = place_on_ground(start, contact, command.initial);
  say(warnings(robot.report) + begin.notes + contact.notes + note_on_ground +
      (contact.line.empty() ? "" : fmt::format("contact: {}\n", contact.line)));
  write_files(make_page(robot, start, {}, command, contact), command.files);
  return ExitStatus::done;
}

int view_gallery(const ViewCommand& command) {
  const Gallery gallery = make_gallery();
  if (!command.files.any()) return serve(gallery.page, command.address);
  write_files(gallery.page, command.files);
  return ExitStatus::done;
}

}  // namespace

int view_live(const LoadedModel& robot, const System& system, const State& start,
              const SimulationOptions& options, const LiveView& live) {
  Viewer viewer(
      system, make_scene(start, robot, scene_options(start)),
      {.rate = live.rate, .paused = live.paused, .port = live.address.port, .token = live.address.token});
  add_sliders(start, viewer);
  AtSignal at_signal([&] { viewer.stop(); });
  viewer.open();
  fmt::print("Ctrl-C ends it.\n");
  std::fflush(stdout);
  SimulationOptions unrecorded = options;
  unrecorded.record = false;
  Simulation simulation(start, unrecorded);
  viewer.run(simulation, live.duration > 0 ? live.duration : std::numeric_limits<double>::infinity());
  return at_signal.exit_status();
}

int view(const ViewCommand& command) {
  check(command);
  if (command.model.path.empty()) return view_gallery(command);
  ModelFile model = command.model;
  const Array<MotionFile> motions = read_motions(command, model);
  const LoadedModel robot = load(model);
  if (motions.empty() && command.files.any()) return write_simulated(robot, command);
  SystemBuilder builder = robot.make_system_builder();
  if (motions.empty()) {
    Viewer::prepare(builder);  // for dragging
    add_stops(builder);        // so that nothing falls out of its guides
  }
  const ChosenContact contact =
      motions.empty() ? add_contact(builder, robot, command.contact) : ChosenContact{};
  const System system = builder.build();
  const StateWithValues given = initial_state(robot, system, command.initial);
  StartState start = find_start_state(given.state, given.set);
  require(start.succeeded, "{}", start.succeeded ? "" : start.remarks.front());
  const std::string note_on_ground = place_on_ground(start.state, contact, command.initial);
  say(warnings(robot.report) + notes_on_start(start) + contact.notes + note_on_ground +
      (contact.line.empty() ? "" : fmt::format("contact: {}\n", contact.line)));
  if (command.files.any()) {
    write_files(make_page(robot, start.state, motions, command, contact), command.files);
    return ExitStatus::done;
  }
  if (!motions.empty())
    return serve(make_page(robot, start.state, motions, command, contact), command.address);
  return view_live(
      robot, system, start.state, simulation_options(command, contact),
      {.rate = command.rate, .duration = command.duration, .address = command.address, .paused = true});
}

}  // namespace sarrus
