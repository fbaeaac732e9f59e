#pragma once
/// @file
/// Who may talk to the viewer's server: those who know a random token, from a page of this server. A page
/// from elsewhere that is open in the same browser can send requests to this machine, too; it knows neither
/// the token nor can it forge the headers Host and Origin.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sarrus::internal {

/// A new random token of 128 bits, in hexadecimal digits.
std::string make_token();
/// Throws an Error unless a token is long enough and has only characters that need no escape in an address.
void require_token(std::string_view token);
/// True if the texts are equal. The time it takes depends on their lengths alone.
bool equal_in_constant_time(std::string_view a, std::string_view b);
/// The part of a request's path after "/TOKEN/"; none if the path does not begin so.
std::optional<std::string_view> path_after_token(std::string_view path, std::string_view token);

/// The host names by which browsers may address the server.
class AllowedHosts {
 public:
  /// The numeric address and the port at which the server listens, and further names by which it can be
  /// reached, with a port of their own ("localhost:8080", the end of a tunnel) or without.
  AllowedHosts(const std::string& address, int port, const std::vector<std::string>& names);
  /// True if the header Host names this server.
  bool allows_host(std::string_view host) const;
  /// True if the header Origin is that of a page of this server, addressed by the same host.
  bool allows_origin(std::string_view origin, std::string_view host) const;
  /// The host for the server's own address: the first of the names, or else the numeric address.
  const std::string& preferred() const { return hosts_.front(); }

 private:
  std::vector<std::string> hosts_;  // in lower case, with ports
};

}  // namespace sarrus::internal
