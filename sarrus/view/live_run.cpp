#include "sarrus/view/internal/live_run.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "sarrus/format/state_json.h"

namespace sarrus::internal {

namespace {

using Type = BrowserMessage::Type;

/// The clock, in seconds.
double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

LiveRun::LiveRun(LiveView& view, Simulation& simulation, double duration, const ViewerOptions& options,
                 double patience)
    : view_(view),
      simulation_(simulation),
      initial_(simulation.state()),
      duration_(duration),
      end_(initial_.time() + duration),
      rate_(options.rate),
      frame_interval_(1 / options.frame_rate),
      patience_(patience),
      paused_(options.paused) {
  require(duration >= 0, "a simulation cannot run for {} s", duration);
  events_ = simulation.last_event_times();
  pace_.start(time(), now(), rate_);
}

double LiveRun::piece() const {
  if (rate_ > 0) return rate_ * frame_interval_;
  constexpr double pieces = 1000;  // at least, of a run of a given length
  return std::max(frame_interval_, std::isfinite(duration_) ? duration_ / pieces : 0);
}

Outcome LiveRun::run(const std::atomic<bool>& stop) {
  view_.update_inputs(simulation_.state());
  show();
  tell();
  Outcome outcome = Outcome::finished;
  while (outcome == Outcome::finished && (time() < end_ || failure_)) {
    if (stop) {
      outcome = Outcome::interrupted;
      break;
    }
    for (const BrowserMessage& message : view_.server().take_messages()) handle(message);
    look_who_watches();
    const double early = pace_.due(time()) - now();
    if (paused_)
      wait(0.05);
    else if (early > 0)
      wait(std::min(early, 0.05));
    else
      outcome = advance();
  }
  simulation_.stop_at_events(false);
  paused_ = true;
  if (text_.empty()) text_ = outcome == Outcome::stopped ? simulation_.stop_reason() : "the run has ended";
  show();
  tell();
  return outcome;
}

void LiveRun::wait(double seconds) {
  view_.server().wait_for_messages(std::chrono::duration<double>(seconds));
}

void LiveRun::handle(const BrowserMessage& message) {
  switch (message.type) {
    case Type::run:
      return set_paused(false);
    case Type::pause:
      return set_paused(true);
    case Type::step:
      if (message.value <= 0) return;
      set_paused(false);
      pause_at_ = time() + message.value;
      return;
    case Type::rate:
      return set_rate(message.value);
    case Type::pause_at_events:
      return pause_at_events(message.on);
    case Type::reset:
      return restart(initial_);
    case Type::load:
      if (const std::optional<State> state = view_.loaded(message)) restart(*state);
      return;
    case Type::save:
      return view_.server().send(saved_message(state_to_json(simulation_.state())), {.only = message.client});
    default:
      if (LiveView::changes_state(message)) change(message);
  }
}

/// Lets a browser change the state. What cannot be, loops that do not close for example, is left as it was.
void LiveRun::change(const BrowserMessage& message) {
  try {
    simulation_.change([&](State& state) { view_.apply(message, state); });
  } catch (const Error& error) {
    view_.note(error.what(), message.client);
    view_.update_inputs(simulation_.state());
  }
  if (paused_) show();
}

void LiveRun::restart(const State& from) {
  try {
    simulation_.restart(from);
  } catch (const Error& error) {
    return view_.note(error.what());
  }
  end_ = from.time() + duration_;
  pause_at_ = infinity;
  failure_ = nullptr;
  text_.clear();
  events_.clear();
  pace_.start(time(), now(), rate_);
  view_.update_inputs(simulation_.state());
  show();
  tell();
}

void LiveRun::set_paused(bool paused) {
  pause_at_ = infinity;
  if (failure_ && !paused) return view_.note("The integration failed; reset it, or load another state.");
  if (paused == paused_) return;
  paused_ = paused_by_browser_ = paused;
  pace_.start(time(), now(), rate_);
  view_.update_inputs(simulation_.state());
  show();
  tell();
}

void LiveRun::set_rate(double rate) {
  constexpr double greatest = 1e6;
  if (rate < 0 || rate > greatest) return;
  rate_ = rate;
  pace_.start(time(), now(), rate_);
  tell();
}

void LiveRun::pause_at_events(bool on) {
  pauses_at_events_ = on;
  simulation_.stop_at_events(on);
  tell();
}

/// Computes one piece of the motion, or up to an event at which to pause. Returns Outcome::finished if there
/// may be more.
Outcome LiveRun::advance() {
  Outcome outcome = Outcome::finished;
  try {
    outcome = simulation_.run_until(std::min({time() + piece(), pause_at_, end_}));
  } catch (const Error& error) {
    failure_ = std::current_exception();
    fail(error.what());
    return Outcome::finished;
  }
  notice_events();
  pace_.reach(time(), now());
  const bool is_at_event = outcome == Outcome::at_event;
  if (is_at_event) outcome = Outcome::finished;
  if (is_at_event || time() >= pause_at_)
    set_paused(true);
  else if (now() - shown_at_ >= 0.9 * frame_interval_)
    show();
  return outcome;
}

void LiveRun::fail(const std::string& reason) {
  paused_ = true;
  paused_by_browser_ = false;
  text_ = reason;
  view_.note(reason);
  show();
  tell();
}

void LiveRun::notice_events() {
  for (const auto& [name, time] : simulation_.last_event_times()) {
    const auto [known, is_new] = events_.try_emplace(name, time);
    if (!is_new && known->second == time) continue;
    known->second = time;
    view_.server().send(event_message(time, name));
  }
}

/// Nobody can continue what a browser has paused, or reset what has failed, once all browsers have gone.
void LiveRun::look_who_watches() {
  if (view_.server().browsers() > 0) watched_at_ = now();
  if (now() - watched_at_ < patience_) return;
  if (failure_) std::rethrow_exception(failure_);
  if (paused_ && paused_by_browser_) set_paused(false);
}

void LiveRun::show() {
  view_.show(simulation_.state(), paused_ ? 0 : pace_.rate_achieved());
  shown_at_ = now();
}

void LiveRun::tell() {
  view_.tell({.running = !paused_, .rate = rate_, .pause_at_events = pauses_at_events_, .text = text_});
}

}  // namespace sarrus::internal
