#pragma once
/// @file
/// A browser for tests, on plain sockets and with its own reading and writing of WebSocket frames (RFC 6455):
/// it shares no code with the server.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sarrus::testing {

/// A TCP connection to this machine. Reading gives up after some seconds.
class Connection {
 public:
  /// A small `receive_buffer` (bytes) makes a browser that does not read felt early; 0: as usual.
  explicit Connection(int port, int receive_buffer = 0);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  /// Returns false if the other side has closed the connection.
  bool write(std::string_view bytes);
  /// Reads exactly `size` bytes; none if the connection ends or nothing comes.
  std::optional<std::string> read(std::size_t size);
  /// Reads up to and including `end`.
  std::optional<std::string> read_until(std::string_view end);
  /// True if the other side closes the connection within some seconds; what it sends before is ignored.
  bool is_closed_by_peer();

 private:
  bool fill();
  int socket_ = -1;
  std::string buffer_;
};

struct Response {
  int status = 0;
  std::string head, body;
};

/// Asks for a path. `host` empty: the server's own; `headers`: further lines, each with "\r\n".
Response get(int port, const std::string& path, const std::string& host = "", const std::string& headers = "",
             const std::string& method = "GET");

/// A message that a browser has received.
struct Received {
  enum class Kind { text, binary, close };
  Kind kind = Kind::text;
  std::string bytes;
};

class TestBrowser {
 public:
  struct Settings {
    std::string host{}, origin{};  // empty: the server's own
    bool says_origin = true;
    int receive_buffer = 0;
  };
  TestBrowser(int port, const std::string& token) : TestBrowser(port, token, {}) {}
  TestBrowser(int port, const std::string& token, const Settings& settings);

  /// The status of the answer to the handshake; 101: connected.
  int status() const { return status_; }
  bool send(std::string_view text) { return send_frame(1, text); }
  bool send_binary(std::string_view bytes) { return send_frame(2, bytes); }
  /// Any bytes, in a frame with any first byte or none at all.
  bool send_raw(std::string_view bytes) { return connection_.write(bytes); }
  /// The next message; none if the connection ended or nothing comes. Pings are answered.
  std::optional<Received> receive();
  /// The next text or frame that contains `part`; others are skipped.
  std::optional<std::string> receive_text(std::string_view part);
  std::optional<std::string> receive_binary();
  bool is_closed_by_server() { return connection_.is_closed_by_peer(); }

 private:
  bool send_frame(int opcode, std::string_view bytes);
  Connection connection_;
  int status_ = 0;
};

}  // namespace sarrus::testing
