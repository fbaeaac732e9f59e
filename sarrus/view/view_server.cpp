#define BOOST_BEAST_USE_STD_STRING_VIEW
#include "sarrus/view/internal/view_server.h"

#include <fcntl.h>

#include <atomic>
#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/basic_stream.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/span_body.hpp>
#include <boost/beast/http/write.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <map>
#include <optional>
#include <thread>

#include "sarrus/base/error.h"
#include "sarrus/view/internal/client_outbox.h"
#include "sarrus/view/internal/view_access.h"

namespace sarrus::internal {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using boost::system::error_code;
using Tcp = asio::ip::tcp;
using Executor = asio::io_context::executor_type;
using Socket = asio::basic_stream_socket<Tcp, Executor>;
using Stream = beast::basic_stream<Tcp, Executor>;
using WebSocket = websocket::stream<Stream, false>;  // false: without compression
using Request = http::request<http::empty_body>;

std::chrono::milliseconds milliseconds(double seconds) {
  return std::chrono::milliseconds(static_cast<long>(1e3 * seconds));
}

/// Programs that this one starts, such as a browser, do not inherit the socket: it would outlive the server.
template <class AnySocket>
void close_on_exec(AnySocket& socket) {
  ::fcntl(socket.native_handle(), F_SETFD, FD_CLOEXEC);
}

class Client;

/// Counts the connections of a server.
class Counted {
 public:
  explicit Counted(int& count) : count_(count) { ++count_; }
  ~Counted() { --count_; }
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;

 private:
  int& count_;
};

/// A message from the program and who is sent it.
struct Post {
  SharedBytes text;
  ViewServer::Recipients to;
};

/// What the program and all connections share. Members in the first part may be used by any thread, those in
/// the second by the server's alone.
class Hub {
 public:
  explicit Hub(const ViewServerOptions& options);
  ~Hub();
  Hub(const Hub&) = delete;
  Hub& operator=(const Hub&) = delete;

  void set_page(std::string html);
  void set_mesh(int number, std::string bytes);
  void set_scene(std::string_view json);
  void publish(std::string_view frame);
  void post(Post post);
  /// The page or a mesh; nullptr: none.
  SharedBytes page() const;
  SharedBytes mesh(std::string_view number) const;

  const ViewServerOptions& options() const { return options_; }
  const std::string& address() const { return address_; }
  int port() const { return port_; }
  const AllowedHosts& hosts() const { return *hosts_; }
  BrowserMessages& messages() { return messages_; }
  std::atomic<int>& browsers() { return browsers_; }

  int& connections() { return connections_; }
  int new_number() { return ++last_number_; }
  void join(int number, const std::shared_ptr<Client>& client);
  void leave(int number);
  bool is_closing() const { return closing_; }

 private:
  static constexpr std::size_t most_posts = 1024;
  static constexpr int most_requests = 32;  // connections besides those of browsers that stay

  void listen();
  void accept();
  void run();
  /// Calls `change` while no other thread uses what is shared, and lets the server's thread deliver it.
  template <class F>
  void change(const F& change);
  void deliver();
  void deliver(const Post& post);
  void close();
  std::vector<std::shared_ptr<Client>> clients() const;

  ViewServerOptions options_;
  std::string address_;
  int port_ = 0;
  std::optional<AllowedHosts> hosts_;
  BrowserMessages messages_;
  std::atomic<int> browsers_ = 0;

  mutable std::mutex mutex_;  // of the following, up to the blank line
  SharedBytes page_;
  std::map<int, SharedBytes> meshes_;
  SharedBytes new_scene_;
  std::deque<Post> posts_;
  std::string new_frame_;
  bool has_new_frame_ = false, awake_ = false;

  int connections_ = 0, last_number_ = 0;
  bool closing_ = false;
  SharedBytes scene_;
  std::map<std::string, SharedBytes> kept_;
  std::shared_ptr<std::string> frame_;
  std::map<int, std::shared_ptr<Client>> clients_;

  asio::io_context context_{1};
  asio::basic_socket_acceptor<Tcp, Executor> acceptor_{context_};
  asio::steady_timer deadline_{context_}, retry_{context_};
  std::thread thread_;
};

/// One browser, connected by WebSocket.
class Client : public std::enable_shared_from_this<Client> {
 public:
  Client(Hub& hub, Stream&& stream)
      : hub_(hub), counted_(hub.connections()), number_(hub.new_number()), socket_(std::move(stream)) {}

  void accept(const Request& request) {
    beast::get_lowest_layer(socket_).expires_never();  // the WebSocket has timeouts of its own
    beast::get_lowest_layer(socket_).socket().set_option(Tcp::no_delay(true), ignored_);
    socket_.set_option(websocket::stream_base::timeout{milliseconds(hub_.options().request_timeout),
                                                       milliseconds(hub_.options().idle_timeout), true});
    socket_.read_message_max(hub_.options().largest_message);
    socket_.auto_fragment(false);
    socket_.async_accept(request, [self = shared_from_this()](error_code error) {
      if (error) return;
      self->hub_.join(self->number_, self);
      self->read();
      self->write();
    });
  }

  int number() const { return number_; }
  ClientOutbox& outbox() { return outbox_; }

  /// Sends what waits, one item after the other.
  void write() {
    if (writing_ || gone_) return;
    item_ = outbox_.next();
    if (!item_) {
      if (hub_.is_closing()) close();
      return;
    }
    writing_ = true;
    socket_.binary(item_->binary);
    socket_.async_write(asio::buffer(*item_->bytes),
                        [self = shared_from_this()](error_code error, std::size_t) {
                          self->writing_ = false;
                          self->item_.reset();
                          if (error)
                            self->drop();
                          else
                            self->write();
                        });
  }

  /// Ends the connection at once.
  void drop() {
    if (std::exchange(gone_, true)) return;
    beast::get_lowest_layer(socket_).socket().close(ignored_);
    if (dragging_) push({.type = BrowserMessage::Type::release});
    hub_.leave(number_);
  }

 private:
  void read() {
    socket_.async_read(buffer_, [self = shared_from_this()](error_code error, std::size_t) {
      if (error) return self->drop();
      self->take_message();
      self->read();
    });
  }

  void take_message() {
    const auto data = buffer_.cdata();
    std::optional<BrowserMessage> message;
    if (socket_.got_text())
      message = parse_browser_message({static_cast<const char*>(data.data()), data.size()});
    buffer_.consume(buffer_.size());
    if (!message) return;
    if (message->type == BrowserMessage::Type::received) {
      outbox_.acknowledge(message->frame);
      return write();
    }
    if (message->type == BrowserMessage::Type::drag) dragging_ = true;
    if (message->type == BrowserMessage::Type::release) dragging_ = false;
    push(std::move(*message));
  }

  void push(BrowserMessage message) {
    message.client = number_;
    hub_.messages().push(std::move(message));
  }

  /// Says goodbye.
  void close() {
    writing_ = true;  // nothing can be sent any more
    socket_.async_close(websocket::close_code::going_away,
                        [self = shared_from_this()](error_code) { self->drop(); });
  }

  Hub& hub_;
  Counted counted_;
  int number_;
  WebSocket socket_;
  beast::flat_buffer buffer_;
  ClientOutbox outbox_;
  std::optional<ClientOutbox::Item> item_;  // that is being sent
  bool writing_ = false, gone_ = false, dragging_ = false;
  error_code ignored_;
};

/// A connection by HTTP: answers requests until the other side ends it or becomes a Client.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(Hub& hub, Socket&& socket)
      : hub_(hub), counted_(hub.connections()), stream_(std::move(socket)) {}

  void read() {
    parser_.emplace();
    parser_->header_limit(8192);
    stream_.expires_after(milliseconds(hub_.options().request_timeout));
    http::async_read(stream_, buffer_, *parser_, [self = shared_from_this()](error_code error, std::size_t) {
      if (!error) self->answer();
    });
  }

 private:
  const Request& request() const { return parser_->get(); }

  void answer() {
    host_ = request().count(http::field::host) == 1 ? request()[http::field::host] : "";
    if (!hub_.hosts().allows_host(host_)) return refuse(http::status::forbidden);
    const std::optional<std::string_view> path =
        path_after_token(std::string_view(request().target()), hub_.options().token);
    if (!path) return refuse(http::status::not_found);
    if (request().method() != http::verb::get && request().method() != http::verb::head)
      return refuse(http::status::method_not_allowed);
    if (*path == "ws") return upgrade();
    if (path->empty()) return send(hub_.page(), "text/html; charset=utf-8");
    if (path->starts_with("mesh/")) return send(hub_.mesh(path->substr(5)), "application/octet-stream");
    refuse(http::status::not_found);
  }

  void upgrade() {
    if (!websocket::is_upgrade(request())) return refuse(http::status::upgrade_required);
    const bool own = request().count(http::field::origin) == 1 &&
                     hub_.hosts().allows_origin(request()[http::field::origin], host_);
    if (!own) return refuse(http::status::forbidden);
    if (hub_.browsers() >= hub_.options().most_browsers) return refuse(http::status::service_unavailable);
    std::make_shared<Client>(hub_, std::move(stream_))->accept(request());
  }

  void refuse(http::status status) {
    respond(status, std::make_shared<const std::string>(http::obsolete_reason(status)), "text/plain");
  }
  void send(SharedBytes body, const char* type) {
    if (!body) return refuse(http::status::not_found);
    respond(http::status::ok, std::move(body), type);
  }

  void respond(http::status status, SharedBytes body, const char* type) {
    body_ = std::move(body);
    response_ = {status, request().version()};
    response_.set(http::field::content_type, type);
    response_.set(http::field::cache_control, "no-store");
    response_.set("X-Content-Type-Options", "nosniff");
    response_.set("Referrer-Policy", "no-referrer");
    response_.set("Cross-Origin-Resource-Policy", "same-origin");
    response_.set("Content-Security-Policy", policy(status == http::status::ok));
    response_.keep_alive(request().keep_alive());
    response_.content_length(body_->size());
    if (request().method() != http::verb::head) response_.body() = {body_->data(), body_->size()};
    stream_.expires_after(milliseconds(3 * hub_.options().request_timeout));
    http::async_write(stream_, response_, [self = shared_from_this()](error_code error, std::size_t) {
      if (!error && self->response_.keep_alive()) self->read();
    });
  }

  /// What a page may do: run the script that is part of it, and connect to this server.
  std::string policy(bool is_page) const {
    if (!is_page) return "default-src 'none'; frame-ancestors 'none'";
    return fmt::format(
        "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src 'self' data: "
        "blob:; "
        "font-src data:; worker-src blob:; connect-src 'self' ws://{} data: blob:; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'",
        host_);
  }

  Hub& hub_;
  Counted counted_;
  Stream stream_;
  beast::flat_buffer buffer_{16384};
  std::optional<http::request_parser<http::empty_body>> parser_;
  std::string host_;
  SharedBytes body_;  // of the response
  http::response<http::span_body<const char>> response_;
};

Hub::Hub(const ViewServerOptions& options) : options_(options) {
  if (options_.token.empty()) options_.token = make_token();
  require_token(options_.token);
  listen();
  hosts_.emplace(options_.address, port_, options_.hosts);
  address_ = fmt::format("http://{}/{}/", hosts_->preferred(), options_.token);
  accept();
  thread_ = std::thread([this] { run(); });
}

Hub::~Hub() {
  asio::post(context_, [this] { close(); });
  thread_.join();
  clients_.clear();  // while there is a context
}

void Hub::listen() {
  require(options_.port >= 0 && options_.port <= 65535,
          "there is no port {}; ports are 0 (any free) to 65535", options_.port);
  error_code error;
  const asio::ip::address ip = asio::ip::make_address(options_.address, error);
  require(!error, "'{}' is no numeric address to listen at, such as 127.0.0.1", options_.address);
  const Tcp::endpoint endpoint(ip, static_cast<unsigned short>(options_.port));
  acceptor_.open(endpoint.protocol(), error);
  if (!error) close_on_exec(acceptor_);
  if (!error) acceptor_.set_option(asio::socket_base::reuse_address(true), error);
  if (!error) acceptor_.bind(endpoint, error);
  if (!error) acceptor_.listen(asio::socket_base::max_listen_connections, error);
  require(error != asio::error::address_in_use,
          "port {} at {} is in use by another program or viewer; give another port, or 0 for any free one",
          options_.port, options_.address);
  require(!error, "cannot listen at port {} of {}: {}; give another port, or 0 for any free one",
          options_.port, options_.address, error.message());
  port_ = acceptor_.local_endpoint().port();
}

void Hub::accept() {
  acceptor_.async_accept([this](error_code error, Socket socket) {
    if (closing_) return;
    if (error) {  // too many files are open, for example
      retry_.expires_after(std::chrono::milliseconds(100));
      return retry_.async_wait([this](error_code) { accept(); });
    }
    close_on_exec(socket);
    if (connections_ < options_.most_browsers + most_requests)
      std::make_shared<Connection>(*this, std::move(socket))->read();
    accept();
  });
}

/// The server's thread. What one connection throws, such as a lack of memory, does not end the others.
void Hub::run() {
  while (!context_.stopped()) {
    try {
      context_.run();
    } catch (const std::exception&) {
      continue;
    }
  }
}

void Hub::set_page(std::string html) {
  auto page = std::make_shared<const std::string>(std::move(html));
  const std::lock_guard lock(mutex_);
  page_ = std::move(page);
}

void Hub::set_mesh(int number, std::string bytes) {
  auto mesh = std::make_shared<const std::string>(std::move(bytes));
  const std::lock_guard lock(mutex_);
  meshes_[number] = std::move(mesh);
}

SharedBytes Hub::page() const {
  const std::lock_guard lock(mutex_);
  return page_;
}

SharedBytes Hub::mesh(std::string_view number) const {
  const std::lock_guard lock(mutex_);
  for (const auto& [known, mesh] : meshes_)
    if (std::to_string(known) == number) return mesh;
  return nullptr;
}

template <class F>
void Hub::change(const F& change) {
  {
    const std::lock_guard lock(mutex_);
    change();
    if (std::exchange(awake_, true)) return;  // it has been told already
  }
  asio::post(context_, [this] { deliver(); });
}

void Hub::set_scene(std::string_view json) {
  auto scene = std::make_shared<const std::string>(fmt::format(R"({{"type":"scene","scene":{}}})", json));
  change([&] {
    new_scene_ = std::move(scene);
    has_new_frame_ = false;
    std::erase_if(posts_, [](const Post& post) { return !post.to.key.empty(); });
  });
}

void Hub::publish(std::string_view frame) {
  change([&] {
    new_frame_.assign(frame);
    has_new_frame_ = true;
  });
}

void Hub::post(Post post) {
  change([&] {
    if (posts_.size() == most_posts) posts_.pop_front();
    posts_.push_back(std::move(post));
  });
}

void Hub::deliver() {
  SharedBytes scene;
  std::deque<Post> posts;
  bool has_frame = false;
  {
    const std::lock_guard lock(mutex_);
    awake_ = false;
    scene = std::exchange(new_scene_, nullptr);
    posts.swap(posts_);
    has_frame = std::exchange(has_new_frame_, false);
    if (has_frame && frame_.use_count() == 1)
      frame_->swap(new_frame_);  // the memory of a frame that nobody needs any more is used again
    else if (has_frame)
      frame_ = std::make_shared<std::string>(std::move(new_frame_));
  }
  if (scene) {
    scene_ = scene;
    kept_.clear();
    if (!has_frame) frame_ = nullptr;
    for (const auto& client : clients()) client->outbox().set_scene(scene);
  }
  for (const Post& post : posts) deliver(post);
  for (const auto& client : clients()) {
    if (has_frame) client->outbox().set_frame(frame_);
    client->write();
  }
}

void Hub::deliver(const Post& post) {
  if (!post.to.key.empty()) kept_[post.to.key] = post.text;
  for (const auto& client : clients()) {
    const bool meant = post.to.only == 0 || post.to.only == client->number();
    if (!meant || post.to.except == client->number()) continue;
    if (!post.to.key.empty())
      client->outbox().set_kept(post.to.key, post.text);
    else if (!client->outbox().add(post.text))
      client->drop();
  }
}

std::vector<std::shared_ptr<Client>> Hub::clients() const {
  std::vector<std::shared_ptr<Client>> result;
  for (const auto& [number, client] : clients_) result.push_back(client);
  return result;
}

void Hub::join(int number, const std::shared_ptr<Client>& client) {
  clients_[number] = client;
  browsers_ = static_cast<int>(clients_.size());
  if (scene_) client->outbox().set_scene(scene_);
  for (const auto& [key, text] : kept_) client->outbox().set_kept(key, text);
  if (frame_) client->outbox().set_frame(frame_);
}

void Hub::leave(int number) {
  clients_.erase(number);
  browsers_ = static_cast<int>(clients_.size());
  if (closing_ && clients_.empty()) context_.stop();
}

void Hub::close() {
  constexpr std::chrono::milliseconds patience(500);
  closing_ = true;
  if (clients_.empty()) return context_.stop();
  error_code ignored;
  acceptor_.close(ignored);
  deadline_.expires_after(patience);
  deadline_.async_wait([this](error_code) { context_.stop(); });
  deliver();
}

}  // namespace

class ViewServer::Impl : public Hub {
 public:
  using Hub::Hub;
};

ViewServer::ViewServer(const ViewServerOptions& options) : impl_(std::make_unique<Impl>(options)) {}
ViewServer::~ViewServer() = default;

const std::string& ViewServer::address() const { return impl_->address(); }
int ViewServer::port() const { return impl_->port(); }
const std::string& ViewServer::token() const { return impl_->options().token; }
int ViewServer::browsers() const { return impl_->browsers(); }
void ViewServer::set_page(std::string html) { impl_->set_page(std::move(html)); }
void ViewServer::set_mesh(int number, std::string bytes) { impl_->set_mesh(number, std::move(bytes)); }
void ViewServer::set_scene(std::string_view json) { impl_->set_scene(json); }
void ViewServer::publish(std::string_view frame) { impl_->publish(frame); }
void ViewServer::send(std::string text, const Recipients& to) {
  impl_->post({std::make_shared<const std::string>(std::move(text)), to});
}
std::vector<BrowserMessage> ViewServer::take_messages() { return impl_->messages().take(); }
bool ViewServer::wait_for_messages(std::chrono::duration<double> duration) {
  return impl_->messages().wait(duration);
}

}  // namespace sarrus::internal
