#pragma once
/// @file
#include <cstddef>
#include <memory>
#include <string>

namespace sarrus::internal {

/// A browser of the Chromium family without a window, driven through its DevTools protocol over a pair of
/// file descriptors (--remote-debugging-pipe): no network, no port, no display.
class HeadlessBrowser {
 public:
  /// Starts the browser. Throws an Error that names the packages if none is installed. The environment
  /// variable SARRUS_BROWSER can name one.
  HeadlessBrowser(int width, int height);
  ~HeadlessBrowser();
  HeadlessBrowser(const HeadlessBrowser&) = delete;
  HeadlessBrowser& operator=(const HeadlessBrowser&) = delete;

  /// Opens a page and waits until a JavaScript expression is true.
  void open(const std::string& address, const std::string& until);
  /// The value of a JavaScript expression, as JSON; promises are awaited.
  std::string evaluate(const std::string& expression);
  /// A picture of the page: the bytes of a PNG file.
  std::string take_picture();

  /// The path of an installed browser; empty if there is none.
  static std::string find();

 private:
  class Connection;
  std::unique_ptr<Connection> connection_;
};

}  // namespace sarrus::internal
