#include "sarrus/system/state_file.h"
#include "sarrus/system/declaration.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>

#include "sarrus/base/internal/bytes.h"
#include "sarrus/system/state_difference.h"
#include "tests/support/says.h"
#include "tests/support/system_of_everything.h"
#include "tests/support/temporary_folder.h"

namespace sarrus::testing::state_file_test {

using namespace internal;
namespace {

class StateFile : public ::testing::Test {
 protected:
  std::string path(const char* name) const { return folder_.path / name; }
  long files() const {
    return std::distance(std::filesystem::directory_iterator(folder_.path),
                         std::filesystem::directory_iterator());
  }

  const SystemOfEverything all_ = system_of_everything();
  Random random_{3};

 private:
  TemporaryFolder folder_;
};

TEST_F(StateFile, GivesBackTheSameState) {
  for (int i = 0; i < 200; ++i) {
    const State state = random_state(all_, random_);
    const std::string bytes = to_bytes(state);
    const State read = from_bytes(all_.system, bytes);
    EXPECT_EQ(difference(state, read), "");
    EXPECT_EQ(to_bytes(read), bytes);
  }
  const State state = random_state(all_, random_);
  write_state(state, path("state")), write_state(state, path("state"));
  EXPECT_TRUE(read_state(all_.system, path("state")) == state);
  EXPECT_EQ(files(), 1);
}

TEST_F(StateFile, IsReadBySystemsBuiltAnew) {
  const State state = random_state(all_, random_);
  EXPECT_EQ(difference(from_bytes(system_of_everything().system, to_bytes(state)), state), "");
}

TEST_F(StateFile, AnyChangedByteIsNoticed) {
  const std::string bytes = to_bytes(random_state(all_, random_));
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string changed = bytes;
    changed[i] = static_cast<char>(changed[i] ^ (1 << random_.index(8)));
    EXPECT_THROW((void)from_bytes(all_.system, changed), Error) << i;
    EXPECT_THROW((void)from_bytes(all_.system, bytes.substr(0, i)), Error) << i;
  }
  EXPECT_THROW((void)from_bytes(all_.system, bytes + "x"), Error);
}

/// Bytes that someone changed along with the checksum.
TEST_F(StateFile, ImpossibleContentIsRefused) {
  const std::string bytes = to_bytes(random_state(all_, random_));
  for (std::size_t i = 0; i + 8 < bytes.size(); ++i) {
    std::string changed = bytes.substr(0, bytes.size() - 8);
    changed[i] = static_cast<char>(random_.index(256));
    ByteWriter checksum;
    checksum.natural(hash_bytes(changed));
    try {
      const State state = from_bytes(all_.system, changed + checksum.bytes());
      EXPECT_EQ(difference(from_bytes(all_.system, to_bytes(state)), state), "");
    } catch (const Error&) {  // either it is refused, or it is a state like any other
    }
  }
}

TEST_F(StateFile, SaysWhatIsWrong) {
  const std::string bytes = to_bytes(all_.system.default_state());
  const std::size_t version = bytes.find('\x1a') + 2;
  std::string newer = bytes, older = bytes, damaged = bytes;
  newer[version] = 9, older[version] = 0, damaged[200] ^= 1;
  const auto read = [&](const std::string& content) {
    return [&] { (void)from_bytes(all_.system, content, "run.state"); };
  };
  expect_error(read("<robot/>"), {"run.state", "not a state"});
  expect_error(read(""), {"run.state", "cut off"});
  expect_error(read(newer), {"run.state", "newer", "version 9", "version 1"});
  expect_error(read(older), {"run.state", "version 0", "version 1"});
  expect_error(read(damaged), {"run.state", "damaged", "checksum"});
  expect_error(read(bytes.substr(0, 300)), {"run.state", "cut off"});
  expect_error([&] { (void)read_state(all_.system, path("none")); }, {"cannot open", "none"});
  expect_error([&] { (void)read_state(all_.system, path("")); }, {"folder"});
  expect_error([&] { write_state(all_.system.default_state(), path("")); }, {"folder"});
  expect_error([&] { write_state(all_.system.default_state(), path("no/such/folder")); },
               {"no/such/folder", "directory"});
}

TEST_F(StateFile, OfAnotherSystemNamesTheDifference) {
  const System other(model_of_everything());
  expect_error([&] { (void)from_bytes(other, to_bytes(all_.system.default_state()), "run.state"); },
               {"run.state", "another system", "'servo.memory0'", "parameter 'gravity.zero_height'"});
  SystemBuilder builder(model_of_everything());
  (void)builder.declare().discrete<int>("number", 1);
  SystemBuilder same_name(model_of_everything());
  (void)same_name.declare().discrete<double>("number", 1);
  expect_error([&] { (void)from_bytes(same_name.build(), to_bytes(builder.build().default_state())); },
               {"'number' (4-byte integer)", "'number' (8-byte real number)"});
}

TEST_F(StateFile, ATypeWithoutCodecIsNamed) {
  SystemBuilder builder(model_of_everything());
  (void)builder.declare().discrete<std::vector<std::string>>("log", {});
  expect_error([&] { (void)to_bytes(builder.build().default_state()); }, {"'log'", "sarrus::Codec"});
  SystemBuilder pointers(model_of_everything());
  (void)pointers.declare().discrete<std::vector<const double*>>("places", {});
  expect_error([&] { (void)to_bytes(pointers.build().default_state()); }, {"'places'"});
}

TEST_F(StateFile, AFullDiskIsTold) {
  expect_error([&] { write_state(all_.system.default_state(), "/dev/full"); },
               {"/dev/full", "No space left"});
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/full"));
}

TEST_F(StateFile, AFailedSaveLeavesTheEarlierFile) {
  const State earlier = random_state(all_, random_), later = random_state(all_, random_);
  write_state(earlier, path("state"));
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const rlimit tiny{1000, before.rlim_max};
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &tiny);
  const std::string fault = message([&] { write_state(later, path("state")); });
  setrlimit(RLIMIT_FSIZE, &before);
  (void)std::signal(SIGXFSZ, handler);
  EXPECT_SAYS(fault, "earlier file stays");
  EXPECT_EQ(files(), 1);
  EXPECT_TRUE(read_state(all_.system, path("state")) == earlier);
}

TEST_F(StateFile, ALinkStaysALink) {
  write_state(random_state(all_, random_), path("state"));
  std::filesystem::create_symlink(path("state"), path("link"));
  const State later = random_state(all_, random_);
  write_state(later, path("link"));
  EXPECT_TRUE(std::filesystem::is_symlink(path("link")));
  EXPECT_TRUE(read_state(all_.system, path("state")) == later);
}

}  // namespace
}  // namespace sarrus::testing::state_file_test
