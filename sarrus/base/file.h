#pragma once
/// @file
#include <cstdio>
#include <string>
#include <string_view>

namespace sarrus {

/// All bytes of a file. Throws an Error where it cannot be read.
std::string read_file(const std::string& path);

/// Makes a file hold these bytes. They go to a new file beside it which then takes its name: where something
/// fails, a full disk say, an earlier file stays as it was and an Error says why. What is no ordinary file,
/// such as a device or a pipe, is written to directly.
void replace_file(const std::string& path, std::string_view bytes);

/// A file that is written piece by piece and takes its name, and the place of an earlier one, when it is
/// complete. Until then it lies beside it, under that name with an ending ".part". What is no ordinary file
/// is written to directly.
class ReplacementFile {
 public:
  /// Throws an Error where no such file can be made: to be asked before a long computation.
  explicit ReplacementFile(const std::string& path);
  /// Removes what is not complete.
  ~ReplacementFile();
  ReplacementFile(const ReplacementFile&) = delete;
  ReplacementFile& operator=(const ReplacementFile&) = delete;

  /// Appends bytes. Throws an Error where they cannot be written.
  void write(std::string_view bytes);
  /// Gives the file its name. Nothing can be written afterwards. After an Error of write() it is one again.
  void complete();
  /// Leaves what was written where it lies, incomplete, and returns where that is; empty: nowhere.
  std::string keep_part();

 private:
  [[noreturn]] void refuse(const std::string& reason);
  void close();

  std::string path_, target_, part_;  // the part is empty for what is written to directly
  std::FILE* stream_ = nullptr;
  bool replaces_ = false;
  std::string fault_;
};

}  // namespace sarrus
