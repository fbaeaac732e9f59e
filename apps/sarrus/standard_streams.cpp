#include "apps/sarrus/standard_streams.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "sarrus/base/error.h"
#include "sarrus/base/file.h"

namespace sarrus {

namespace {

constexpr std::size_t most_bytes = std::size_t{1} << 30U;

std::string read_stream(std::FILE* stream, const std::string& name) {
  std::string bytes;
  char buffer[65536];
  while (const std::size_t count = std::fread(buffer, 1, sizeof buffer, stream)) {
    bytes.append(buffer, count);
    require(bytes.size() <= most_bytes, "{} has more than {} bytes; is it the right file?", name, most_bytes);
  }
  require(std::ferror(stream) == 0, "cannot read {}: {}", name, std::strerror(errno));
  return bytes;
}

/// True for a pipe of the shell, "<(xacro …)", which has a writer; any other pipe may wait for one forever.
bool is_of_shell(const std::string& path) {
  return path.starts_with("/dev/fd/") || path.starts_with("/proc/self/fd/") || path == "/dev/stdin";
}

}  // namespace

std::string input_name(const std::string& path) { return is_standard_stream(path) ? "standard input" : path; }

std::string read_input(const std::string& path) {
  if (is_standard_stream(path)) return read_stream(stdin, "standard input");
  std::error_code ignored;
  const std::filesystem::file_status status = std::filesystem::status(path, ignored);
  if (std::filesystem::is_fifo(status)) {
    require(is_of_shell(path), "'{}' is a pipe; give a file, or - to read standard input", path);
    std::FILE* stream = std::fopen(path.c_str(), "rb");
    require(stream != nullptr, "cannot open '{}': {}", path, std::strerror(errno));
    std::string bytes = read_stream(stream, path);
    std::fclose(stream);
    return bytes;
  }
  require(!std::filesystem::is_character_file(status) && !std::filesystem::is_block_file(status),
          "'{}' is a device; give a file, or - to read standard input", path);
  const auto size = std::filesystem::file_size(path, ignored);
  require(ignored || size <= most_bytes, "'{}' has {} bytes, more than {}; is it the right file?", path, size,
          most_bytes);
  return read_file(path);
}

void say(const std::string& text) {
  std::fflush(stdout);  // keeps the order of the messages
  std::fputs(text.c_str(), stderr);
}

void require_standard_output() {
  const bool flushed = std::fflush(stdout) == 0;
  require(flushed && std::ferror(stdout) == 0, "cannot write to standard output: {}",
          errno != 0 ? std::strerror(errno) : "it was closed");
}

}  // namespace sarrus
