#include "sarrus/view/internal/headless_browser.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <thread>

#include "sarrus/base/array.h"
#include "sarrus/base/error.h"
#include "sarrus/view/internal/base64.h"

namespace sarrus::internal {

namespace {

using Json = nlohmann::json;

/// The longest time that a browser may take for an answer.
constexpr int patience_in_seconds = 60;

/// Chromium gives no picture of a window of less than about 120 pixels. Pictures may be smaller than the
/// window.
constexpr int smallest_window = 500;

Array<std::string> browser_arguments(const std::string& program, const std::string& profile, int width,
                                     int height) {
  Array<std::string> words{
      program,
      "--headless",
      "--remote-debugging-pipe",
      "--user-data-dir=" + profile,
      fmt::format("--window-size={},{}", std::max(width, smallest_window), std::max(height, smallest_window)),
      "--hide-scrollbars",
      "--use-angle=swiftshader",
      "--enable-unsafe-swiftshader",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--disable-extensions",
      "--disable-dev-shm-usage",
      "about:blank"};
  if (geteuid() == 0) words.push_back("--no-sandbox");  // Chromium refuses its sandbox to root
  return words;
}

/// Starts a program whose file descriptors 3 and 4 are one end of a socket; returns its process.
pid_t start(const Array<std::string>& words, int its_end) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, its_end, 4);
  posix_spawn_file_actions_adddup2(&actions, 4, 3);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);  // so that its children end with it
  posix_spawnattr_setpgroup(&attributes, 0);
  Array<char*> argv;
  for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  pid_t process = -1;
  const int failed = posix_spawn(&process, words[0].c_str(), &actions, &attributes, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  require(failed == 0,
          "cannot start the browser '{}': {}; the environment variable SARRUS_BROWSER can name one of the "
          "Chromium family",
          words[0], std::strerror(failed));
  return process;
}

}  // namespace

/// The process of a browser and the messages exchanged with it: JSON, each ended by a zero byte.
class HeadlessBrowser::Connection {
 public:
  Connection(const std::string& program, int width, int height) {
    int ends[2];
    require(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0, "cannot make a socket");
    // A number above those that the browser uses, so that none of them is overwritten before it is copied.
    const int its_end = fcntl(ends[1], F_DUPFD_CLOEXEC, 10);
    ::close(ends[1]);
    socket_ = ends[0];
    process_ = start(browser_arguments(program, profile_.path(), width, height), its_end);
    ::close(its_end);
  }
  ~Connection() {
    kill(-process_, SIGKILL);
    waitpid(process_, nullptr, 0);
    ::close(socket_);
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  /// Calls a method and returns its result.
  Json call(const std::string& method, const Json& parameters) {
    Json message{{"id", ++number_}, {"method", method}, {"params", parameters}};
    if (!session_.empty()) message["sessionId"] = session_;
    send_all(message.dump() + '\0');
    for (;;) {
      const Json answer = Json::parse(receive(method));
      if (answer.value("id", 0) != number_) continue;  // an event, or a late answer
      require(!answer.contains("error"), "the browser refuses {}: {}", method,
              answer.contains("error") ? answer["error"].value("message", "") : "");
      return answer.value("result", Json::object());
    }
  }
  void set_session(std::string session) { session_ = std::move(session); }

 private:
  void send_all(const std::string& bytes) {
    for (std::size_t sent = 0; sent < bytes.size();) {
      const ssize_t count = send(socket_, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
      require(count > 0, "the browser has ended; is it installed completely?");
      sent += count;
    }
  }
  std::string receive(const std::string& method) {
    std::size_t searched = 0;
    for (;;) {
      if (const std::size_t end = received_.find('\0', searched); end != std::string::npos) {
        std::string message = received_.substr(0, end);
        received_.erase(0, end + 1);
        return message;
      }
      searched = received_.size();
      pollfd waiting{socket_, POLLIN, 0};
      require(poll(&waiting, 1, 1000 * patience_in_seconds) > 0, "the browser does not answer to {}", method);
      char buffer[65536];
      const ssize_t count = recv(socket_, buffer, sizeof buffer, 0);
      require(count > 0, "the browser has ended; is it installed completely?");
      received_.append(buffer, count);
    }
  }

  /// A folder for the browser's profile, removed at the end.
  class Profile {
   public:
    Profile() {
      std::string name = (std::filesystem::temp_directory_path() / "sarrus_browser_XXXXXX").string();
      require(mkdtemp(name.data()) != nullptr, "cannot make a temporary folder '{}'", name);
      path_ = name;
    }
    ~Profile() {
      std::error_code ignored;
      std::filesystem::remove_all(path_, ignored);
    }
    Profile(const Profile&) = delete;
    Profile& operator=(const Profile&) = delete;
    const std::string& path() const { return path_; }

   private:
    std::string path_;
  };

  Profile profile_;
  int socket_ = -1;
  pid_t process_ = -1;
  int number_ = 0;
  std::string session_, received_;
};

std::string HeadlessBrowser::find() {
  if (const char* chosen = getenv("SARRUS_BROWSER"); chosen != nullptr && *chosen != '\0') return chosen;
  const char* path = getenv("PATH");
  const std::string folders = path != nullptr ? path : "/usr/bin:/bin";
  for (const char* name :
       {"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge"})
    for (std::size_t first = 0; first <= folders.size();) {
      const std::size_t end = std::min(folders.find(':', first), folders.size());
      std::string file = folders.substr(first, end - first) + "/" + name;
      if (access(file.c_str(), X_OK) == 0) return file;
      first = end + 1;
    }
  return "";
}

HeadlessBrowser::HeadlessBrowser(int width, int height) {
  const std::string program = find();
  require(
      !program.empty(),
      "pictures are made by a browser without a window, and none was found; install one (Debian: chromium), "
      "or name it in the environment variable SARRUS_BROWSER");
  connection_ = std::make_unique<Connection>(program, width, height);
  const Json target = connection_->call("Target.createTarget", {{"url", "about:blank"}});
  const Json attached = connection_->call("Target.attachToTarget",
                                          {{"targetId", target.value("targetId", "")}, {"flatten", true}});
  connection_->set_session(attached.value("sessionId", ""));
  connection_->call("Page.enable", Json::object());
  connection_->call("Emulation.setDeviceMetricsOverride",
                    {{"width", width}, {"height", height}, {"deviceScaleFactor", 1}, {"mobile", false}});
}

HeadlessBrowser::~HeadlessBrowser() = default;

void HeadlessBrowser::open(const std::string& address, const std::string& until) {
  using namespace std::chrono;
  connection_->call("Page.navigate", {{"url", address}});
  const auto begin = steady_clock::now();
  while (evaluate(until) != "true") {
    require(steady_clock::now() - begin < seconds(patience_in_seconds),
            "the page is not ready after {} s; its last word: {}", patience_in_seconds,
            evaluate("document.title"));
    std::this_thread::sleep_for(milliseconds(20));
  }
}

std::string HeadlessBrowser::evaluate(const std::string& expression) {
  const Json answer = connection_->call(
      "Runtime.evaluate", {{"expression", expression}, {"returnByValue", true}, {"awaitPromise", true}});
  require(!answer.contains("exceptionDetails"), "the page cannot evaluate {}: {}", expression,
          answer.contains("exceptionDetails") ? answer["exceptionDetails"].dump() : "");
  return answer.contains("result") ? answer["result"].value("value", Json()).dump() : "null";
}

std::string HeadlessBrowser::take_picture() {
  return from_base64(connection_->call("Page.captureScreenshot", {{"format", "png"}}).value("data", ""));
}

}  // namespace sarrus::internal
