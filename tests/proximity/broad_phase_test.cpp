#include "sarrus/proximity/broad_phase.h"

#include <gtest/gtest.h>

#include "tests/support/count_allocations.h"
#include "tests/support/numbers.h"
#include "tests/support/random.h"
#include "tests/support/says.h"

namespace sarrus::testing::broad_phase_test {

using testing::Random;

namespace {

using Pairs = Array<std::pair<int, int>>;

/// Boxes that move about; some grow or shrink.
struct MovingBoxes {
  MovingBoxes(Random& random, int count, double size) : speeds(count) {
    for (int i = 0; i < count; ++i) {
      const Vec3<double> c = random.vector();
      const Vec3<double> half{random.number(0, size), random.number(0, size), random.number(0, size)};
      boxes.push_back({c - half, c + half});
      speeds[i] = random.vector(0.02);
    }
  }
  void move() {
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      for (int k = 0; k < 3; ++k)
        if (std::abs(boxes[i].lower[k]) > 1 && boxes[i].lower[k] * speeds[i][k] > 0)
          speeds[i][k] = -speeds[i][k];
      boxes[i].lower += speeds[i], boxes[i].upper += speeds[i];
    }
  }
  Pairs all_pairs() const {
    Pairs pairs;
    const int n = static_cast<int>(boxes.size());
    for (int i = 0; i < n; ++i)
      for (int j = i + 1; j < n; ++j)
        if (boxes[i].overlaps(boxes[j])) pairs.push_back({i, j});
    return pairs;
  }
  Array<Bounds> boxes;
  Array<Vec3<double>> speeds;
};

constexpr auto nothing_skipped = [](int, int) { return false; };

}  // namespace

TEST(BroadPhase, FindsAllPairsInOrderWhileObjectsMove) {
  Random random;
  for (const double margin : {0.0, 0.05, 0.5}) {
    MovingBoxes scene(random, 200, 0.1);
    scene.boxes[17] = Bounds::everything();
    constexpr double far = std::numeric_limits<double>::infinity();
    scene.boxes[150] = {{-far, -far, -far}, {far, far, -0.5}};
    scene.speeds[150] = Vec3<double>::zero();
    BroadPhase phase(margin);
    for (const Bounds& box : scene.boxes) phase.add(box);
    for (int step = 0; step < 200; ++step) {
      ASSERT_EQ(phase.find_pairs(nothing_skipped), scene.all_pairs()) << step;
      scene.move();
      if (step % 7 == 0) {  // one jumps, one grows, one shrinks
        const Vec3<double> p = random.vector();
        scene.boxes[3] = {p, p + Vec3<double>{0.1, 0.2, 0.1}};
        scene.boxes[4].upper += Vec3<double>{0.1, 0.1, 0.1};
        scene.boxes[5].upper = scene.boxes[5].lower;
      }
      for (int i = 0; i < 200; ++i) phase.move(i, scene.boxes[i]);
    }
  }
}

TEST(BroadPhase, SkipsPairs) {
  BroadPhase phase(0.1);
  for (int i = 0; i < 4; ++i) phase.add({{0, 0, 0}, {1, 1, 1}});
  EXPECT_EQ(phase.find_pairs([](int i, int j) { return i + j == 3; }),
            (Pairs{{0, 1}, {0, 2}, {1, 3}, {2, 3}}));
}

TEST(BroadPhase, ObjectsBecomeInfiniteAndFinite) {
  BroadPhase phase(0.1);
  const Bounds small{{0, 0, 0}, {1, 1, 1}}, distant{{9, 9, 9}, {10, 10, 10}};
  phase.add(small);
  phase.add(distant);
  EXPECT_TRUE(phase.find_pairs(nothing_skipped).empty());
  phase.move(0, Bounds::everything());
  EXPECT_EQ(phase.find_pairs(nothing_skipped), (Pairs{{0, 1}}));
  phase.add(Bounds::everything());
  EXPECT_EQ(phase.find_pairs(nothing_skipped), (Pairs{{0, 1}, {0, 2}, {1, 2}}));
  phase.move(0, small);
  EXPECT_EQ(phase.find_pairs(nothing_skipped), (Pairs{{0, 2}, {1, 2}}));
}

TEST(BroadPhase, DoesNotDependOnTheOrderOfMoves) {
  Random random;
  MovingBoxes scene(random, 100, 0.2);
  BroadPhase forward(0.05), backward(0.05);
  for (const Bounds& box : scene.boxes) forward.add(box), backward.add(box);
  for (int step = 0; step < 50; ++step) {
    scene.move();
    for (int i = 0; i < 100; ++i) forward.move(i, scene.boxes[i]), backward.move(99 - i, scene.boxes[99 - i]);
    ASSERT_EQ(forward.find_pairs(nothing_skipped), backward.find_pairs(nothing_skipped));
  }
}

TEST(BroadPhase, DoesNotAllocateInTheSteadyState) {
  Random random;
  MovingBoxes scene(random, 300, 0.1);
  BroadPhase phase(0.05);
  for (const Bounds& box : scene.boxes) phase.add(box);
  const auto run = [&](int steps) {
    for (int step = 0; step < steps; ++step) {
      scene.move();
      for (int i = 0; i < 300; ++i) phase.move(i, scene.boxes[i]);
      phase.find_pairs(nothing_skipped);
    }
  };
  // Back and forth with the same period: as many pairs as before.
  run(2000);
  const long before = testing::allocations();
  run(1000);
  EXPECT_EQ(testing::allocations(), before);
}

TEST(BroadPhase, EmptyAndRefused) {
  BroadPhase phase(0);
  EXPECT_TRUE(phase.find_pairs(nothing_skipped).empty());
  testing::expect_error([&] { phase.add({{0, nan, 0}, {1, 1, 1}}); }, {"object 0", "nan", "axis y"});
  testing::expect_error([&] { phase.add({{0, 0, 2}, {1, 1, 1}}); }, {"object 0", "2 to 1", "axis z"});
  EXPECT_EQ(phase.count(), 0);
  testing::expect_error([] { BroadPhase bad(-1); }, {"margin", "-1"});
}

}  // namespace sarrus::testing::broad_phase_test
