#pragma once
/// @file
#include <cstdio>
#include <string>
#include <string_view>

namespace sarrus {

/// All bytes of a file. Throws an Error if it cannot be read.
std::string read_file(const std::string& path);

/// Replaces the contents of a file. The bytes go to a new file in the same folder, which is then renamed: if
/// something fails, a full disk for example, the earlier file stays as it was and an Error says why. A path
/// that is not a regular file, such as a device or a pipe, is written to directly.
void replace_file(const std::string& path, std::string_view bytes);

/// A file that is written piece by piece and replaces an earlier one when it is complete. Until then it lies
/// in the same folder, under its name with an ending ".part". A path that is not a regular file is written to
/// directly.
class ReplacementFile {
 public:
  /// Throws an Error if the file cannot be created, so that a caller learns of it before a long computation.
  explicit ReplacementFile(const std::string& path);
  /// Removes the file if it is not complete.
  ~ReplacementFile();
  ReplacementFile(const ReplacementFile&) = delete;
  ReplacementFile& operator=(const ReplacementFile&) = delete;

  /// Appends bytes. Throws an Error if they cannot be written.
  void write(std::string_view bytes);
  /// Renames the file to its final name. Nothing can be written afterwards. Throws the Error of write() again
  /// if there was one.
  void complete();
  /// Closes the file, leaves its incomplete part on disk and returns that part's path; empty if there is
  /// none.
  std::string keep_part();

 private:
  [[noreturn]] void refuse(const std::string& reason);
  void close();

  std::string path_, target_, part_;  // part_ is empty if the target is written to directly
  std::FILE* stream_ = nullptr;
  bool replaces_ = false;
  std::string fault_;
};

}  // namespace sarrus
