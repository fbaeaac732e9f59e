#include "sarrus/view/internal/live_view.h"

#include <algorithm>
#include <cmath>

#include "sarrus/force/drag_spring.h"
#include "sarrus/format/state_json.h"
#include "sarrus/view/internal/frame_bytes.h"
#include "sarrus/view/internal/scene_json.h"
#include "sarrus/view/internal/viewer_template.h"

namespace sarrus::internal {

namespace {

using Type = BrowserMessage::Type;

ViewServerOptions server_options(const ViewerOptions& options) {
  return {.address = options.address, .port = options.port, .token = options.token, .hosts = options.hosts};
}

/// The page of a library that was built without the viewer. Other programs can connect still.
constexpr const char* page_without_viewer =
    "<!DOCTYPE html><meta charset=\"utf-8\"><title>Sarrus</title><p>This library was built without the "
    "viewer: "
    "install node and npm (Debian: nodejs and npm), configure and build it again.</p>";

const DragSpring* find_spring(const System& system) {
  const Array<std::string> names = system.forces();
  if (std::find(names.begin(), names.end(), "drag") == names.end()) return nullptr;
  return dynamic_cast<const DragSpring*>(&system.force_element("drag"));
}

/// ω of the spring by which bodies are dragged: a hand's pace, but so stiff that a free body sags under its
/// weight by no more than a twentieth of the mechanism's size: m·g = m·ω²·sag.
double find_drag_rate(const Scene& scene) {
  return std::sqrt(std::max(100.0, 20 * norm(scene.gravity) / std::max(scene.size, 1e-6)));
}

Vec3<double> vector(const std::array<double, 3>& v) { return {v[0], v[1], v[2]}; }

}  // namespace

LiveView::LiveView(const System& system, Scene scene, const ViewerOptions& options)
    : system_(system),
      scene_(std::move(scene)),
      sampler_(system_, scene_),
      server_(server_options(options)),
      spring_(find_spring(system_)),
      drag_rate_(find_drag_rate(scene_)) {
  const std::string_view page = viewer_template();
  server_.set_page(std::string(page.empty() ? page_without_viewer : page));
  inputs_.resize(scene_.inputs.size());
  buttons_.resize(scene_.buttons.size());
  tell({.rate = options.rate});
}

void LiveView::add_input(SceneInput input, std::function<void(State&, double)> set, Get get) {
  require(std::isfinite(input.lower) && std::isfinite(input.upper) && input.lower < input.upper,
          "the input '{}' cannot be between {} and {}", input.name, input.lower, input.upper);
  scene_.inputs.push_back(std::move(input));
  inputs_.push_back({std::move(set), std::move(get)});
  scene_is_new_ = true;
}

void LiveView::add_button(SceneButton button, std::function<void(State&)> press) {
  scene_.buttons.push_back(std::move(button));
  buttons_.push_back(std::move(press));
  scene_is_new_ = true;
}

bool LiveView::changes_state(const BrowserMessage& message) {
  return message.type == Type::input || message.type == Type::drag || message.type == Type::release ||
         message.type == Type::button || message.type == Type::key;
}

void LiveView::apply(const BrowserMessage& message, State& state) {
  switch (message.type) {
    case Type::input:
      return set_input(message, state);
    case Type::drag:
      return drag(message, state);
    case Type::release:
      if (spring_ == nullptr || message.client != dragging_) return;
      dragging_ = 0;
      return spring_->release(state);
    case Type::button:
      if (message.number < 0 || message.number >= static_cast<int>(buttons_.size())) return;
      if (buttons_[message.number]) buttons_[message.number](state);
      return;
    case Type::key:
      if (on_key_) on_key_(state, message.text);
      return;
    default:
      return;
  }
}

void LiveView::set_input(const BrowserMessage& message, State& state) {
  if (message.number < 0 || message.number >= static_cast<int>(inputs_.size())) return;
  SceneInput& input = scene_.inputs[message.number];
  input.value = std::clamp(message.value, input.lower, input.upper);
  if (inputs_[message.number].set) inputs_[message.number].set(state, input.value);
  send_input(message.number, message.client);
}

void LiveView::send_input(int input, int except) {
  server_.send(input_message(input, scene_.inputs[input].value),
               {.except = except, .key = fmt::format("input {}", input)});
}

void LiveView::update_inputs(const State& state) {
  for (int i = 0; i < static_cast<int>(inputs_.size()); ++i) {
    if (!inputs_[i].get) continue;
    const double value = inputs_[i].get(state);
    if (value == std::exchange(scene_.inputs[i].value, value)) continue;
    send_input(i, 0);
  }
}

void LiveView::drag(const BrowserMessage& message, State& state) {
  if (spring_ == nullptr) {
    if (std::exchange(told_, message.client) != message.client)
      note("Bodies cannot be dragged: the program has not called Viewer::prepare() for this System.",
           message.client);
    return;
  }
  if (message.number <= 0 || message.number >= system_.model().body_count()) return;
  if (spring_->hold(state, message.number, vector(message.point), vector(message.target), drag_rate_))
    dragging_ = message.client;
}

std::optional<State> LiveView::loaded(const BrowserMessage& message) {
  try {
    State state = state_from_json(system_, message.text, "the saved state");
    if (spring_ != nullptr) spring_->release(state);
    return state;
  } catch (const Error& error) {
    note(fmt::format("The state cannot be loaded: {}", error.what()), message.client);
    return std::nullopt;
  }
}

void LiveView::send_scene() {
  server_.set_scene(json_text(scene_json(scene_)));
  server_.send(status_message(status_), {.key = "status"});
  scene_is_new_ = false;
}

void LiveView::show(const State& state, double rate_achieved) {
  sampler_.sample(state, frame_);
  if (scene_is_new_) {
    update_inputs(state);
    send_scene();
  }
  write_frame(frame_, ++frames_, static_cast<float>(rate_achieved), bytes_);
  server_.publish(bytes_);
}

void LiveView::tell(LiveStatus status) {
  status.drag = spring_ != nullptr;
  if (status == status_) return;
  status_ = std::move(status);
  server_.send(status_message(status_), {.key = "status"});
}

void LiveView::note(const std::string& text, int client) {
  server_.send(note_message(text), {.only = client});
}

}  // namespace sarrus::internal
