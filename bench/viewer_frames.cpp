#include "bench/viewer_frames.h"

#include <fmt/core.h>
#include <time.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "sarrus/force/mobility_damper.h"
#include "sarrus/joint/joints.h"
#include "sarrus/model/builder.h"
#include "sarrus/scene/frame_sampler.h"
#include "sarrus/scene/make_scene.h"
#include "sarrus/spatial/solids.h"
#include "sarrus/system/responses.h"
#include "sarrus/view/internal/frame_bytes.h"
#include "sarrus/view/internal/view_server.h"

namespace sarrus::bench {

using namespace internal;

namespace {

/// Microseconds of this thread's processor time per call, the best of several hundred samples.
template <class F>
double best_microseconds(F&& f) {
  const auto now = [] {
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return 1e6 * static_cast<double>(t.tv_sec) + 1e-3 * static_cast<double>(t.tv_nsec);
  };
  double best = 1e30;
  for (int sample = 0; sample < 300; ++sample) {
    constexpr int calls = 20;
    const double begin = now();
    for (int i = 0; i < calls; ++i) f();
    best = std::min(best, (now() - begin) / calls);
  }
  return best;
}

/// A chain of 50 pins with dampers.
System make_robot() {
  constexpr int bodies = 50;
  ModelBuilder model("robot");
  std::string parent = world_name;
  for (int i = 0; i < bodies; ++i) {
    const std::string name = fmt::format("link{}", i);
    model.body(name, thin_rod(1.0, {0, 0, 0.2}));
    model.joint(fmt::format("joint{}", i), Pin{}, parent, name)
        .axis(i % 2 == 0 ? Vec3<double>{0, 1, 0} : Vec3<double>{1, 0, 0})
        .parent_frame({0, 0, -0.2});
    parent = name;
  }
  SystemBuilder builder(model.build());
  for (int i = 0; i < bodies; ++i)
    builder.add(fmt::format("damper{}", i), MobilityDamper(fmt::format("joint{}", i), 0.1));
  return builder.build();
}

}  // namespace

ViewerFrames::ViewerFrames() {
  const System system = make_robot();
  State state = system.default_state();
  for (int i = 0; i < state.nq(); ++i) state.set_q(i, 0.1 * i);
  const auto add = [&](const char* what, const SceneOptions& options) {
    const Scene scene = make_scene(state, options);
    const FrameSampler sampler(scene);
    SceneFrame frame;
    std::string bytes;
    ViewServer server;
    double t = 0;
    const double sample = best_microseconds([&] {
      state.set_q(0, t += 1e-3);
      ydot(state);
      sampler.sample(state, frame);
    });
    const double motion = best_microseconds([&] {
      state.set_q(0, t += 1e-3);
      ydot(state);
    });
    std::uint32_t number = 0;
    const double publish = best_microseconds([&] {
      write_frame(frame, number++, 1, bytes);
      server.publish(bytes);
    });
    lines_.push_back({what, sample - motion, publish, bytes.size()});
  };
  add("poses alone", {.coordinates = false,
                      .speeds = false,
                      .accelerations = false,
                      .forces = false,
                      .energies = false,
                      .applied_forces = false});
  add("default: poses and all signals", {});
  add("with arrows at all joints", {.reactions = true});
}

void ViewerFrames::print() const {
  fmt::print("\nthe viewer, 50 bodies: thread time per frame in µs, and its size\n{:<34}{:>9}{:>9}{:>9}\n",
             "", "sample", "publish", "bytes");
  for (const Line& line : lines_)
    fmt::print("{:<34}{:>9.2f}{:>9.2f}{:>9}\n", line.what, line.sample, line.publish, line.bytes);
}

nlohmann::ordered_json ViewerFrames::json() const {
  nlohmann::ordered_json json;
  for (const Line& line : lines_)
    json.push_back({{"what", line.what},
                    {"sample_us", line.sample},
                    {"publish_us", line.publish},
                    {"bytes", line.bytes}});
  return json;
}

}  // namespace sarrus::bench
