// The viewer's server against a browser that shares no code with it: what is served to whom, and that no
// browser can slow or stop the program.

#include "sarrus/view/internal/view_server.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstring>
#include <fstream>
#include <set>
#include <thread>

#include "sarrus/base/error.h"
#include "tests/view/test_browser.h"

namespace sarrus::testing::view_server_test {

using namespace internal;
namespace {

using testing::Connection;
using testing::get;
using testing::Received;
using testing::Response;
using testing::TestBrowser;
using Type = BrowserMessage::Type;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// A frame without bodies, of any size.
std::string make_frame(std::uint32_t number, std::size_t size = 32) {
  std::string frame(size, '\0');
  const std::uint32_t magic = 0x31465253;
  std::memcpy(frame.data(), &magic, 4);
  std::memcpy(frame.data() + 4, &number, 4);
  return frame;
}

std::uint32_t number_of(const std::optional<std::string>& frame) {
  std::uint32_t number = 0;
  if (frame && frame->size() >= 8) std::memcpy(&number, frame->data() + 4, 4);
  return number;
}

/// Waits until something is so, at most for some seconds.
template <class Condition>
bool eventually(const Condition& condition) {
  for (const Clock::time_point begin = Clock::now(); seconds_since(begin) < 10;) {
    if (condition()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return false;
}

/// The next message that the simulation is given.
std::optional<BrowserMessage> next_message(ViewServer& server) {
  if (!server.wait_for_messages(std::chrono::seconds(5))) return std::nullopt;
  std::vector<BrowserMessage> messages = server.take_messages();
  return messages.size() == 1 ? std::optional(messages.front()) : std::nullopt;
}

std::string root(const ViewServer& server) { return "/" + server.token() + "/"; }

/// Bytes of memory in use by this process.
long resident_bytes() {
  std::ifstream statm("/proc/self/statm");
  long total = 0, resident = 0;
  statm >> total >> resident;
  return resident * 4096;
}

TEST(ViewServer, ServesThePageAtItsAddress) {
  ViewServer server;
  server.set_page("<p>hello</p>");
  EXPECT_EQ(server.address(), fmt::format("http://127.0.0.1:{}/{}/", server.port(), server.token()));
  const Response page = get(server.port(), root(server));
  EXPECT_EQ(page.status, 200);
  EXPECT_EQ(page.body, "<p>hello</p>");
  for (const char* header :
       {"Content-Type: text/html; charset=utf-8\r\n", "Cache-Control: no-store\r\n",
        "X-Content-Type-Options: nosniff\r\n", "Referrer-Policy: no-referrer\r\n",
        "Content-Security-Policy: default-src 'none'; script-src 'unsafe-inline';", "frame-ancestors 'none'"})
    EXPECT_NE(page.head.find(header), std::string::npos) << header << " is not in\n" << page.head;
  EXPECT_NE(page.head.find(fmt::format("connect-src 'self' ws://127.0.0.1:{} ", server.port())),
            std::string::npos);
  const Response head = get(server.port(), root(server), "", "", "HEAD");
  EXPECT_EQ(head.status, 200);
  EXPECT_NE(head.head.find("Content-Length: 12\r\n"), std::string::npos);
}

TEST(ViewServer, ServesMeshesByNumberAndNothingElse) {
  ViewServer server;
  server.set_mesh(3, std::string("SRM1\0\1", 6));
  EXPECT_EQ(get(server.port(), root(server) + "mesh/3").body, std::string("SRM1\0\1", 6));
  for (const char* path : {"mesh/4", "mesh/", "mesh/03", "mesh/-3", "mesh/3/../3", "../etc/passwd",
                           "etc/passwd", "mesh/../../etc/passwd", "%2e%2e/%2e%2e/etc/passwd", "?", "ws/", ""})
    EXPECT_EQ(get(server.port(), root(server) + path).status, 404) << path;  // there is no page either
}

TEST(ViewServer, HidesItselfFromThoseWhoDoNotKnowTheToken) {
  ViewServer server;
  server.set_page("<p>hello</p>");
  std::string wrong = server.token();
  wrong.back() = wrong.back() == '0' ? '1' : '0';
  for (const std::string& path :
       {std::string("/"), "/" + wrong + "/", "/" + server.token(), "/" + server.token().substr(1) + "/",
        "//" + server.token() + "/", "/" + server.token() + "0/", std::string("/favicon.ico")})
    EXPECT_EQ(get(server.port(), path).status, 404) << path;
  EXPECT_EQ(TestBrowser(server.port(), wrong).status(), 404);
}

TEST(ViewServer, TokensAreLongAndNeverTheSame) {
  std::set<std::string> tokens;
  for (int i = 0; i < 20; ++i) tokens.insert(ViewServer().token());
  EXPECT_EQ(tokens.size(), 20U);
  for (const std::string& token : tokens) EXPECT_EQ(token.size(), 32U);
}

TEST(ViewServer, RefusesForeignHosts) {
  ViewServer server;
  server.set_page("<p>hello</p>");
  const int port = server.port();
  for (const std::string& host : {std::string("evil.example"), fmt::format("evil.example:{}", port),
                                  fmt::format("127.0.0.1:{}", port + 1), std::string("127.0.0.1"),
                                  fmt::format("127.0.0.1.evil.example:{}", port)}) {
    EXPECT_EQ(get(port, root(server), host).status, 403) << host;
    EXPECT_EQ(TestBrowser(port, server.token(), {.host = host}).status(), 403) << host;
  }
  EXPECT_EQ(get(port, root(server), "", "Host: evil.example\r\n").status, 403) << "two hosts";
  EXPECT_EQ(get(port, root(server), fmt::format("LocalHost:{}", port)).status, 200);
}

TEST(ViewServer, RefusesForeignOrigins) {
  ViewServer server;
  const int port = server.port();
  for (const std::string& origin :
       {std::string("http://evil.example"), std::string("null"), fmt::format("http://localhost:{}", port),
        fmt::format("http://127.0.0.1:{}", port + 1), fmt::format("http://127.0.0.1:{}.evil.example", port)})
    EXPECT_EQ(TestBrowser(port, server.token(), {.origin = origin}).status(), 403) << origin;
  EXPECT_EQ(TestBrowser(port, server.token()).status(), 101);
  EXPECT_EQ(TestBrowser(port, server.token(), {.host = fmt::format("localhost:{}", port)}).status(), 101);
  EXPECT_EQ(TestBrowser(port, server.token(), {.says_origin = false}).status(), 403);
  EXPECT_EQ(get(port, root(server) + "ws").status, 426) << "no handshake";
}

TEST(ViewServer, HostsThatWereGivenAreAllowed) {
  ViewServer server({.hosts = {"lab.example", "localhost:8080"}});
  const std::string lab = fmt::format("lab.example:{}", server.port());
  EXPECT_EQ(server.address(), fmt::format("http://{}/{}/", lab, server.token()));
  EXPECT_EQ(TestBrowser(server.port(), server.token(), {.host = lab}).status(), 101);
  EXPECT_EQ(TestBrowser(server.port(), server.token(), {.host = "localhost:8080"}).status(), 101);
  EXPECT_EQ(TestBrowser(server.port(), server.token(), {.host = "lab.example:8080"}).status(), 403);
}

TEST(ViewServer, RefusesRequestsThatAreTooLargeOrNotUnderstood) {
  ViewServer server;
  server.set_page("<p>hello</p>");
  EXPECT_NE(get(server.port(), root(server), "", "X: " + std::string(10000, 'x') + "\r\n").status, 200);
  EXPECT_NE(get(server.port(), root(server), "", "Content-Length: 1000000000\r\n").status, 200);
  EXPECT_EQ(get(server.port(), root(server), "", "", "POST").status, 405);
  Connection noise(server.port());
  noise.write(std::string(1000, '\xff') + "\r\n\r\n");
  EXPECT_TRUE(noise.is_closed_by_peer());
  EXPECT_EQ(get(server.port(), root(server)).status, 200) << "others are served still";
}

TEST(ViewServer, DropsConnectionsThatSayNothing) {
  ViewServer server({.request_timeout = 0.2, .idle_timeout = 0.4});
  Connection silent(server.port()), slow(server.port());
  slow.write("GET / HT");
  EXPECT_TRUE(silent.is_closed_by_peer());
  EXPECT_TRUE(slow.is_closed_by_peer());
  // A browser that has connected answers pings, unless it is dead.
  TestBrowser dead(server.port(), server.token());
  EXPECT_TRUE(eventually([&] { return server.browsers() == 1; }));
  EXPECT_TRUE(eventually([&] { return server.browsers() == 0; }));
}

TEST(ViewServer, KeepsBrowsersThatAnswerPings) {
  ViewServer server({.idle_timeout = 0.4});
  TestBrowser browser(server.port(), server.token());
  std::thread program([&] {
    std::this_thread::sleep_for(std::chrono::seconds(1));
    server.send(R"({"type":"note","text":"hello"})");
  });
  EXPECT_TRUE(browser.receive_text("hello"));
  program.join();
}

TEST(ViewServer, LimitsTheNumberOfConnections) {
  ViewServer server({.most_browsers = 2});
  TestBrowser first(server.port(), server.token()), second(server.port(), server.token());
  EXPECT_TRUE(eventually([&] { return server.browsers() == 2; }));
  EXPECT_EQ(TestBrowser(server.port(), server.token()).status(), 503);
  std::vector<std::unique_ptr<Connection>> many;
  for (int i = 0; i < 100; ++i) many.push_back(std::make_unique<Connection>(server.port()));
  server.send(R"({"type":"note","text":"hello"})");
  EXPECT_TRUE(first.receive_text("hello"));
  EXPECT_TRUE(many.back()->is_closed_by_peer());
}

TEST(ViewServer, SendsSceneThenKeptMessagesThenTheLatestFrame) {
  ViewServer server;
  server.set_scene(R"({"name":"old"})");
  server.send(R"({"type":"status","text":"of the old scene"})", {.key = "status"});
  server.set_scene(R"({"name":"crane"})");
  server.send(R"({"type":"status","text":"first"})", {.key = "status"});
  server.send(R"({"type":"status","text":"second"})", {.key = "status"});
  for (std::uint32_t i = 1; i <= 10; ++i) server.publish(make_frame(i));
  TestBrowser browser(server.port(), server.token());
  const std::optional<Received> scene = browser.receive(), status = browser.receive(),
                                frame = browser.receive();
  ASSERT_TRUE(scene && status && frame);
  EXPECT_EQ(scene->bytes, R"({"type":"scene","scene":{"name":"crane"}})");
  EXPECT_EQ(status->bytes, R"({"type":"status","text":"second"})");
  EXPECT_EQ(frame->kind, Received::Kind::binary);
  EXPECT_EQ(frame->bytes, make_frame(10));
  server.set_scene(R"({"name":"other"})");
  EXPECT_TRUE(browser.receive_text("other"));
}

TEST(ViewServer, FramesWaitForTheBrowserToDraw) {
  ViewServer server;
  TestBrowser browser(server.port(), server.token());
  EXPECT_TRUE(eventually([&] { return server.browsers() == 1; }));
  // One by one, so that none is replaced by the next on its way.
  for (std::uint32_t i = 1; i <= 3; ++i) {
    server.publish(make_frame(i));
    EXPECT_EQ(number_of(browser.receive_binary()), i);
  }
  for (std::uint32_t i = 4; i <= 100; ++i) server.publish(make_frame(i));
  server.send(R"({"type":"note","text":"all sent"})");
  const std::optional<Received> note = browser.receive();
  ASSERT_TRUE(note);
  EXPECT_EQ(note->kind, Received::Kind::text) << "frame " << number_of(note->bytes);
  browser.send(R"({"type":"received","frame":1})");
  EXPECT_EQ(number_of(browser.receive_binary()), 100U) << "the latest, not the next";
}

TEST(ViewServer, PassesMessagesToTheSimulation) {
  ViewServer server;
  std::optional<TestBrowser> browser(std::in_place, server.port(), server.token());
  browser->send(R"({"type":"drag","body":2,"point":[1,2,3],"target":[4,5,6.5],"more":{"a":[[[[]]]]}})");
  const std::optional<BrowserMessage> drag = next_message(server);
  ASSERT_TRUE(drag);
  EXPECT_EQ(drag->type, Type::drag);
  EXPECT_EQ(drag->number, 2);
  EXPECT_EQ(drag->point, (std::array<double, 3>{1, 2, 3}));
  EXPECT_EQ(drag->target, (std::array<double, 3>{4, 5, 6.5}));
  browser->send(R"({"type":"input","input":1,"value":-0.5})");
  const std::optional<BrowserMessage> input = next_message(server);
  ASSERT_TRUE(input);
  EXPECT_EQ(input->type, Type::input);
  EXPECT_EQ(input->number, 1);
  EXPECT_EQ(input->value, -0.5);
  EXPECT_EQ(input->client, drag->client);
  // Who leaves lets go.
  EXPECT_FALSE(server.wait_for_messages(std::chrono::milliseconds(20)));
  browser.reset();
  const std::optional<BrowserMessage> release = next_message(server);
  ASSERT_TRUE(release);
  EXPECT_EQ(release->type, Type::release);
}

TEST(ViewServer, IgnoresMalformedMessages) {
  ViewServer server;
  TestBrowser browser(server.port(), server.token());
  for (const std::string& text :
       {std::string(),
        std::string("{"),
        std::string("[]"),
        std::string("null"),
        std::string("\"run\""),
        std::string("{}"),
        std::string(R"({"type":1})"),
        std::string(R"({"type":"explode"})"),
        std::string(R"({"type":"step"})"),
        std::string(R"({"type":"step","duration":"1"})"),
        std::string(R"({"type":"step","duration":1e999})"),
        std::string(R"({"type":"input","input":0.5,"value":1})"),
        std::string(R"({"type":"input","input":1e300,"value":1})"),
        std::string(R"({"type":"drag","body":1,"point":[1,2],"target":[1,2,3]})"),
        std::string(R"({"type":"drag","body":1,"point":[1,2,[3]],"target":[1,2,3]})"),
        std::string(R"({"type":"received","frame":-1})"),
        std::string(R"({"type":"received","frame":1e300})"),
        R"({"type":"key","key":")" + std::string(1000, 'k') + R"("})",
        std::string(100000, '['),
        R"({"type":)" + std::string(100000, '[')})
    EXPECT_TRUE(browser.send(text));
  browser.send_binary(R"({"type":"run"})");
  browser.send(R"({"type":"pause"})");
  const std::optional<BrowserMessage> message = next_message(server);
  ASSERT_TRUE(message);
  EXPECT_EQ(message->type, Type::pause);
}

TEST(ViewServer, AMessageThatIsTooLargeClosesOnlyThatBrowser) {
  ViewServer server({.largest_message = 1000});
  TestBrowser good(server.port(), server.token());
  {
    TestBrowser bad(server.port(), server.token()), worse(server.port(), server.token()),
        silly(server.port(), server.token());
    EXPECT_TRUE(eventually([&] { return server.browsers() == 4; }));
    bad.send(R"({"type":"load","state":")" + std::string(1000, 'x') + R"("})");
    worse.send_raw("\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xffmask");  // the largest size there is
    silly.send_raw("\x81\x05hello");                                 // not masked
    EXPECT_TRUE(bad.is_closed_by_server());
    EXPECT_TRUE(worse.is_closed_by_server());
    EXPECT_TRUE(silly.is_closed_by_server());
  }
  EXPECT_TRUE(eventually([&] { return server.browsers() == 1; }));
  EXPECT_TRUE(server.take_messages().empty());
  server.send(R"({"type":"note","text":"hello"})");
  EXPECT_TRUE(good.receive_text("hello"));
}

TEST(ViewServer, AFloodOfMessagesIsBounded) {
  ViewServer server;
  TestBrowser browser(server.port(), server.token());
  for (int i = 0; i < 5000; ++i) {
    browser.send(fmt::format(R"({{"type":"drag","body":1,"point":[0,0,0],"target":[{},0,0]}})", i));
    browser.send(R"({"type":"key","key":"a"})");
  }
  browser.send(R"({"type":"release"})");
  std::vector<BrowserMessage> messages;
  EXPECT_TRUE(eventually([&] {
    if (!server.wait_for_messages(std::chrono::milliseconds(300))) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    messages = server.take_messages();
    return !messages.empty() && messages.back().type == Type::release;
  }));
  EXPECT_LE(messages.size(), BrowserMessages::most);
}

TEST(ViewServer, ABrowserThatStopsReadingCostsNothing) {
  ViewServer server;
  server.set_scene("{}");
  TestBrowser stuck(server.port(), server.token(), {.receive_buffer = 4096}),
      good(server.port(), server.token());
  EXPECT_TRUE(eventually([&] { return server.browsers() == 2; }));
  constexpr std::size_t frame_size = 32 + 28 * 1000;  // a thousand bodies
  // It says that it has drawn what it does not even read.
  stuck.send(R"({"type":"received","frame":4294967295})");
  [[maybe_unused]] const long before = resident_bytes();
  constexpr std::uint32_t frames = 10000, round = 1000;
  double best = 1e9;  // of the rounds: others may use the processor too
  for (std::uint32_t i = 0; i < frames;) {
    double in_publish = 0;
    for (const std::uint32_t end = i + round; i < end;) {
      const std::string bytes = make_frame(++i, frame_size);
      const Clock::time_point begin = Clock::now();
      server.publish(bytes);
      in_publish += seconds_since(begin);
    }
    best = std::min(best, in_publish / round);
  }
  RecordProperty("microseconds_per_publish", fmt::format("{:.2f}", 1e6 * best));
#ifdef NDEBUG  // not with sanitizers
  EXPECT_LT(1e6 * best, 20);
  EXPECT_LT(resident_bytes() - before, 32L << 20);
#endif
  // The other browser sees the last of them.
  std::uint32_t last = 0;
  while (last != frames) {
    const std::optional<std::string> seen = good.receive_binary();
    ASSERT_TRUE(seen);
    last = number_of(seen);
    good.send(fmt::format(R"({{"type":"received","frame":{}}})", last));
  }
}

TEST(ViewServer, ABrowserThatDoesNotTakeItsTextsIsDropped) {
  ViewServer server;
  TestBrowser stuck(server.port(), server.token(), {.receive_buffer = 4096});
  EXPECT_TRUE(eventually([&] { return server.browsers() == 1; }));
  const std::string note = R"({"type":"note","text":")" + std::string(100000, 'x') + R"("})";
  EXPECT_TRUE(eventually([&] {
    server.send(note);
    return server.browsers() == 0;
  }));
}

TEST(ViewServer, ServesSeveralBrowsers) {
  ViewServer server;
  server.set_scene("{}");
  std::vector<std::unique_ptr<TestBrowser>> browsers;
  for (int i = 0; i < 8; ++i)
    browsers.push_back(std::make_unique<TestBrowser>(server.port(), server.token()));
  EXPECT_TRUE(eventually([&] { return server.browsers() == 8; }));
  server.publish(make_frame(7));
  for (const auto& browser : browsers) EXPECT_EQ(number_of(browser->receive_binary()), 7U);
  // A message for one, one for all but one.
  browsers[0]->send(R"({"type":"save"})");
  const std::optional<BrowserMessage> save = next_message(server);
  ASSERT_TRUE(save);
  server.send(R"({"type":"saved"})", {.only = save->client});
  server.send(R"({"type":"input"})", {.except = save->client});
  server.send(R"({"type":"note"})");
  EXPECT_EQ(browsers[0]->receive()->bytes, R"({"type":"saved"})");
  EXPECT_EQ(browsers[0]->receive()->bytes, R"({"type":"note"})");
  EXPECT_EQ(browsers[1]->receive()->bytes, R"({"type":"input"})");
  EXPECT_EQ(browsers[1]->receive()->bytes, R"({"type":"note"})");
}

TEST(ViewServer, SendsTheRestBeforeItEnds) {
  std::optional<ViewServer> server(std::in_place);
  TestBrowser browser(server->port(), server->token());
  EXPECT_TRUE(eventually([&] { return server->browsers() == 1; }));
  for (int i = 0; i < 100; ++i) server->send(fmt::format(R"({{"type":"note","text":"{}"}})", i));
  server->publish(make_frame(5));
  std::thread end([&] { server.reset(); });
  EXPECT_TRUE(browser.receive_text("\"99\""));
  EXPECT_EQ(number_of(browser.receive_binary()), 5U);
  const std::optional<Received> goodbye = browser.receive();
  ASSERT_TRUE(goodbye);
  EXPECT_EQ(goodbye->kind, Received::Kind::close);
  EXPECT_EQ(goodbye->bytes.substr(0, 2), "\x03\xe9") << "1001: going away";
  end.join();
}

TEST(ViewServer, ABrowserThatDoesNotAnswerCannotKeepItFromEnding) {
  std::optional<ViewServer> server(std::in_place);
  TestBrowser stuck(server->port(), server->token(), {.receive_buffer = 4096});
  EXPECT_TRUE(eventually([&] { return server->browsers() == 1; }));
  for (int i = 0; i < 100; ++i) server->send(std::string(100000, ' '));
  const Clock::time_point begin = Clock::now();
  server.reset();
  EXPECT_LT(seconds_since(begin), 2);
}

TEST(ViewServer, CanStartAgainWhereItWas) {
  std::optional<ViewServer> server(std::in_place);
  const int port = server->port();
  const std::string token = server->token();
  for (int i = 0; i < 3; ++i) {
    TestBrowser browser(port, token);
    EXPECT_EQ(browser.status(), 101);
    server.reset();
    EXPECT_THROW(TestBrowser(port, token), std::runtime_error);
    server.emplace(ViewServerOptions{.port = port, .token = token});
  }
  EXPECT_EQ(TestBrowser(port, token).status(), 101);
}

/// The message of the Error that starting a server throws.
std::string refusal(const ViewServerOptions& options) {
  try {
    const ViewServer server(options);
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

TEST(ViewServer, SaysWhyItCannotListen) {
  const ViewServer server;
  EXPECT_EQ(
      refusal({.port = server.port()}),
      fmt::format("port {} at 127.0.0.1 is in use by another program or viewer; give another port, or 0 "
                  "for any free one",
                  server.port()));
  EXPECT_NE(refusal({.port = 70000}).find("there is no port 70000"), std::string::npos);
  EXPECT_NE(refusal({.address = "localhost"}).find("'localhost' is no numeric address"), std::string::npos);
  EXPECT_NE(refusal({.address = "0.0.0.0"}).find("give them as `hosts`"), std::string::npos);
  EXPECT_NE(refusal({.token = "short"}).find("16 or more"), std::string::npos);
  EXPECT_NE(refusal({.token = "0123456789abcdef/../"}).find("16 or more"), std::string::npos);
}

}  // namespace
}  // namespace sarrus::testing::view_server_test
