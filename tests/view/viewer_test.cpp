// The live viewer with a browser that shares no code with it: what the user does acts on the simulation.

#include "sarrus/view/viewer.h"
#include "sarrus/joint/joints.h"
#include "sarrus/system/declaration.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <cmath>
#include <cstring>
#include <deque>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "sarrus/force/custom_force.h"
#include "sarrus/force/mobility_constant.h"
#include "sarrus/model/builder.h"
#include "sarrus/spatial/solids.h"
#include "sarrus/system/responses.h"
#include "sarrus/view/internal/live_run.h"
#include "sarrus/view/internal/open_browser.h"
#include "sarrus/view/internal/pace.h"
#include "tests/support/says.h"
#include "tests/view/test_browser.h"

namespace sarrus::testing::viewer_test {

using namespace internal;
namespace {

using nlohmann::json;

/// A ball of 2 kg on a rail along x without friction, pushed by a force that is zero at first.
SystemBuilder ball_on_rail() {
  ModelBuilder model("ball");
  model.gravity({0, 0, 0});
  model.body("ball", solid_sphere(2.0, 0.1));
  model.joint("rail", Slider{}, "world", "ball").axis({1, 0, 0});
  SystemBuilder builder(model.build());
  builder.add("push", MobilityConstant("rail", 0.0));
  return builder;
}

State moving(const System& system, double speed) {
  State state = system.default_state();
  state.set_u(0, speed);
  return state;
}

struct Frame {
  double time = 0;
  float rate = 0, x = 0;  // position of the ball
};

std::optional<Frame> read_frame(const std::optional<std::string>& bytes) {
  if (!bytes || bytes->size() < 32 + 2 * 28) return std::nullopt;
  Frame frame;
  std::memcpy(&frame.time, bytes->data() + 8, 8);
  std::memcpy(&frame.rate, bytes->data() + 28, 4);
  std::memcpy(&frame.x, bytes->data() + 32 + 28, 4);
  return frame;
}

/// A browser that acknowledges frames, as the viewer's page does.
class Page {
 public:
  explicit Page(const std::string& address) : browser_(port(address), token(address)) {}

  void send(const json& message) { browser_.send(message.dump()); }
  /// The next message of a type; others before it are skipped, except notes, which may come before or after
  /// the status that they explain.
  json expect(const std::string& type) {
    if (type == "note" && !notes_.empty()) {
      json note = std::move(notes_.front());
      notes_.pop_front();
      return note;
    }
    while (const std::optional<Received> received = browser_.receive()) {
      if (received->kind == Received::Kind::binary) acknowledge(received->bytes);
      if (received->kind != Received::Kind::text) continue;
      json message = json::parse(received->bytes);
      if (message["type"] == type) return message;
      if (message["type"] == "note") notes_.push_back(std::move(message));
    }
    throw std::runtime_error("no message of type " + type);
  }
  /// The next status with a member of the given value: earlier ones may come twice.
  json expect_status(const char* member, const json& value) {
    json status = expect("status");
    while (status[member] != value) status = expect("status");
    return status;
  }
  json expect_running(bool running) { return expect_status("running", running); }
  /// The next frame that fits; texts before it are skipped.
  template <class Fits>
  Frame frame_where(const Fits& fits) {
    for (int i = 0; i < 10000; ++i) {
      const std::optional<std::string> bytes = browser_.receive_binary();
      const std::optional<Frame> frame = read_frame(bytes);
      if (!frame) break;
      acknowledge(*bytes);
      if (fits(*frame)) return *frame;
    }
    throw std::runtime_error("no such frame");
  }
  Frame frame() {
    return frame_where([](const Frame&) { return true; });
  }

 private:
  static int port(const std::string& address) { return std::stoi(address.substr(address.rfind(':') + 1)); }
  static std::string token(const std::string& address) {
    const std::size_t end = address.size() - 1, begin = address.rfind('/', end - 1) + 1;
    return address.substr(begin, end - begin);
  }
  void acknowledge(const std::string& bytes) {
    std::uint32_t number = 0;
    std::memcpy(&number, bytes.data() + 4, 4);
    send({{"type", "received"}, {"frame", number}});
  }
  TestBrowser browser_;
  std::deque<json> notes_;
};

/// A viewer that runs a simulation in a thread, until it is stopped.
class LiveViewer {
 public:
  LiveViewer(const System& system, const State& start, const ViewerOptions& options = {})
      : viewer(system, options), simulation(start, {.accuracy = 1e-8, .record = false}) {}
  ~LiveViewer() { stop(); }
  void start() {
    thread_ = std::thread([this] { outcome = viewer.run(simulation); });
  }
  void stop() {
    viewer.stop();
    if (thread_.joinable()) thread_.join();
  }

  Viewer viewer;
  Simulation simulation;
  Outcome outcome = Outcome::finished;

 private:
  std::thread thread_;
};

TEST(Viewer, RunsWithoutABrowserAndItsMotionDoesNotDependOnTheClock) {
  const System system = ball_on_rail().build();
  Viewer viewer(system, {.rate = 0});
  Simulation shown(moving(system, 3)), shown_again(moving(system, 3));
  EXPECT_EQ(viewer.run(shown, 2), Outcome::finished);
  EXPECT_EQ(shown.state().time(), 2);
  EXPECT_NEAR(shown.state().q(0), 6, 1e-12);
  EXPECT_EQ(viewer.run(shown_again, 2), Outcome::finished);
  EXPECT_EQ(shown_again.state().q(0), shown.state().q(0));
  EXPECT_EQ(shown_again.statistics().steps, shown.statistics().steps);
}

TEST(Viewer, KeepsThePaceOfTheClock) {
  const System system = ball_on_rail().build();
  Viewer viewer(system, {.rate = 4});
  Simulation simulation(moving(system, 1));
  const auto begin = std::chrono::steady_clock::now();
  viewer.run(simulation, 2);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  EXPECT_GT(seconds, 0.45);
  EXPECT_LT(seconds, 3);
}

TEST(Viewer, ShowsSceneStatusAndFrames) {
  const System system = ball_on_rail().build();
  LiveViewer live(system, moving(system, 1));
  live.start();
  Page page(live.viewer.address());
  const json scene = page.expect("scene")["scene"];
  EXPECT_EQ(scene["format"], "sarrus-scene");
  EXPECT_EQ(scene["bodies"][1]["name"], "ball");
  const json status = page.expect_running(true);
  EXPECT_EQ(status["rate"], 1);
  const Frame first = page.frame(), later = page.frame_where([](const Frame&f) { return f.rate > 0; });
  EXPECT_GT(later.time, first.time);
  EXPECT_NEAR(later.x, later.time, 1e-5) << "a speed of 1 m/s";
  EXPECT_GT(later.rate, 0.2);
  live.stop();
  EXPECT_EQ(live.outcome, Outcome::interrupted);
}

TEST(Viewer, PausesStepsRunsAndChangesItsRate) {
  const System system = ball_on_rail().build();
  LiveViewer live(system, moving(system, 1), {.paused = true});
  live.start();
  Page page(live.viewer.address());
  page.expect_status("running", false);
  EXPECT_EQ(page.frame().time, 0);
  page.send({{"type", "step"}, {"duration", 0.25}});
  EXPECT_EQ(page.frame_where([](const Frame& f) { return f.time >= 0.25; }).time, 0.25);
  page.send({{"type", "step"}, {"duration", 0.001}});
  EXPECT_EQ(page.frame_where([](const Frame& f) { return f.time > 0.25; }).time, 0.251);
  page.send({{"type", "rate"}, {"value", 0}});
  page.expect_status("rate", 0);
  page.send({{"type", "run"}});
  page.expect_status("running", true);
  page.frame_where([](const Frame& f) { return f.time > 100; });  // as fast as possible
  page.send({{"type", "pause"}});
  page.expect_running(false);
  for (const double nonsense : {-1.0, 1e9}) page.send({{"type", "rate"}, {"value", nonsense}});
  page.send({{"type", "step"}, {"duration", -1}});
  page.send({{"type", "rate"}, {"value", 0.5}});
  page.expect_status("rate", 0.5);
}

TEST(Viewer, InputsActOnTheRunningSimulation) {
  const System system = ball_on_rail().build();
  LiveViewer live(system, system.default_state(), {.paused = true});
  double given = 0;
  live.viewer.add_parameter("push.force", -10, 10);
  live.viewer.add_coordinate("rail", -5, 5);
  live.viewer.add_input("wish", "m", 0, 1, 0.5, [&given](State&, double value) { given = value; });
  live.start();
  Page page(live.viewer.address()), other(live.viewer.address());
  const json inputs = page.expect("scene")["scene"]["inputs"];
  ASSERT_EQ(inputs.size(), 3U);
  EXPECT_EQ(inputs[0]["name"], "push.force");
  EXPECT_EQ(inputs[0]["value"], 0);
  EXPECT_EQ(inputs[1]["unit"], "m");
  EXPECT_EQ(inputs[2]["value"], 0.5);
  other.expect("status");
  page.send({{"type", "input"}, {"input", 1}, {"value", 2}});
  EXPECT_EQ(page.frame_where([](const Frame& f) { return f.x != 0; }).x, 2);
  EXPECT_EQ(other.expect("input")["value"], 2);
  page.send({{"type", "input"}, {"input", 0}, {"value", 99}});  // no more than 10 N
  EXPECT_EQ(other.expect("input")["value"], 10);
  page.send({{"type", "input"}, {"input", 2}, {"value", 0.25}});
  for (const int nonsense : {-1, 3, 1000000})
    page.send({{"type", "input"}, {"input", nonsense}, {"value", 1}});
  page.send({{"type", "step"}, {"duration", 1}});
  const Frame frame = page.frame_where([](const Frame& f) { return f.time == 1; });
  EXPECT_NEAR(frame.x, 2 + 0.5 * 10 / 2.0, 1e-5) << "½·F/m·t²";
  live.stop();
  EXPECT_EQ(given, 0.25);
  // Those who come later are told the present values.
  EXPECT_EQ(Page(live.viewer.address()).expect("input")["value"], 10);
}

TEST(Viewer, DraggingPullsABody) {
  SystemBuilder builder = ball_on_rail();
  Viewer::prepare(builder);
  const System system = builder.build();
  LiveViewer live(system, system.default_state(), {.rate = 20});
  live.start();
  Page page(live.viewer.address());
  page.expect_status("drag", true);
  for (const int nonsense : {-1, 0, 2, 1000000})
    page.send({{"type", "drag"}, {"body", nonsense}, {"point", {0, 0, 0}}, {"target", {9, 0, 0}}});
  page.send({{"type", "drag"}, {"body", 1}, {"point", {0, 0, 0}}, {"target", {1.5, 1, 0}}});
  page.frame_where([](const Frame& f) { return std::abs(f.x - 1.5) < 1e-4; });
  page.send({{"type", "drag"}, {"body", 1}, {"point", {0, 0, 0}}, {"target", {-1e3, 1, 0}}});
  page.frame_where([](const Frame& f) { return f.x < 0; });
  page.send({{"type", "release"}});
  page.frame_where([](const Frame& f) { return f.x < -2e3; });  // it keeps its speed
}

TEST(Viewer, ABrowserThatLeavesLetsGo) {
  SystemBuilder builder = ball_on_rail();
  Viewer::prepare(builder);
  const System system = builder.build();
  LiveViewer live(system, system.default_state(), {.rate = 20});
  live.start();
  Page other(live.viewer.address());
  {
    Page page(live.viewer.address());
    page.send({{"type", "drag"}, {"body", 1}, {"point", {0, 0, 0}}, {"target", {1, 0, 0}}});
    page.frame_where([](const Frame& f) { return f.x > 0.1; });
  }
  other.frame_where([](const Frame& f) { return f.x > 2; });
}

TEST(Viewer, SaysThatASystemIsNotPreparedForDragging) {
  const System system = ball_on_rail().build();
  LiveViewer live(system, system.default_state());
  live.start();
  Page page(live.viewer.address());
  page.expect_status("drag", false);
  page.send({{"type", "drag"}, {"body", 1}, {"point", {0, 0, 0}}, {"target", {1.5, 1, 0}}});
  EXPECT_SAYS(page.expect("note")["text"].get<std::string>(), "Viewer::prepare()");
}

TEST(Viewer, ButtonsAndKeysReachTheProgram) {
  const System system = ball_on_rail().build();
  LiveViewer live(system, system.default_state(), {.paused = true});
  std::thread::id caller;
  live.viewer.on_button("kick", "k", [&caller](State& state) {
    caller = std::this_thread::get_id();
    state.set_u(0, state.u(0) + 3);
  });
  live.viewer.on_button("refuse", "", [](State&) { fail("this cannot be done"); });
  live.viewer.on_key([](State& state, std::string_view key) {
    if (key == "b") state.set_q(0, 7);
  });
  live.start();
  Page page(live.viewer.address());
  const json buttons = page.expect("scene")["scene"]["buttons"];
  EXPECT_EQ(buttons[0]["name"], "kick");
  EXPECT_EQ(buttons[0]["key"], "k");
  for (const int nonsense : {-1, 2, 1000000}) page.send({{"type", "button"}, {"button", nonsense}});
  page.send({{"type", "button"}, {"button", 1}});
  EXPECT_EQ(page.expect("note")["text"], "this cannot be done");
  page.send({{"type", "key"}, {"key", "b"}});
  page.send({{"type", "button"}, {"button", 0}});
  page.send({{"type", "step"}, {"duration", 1}});
  EXPECT_NEAR(page.frame_where([](const Frame& f) { return f.time == 1; }).x, 10, 1e-5);
  live.stop();
  EXPECT_NE(caller, std::this_thread::get_id());
}

TEST(Viewer, ResetsSavesAndLoads) {
  const System system = ball_on_rail().build();
  LiveViewer live(system, moving(system, 1), {.paused = true});
  live.start();
  Page page(live.viewer.address());
  page.send({{"type", "step"}, {"duration", 0.5}});
  page.frame_where([](const Frame& f) { return f.time == 0.5; });
  page.send({{"type", "save"}});
  const json saved = page.expect("saved")["state"];
  page.send({{"type", "reset"}});
  EXPECT_EQ(page.frame_where([](const Frame& f) { return f.time < 0.5; }).x, 0);
  page.send({{"type", "load"}, {"state", saved}});
  EXPECT_NEAR(page.frame_where([](const Frame& f) { return f.time == 0.5; }).x, 0.5, 1e-6);
  page.send({{"type", "load"}, {"state", "{\"coordinates\":{\"tail\":1}}"}});
  EXPECT_SAYS(page.expect("note")["text"].get<std::string>(), "The state cannot be loaded: ");
  page.send({{"type", "step"}, {"duration", 0.5}});
  EXPECT_NEAR(page.frame_where([](const Frame& f) { return f.time == 1; }).x, 1, 1e-6);
}

/// The rail with a force that is not a number beyond x = 1 m.
System faulty_rail() {
  SystemBuilder builder = ball_on_rail();
  builder.add("fault", CustomForce({Source::q}, [](const State& state, AppliedForces& forces) {
                forces.add_to_speed(0, state.q(0) > 1 ? NAN : 0);
              }));
  return builder.build();
}

TEST(Viewer, SaysWhyAnIntegrationFailedAndGoesOnServing) {
  const System system = faulty_rail();
  LiveViewer live(system, moving(system, 1), {.rate = 10, .paused = true});
  live.start();
  Page page(live.viewer.address());
  page.expect_running(false);
  page.send({{"type", "run"}});
  page.expect_running(true);
  const std::string reason = page.expect_running(false)["text"];
  EXPECT_SAYS(reason, "t = ");
  EXPECT_EQ(page.expect("note")["text"], reason);
  page.send({{"type", "run"}});
  EXPECT_SAYS(page.expect("note")["text"].get<std::string>(), "reset it");
  page.send({{"type", "reset"}});
  page.expect_status("text", "");
  page.send({{"type", "step"}, {"duration", 0.5}});
  EXPECT_NEAR(page.frame_where([](const Frame& f) { return f.time == 0.5; }).x, 0.5, 1e-5);
}

TEST(Viewer, ThrowsIfAnIntegrationFailsAndNobodyWatches) {
  const System system = faulty_rail();
  Viewer viewer(system, {.rate = 0});
  Simulation simulation(moving(system, 1));
  EXPECT_THROW(viewer.run(simulation, 5), Error);
  EXPECT_LE(simulation.state().q(0), 1.0 + 1e-6);
}

TEST(Viewer, GoesOnIfThoseWhoPausedItHaveLeft) {
  const System system = ball_on_rail().build();
  const ViewerOptions options{.rate = 4};
  LiveView view(system, make_scene(system), options);
  Simulation simulation(moving(system, 1));
  std::thread program([&] { LiveRun(view, simulation, 4, options, 0.3).run(std::atomic<bool>(false)); });
  {
    Page page(view.server().address());
    page.send({{"type", "pause"}});
    page.expect_running(false);
  }
  program.join();
  EXPECT_EQ(simulation.state().time(), 4);
}

/// The rail with events: at x = 0.51 m, and with every step.
System rail_with_gate() {
  SystemBuilder builder = ball_on_rail();
  builder.on_crossing(
      "gate", {Source::q}, [](const State& s) { return s.q(0) - 0.51; }, Crossing::rising,
      [](State&, EventCall&) {});
  builder.declare().event(after_each_step("step", [](State&, EventCall&) {}));  // no event of the motion
  return builder.build();
}

TEST(Viewer, MarksEvents) {
  const System system = rail_with_gate();
  LiveViewer live(system, moving(system, 1), {.paused = true});
  live.start();
  Page page(live.viewer.address());
  page.send({{"type", "run"}});
  const json event = page.expect("event");
  EXPECT_EQ(event["name"], "gate");
  EXPECT_NEAR(event["time"].get<double>(), 0.51, 1e-9) << "frames are at multiples of 1/60 s";
}

TEST(Viewer, PausesAtAnEventAndGoesOn) {
  const System system = rail_with_gate();
  LiveViewer live(system, moving(system, 1), {.rate = 0, .paused = true});  // as fast as possible
  live.start();
  Page page(live.viewer.address());
  page.send({{"type", "pause_at_events"}, {"on", true}});
  page.expect_status("pause_at_events", true);
  for (int run = 0; run < 2; ++run) {  // anew after a reset, too
    page.send({{"type", "run"}});
    const Frame frame = page.frame_where([](const Frame& f) { return f.time > 0.505; });
    EXPECT_NEAR(frame.time, 0.51, 1e-9) << "frames are at multiples of 1/60 s";
    EXPECT_NEAR(frame.x, 0.51, 1e-6);
    page.send({{"type", "step"}, {"duration", 0.25}});
    EXPECT_NEAR(page.frame_where([](const Frame& f) { return f.time > 0.52; }).time, 0.76, 1e-9);
    page.send({{"type", "reset"}});
    page.frame_where([](const Frame& f) { return f.time == 0; });
  }
  page.send({{"type", "pause_at_events"}, {"on", false}});
  page.send({{"type", "run"}});
  page.frame_where([](const Frame& f) { return f.time > 2; });
}

TEST(Viewer, ShowsStatesOfProgramsThatComputeThemselves) {
  const System system = ball_on_rail().build();
  Viewer viewer(system);
  viewer.add_coordinate("rail", -5, 5);
  State state = system.default_state();
  state.set_q(0, 3);
  viewer.show(state);
  Page page(viewer.address());
  EXPECT_EQ(page.frame().x, 3);
  page.send({{"type", "input"}, {"input", 0}, {"value", -2}});
  bool changed = false;
  for (int i = 0; i < 1000 && !changed; ++i) {
    changed = viewer.update(state);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  EXPECT_TRUE(changed);
  EXPECT_EQ(state.q(0), -2);
  EXPECT_EQ(page.frame_where([](const Frame& f) { return f.x != 3; }).x, -2);
  page.send({{"type", "save"}});
  for (int i = 0; i < 20; ++i) {
    EXPECT_FALSE(viewer.update(state));
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  EXPECT_SAYS(page.expect("saved")["state"].get<std::string>(), "\"rail\"");
}

TEST(Viewer, RefusesWhatMakesNoSense) {
  const System system = ball_on_rail().build();
  expect_error([&] { Viewer(system, {.rate = -1}); }, {"rate of -1"});
  expect_error([&] { Viewer(system, {.frame_rate = 0}); }, {"frame rate of 0"});
  Viewer viewer(system);
  expect_error([&] { viewer.add_parameter("push.forse", 0, 1); }, {"push.forse", "push.force"});
  expect_error([&] { viewer.add_coordinate("rial", 0, 1); }, {"rial", "rail"});
  expect_error([&] { viewer.add_coordinate("rail", 1, 1); }, {"'rail' cannot be between 1 and 1"});
  Simulation simulation(system.default_state());
  expect_error([&] { viewer.run(simulation, -1); }, {"run for -1 s"});
}

TEST(Pace, SaysWhenAStateIsDueAndForgivesDelays) {
  Pace pace;
  pace.start(10, 100, 2);
  EXPECT_EQ(pace.due(12), 101);
  pace.reach(12, 100.9);
  EXPECT_EQ(pace.due(13), 101.5);
  EXPECT_NEAR(pace.rate_achieved(), 2 / 0.9, 1e-12);
  pace.reach(13, 105);  // 3.5 s late: the clock starts anew
  EXPECT_EQ(pace.due(15), 106);
  EXPECT_NEAR(pace.rate_achieved(), 1 / 4.1, 1e-12);
  pace.start(0, 0, 0);
  EXPECT_LT(pace.due(1e9), -1e300);
}

TEST(OpenBrowser, TheAddressIsInAFileThatOnlyItsOwnerCanRead) {
  std::string path;
  {
    const RedirectFile file("http://127.0.0.1:1/secret/");
    path = file.path();
    struct stat status {};
    ASSERT_EQ(::stat(path.c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777, 0600U);
    std::stringstream text;
    text << std::ifstream(path).rdbuf();
    EXPECT_SAYS(text.str(), "url=http://127.0.0.1:1/secret/\"");
  }
  EXPECT_FALSE(std::ifstream(path).good());
}

TEST(OpenBrowser, WithoutADesktopTheAddressIsPrinted) {
  if (has_desktop()) GTEST_SKIP() << "there is a desktop";
  const Viewer viewer(ball_on_rail().build());
  ::testing::internal::CaptureStdout();
  viewer.open();
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "The viewer is at " + viewer.address() + "\n");
}

}  // namespace
}  // namespace sarrus::testing::viewer_test
