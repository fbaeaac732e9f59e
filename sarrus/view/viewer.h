#pragma once
/// @file
/// The live viewer: a program shows its mechanism in a browser while it computes, and the user acts on it.
///
///     SystemBuilder builder(model);
///     Viewer::prepare(builder);                          // so that bodies can be dragged
///     const System system = builder.build();
///     Viewer viewer(system);
///     viewer.open();                                     // or open viewer.address() yourself
///     Simulation simulation(system.default_state(), {.record = false});
///     viewer.run(simulation, 60);                        // a minute, at the pace of the clock
///
/// The page is served by a small server in a thread of its own, at this machine's loopback address under a
/// random path. A browser can neither slow nor stop the program, except by asking it to pause.

#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <string_view>

#include "sarrus/base/array.h"
#include "sarrus/scene/make_scene.h"
#include "sarrus/simulate/simulation.h"

namespace sarrus {

struct ViewerOptions {
  double rate = 1;         ///< Seconds of motion per second; 0: as fast as possible.
  double frame_rate = 60;  ///< Frames per second.
  bool paused = false;     ///< True if run() first waits for the browser to say "run".
  SceneOptions scene{};
  std::string address = "127.0.0.1";  ///< The numeric address at which the server listens.
  int port = 0;                       ///< 0: any free one. With a port and a token of your own the address
                                      ///< stays the same, and pages reconnect when the program starts anew.
  std::string token{};                ///< The random part of the address; empty: a new one.
  /// Host names by which browsers may address the server besides its own, such as the end of a tunnel:
  /// "localhost:8080".
  Array<std::string> hosts{};
};

/// Throws an Error unless a word can be the token of an address: 16 or more letters, digits, '-' or '_'.
void require_viewer_token(std::string_view token);

/// Shows a System in browsers. All functions are called by one thread, except stop().
class Viewer {
 public:
  /// Adds a spring (DragSpring) named "drag" with which users can drag bodies. A System without it cannot be
  /// dragged, and the viewer says so.
  static void prepare(SystemBuilder& builder);

  /// Starts the server. Throws an Error if the port is in use.
  explicit Viewer(const System& system, const ViewerOptions& options = {});
  /// The same with a scene that has more than make_scene() gives: shapes, signals, arrows.
  Viewer(const System& system, Scene scene, const ViewerOptions& options = {});
  ~Viewer();
  Viewer(Viewer&&) noexcept;

  /// "http://127.0.0.1:PORT/TOKEN/". Whoever knows it can watch and act.
  const std::string& address() const;
  /// Opens the address in the user's browser if there is a desktop; prints it otherwise.
  void open() const;
  /// The number of browsers that are connected now.
  int browsers() const;

  /// Adds a slider for a number that `set` puts into the state.
  void add_input(const std::string& name, const std::string& unit, double lower, double upper, double value,
                 std::function<void(State&, double)> set);
  /// Adds a slider for a parameter of an element: "spring.stiffness".
  void add_parameter(const std::string& name, double lower, double upper);
  /// Adds a slider that moves a coordinate; constraints are met again.
  void add_coordinate(const std::string& name, double lower, double upper);
  /// Adds a button, and the key that presses it (empty: none); `press` is called with the state to be
  /// changed, by the thread that calls run() or update().
  void on_button(const std::string& name, const std::string& key, std::function<void(State&)> press);
  /// Sets the function that is called for keys that belong to no button: "a", "ArrowUp".
  void on_key(std::function<void(State&, std::string_view)> press);

  /// Shows a state.
  void show(const State& state);
  /// Shows a state in which browsers have set inputs, dragged bodies, pressed buttons and keys or loaded
  /// another state: for programs that compute motions themselves. Returns true if it was changed.
  bool update(State& state);
  /// Runs a simulation for a duration, and shows it. Between its steps browsers pause, continue, step, set
  /// the rate, reset it to the state at the beginning, save and load states, and do what update() does.
  ///
  /// If the integration fails the page says why. While somebody watches, the viewer waits for a reset;
  /// otherwise the Error is thrown. If all browsers leave while the simulation is paused by one of them, it
  /// goes on after ten seconds.
  ///
  /// The simulation advances by pieces of 1/frame_rate seconds of the clock, whose ends are in its record:
  /// for long runs give it {.record = false}. Nobody acting, the motion does not depend on the clock.
  Outcome run(Simulation& simulation, double duration = std::numeric_limits<double>::infinity());
  /// Ends run(), or the next one, which then returns Outcome::interrupted. Any thread may call it.
  void stop();
  /// Shows a note in all browsers.
  void note(const std::string& text);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace sarrus
