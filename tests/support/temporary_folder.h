#pragma once
/// @file
#include <stdlib.h>

#include <filesystem>
#include <string>

namespace sarrus::testing {

/// A temporary folder for one test, removed by the destructor: tests may run in parallel.
struct TemporaryFolder {
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "sarrus_XXXXXX").string();
    path = mkdtemp(name.data());
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::filesystem::path path;
};

}  // namespace sarrus::testing
