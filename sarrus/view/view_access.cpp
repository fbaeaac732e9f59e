#include "sarrus/view/internal/view_access.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "sarrus/base/error.h"

namespace sarrus::internal {

namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = lower(c);
  return result;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// True if a host ends with a port: "localhost:80" and "[::1]:80", but not "[::1]".
bool has_port(std::string_view host) {
  const std::size_t colon = host.rfind(':');
  return colon != std::string_view::npos && colon + 1 < host.size() &&
         std::all_of(host.begin() + static_cast<std::ptrdiff_t>(colon) + 1, host.end(), is_digit);
}

bool is_any_address(const std::string& address) { return address == "0.0.0.0" || address == "::"; }

}  // namespace

std::string make_token() {
  std::array<unsigned char, 16> bytes{};
  require(getentropy(bytes.data(), bytes.size()) == 0, "the system gives no random numbers: {}",
          std::strerror(errno));
  std::string token;
  for (const unsigned char byte : bytes) token += fmt::format("{:02x}", byte);
  return token;
}

void require_token(std::string_view token) {
  const auto is_plain = [](char c) {
    return is_digit(c) || (lower(c) >= 'a' && lower(c) <= 'z') || c == '-' || c == '_';
  };
  require(token.size() >= 16 && std::all_of(token.begin(), token.end(), is_plain),
          "a viewer's token must have 16 or more letters, digits, '-' or '_', so that nobody can guess it, "
          "not {} characters; leave it empty for a random one",
          token.size());
}

bool equal_in_constant_time(std::string_view a, std::string_view b) {
  unsigned difference = a.size() == b.size() ? 0 : 1;
  for (std::size_t i = 0; i < a.size(); ++i)
    difference |= static_cast<unsigned>(static_cast<unsigned char>(a[i]) ^
                                        static_cast<unsigned char>(i < b.size() ? b[i] : '\0'));
  return difference == 0;
}

std::optional<std::string_view> path_after_token(std::string_view path, std::string_view token) {
  const std::size_t size = token.size() + 2;
  const bool right = equal_in_constant_time(path.substr(0, size), "/" + std::string(token) + "/");
  return right ? std::optional(path.substr(size)) : std::nullopt;
}

AllowedHosts::AllowedHosts(const std::string& address, int port, const std::vector<std::string>& names) {
  require(!is_any_address(address) || !names.empty(),
          "a viewer that listens at all addresses ({}) must be told the host names by which browsers address "
          "it; give them as `hosts`",
          address);
  const auto add = [&](const std::string& host) {
    hosts_.push_back(has_port(host) ? lower(host) : fmt::format("{}:{}", lower(host), port));
    if (port == 80 && !has_port(host)) hosts_.push_back(lower(host));
  };
  for (const std::string& name : names) add(name);
  if (address.find(':') != std::string::npos)
    add("[" + address + "]");
  else if (!is_any_address(address))
    add(address);
  if (address == "127.0.0.1" || address == "::1") add("localhost");
}

bool AllowedHosts::allows_host(std::string_view host) const {
  return std::find(hosts_.begin(), hosts_.end(), lower(host)) != hosts_.end();
}

bool AllowedHosts::allows_origin(std::string_view origin, std::string_view host) const {
  const std::string from = lower(origin);
  return allows_host(host) && (from == "http://" + lower(host) || from == "https://" + lower(host));
}

}  // namespace sarrus::internal
