#include "bench/broad_phase.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <nlohmann/json.hpp>
#include <random>

#include "sarrus/base/array.h"
#include "sarrus/proximity/broad_phase.h"

namespace sarrus::bench {

namespace {

/// Boxes of edge 2·`half` that fly through a cube at constant speeds and bounce off its walls.
class FlyingBoxes {
 public:
  FlyingBoxes(int count, double half, double step) : half_(half) {
    std::mt19937 engine(7);
    std::uniform_real_distribution<double> uniform(-1, 1);
    for (int i = 0; i < count; ++i) {
      Object object{};
      for (int k = 0; k < 3; ++k) object.center[k] = uniform(engine), object.step[k] = step * uniform(engine);
      objects_.push_back(object);
    }
  }
  void move() {
    for (Object& object : objects_)
      for (int k = 0; k < 3; ++k) {
        object.center[k] += object.step[k];
        if (std::abs(object.center[k]) > 1) object.step[k] = std::copysign(object.step[k], -object.center[k]);
      }
  }
  Bounds bounds(int i) const {
    const Vec3<double> half{half_, half_, half_}, &c = objects_[i].center;
    return {c - half, c + half};
  }
  int count() const { return static_cast<int>(objects_.size()); }

 private:
  struct Object {
    Vec3<double> center, step;
  };
  double half_;
  Array<Object> objects_;
};

double processor_microseconds() {
  return 1e6 * static_cast<double>(std::clock()) / static_cast<double>(CLOCKS_PER_SEC);
}

}  // namespace

BroadPhaseUpdates::BroadPhaseUpdates() {
  constexpr int rounds = 10, updates = 20;
  const auto add = [&](const char* what, int count, double half, double step, double margin, bool floor) {
    FlyingBoxes boxes(count, half, step);
    BroadPhase phase(margin);
    for (int i = 0; i < count; ++i) phase.add(boxes.bounds(i));
    if (floor) phase.add(Bounds::everything());
    double pairs = 0, total = 0;
    std::vector<double> times;
    for (int round = 0; round < rounds; ++round) {
      double spent = 0;
      for (int update = 0; update < updates; ++update) {
        boxes.move();
        const double begin = processor_microseconds();
        for (int i = 0; i < count; ++i) phase.move(i, boxes.bounds(i));
        pairs += static_cast<double>(phase.find_pairs([](int, int) { return false; }).size());
        spent += processor_microseconds() - begin;
      }
      times.push_back(spent / updates);
      total += spent;
    }
    std::sort(times.begin(), times.end());
    lines_.push_back(
        {what, count, pairs / (rounds * updates), times[0], times[1], total / (rounds * updates)});
  };
  // Boxes of 0.04: 1,000 of them fill 0.8 percent of the space. A step of 1e-3 is 0.5 m/s at 500 updates per
  // second.
  add("slow: 0.0005 per update, margin 0.01", 1000, 0.02, 0.0005, 0.01, false);
  add("moderate: 0.002 per update", 1000, 0.02, 0.002, 0.01, false);
  add("fast: 0.02 per update, margin 0.02", 1000, 0.02, 0.02, 0.02, false);
  add("dense: boxes of 0.2", 1000, 0.1, 0.001, 0.01, false);
  add("moderate, with a half-space", 1000, 0.02, 0.002, 0.01, true);
  add("moderate", 100, 0.04, 0.002, 0.01, false);
  add("moderate", 10000, 0.01, 0.001, 0.005, false);
}

void BroadPhaseUpdates::print() const {
  fmt::print("\nbroad phase: processor time in µs for one update of all objects and all pairs\n");
  fmt::print("{:<40}{:>8}{:>9}{:>9}{:>9}{:>9}\n", "", "objects", "pairs", "best", "second", "mean");
  for (const Line& line : lines_)
    fmt::print("{:<40}{:>8}{:>9.0f}{:>9.1f}{:>9.1f}{:>9.1f}\n", line.what, line.objects, line.pairs,
               line.update, line.second, line.mean);
}

nlohmann::ordered_json BroadPhaseUpdates::json() const {
  nlohmann::ordered_json json;
  for (const Line& line : lines_)
    json.push_back({{"what", line.what},
                    {"objects", line.objects},
                    {"pairs", line.pairs},
                    {"update_us", line.update},
                    {"second_us", line.second},
                    {"mean_us", line.mean}});
  return json;
}

}  // namespace sarrus::bench
