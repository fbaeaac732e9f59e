#include "apps/sarrus/view.h"

#include <fmt/format.h>

#include <atomic>
#include <cmath>
#include <limits>
#include <thread>

#include "apps/sarrus/gallery.h"
#include "apps/sarrus/interrupt.h"
#include "apps/sarrus/standard_streams.h"
#include "apps/sarrus/stops.h"
#include "sarrus/base/names.h"
#include "sarrus/format/table_file.h"
#include "sarrus/view/page_server.h"
#include "sarrus/view/viewer.h"

namespace sarrus {

namespace {

/// Calls a function when a signal to end the program has come.
class AtSignal {
 public:
  explicit AtSignal(std::function<void()> act)
      : thread_([this, act = std::move(act)] {
          while (!over_ && !watch_.interrupted()) std::this_thread::sleep_for(std::chrono::milliseconds(30));
          if (!over_) act();
        }) {}
  ~AtSignal() {
    over_ = true;
    thread_.join();
  }
  AtSignal(const AtSignal&) = delete;
  AtSignal& operator=(const AtSignal&) = delete;
  int exit_status() const {
    return watch_.interrupted() ? ExitStatus::of_signal + watch_.signal() : ExitStatus::done;
  }
  void wait() const {
    while (!watch_.interrupted()) std::this_thread::sleep_for(std::chrono::milliseconds(30));
  }

 private:
  const InterruptWatch watch_;
  std::atomic<bool> over_ = false;
  std::thread thread_;
};

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

/// The states of a table whose columns have the names of coordinates and speeds.
Trajectory read_motion(const std::string& path, const State& start) {
  const NumberTable table = read_table(path);
  Array<int> coordinate_of(table.columns(), -1), speed_of(table.columns(), -1);
  int time = -1, found = 0;
  for (std::size_t c = 0; c < table.columns(); ++c) {
    const std::string& name = table.names[c];
    if (name == "time") time = static_cast<int>(c);
    for (int i = 0; i < start.nq(); ++i)
      if (start.model().coordinates()[i].name == name) coordinate_of[c] = i, ++found;
    for (int i = 0; i < start.nu(); ++i)
      if (start.model().speeds()[i].name == name) speed_of[c] = i;
  }
  require(time >= 0, "the motion '{}' has no column 'time'", path);
  for (const Coordinate& coordinate : start.model().coordinates())
    require(found == start.nq() ||
                std::find(table.names.begin(), table.names.end(), coordinate.name) != table.names.end(),
            "the motion '{}' is not one of model '{}': it has no column '{}'.{}", path, start.model().name(),
            coordinate.name, suggestion(coordinate.name, table.names));
  Trajectory trajectory;
  State state = start;
  for (std::size_t r = 0; r < table.rows(); ++r) {
    state.set_time(table(r, static_cast<std::size_t>(time)));
    for (std::size_t c = 0; c < table.columns(); ++c) {
      if (coordinate_of[c] >= 0) state.set_q(coordinate_of[c], table(r, c));
      if (speed_of[c] >= 0) state.set_u(speed_of[c], table(r, c));
    }
    trajectory.add(state);
  }
  require(!trajectory.empty(), "the motion '{}' has no rows", path);
  return trajectory;
}

Page make_page(const LoadedModel& robot, const State& start, const ViewCommand& command) {
  Scene scene = make_scene(start, robot);
  for (const std::string& note : scene.notes) say(fmt::format("note: {}\n", note));
  const std::string& name = robot.model.name();
  Array<Recording> motions;
  for (const std::string& path : command.motions)
    motions.emplace_back(read_motion(path, start), scene, RecordingOptions{.rate = 60, .name = path});
  if (motions.empty()) {
    Simulation simulation(start, {.accuracy = command.accuracy, .every = 1.0 / 60});
    simulation.run(command.duration > 0 ? command.duration : 10);
    motions.emplace_back(simulation.trajectory(), scene, RecordingOptions{.rate = 60, .name = name});
  }
  return {name, {{name, "", std::move(scene), std::move(motions)}}};
}

void write_files(const Page& page, const ViewCommand& command) {
  if (!command.html.empty()) {
    write_html(page, command.html);
    fmt::print("{}\n", command.html);
  }
  if (!command.png.empty()) {
    write_png(page, command.png, command.picture);
    fmt::print("{}\n", command.png);
  }
  if (!command.video.empty()) {
    write_video(page, command.video, {.picture = command.picture});
    fmt::print("{}\n", command.video);
  }
}

/// Serves a page until Ctrl-C.
int serve(const Page& page, int port) {
  const PageServer server(page, port);
  const AtSignal at_signal([] {});
  fmt::print("The viewer is at {}\nCtrl-C ends it.\n", server.address());
  std::fflush(stdout);
  at_signal.wait();
  return at_signal.exit_status();
}

int view_gallery(const ViewCommand& command) {
  const Gallery gallery = make_gallery();
  if (!command.writes_files()) return serve(gallery.page, command.port);
  write_files(gallery.page, command);
  return ExitStatus::done;
}

}  // namespace

int view_live(const LoadedModel& robot, const System& system, const State& start,
              const SimulationOptions& options, const LiveView& live) {
  Viewer viewer(system, make_scene(start, robot),
                {.rate = live.rate, .paused = live.paused, .port = live.port});
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
  if (command.model.path.empty()) return view_gallery(command);
  for (const char* ending : {".csv", ".sto"})
    require_usage(!command.model.path.ends_with(ending),
                  "{0} is a motion; give its model too: sarrus view MODEL --motion {0}", command.model.path);
  const LoadedModel robot = load(command.model);
  SystemBuilder builder = robot.make_system_builder();
  if (!command.writes_files() && command.motions.empty()) {
    Viewer::prepare(builder);  // for dragging
    add_stops(builder);        // so that nothing falls out of its guides
  }
  const System system = builder.build();
  const StateWithValues given = initial_state(robot, system, command.initial);
  const StartState start = find_start_state(given.state, given.set);
  require(start.succeeded, "{}", start.succeeded ? "" : start.remarks.front());
  say(warnings(robot.report) + notes_on_start(start));
  if (command.writes_files()) {
    write_files(make_page(robot, start.state, command), command);
    return ExitStatus::done;
  }
  if (!command.motions.empty()) return serve(make_page(robot, start.state, command), command.port);
  return view_live(
      robot, system, start.state, {.accuracy = command.accuracy},
      {.rate = command.rate, .duration = command.duration, .port = command.port, .paused = true});
}

}  // namespace sarrus
