#pragma once
/// @file
/// A live view: what browsers see of a System, and what they may change in its States.

#include <optional>

#include "sarrus/scene/frame_sampler.h"
#include "sarrus/view/internal/live_messages.h"
#include "sarrus/view/internal/view_server.h"
#include "sarrus/view/viewer.h"

namespace sarrus {
class DragSpring;
}  // namespace sarrus

namespace sarrus::internal {

class LiveView {
 public:
  LiveView(const System& system, Scene scene, const ViewerOptions& options);

  const System& system() const { return system_; }
  ViewServer& server() { return server_; }
  const ViewServer& server() const { return server_; }

  // --- What can be changed
  /// The number that an input shows, in a State; empty: that which was set last.
  using Get = std::function<double(const State&)>;
  void add_input(SceneInput input, std::function<void(State&, double)> set, Get get);
  void add_button(SceneButton button, std::function<void(State&)> press);
  void on_key(std::function<void(State&, std::string_view)> press) { on_key_ = std::move(press); }

  /// True for messages that apply() acts on.
  static bool changes_state(const BrowserMessage& message);
  /// Changes a state as a browser asks. Numbers that fit nothing are ignored.
  void apply(const BrowserMessage& message, State& state);
  /// A state that a browser has sent; none if it does not fit the System, which the browser is told.
  std::optional<State> loaded(const BrowserMessage& message);
  /// Tells browsers the values of inputs in a state.
  void update_inputs(const State& state);

  // --- What is shown
  /// Sends a frame, and before it the scene if it is new.
  void show(const State& state, double rate_achieved);
  void tell(LiveStatus status);
  /// A note for all browsers, or for one.
  void note(const std::string& text, int client = 0);

 private:
  struct Input {
    std::function<void(State&, double)> set;
    Get get;
  };
  void send_scene();
  void set_input(const BrowserMessage& message, State& state);
  void drag(const BrowserMessage& message, State& state);
  void send_input(int input, int except);

  System system_;
  Scene scene_;
  FrameSampler sampler_;
  ViewServer server_;
  Array<Input> inputs_;
  Array<std::function<void(State&)>> buttons_;
  std::function<void(State&, std::string_view)> on_key_;
  const DragSpring* spring_ = nullptr;
  double drag_rate_ = 0;  // ω of the spring
  int dragging_ = 0;      // the browser that holds a body; 0: none
  int told_ = 0;          // the browser that was told last that it cannot drag
  LiveStatus status_;
  bool scene_is_new_ = true;
  SceneFrame frame_;
  std::string bytes_;
  std::uint32_t frames_ = 0;
};

}  // namespace sarrus::internal
