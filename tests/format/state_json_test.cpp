#include "sarrus/format/state_json.h"

#include <gtest/gtest.h>

#include "sarrus/system/state_difference.h"
#include "tests/support/numbers.h"
#include "tests/support/says.h"
#include "tests/support/system_of_everything.h"
#include "tests/support/temporary_folder.h"

namespace sarrus::testing::state_json_test {
namespace {

class StateJson : public ::testing::Test {
 protected:
  /// What reading says after a piece of a default state's text was replaced.
  std::string said_after(const std::string& piece, const std::string& other) const {
    std::string text = state_to_json(all_.system.default_state());
    const std::size_t at = text.find(piece);
    EXPECT_NE(at, text.npos) << piece << "\n" << text;
    text.replace(at, piece.size(), other);
    return message([&] { (void)state_from_json(all_.system, text, "run.json"); });
  }

  const SystemOfEverything all_ = system_of_everything();
  Random random_{5};
};

TEST_F(StateJson, GivesBackTheSameState) {
  for (int i = 0; i < 200; ++i) {
    const State state = random_state(all_, random_);
    const std::string text = state_to_json(state);
    const State read = state_from_json(all_.system, text);
    EXPECT_EQ(difference(state, read), "");
    EXPECT_EQ(state_to_json(read), text);
  }
}

TEST_F(StateJson, KeepsNumbersThatAreNone) {
  State state = all_.system.default_state();
  const double inf = std::numeric_limits<double>::infinity();
  const double odd = std::bit_cast<double>(std::bit_cast<std::uint64_t>(nan) + 5);
  for (const std::vector<double>& list : {std::vector{nan, inf, -inf}, std::vector{1.0, odd}}) {
    state.set(all_.list, list);
    EXPECT_EQ(difference(state_from_json(all_.system, state_to_json(state)), state), "");
  }
  state.set(all_.small, std::numeric_limits<float>::signaling_NaN());
  state.set(all_.text, "\xff not UTF-8");
  EXPECT_EQ(difference(state_from_json(all_.system, state_to_json(state)), state), "");
}

TEST_F(StateJson, IsReadable) {
  State state = all_.system.default_state();
  state.set_time(0.1);
  state.set(all_.gear, Gear::reverse);
  state.set(all_.list, {1, -0.0, 1e300});
  state.set_mass(state.model().body_number("upper"), 2);
  state.set_gravity({0, 0, -1.62});
  state.lock(state.model().joint_body("wrist"), MotionLevel::acceleration, {1, 2, 3});
  state.lock(state.model().joint_body("spindle"));
  const std::string text = state_to_json(state);
  for (const char* line :
       {"\"format\": \"sarrus state\"", "\"model\": \"everything\"", "\"time\": 0.1,", "\"shoulder\": 0.3,",
        "\"servo.gain\": 2.5", "\"gear\": -1,", "\"list\": [1, -0.0, 1e+300]", "\"text\": \"hello\"",
        "\"flag\": true", "\"upper\": {\"mass\": 2, \"first_moment\": [0, 0, 0]",
        "\"gravity\": [0, 0, -1.62]", "\"wrist\": [1, 2, 3]", "\"spindle\": \"position\"", "\"sway\": false"})
    EXPECT_SAYS(text, line);
  EXPECT_EQ(text.find("\"hand\""), text.npos) << "only what differs from the model is listed";
}

TEST_F(StateJson, WrittenByHandSaysOnlyWhatDiffersFromTheDefault) {
  const State read = state_from_json(
      all_.system, R"({"coordinates": {"shoulder": 0.7}, "enabled": {"servo": false}, "time": 2})");
  State expected = all_.system.default_state();
  expected.set_q(expected.model().body(expected.model().joint_body("shoulder")).q0, 0.7);
  expected.set_enabled(all_.system.element("servo"), false);
  expected.set_time(2);
  EXPECT_EQ(difference(read, expected), "");
  EXPECT_EQ(difference(state_from_json(all_.system, "{}"), all_.system.default_state()), "");
  EXPECT_SAYS(message([&] { (void)state_from_json(all_.system, R"({"coordinates": {"sholder": 1}})"); }),
              "coordinates: 'sholder' is unknown. Did you mean 'shoulder'?");
  EXPECT_SAYS(message([&] { (void)state_from_json(all_.system, R"({"q": {"shoulder": 1}})"); }),
              "'q' is unknown");
  EXPECT_SAYS(message([&] { (void)state_from_json(all_.system, R"({"format": "sarrus state"})"); }),
              "'version' is missing");
}

TEST_F(StateJson, SaysWhereItIsWrong) {
  EXPECT_SAYS(said_after("0.3,", "0.3;"), "run.json: this is not JSON: line 17, column 20");
  EXPECT_EQ(said_after("0.3,", "0.3;").find("json.exception"), std::string::npos);
  EXPECT_SAYS(message([&] { state_from_json(all_.system, std::string(100000, '[')); }),
              "nested more than 100 deep");
  EXPECT_SAYS(message([&] { state_from_json(all_.system, " "); }), "empty");
  EXPECT_SAYS(said_after("\"shoulder\": 0.3", "\"sholder\": 0.3"),
              "coordinates: 'sholder' is unknown. Did you mean 'shoulder'?");
  EXPECT_SAYS(said_after("\"shoulder\": 0.3,", ""), "run.json: coordinates: 'shoulder' is missing");
  EXPECT_SAYS(said_after("\"shoulder\": 0.3", "\"shoulder\": \"x\""),
              "coordinates.shoulder: a number is expected, but this is \"x\"");
  EXPECT_SAYS(said_after("\"shoulder\": 0.3", "\"shoulder\": 1e999"), "number overflow parsing '1e999'");
  EXPECT_SAYS(said_after("\"shoulder\": 0.3", "\"shoulder\": \"inf\""), "q[");
  EXPECT_SAYS(said_after("\"shoulder\": 0.3", "\"shoulder\": 1, \"shoulder\": 2"), "'shoulder' comes twice");
  EXPECT_SAYS(said_after("sarrus state", "sarrus model"), "not a state of Sarrus");
  EXPECT_SAYS(said_after("\"version\": 1", "\"version\": 2"), "version: version 2");
  EXPECT_SAYS(said_after("\"everything\"", "\"nothing\""), "'nothing', not to 'everything'");
  EXPECT_SAYS(said_after("as the model has it", "quaternoin"), "Did you mean 'quaternion'?");
  EXPECT_SAYS(said_after("\"signature\": \"", "\"signature\": \"0"), "signature");
  EXPECT_SAYS(said_after("\"locks\": {}", "\"locks\": {\"wrist\": [1]}"),
              "locks.wrist: 3 numbers are expected, but there are 1");
  EXPECT_SAYS(said_after("\"locks\": {}", "\"locks\": {\"wrist\": \"somehow\"}"), "locks.wrist");
  EXPECT_SAYS(said_after("\"servo\": true", "\"servo\": 1"), "enabled.servo: true or false is expected");
  EXPECT_SAYS(said_after("\"locks\"", "\"gravity\": [1, 2], \"locks\""), "gravity: 3 numbers");
  EXPECT_SAYS(said_after("\"locks\"", "\"bodies\": {\"uper\": {}}, \"locks\""), "Did you mean 'upper'?");
  EXPECT_SAYS(said_after("\"locks\"", "\"bodies\": {\"upper\": {}}, \"locks\""),
              "bodies.upper: 'mass' is missing");
  EXPECT_SAYS(said_after("\"locks\"",
                         "\"joint_frames\": {\"glue\": {\"on_parent\": {\"position\": [0, 0, 0], \"axes\": "
                         "[1, 0, 0, 0, 1, 0, 0, 0, 2]}, \"on_child\": {\"position\": [0, 0, 0], \"axes\": "
                         "[1, 0, 0, 0, 1, 0, 0, 0, 1]}}}, \"locks\""),
              "joint 'glue': the orientation");
  EXPECT_SAYS(said_after("\"time\": 0", "\"time\": {}"), "time: a number");
  EXPECT_SAYS(said_after("\"speeds\": {", "\"speeds\": [], \"x\": {"), "'x' is unknown");
}

TEST_F(StateJson, DiscreteValuesMustFitTheirTypes) {
  EXPECT_SAYS(said_after("\"gear\": 0", "\"gear\": 32768"), "discrete.gear: 32768 does not fit");
  EXPECT_SAYS(said_after("\"gear\": 0", "\"gear\": -32769"), "does not fit");
  EXPECT_SAYS(said_after("\"gear\": 0", "\"gear\": 0.5"), "an integer is expected");
  EXPECT_SAYS(said_after("\"ticks\": 3", "\"ticks\": -3"), "does not fit");
  EXPECT_SAYS(said_after("\"bytes\": [1]", "\"bytes\": [1, 128]"), "discrete.bytes[1]: 128 does not fit");
  EXPECT_SAYS(said_after("\"small\": 0.1", "\"small\": 1e50, \"old\": 0.1"), "unknown");
  EXPECT_SAYS(said_after("\"flag\": true", "\"flag\": {\"bytes\": \"02\"}"), "'flag'");
  EXPECT_SAYS(said_after("\"flag\": true", "\"flag\": {\"bytes\": \"0\"}"), "even number");
  EXPECT_SAYS(said_after("\"contact\": {\"bytes\": \"00", "\"contact\": {\"bytes\": \""), "7 bytes");
  EXPECT_SAYS(said_after("\"contact\": {\"bytes\"", "\"contact\": {\"byte\""), "Did you mean 'bytes'?");
}

TEST_F(StateJson, OfAnotherSystemNamesTheDifference) {
  const System other(model_of_everything());
  expect_error([&] { (void)state_from_json(other, state_to_json(all_.system.default_state()), "run.json"); },
               {"run.json", "auxiliaries", "'servo.memory0' is unknown"});
  expect_error([&] { (void)state_from_json(all_.system, state_to_json(other.default_state()), "run.json"); },
               {"run.json", "auxiliaries", "'servo.memory0' is missing"});
}

/// Whatever happens to the text, it is refused or it is a state like any other.
TEST_F(StateJson, MutatedTextIsHandled) {
  const std::string text = state_to_json(random_state(all_, random_));
  const std::string letters = "{}[]\",:0189.-+eaE\\ \n\xff";
  const auto try_reading = [&](const std::string& changed) {
    try {
      const State state = state_from_json(all_.system, changed);
      EXPECT_EQ(difference(state_from_json(all_.system, state_to_json(state)), state), "");
    } catch (const Error&) {
    }
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string changed = text;
    changed[i] = letters[static_cast<std::size_t>(random_.index(static_cast<int>(letters.size())))];
    try_reading(changed);
    EXPECT_THROW((void)state_from_json(all_.system, text.substr(0, std::min(i, text.size() - 3))), Error)
        << i;
  }
}

TEST_F(StateJson, GoesToAFileAndBack) {
  const TemporaryFolder folder;
  const std::string path = folder.path / "state.json";
  const State state = random_state(all_, random_);
  write_state_json(state, path);
  EXPECT_EQ(difference(read_state_json(all_.system, path), state), "");
  std::filesystem::remove(path);
  expect_error([&] { (void)read_state_json(all_.system, path); }, {"cannot open", "state.json"});
  expect_error([&] { write_state_json(state, "/dev/full"); }, {"No space left"});
}

}  // namespace
}  // namespace sarrus::testing::state_json_test
