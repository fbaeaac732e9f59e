#include "sarrus/view/page_server.h"

#include "sarrus/view/internal/view_server.h"

namespace sarrus {

using namespace internal;

struct PageServer::Server {
  explicit Server(int port) : server(internal::ViewServerOptions{.port = port}) {}
  internal::ViewServer server;
};

PageServer::PageServer(const Page& page, int port) : server_(std::make_unique<Server>(port)) {
  server_->server.set_page(make_html(page));
}

PageServer::~PageServer() = default;

const std::string& PageServer::address() const { return server_->server.address(); }

}  // namespace sarrus
