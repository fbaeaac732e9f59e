// Frames and recorded motions, taken apart as docs/viewer_protocol.md says.

#include <gtest/gtest.h>
#include <zlib.h>

#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>

#include "sarrus/force/forces.h"
#include "sarrus/joint/joints.h"
#include "sarrus/model/builder.h"
#include "sarrus/scene/make_scene.h"
#include "sarrus/simulate/simulation.h"
#include "sarrus/spatial/solids.h"
#include "sarrus/system/responses.h"
#include "sarrus/view/internal/frame_bytes.h"
#include "sarrus/view/internal/motion_json.h"
#include "tests/support/count_allocations.h"
#include "tests/support/linkages.h"
#include "tests/support/says.h"

namespace sarrus::testing::packing_test {

using namespace internal;
namespace {

std::string from_base64(const std::string& text) {
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  EXPECT_EQ(text.size() % 4, 0U);
  std::string bytes;
  unsigned bits = 0;
  int count = 0;
  for (const char c : text) {
    if (c == '=') break;
    bits = bits << 6 | static_cast<unsigned>(digits.find(c));
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> count & 0xff);
  }
  return bytes;
}

std::string inflated(const std::string& packed, std::size_t size) {
  std::string bytes(size, '\0');
  uLongf length = static_cast<uLongf>(size);
  EXPECT_EQ(uncompress(reinterpret_cast<Bytef*>(bytes.data()), &length,
                       reinterpret_cast<const Bytef*>(packed.data()), static_cast<uLong>(packed.size())),
            Z_OK);
  EXPECT_EQ(length, size);
  return bytes;
}

/// The table of a motion, by rows, from its text.
struct Motion {
  Array<double> times;
  Array<Array<float>> rows;
};
Motion unpacked(const nlohmann::json& json, std::size_t columns) {
  Motion motion;
  const auto frames = json.at("frames").get<std::size_t>();
  const std::string times = from_base64(json.at("times"));
  EXPECT_EQ(times.size(), 8 * frames);
  motion.times.resize(frames);
  std::memcpy(motion.times.data(), times.data(), times.size());
  const std::size_t words = frames * columns;
  const std::string bytes = inflated(from_base64(json.at("data")), 4 * words);
  motion.rows.assign(frames, Array<float>(columns));
  for (std::size_t column = 0; column < columns; ++column) {
    std::uint32_t sum = 0;
    for (std::size_t row = 0; row < frames; ++row) {
      const std::size_t place = column * frames + row;
      std::uint32_t difference = 0;
      for (int significance = 3; significance >= 0; --significance)
        difference = difference * 256 + static_cast<unsigned char>(
                                            bytes[static_cast<std::size_t>(significance) * words + place]);
      sum += difference;
      std::memcpy(&motion.rows[row][column], &sum, 4);
    }
  }
  return motion;
}

TEST(Packing, OfAMotionGivesBackItsNumbers) {
  const Linkage linkage = four_bar(Closure::in_plane);
  Simulation simulation(linkage.start, {.accuracy = 1e-6});
  simulation.run(1.0);
  const Scene scene = make_scene(linkage.start);
  const Recording recording(simulation.trajectory(), scene, {.rate = 50, .name = "first"});
  const nlohmann::json json = motion_json(recording);
  EXPECT_EQ(json.at("format"), "sarrus-motion");
  EXPECT_EQ(json.at("version"), 1);
  EXPECT_EQ(json.at("name"), "first");
  const std::size_t columns = 7 * scene.bodies.size() + scene.signals.size() + 6 * scene.arrows.size();
  const Motion motion = unpacked(json, columns);
  ASSERT_EQ(motion.times.size(), 51U);
  for (std::size_t i = 0; i < motion.times.size(); ++i) {
    EXPECT_NEAR(motion.times[i], 0.02 * static_cast<double>(i), 1e-14);
    SceneFrame frame;
    FrameSampler(scene).sample(simulation.trajectory().at(motion.times[i]), frame);
    EXPECT_EQ(motion.rows[i], frame.numbers) << i;
  }
}

TEST(Packing, KeepsEveryBitAlsoOfNaN) {
  const Array<float> table{0.0F,     -0.0F, std::nanf(""), INFINITY, -1e-40F, 3e38F,  // two columns
                           1.00001F, -5.0F, 0.5F,          0.25F};
  const std::string packed = pack_table(table, 2);
  const std::string bytes = inflated(packed, 40);
  std::uint32_t sums[2] = {0, 0};
  for (std::size_t i = 0; i < 10; ++i) {
    std::uint32_t& sum = sums[i / 5];
    for (std::size_t k = 0; k < 4; ++k)
      sum += static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[10 * k + i])) << (8 * k);
    std::uint32_t expected = 0;
    std::memcpy(&expected, &table[2 * (i % 5) + i / 5], 4);
    EXPECT_EQ(sum, expected) << i;
  }
}

TEST(Packing, OfNothingIsNothing) { EXPECT_EQ(inflated(pack_table({}, 0), 0), ""); }

template <class T>
T at(const std::string& bytes, std::size_t offset) {
  T value{};
  std::memcpy(&value, bytes.data() + offset, sizeof(T));
  return value;
}

TEST(FrameBytes, AreThoseOfTheProtocol) {
  const Linkage linkage = four_bar(Closure::ball);
  const Scene scene = make_scene(linkage.start);
  const FrameSampler sampler(scene);
  State state = linkage.start;
  state.set_time(1.25);
  SceneFrame frame;
  sampler.sample(state, frame);
  std::string bytes;
  write_frame(frame, 7, 0.5F, bytes);
  EXPECT_EQ(bytes.substr(0, 4), "SRF1");
  EXPECT_EQ(at<std::uint32_t>(bytes, 4), 7U);
  EXPECT_EQ(at<double>(bytes, 8), 1.25);
  EXPECT_EQ(at<std::uint32_t>(bytes, 16), scene.bodies.size());
  EXPECT_EQ(at<std::uint32_t>(bytes, 20), scene.signals.size());
  EXPECT_EQ(at<std::uint32_t>(bytes, 24), scene.arrows.size());
  EXPECT_EQ(at<float>(bytes, 28), 0.5F);
  EXPECT_EQ(bytes.size(),
            32 + 28 * scene.bodies.size() + 4 * scene.signals.size() + 24 * scene.arrows.size());
  const Pose<double> X = pose(state, 2);
  EXPECT_EQ(at<float>(bytes, 32 + 28 * 2), static_cast<float>(X.p.x));
  EXPECT_EQ(at<float>(bytes, 32 + 28 * 2 + 4), static_cast<float>(X.p.y));
  EXPECT_EQ(at<float>(bytes, 32 + 28 * 4), static_cast<float>(state.q(0)));

  const long before = allocations();
  sampler.sample(state, frame);
  write_frame(frame, 8, 0.5F, bytes);
  EXPECT_EQ(allocations(), before);
}

TEST(FrameBytes, HavePatchesUpToTheLastThatIsThere) {
  SceneFrame frame{.bodies = 1, .patches = 3, .numbers = Array<float>(7 + 3 * 11, 0.0F)};
  std::string bytes;
  write_frame(frame, 0, 0, bytes);
  EXPECT_EQ(bytes.size(), 32U + 4 * 7);
  frame.numbers[7 + 11] = 2;  // the second is a triangle
  write_frame(frame, 0, 0, bytes);
  EXPECT_EQ(bytes.size(), 32U + 4 * (7 + 2 * 11));
  EXPECT_EQ(at<float>(bytes, 32 + 4 * (7 + 11)), 2.0F);
  frame.numbers.back() = 0, frame.numbers[7 + 2 * 11] = 1;
  write_frame(frame, 0, 0, bytes);
  EXPECT_EQ(bytes.size(), 32U + 4 * (7 + 3 * 11));
}

TEST(FrameBytes, OfFiftyBodiesAreFewerThanThreeKilobytes) {
  ModelBuilder model("chain");
  for (int i = 0; i < 50; ++i) {
    const std::string name = "link" + std::to_string(i);
    model.body(name, solid_sphere(1, 0.1));
    model.joint("joint" + std::to_string(i), Pin{}, i == 0 ? "world" : "link" + std::to_string(i - 1), name)
        .parent_frame({0.2, 0, 0});
  }
  SystemBuilder builder(model.build());
  for (int i = 0; i < 50; ++i)
    builder.add("damper" + std::to_string(i), MobilityDamper("joint" + std::to_string(i), 0.1));
  const System system = builder.build();
  SceneFrame frame;
  FrameSampler(make_scene(system)).sample(system.default_state(), frame);
  std::string bytes;
  write_frame(frame, 0, 0, bytes);
  EXPECT_LT(bytes.size(), 3000U);
  EXPECT_EQ(bytes.size(), 32U + 28 * 51 + 4 * (4 * 50 + 3));
}

}  // namespace
}  // namespace sarrus::testing::packing_test
