#include "sarrus/view/page_server.h"

#include "sarrus/view/internal/view_server.h"

namespace sarrus {

using namespace internal;

struct PageServer::Server {
  Server(int port, const std::string& token)
      : server(internal::ViewServerOptions{.port = port, .token = token}) {}
  internal::ViewServer server;
};

PageServer::PageServer(const Page& page, int port, const std::string& token)
    : server_(std::make_unique<Server>(port, token)) {
  server_->server.set_page(make_html(page));
}

PageServer::~PageServer() = default;

const std::string& PageServer::address() const { return server_->server.address(); }

}  // namespace sarrus
