#pragma once
/// @file
/// A small server for the viewer in the browser: HTTP for the page and its meshes, WebSocket for the scene,
/// frames and messages (docs/viewer_protocol.md, "Live"). It runs in a thread of its own. No function waits
/// for the network: a slow, dead or malicious browser cannot slow or stop the program.
///
/// Security: it listens at the loopback address unless told otherwise; every address begins with a random
/// token; the headers Host and Origin must be those of its own page; sizes, numbers and times are limited;
/// it serves nothing but what was given to it.

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sarrus/view/internal/browser_message.h"

namespace sarrus::internal {

struct ViewServerOptions {
  std::string address = "127.0.0.1";  ///< The numeric address at which it listens.
  int port = 0;                       ///< 0: any free one.
  std::string token{};                ///< Empty: a random one.
  /// Further host names by which browsers may address the server, such as the end of a tunnel; with a port,
  /// or without if it is the server's.
  std::vector<std::string> hosts{};
  std::size_t largest_message = std::size_t{4} << 20;  ///< In bytes, from a browser.
  int most_browsers = 16;                              ///< Connected at the same time.
  double request_timeout = 10;                         ///< Seconds to send a request or a handshake.
  double idle_timeout = 30;  ///< Seconds after which a browser that gives no sign of life is dropped.
};

class ViewServer {
 public:
  /// Starts to listen. Throws an Error if the port is in use.
  explicit ViewServer(const ViewServerOptions& options = {});
  /// Sends what waits to the browsers that take it at once, and closes all connections.
  ~ViewServer();

  /// "http://127.0.0.1:PORT/TOKEN/"
  const std::string& address() const;
  int port() const;
  const std::string& token() const;
  /// The number of browsers that are connected now.
  int browsers() const;

  /// The page at address().
  void set_page(std::string html);
  /// A mesh in its binary form, at address() + "mesh/NUMBER".
  void set_mesh(int number, std::string bytes);
  /// The scene, in JSON: sent to all browsers, and to each that connects later. Kept messages and the latest
  /// frame are of the old scene, and forgotten.
  void set_scene(std::string_view json);
  /// A frame, which is copied: sent to all browsers that are not busy with earlier ones; others get the
  /// latest when they are ready for it, and so does each that connects later.
  void publish(std::string_view frame);

  /// Who is sent a message.
  struct Recipients {
    int only = 0;       ///< The number of a browser; 0: all.
    int except = 0;     ///< The number of a browser; 0: none.
    std::string key{};  ///< If not empty, the message is kept for browsers that connect later, the last one
                        ///< with this key.
  };
  /// A message in JSON. Small: a browser with too much waiting for it is dropped.
  void send(std::string text, const Recipients& to);
  void send(std::string text) { send(std::move(text), {}); }

  /// The messages that came since the last call.
  std::vector<BrowserMessage> take_messages();
  /// Waits until there are messages, at most for a duration. Returns true if there are.
  bool wait_for_messages(std::chrono::duration<double> duration);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace sarrus::internal
