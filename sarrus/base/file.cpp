#include "sarrus/base/file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>
#include <utility>

#include "sarrus/base/error.h"

namespace sarrus {

std::string read_file(const std::string& path) {
  std::error_code ignored;
  require(!std::filesystem::is_directory(path, ignored), "'{}' is a folder; give a file", path);
  std::ifstream file(path, std::ios::binary);
  require(file.good(), "cannot open '{}': {}", path, std::strerror(errno));
  return {std::istreambuf_iterator<char>(file), {}};
}

void replace_file(const std::string& path, std::string_view bytes) {
  ReplacementFile file(path);
  file.write(bytes);
  file.complete();
}

ReplacementFile::ReplacementFile(const std::string& path) : path_(path), target_(path) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  require(!std::filesystem::is_directory(status), "'{}' is a folder; give a file", path);
  replaces_ = std::filesystem::is_regular_file(status);
  if (replaces_ || !std::filesystem::exists(status)) {
    if (replaces_) target_ = std::filesystem::canonical(path).string();  // the target of a symbolic link
    part_ = fmt::format("{}.{:08x}.part", target_, std::random_device()());
  }
  stream_ = std::fopen(part_.empty() ? target_.c_str() : part_.c_str(), "wb");
  if (stream_ == nullptr) refuse(std::strerror(errno));
}

ReplacementFile::~ReplacementFile() {
  if (stream_ != nullptr) std::fclose(stream_);
  std::error_code ignored;
  if (!part_.empty()) std::filesystem::remove(part_, ignored);  // already renamed once it is complete
}

void ReplacementFile::write(std::string_view bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), stream_) != bytes.size()) refuse(std::strerror(errno));
}

void ReplacementFile::close() {
  if (stream_ != nullptr && std::fclose(std::exchange(stream_, nullptr)) != 0)  // flushes the last bytes
    refuse(std::strerror(errno));
}

void ReplacementFile::complete() {
  if (!fault_.empty()) refuse(fault_);
  close();
  if (part_.empty()) return;
  std::error_code error;
  std::filesystem::rename(part_, target_, error);
  if (error) refuse(error.message());
}

std::string ReplacementFile::keep_part() {
  if (stream_ != nullptr) std::fclose(std::exchange(stream_, nullptr));
  return std::exchange(part_, "");
}

void ReplacementFile::refuse(const std::string& reason) {
  fault_ = reason;
  fail("cannot write '{}': {}{}", path_, reason,
       part_.empty() ? ""
       : replaces_   ? "; the earlier file stays as it was"
                     : "; no file was written");
}

}  // namespace sarrus
