#include "sarrus/base/file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>

#include "sarrus/base/error.h"

namespace sarrus {

namespace {

/// What kept the bytes from being written, or nothing.
std::string write_fault(const std::string& path, std::string_view bytes) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) return std::strerror(errno);
  const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
  const int reason = errno;
  if (std::fclose(file) != 0) return std::strerror(errno);  // the last bytes go out here
  return written ? "" : std::strerror(reason);
}

}  // namespace

std::string read_file(const std::string& path) {
  std::error_code ignored;
  require(!std::filesystem::is_directory(path, ignored), "'{}' is a folder; give a file", path);
  std::ifstream file(path, std::ios::binary);
  require(file.good(), "cannot open '{}': {}", path, std::strerror(errno));
  return {std::istreambuf_iterator<char>(file), {}};
}

void replace_file(const std::string& path, std::string_view bytes) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  require(!std::filesystem::is_directory(status), "'{}' is a folder; give a file", path);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    const std::string fault = write_fault(path, bytes);
    require(fault.empty(), "cannot write '{}': {}", path, fault);
    return;
  }
  const std::string target =  // of a symbolic link: what it points to
      std::filesystem::exists(status) ? std::filesystem::canonical(path).string() : path;
  const std::string part = fmt::format("{}.{:08x}.part", target, std::random_device()());
  std::string fault = write_fault(part, bytes);
  if (fault.empty()) {
    std::filesystem::rename(part, target, error);
    if (error) fault = error.message();
  }
  if (fault.empty()) return;
  std::filesystem::remove(part, error);
  fail("cannot write '{}': {}; {}", path, fault,
       std::filesystem::exists(status) ? "the earlier file stays as it was" : "there is no such file now");
}

}  // namespace sarrus
