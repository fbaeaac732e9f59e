#include "tests/view/test_browser.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <stdexcept>

namespace sarrus::testing {

Connection::Connection(int port, int receive_buffer) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
  const timeval patience{5, 0};
  ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
  if (receive_buffer > 0)
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof(receive_buffer));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0)
    throw std::runtime_error(fmt::format("no connection to port {}", port));
}

Connection::~Connection() { ::close(socket_); }

bool Connection::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

bool Connection::fill() {
  std::array<char, 65536> chunk{};
  const ssize_t got = ::recv(socket_, chunk.data(), chunk.size(), 0);
  if (got <= 0) return false;
  buffer_.append(chunk.data(), static_cast<std::size_t>(got));
  return true;
}

std::optional<std::string> Connection::read(std::size_t size) {
  while (buffer_.size() < size)
    if (!fill()) return std::nullopt;
  std::string result = buffer_.substr(0, size);
  buffer_.erase(0, size);
  return result;
}

std::optional<std::string> Connection::read_until(std::string_view end) {
  std::size_t found = 0;
  while ((found = buffer_.find(end)) == std::string::npos)
    if (!fill()) return std::nullopt;
  return read(found + end.size());
}

bool Connection::is_closed_by_peer() {
  std::array<char, 65536> chunk{};
  ssize_t got = 0;
  while ((got = ::recv(socket_, chunk.data(), chunk.size(), 0)) > 0) {
  }
  return got == 0 || (errno != EAGAIN && errno != EWOULDBLOCK);
}

Response get(int port, const std::string& path, const std::string& host, const std::string& headers,
             const std::string& method) {
  Connection connection(port);
  connection.write(fmt::format("{} {} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{}\r\n", method, path,
                               host.empty() ? fmt::format("127.0.0.1:{}", port) : host, headers));
  Response response;
  const std::optional<std::string> head = connection.read_until("\r\n\r\n");
  if (!head) return response;
  response.head = *head;
  response.status = std::stoi(head->substr(head->find(' ')));
  const std::string length_name = "Content-Length: ";
  const std::size_t length = head->find(length_name);
  if (length != std::string::npos && method != "HEAD")
    response.body = connection.read(std::stoul(head->substr(length + length_name.size()))).value_or("");
  return response;
}

TestBrowser::TestBrowser(int port, const std::string& token, const Settings& settings)
    : connection_(port, settings.receive_buffer) {
  const std::string host = settings.host.empty() ? fmt::format("127.0.0.1:{}", port) : settings.host;
  const std::string origin = settings.origin.empty() ? "http://" + host : settings.origin;
  // The key and the answer to it are the example of RFC 6455, section 1.3.
  connection_.write(
      fmt::format("GET /{}/ws HTTP/1.1\r\nHost: {}\r\n{}Upgrade: websocket\r\nConnection: Upgrade\r\n"
                  "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
                  token, host, settings.says_origin ? "Origin: " + origin + "\r\n" : ""));
  const std::optional<std::string> head = connection_.read_until("\r\n\r\n");
  if (!head) return;
  status_ = std::stoi(head->substr(head->find(' ')));
  if (status_ == 101 && head->find("s3pPLMBiTxaQ9kYGzzhZRbK+xOo=") == std::string::npos) status_ = -1;
}

bool TestBrowser::send_frame(int opcode, std::string_view bytes) {
  std::string frame{static_cast<char>(0x80 | opcode)};
  const std::uint64_t size = bytes.size();
  const int size_bytes = size < 126 ? 0 : size < 65536 ? 2 : 8;
  frame += static_cast<char>(0x80 | (size_bytes == 0 ? size : size_bytes == 2 ? 126U : 127U));
  for (int i = size_bytes - 1; i >= 0; --i) frame += static_cast<char>(size >> (8 * i));
  const std::array<char, 4> mask{0x12, 0x34, 0x56, 0x78};
  frame.append(mask.data(), mask.size());
  for (std::size_t i = 0; i < bytes.size(); ++i) frame += static_cast<char>(bytes[i] ^ mask[i % 4]);
  return connection_.write(frame);
}

std::optional<Received> TestBrowser::receive() {
  const std::optional<std::string> head = connection_.read(2);
  if (!head) return std::nullopt;
  const int opcode = (*head)[0] & 0x0f;
  std::uint64_t size = static_cast<unsigned char>((*head)[1]) & 0x7fU;
  if (size >= 126) {
    const std::optional<std::string> digits = connection_.read(size == 126 ? 2 : 8);
    if (!digits) return std::nullopt;
    size = 0;
    for (const char digit : *digits) size = size << 8 | static_cast<unsigned char>(digit);
  }
  std::optional<std::string> bytes = connection_.read(size);
  if (!bytes) return std::nullopt;
  if (opcode == 9) {
    send_frame(10, *bytes);
    return receive();
  }
  using Kind = Received::Kind;
  return Received{opcode == 1 ? Kind::text : opcode == 2 ? Kind::binary : Kind::close, *std::move(bytes)};
}

std::optional<std::string> TestBrowser::receive_text(std::string_view part) {
  while (std::optional<Received> message = receive())
    if (message->kind == Received::Kind::text && message->bytes.find(part) != std::string::npos)
      return std::move(message->bytes);
  return std::nullopt;
}

std::optional<std::string> TestBrowser::receive_binary() {
  while (std::optional<Received> message = receive())
    if (message->kind == Received::Kind::binary) return std::move(message->bytes);
  return std::nullopt;
}

}  // namespace sarrus::testing
