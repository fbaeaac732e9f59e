#include "sarrus/view/internal/browser_message.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>

namespace sarrus::internal {

namespace {

using Json = nlohmann::json;
using Type = BrowserMessage::Type;

std::optional<Type> type_named(const std::string& name) {
  static const std::map<std::string, Type> types{
      {"run", Type::run},           {"pause", Type::pause},
      {"reset", Type::reset},       {"step", Type::step},
      {"rate", Type::rate},         {"input", Type::input},
      {"drag", Type::drag},         {"release", Type::release},
      {"button", Type::button},     {"key", Type::key},
      {"save", Type::save},         {"load", Type::load},
      {"received", Type::received}, {"pause_at_events", Type::pause_at_events}};
  const auto found = types.find(name);
  return found != types.end() ? std::optional(found->second) : std::nullopt;
}

/// Reads members; `complete` becomes false if one is missing or of another type.
class Reader {
 public:
  explicit Reader(const Json& object) : object_(object) {}

  int integer(const char* name) {
    const double value = number(name);
    complete_ &= std::abs(value) <= 1e9 && value == std::trunc(value);
    return complete_ ? static_cast<int>(value) : 0;
  }
  std::uint32_t frame(const char* name) {
    const Json& value = member(name);
    complete_ &= value.is_number_unsigned() && value.get<std::uint64_t>() <= 0xffffffffU;
    return complete_ ? value.get<std::uint32_t>() : 0;
  }
  double number(const char* name) { return number(member(name)); }
  std::array<double, 3> vector(const char* name) {
    const Json& value = member(name);
    complete_ &= value.is_array() && value.size() == 3;
    std::array<double, 3> result{};
    for (std::size_t i = 0; complete_ && i < 3; ++i) result[i] = number(value[i]);
    return result;
  }
  std::string text(const char* name, std::size_t longest) {
    const Json& value = member(name);
    complete_ &= value.is_string() && value.get_ref<const std::string&>().size() <= longest;
    return complete_ ? value.get<std::string>() : std::string();
  }
  bool truth(const char* name) {
    const Json& value = member(name);
    complete_ &= value.is_boolean();
    return complete_ && value.get<bool>();
  }
  bool complete() const { return complete_; }

 private:
  const Json& member(const char* name) const {
    static const Json none;
    const auto found = object_.find(name);
    return found != object_.end() ? *found : none;
  }
  double number(const Json& value) {
    complete_ &= value.is_number();
    const double result = complete_ ? value.get<double>() : 0;
    complete_ &= std::isfinite(result);
    return result;
  }

  const Json& object_;
  bool complete_ = true;
};

/// True if a message has no effect because a later one came before it was read.
bool replaces(const BrowserMessage& later, const BrowserMessage& earlier) {
  switch (later.type) {
    case Type::input:
      return earlier.type == Type::input && later.number == earlier.number;
    case Type::drag:
    case Type::release:
      return (earlier.type == Type::drag || earlier.type == Type::release) && later.client == earlier.client;
    case Type::save:
      return earlier.type == Type::save && later.client == earlier.client;
    case Type::rate:
    case Type::pause_at_events:
    case Type::load:
      return later.type == earlier.type;
    default:
      return false;
  }
}

}  // namespace

std::optional<BrowserMessage> parse_browser_message(std::string_view text) {
  const auto is_shallow = [](int depth, Json::parse_event_t, Json&) { return depth <= 2; };
  const Json object = Json::parse(text.begin(), text.end(), is_shallow, false);
  if (!object.is_object()) return std::nullopt;
  Reader reader(object);
  const std::optional<Type> type = type_named(reader.text("type", 16));
  if (!type) return std::nullopt;

  BrowserMessage message;
  message.type = *type;
  switch (*type) {
    case Type::step:
      message.value = reader.number("duration");
      break;
    case Type::rate:
      message.value = reader.number("value");
      break;
    case Type::pause_at_events:
      message.on = reader.truth("on");
      break;
    case Type::input:
      message.number = reader.integer("input");
      message.value = reader.number("value");
      break;
    case Type::drag:
      message.number = reader.integer("body");
      message.point = reader.vector("point");
      message.target = reader.vector("target");
      break;
    case Type::button:
      message.number = reader.integer("button");
      break;
    case Type::key:
      message.text = reader.text("key", 32);
      break;
    case Type::load:
      message.text = reader.text("state", text.size());
      break;
    case Type::received:
      message.frame = reader.frame("frame");
      break;
    default:
      break;
  }
  return reader.complete() ? std::optional(std::move(message)) : std::nullopt;
}

void BrowserMessages::push(BrowserMessage message) {
  {
    const std::lock_guard lock(mutex_);
    std::erase_if(messages_, [&](const BrowserMessage& earlier) { return replaces(message, earlier); });
    if (messages_.size() == most) messages_.pop_front();
    messages_.push_back(std::move(message));
  }
  added_.notify_one();
}

std::vector<BrowserMessage> BrowserMessages::take() {
  const std::lock_guard lock(mutex_);
  std::vector<BrowserMessage> taken(std::move_iterator(messages_.begin()),
                                    std::move_iterator(messages_.end()));
  messages_.clear();
  return taken;
}

bool BrowserMessages::wait(std::chrono::duration<double> duration) {
  std::unique_lock lock(mutex_);
  return added_.wait_for(lock, duration, [this] { return !messages_.empty(); });
}

}  // namespace sarrus::internal
