#include "sarrus/view/internal/open_browser.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "sarrus/base/error.h"

extern char** environ;

namespace sarrus::internal {

namespace {

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

}  // namespace

RedirectFile::RedirectFile(const std::string& address)
    : path_(std::string(is_set("XDG_RUNTIME_DIR") ? std::getenv("XDG_RUNTIME_DIR") : "/tmp") +
            "/sarrus-viewer-XXXXXX.html") {
  constexpr int ending = 5;
  const int file = ::mkstemps(path_.data(), ending);  // with mode 0600
  require(file >= 0, "cannot make the file {}: {}", path_, std::strerror(errno));
  const std::string page = fmt::format(
      "<!DOCTYPE html><meta http-equiv=\"refresh\" content=\"0;url={}\"><title>Sarrus</title>", address);
  const bool written = ::write(file, page.data(), page.size()) == static_cast<ssize_t>(page.size());
  ::close(file);
  if (written) return;
  ::unlink(path_.c_str());
  fail("cannot write the file {}", path_);
}

RedirectFile::~RedirectFile() { ::unlink(path_.c_str()); }

bool has_desktop() { return is_set("DISPLAY") || is_set("WAYLAND_DISPLAY"); }

bool open_on_desktop(const std::string& path) {
  // The shell leaves the browser behind and ends at once, so that nothing has to be waited for.
  std::array<std::string, 5> words{
      "sh", "-c", "command -v xdg-open >/dev/null || exit 1; xdg-open \"$1\" >/dev/null 2>&1 </dev/null &",
      "sh", path};
  std::array<char*, 6> arguments{};
  for (std::size_t i = 0; i < words.size(); ++i) arguments[i] = words[i].data();
  pid_t shell = 0;
  if (::posix_spawnp(&shell, "sh", nullptr, nullptr, arguments.data(), environ) != 0) return false;
  int status = 1;
  while (::waitpid(shell, &status, 0) < 0 && errno == EINTR) {
  }
  return status == 0;
}

}  // namespace sarrus::internal
