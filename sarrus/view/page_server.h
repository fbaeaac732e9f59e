#pragma once
/// @file
#include <memory>
#include <string>

#include "sarrus/view/page.h"

namespace sarrus {

/// Serves a page with recorded motions at this machine's loopback address, under a random path, while it
/// exists.
class PageServer {
 public:
  /// `port` 0: any free one; `token` empty: a random one. Throws an Error if the port is in use.
  explicit PageServer(const Page& page, int port = 0, const std::string& token = {});
  ~PageServer();

  /// "http://127.0.0.1:PORT/TOKEN/"
  const std::string& address() const;

 private:
  struct Server;
  std::unique_ptr<Server> server_;
};

}  // namespace sarrus
