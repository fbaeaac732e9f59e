#pragma once
/// @file
#include <string>

namespace sarrus::internal {

/// A page in a file that only its owner can read, which leads to an address. Programs are started with the
/// name of this file instead of the address: any user of a machine can see what programs were started with.
/// The file is removed with the object.
class RedirectFile {
 public:
  explicit RedirectFile(const std::string& address);
  ~RedirectFile();
  RedirectFile(const RedirectFile&) = delete;
  RedirectFile& operator=(const RedirectFile&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// True if there is a desktop to show a browser on.
bool has_desktop();
/// Opens a file with the program that the user prefers for it. Returns false if there is none.
bool open_on_desktop(const std::string& path);

}  // namespace sarrus::internal
