#include "sarrus/view/viewer.h"

#include <cmath>
#include <iostream>

#include "sarrus/force/drag_spring.h"
#include "sarrus/format/state_json.h"
#include "sarrus/view/internal/live_run.h"
#include "sarrus/view/internal/live_view.h"
#include "sarrus/view/internal/open_browser.h"
#include "sarrus/view/internal/view_access.h"

namespace sarrus {

using namespace internal;

namespace {

const ViewerOptions& checked(const ViewerOptions& options) {
  require(std::isfinite(options.rate) && options.rate >= 0, "motion cannot be shown at a rate of {}",
          options.rate);
  require(std::isfinite(options.frame_rate) && options.frame_rate > 0,
          "a frame rate of {} per second is impossible", options.frame_rate);
  return options;
}

}  // namespace

class Viewer::Impl {
 public:
  Impl(const System& system, Scene scene, const ViewerOptions& options)
      : options_(checked(options)), view_(system, std::move(scene), options_) {}

  const ViewerOptions& options() const { return options_; }
  LiveView& view() { return view_; }
  std::atomic<bool>& stop() { return stop_; }
  std::unique_ptr<RedirectFile>& redirect() { return redirect_; }

 private:
  ViewerOptions options_;
  LiveView view_;
  std::atomic<bool> stop_ = false;
  std::unique_ptr<RedirectFile> redirect_;
};

void require_viewer_token(std::string_view token) { require_token(token); }

void Viewer::prepare(SystemBuilder& builder) { builder.add("drag", DragSpring{}); }

Viewer::Viewer(const System& system, const ViewerOptions& options)
    : Viewer(system, make_scene(system, options.scene), options) {}
Viewer::Viewer(const System& system, Scene scene, const ViewerOptions& options)
    : impl_(std::make_unique<Impl>(system, std::move(scene), options)) {}
Viewer::~Viewer() = default;
Viewer::Viewer(Viewer&&) noexcept = default;

const std::string& Viewer::address() const { return impl_->view().server().address(); }
int Viewer::browsers() const { return impl_->view().server().browsers(); }

void Viewer::open() const {
  if (has_desktop()) {
    if (impl_->redirect() == nullptr) impl_->redirect() = std::make_unique<RedirectFile>(address());
    if (open_on_desktop(impl_->redirect()->path())) return;
  }
  std::cout << "The viewer is at " << address() << std::endl;
}

void Viewer::add_input(const std::string& name, const std::string& unit, double lower, double upper,
                       double value, std::function<void(State&, double)> set) {
  impl_->view().add_input({name, "inputs", unit, lower, upper, value}, std::move(set), nullptr);
}

void Viewer::add_parameter(const std::string& name, double lower, double upper) {
  const Parameter parameter = impl_->view().system().parameter(name);
  impl_->view().add_input(
      {name, "parameters", "", lower, upper, 0},
      [parameter](State& state, double value) { state.set(parameter, value); },
      [parameter](const State& state) { return state[parameter]; });
}

void Viewer::add_coordinate(const std::string& name, double lower, double upper) {
  const Model& model = impl_->view().system().model();
  const std::string& unit = model.coordinates()[model.coordinate_number(name)].unit;
  impl_->view().add_input(
      {name, "coordinates", unit, lower, upper, 0},
      [name](State& state, double value) { state.set_q(name, value); },
      [name](const State& state) { return state.q(name); });
}

void Viewer::on_button(const std::string& name, const std::string& key, std::function<void(State&)> press) {
  impl_->view().add_button({name, key}, std::move(press));
}

void Viewer::on_key(std::function<void(State&, std::string_view)> press) {
  impl_->view().on_key(std::move(press));
}

void Viewer::show(const State& state) { impl_->view().show(state, 0); }

bool Viewer::update(State& state) {
  LiveView& view = impl_->view();
  bool changed = false;
  for (const BrowserMessage& message : view.server().take_messages()) {
    if (LiveView::changes_state(message)) {
      view.apply(message, state);
      changed = true;
    } else if (message.type == BrowserMessage::Type::load) {
      std::optional<State> loaded = view.loaded(message);
      changed |= loaded.has_value();
      if (loaded) state = *std::move(loaded);
    } else if (message.type == BrowserMessage::Type::save) {
      view.server().send(saved_message(state_to_json(state)), {.only = message.client});
    }
  }
  view.show(state, 0);
  return changed;
}

Outcome Viewer::run(Simulation& simulation, double duration) {
  const Outcome outcome = LiveRun(impl_->view(), simulation, duration, impl_->options()).run(impl_->stop());
  impl_->stop() = false;
  return outcome;
}

void Viewer::stop() { impl_->stop() = true; }

void Viewer::note(const std::string& text) { impl_->view().note(text); }

}  // namespace sarrus
