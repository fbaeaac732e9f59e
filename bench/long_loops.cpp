#include "bench/long_loops.h"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "bench/measure.h"
#include "bench/table.h"
#include "sarrus/constraint/ball_constraint.h"
#include "sarrus/constraint/close_loops.h"
#include "sarrus/joint/joints.h"
#include "sarrus/model/builder.h"
#include "sarrus/spatial/solids.h"
#include "sarrus/system/responses.h"
#include "sarrus/system/system.h"

namespace sarrus::bench {

namespace {

const std::vector<int> sizes{10, 30, 100, 300, 1000};

/// Pins about x and y in turn; the tip is tied to the world where it is.
State tied_chain(int joints, bool is_tied) {
  ModelBuilder model("chain");
  for (int i = 1; i <= joints; ++i) {
    const std::string link = fmt::format("link{}", i);
    model.body(link, Pose<double>::translation({0, 0, -0.05}) * solid_brick(1, {0.02, 0.03, 0.1}));
    model.joint(link, Pin{}, i == 1 ? "world" : fmt::format("link{}", i - 1), link)
        .axis(i % 2 == 0 ? Vec3<double>{0, 1, 0} : Vec3<double>{1, 0, 0})
        .parent_frame({0, 0, i == 1 ? 0 : -0.1});
  }
  SystemBuilder builder(model.build());
  if (is_tied)
    builder.add("tip", BallConstraint(Place("world", Vec3<double>{0, 0, -0.1 * joints}),
                                      Place(fmt::format("link{}", joints), Vec3<double>{0, 0, -0.1})));
  return builder.build().default_state();
}

/// Two rails with rungs between them, all joints of one type, and loops cut where close_loops() chooses.
State truss_of_joints(int loops, const Joint& joint, LoopClosing closing) {
  ModelBuilder model("truss");
  const auto connect = [&](const std::string& name, const std::string& parent, const std::string& child,
                           const Vec3<double>& at, const Vec3<double>& own) {
    model.joint(name, joint, parent, child).parent_frame(at).child_frame(own);
  };
  for (int i = 0; i <= loops; ++i) {
    const std::string top = fmt::format("top{}", i), low = fmt::format("low{}", i);
    model.body(top, solid_brick(1, {0.9, 0.2, 0.1})).body(low, solid_brick(1, {0.9, 0.2, 0.1}));
    connect(fmt::format("upper{}", i), i == 0 ? "world" : fmt::format("top{}", i - 1), top,
            {i == 0 ? 0 : 0.5, 0, 0}, {-0.5, 0, 0});
    if (i > 0)
      connect(fmt::format("lower{}", i), fmt::format("low{}", i - 1), low, {0.5, 0, 0}, {-0.5, 0, 0});
    connect(fmt::format("rung{}", i), top, low, {0, -0.5, 0}, {0, 0.5, 0});
  }
  return close_loops(model, {.closing = closing}).build().default_state();
}

/// Two rails with rungs between them; the second rail is closed between each two rungs.
State truss(int loops) {
  ModelBuilder model("truss");
  const auto add = [&](const std::string& body, const std::string& parent, const Vec3<double>& at,
                       const Vec3<double>& own) {
    model.body(body, solid_brick(1, {0.9, 0.2, 0.1}));
    model.joint(body, Ball{}, parent, body).parent_frame(at).child_frame(own);
  };
  for (int i = 0; i <= loops; ++i) {
    add(fmt::format("top{}", i), i == 0 ? "world" : fmt::format("top{}", i - 1), {i == 0 ? 0 : 0.5, 0, 0},
        {-0.5, 0, 0});
    add(fmt::format("low{}", i), fmt::format("top{}", i), {0, -0.5, 0}, {0, 0.5, 0});
  }
  SystemBuilder builder(model.build());
  for (int i = 0; i < loops; ++i)
    builder.add(fmt::format("loop{}", i),
                BallConstraint(Place(fmt::format("low{}", i), Vec3<double>{0.5, 0, 0}),
                               Place(fmt::format("low{}", i + 1), Vec3<double>{-0.5, 0, 0})));
  return builder.build().default_state();
}

}  // namespace

nlohmann::ordered_json measure_long_loops() {
  std::vector<std::string> names;
  std::vector<State> free, tied, trusses, balls, pins, with_coordinates;
  for (const int size : sizes) {
    names.push_back(std::to_string(size));
    free.push_back(tied_chain(size, false)), tied.push_back(tied_chain(size, true));
    trusses.push_back(truss(size));
    balls.push_back(truss_of_joints(size, Ball{}, LoopClosing::constraints_only));
    pins.push_back(truss_of_joints(size, Pin{}, LoopClosing::constraints_only));
    with_coordinates.push_back(truss_of_joints(size, Ball{}, LoopClosing::with_coordinates));
  }
  Table table("ns per joint of a chain, or per loop of a truss, for all accelerations", names,
              {sizes.begin(), sizes.end()});
  const auto add = [&](const char* title, std::vector<State>& states) {
    table.add(title, {{"Sarrus", [&states](std::size_t c) {
                         State& state = states[c];
                         double q = state.q(1);
                         return best_nanoseconds([&](int) {
                           state.set_q(1, q += 1e-12);
                           udot(state);
                         });
                       }}});
  };
  add("chain, free", free);
  add("chain, tied at its tip by a ball", tied);
  add("truss of balls", trusses);
  add("truss of balls, cut by close_loops()", balls);
  add("truss of balls, every joint with coordinates", with_coordinates);
  add("truss of pins, three rows of five redundant", pins);
  measure_in_rounds({&table});
  table.print();
  return table.json();
}

}  // namespace sarrus::bench
