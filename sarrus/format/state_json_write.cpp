#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>

#include "sarrus/base/array.h"
#include "sarrus/base/file.h"
#include "sarrus/base/names.h"
#include "sarrus/format/internal/state_json_keys.h"
#include "sarrus/format/state_json.h"
#include "sarrus/system/internal/parameter_numbers.h"
#include "sarrus/system/internal/signature.h"

namespace sarrus {

using namespace internal;

namespace {

using namespace state_json;

/// The shortest decimal number that is read back exactly.
std::string text(double x) {
  if (std::isinf(x)) return x > 0 ? "\"inf\"" : "\"-inf\"";
  if (std::isnan(x)) return "\"nan\"";
  return x == 0 && std::signbit(x) ? "-0.0" : fmt::format("{}", x);
}
std::string text(In<double> values) {
  Array<std::string> texts;
  for (const double x : values) texts.push_back(text(x));
  return '[' + join(texts, ", ") + ']';
}

/// The text in quotation marks, with escapes; throws nlohmann's exception if it is not UTF-8.
std::string in_quotes(std::string_view string) { return nlohmann::json(string).dump(); }

// --- Discrete variables

template <class V>
V element(const std::string& bytes, std::size_t i) {
  V value;
  std::memcpy(&value, bytes.data() + i * sizeof(V), sizeof(V));
  return value;
}

/// An integer of `size` bytes, sign-extended to eight.
std::int64_t integer(const std::string& bytes, std::size_t i, std::size_t size) {
  switch (size) {
    case 1:
      return element<std::int8_t>(bytes, i);
    case 2:
      return element<std::int16_t>(bytes, i);
    case 4:
      return element<std::int32_t>(bytes, i);
    default:
      return element<std::int64_t>(bytes, i);
  }
}
std::uint64_t natural(const std::string& bytes, std::size_t i, std::size_t size) {
  switch (size) {
    case 1:
      return element<std::uint8_t>(bytes, i);
    case 2:
      return element<std::uint16_t>(bytes, i);
    case 4:
      return element<std::uint32_t>(bytes, i);
    default:
      return element<std::uint64_t>(bytes, i);
  }
}

std::string hexadecimal(const std::string& bytes) {
  std::string digits;
  for (const char c : bytes) digits += fmt::format("{:02x}", static_cast<unsigned char>(c));
  return fmt::format("{{\"bytes\": \"{}\"}}", digits);
}

/// True if a real number is a NaN with other bits than the usual one, which its text would become.
bool is_odd_nan(double x) { return std::isnan(x) && !same_bits(x, std::numeric_limits<double>::quiet_NaN()); }

/// One element as text; empty if no text is exact.
std::string element_text(const ByteMeaning& meaning, const std::string& bytes, std::size_t i) {
  switch (meaning.kind) {
    case ByteMeaning::Kind::boolean:
      return bytes[i] != 0 ? "true" : "false";
    case ByteMeaning::Kind::integer:
      return fmt::format("{}", integer(bytes, i, meaning.size));
    case ByteMeaning::Kind::natural:
      return fmt::format("{}", natural(bytes, i, meaning.size));
    case ByteMeaning::Kind::real: {
      if (meaning.size == sizeof(float)) {
        const float x = element<float>(bytes, i);
        return std::isnan(x) ? "" : text(static_cast<double>(x));
      }
      const double x = element<double>(bytes, i);
      return is_odd_nan(x) ? "" : text(x);
    }
    default:
      return "";
  }
}

std::string discrete_text(const ByteMeaning& meaning, const std::string& bytes) {
  if (meaning.kind == ByteMeaning::Kind::text) try {
      return in_quotes(bytes);
    } catch (const nlohmann::json::exception&) {
      return hexadecimal(bytes);
    }
  if (meaning.kind == ByteMeaning::Kind::unknown) return hexadecimal(bytes);
  Array<std::string> elements;
  for (std::size_t i = 0; i < bytes.size() / meaning.size; ++i) {
    elements.push_back(element_text(meaning, bytes, i));
    if (elements.back().empty()) return hexadecimal(bytes);
  }
  return meaning.is_list ? '[' + join(elements, ", ") + ']' : elements.front();
}

// --- Whole files

/// Writes an object, one member per line.
class Object {
 public:
  explicit Object(std::string indent = "") : indent_(std::move(indent)) {}
  void add(std::string_view key, const std::string& value) {
    members_ += fmt::format("{}\n{}  {}: {}", members_.empty() ? "" : ",", indent_, in_quotes(key), value);
  }
  template <class Entries>
  void add_all(const Entries& entries, In<double> values) {
    const Array<std::string> keys = keys_of(entries);
    for (std::size_t i = 0; i < keys.size(); ++i) add(keys[i], text(values[i]));
  }
  bool is_empty() const { return members_.empty(); }
  std::string string() const { return is_empty() ? "{}" : fmt::format("{{{}\n{}}}", members_, indent_); }

 private:
  std::string indent_, members_;
};

const std::string indentation = "  ";

template <class Entries>
std::string named(const Entries& entries, In<double> values) {
  Object object(indentation);
  object.add_all(entries, values);
  return object.string();
}

std::string pose_text(const Pose<double>& X) {
  return fmt::format("{{\"position\": {}, \"axes\": {}}}", text(numbers(X.p)), text(numbers(X.R)));
}

/// Adds the parameters that differ from the model's own.
void add_parameters(Object& out, const Model& model, const Parameters<double>& own,
                    const Parameters<double>& now) {
  if (!same_bits(own.gravity, now.gravity)) out.add("gravity", text(numbers(now.gravity)));
  Object bodies(indentation), joints(indentation), parameters(indentation);
  for (std::size_t b = 1; b < now.inertia.size(); ++b) {
    const Body& body = model.bodies()[b];
    const RigidInertia<double>& M = now.inertia[b];
    if (!same_bits(own.inertia[b], M))
      bodies.add(body.name,
                 fmt::format("{{\"mass\": {}, \"first_moment\": {}, \"inertia_about_origin\": {}}}",
                             text(M.m), text(numbers(M.h)), text(numbers(M.I))));
    if (!same_bits(own.X_PF[b], now.X_PF[b]) || !same_bits(own.X_BM[b], now.X_BM[b]))
      joints.add(body.joint_name, fmt::format("{{\"on_parent\": {}, \"on_child\": {}}}",
                                              pose_text(now.X_PF[b]), pose_text(now.X_BM[b])));
  }
  const Array<std::string> keys = keys_of(model.joint_parameters());
  for (std::size_t i = 0; i < keys.size(); ++i)
    if (!same_bits(own.joint[i], now.joint[i])) parameters.add(keys[i], text(now.joint[i]));
  if (!bodies.is_empty()) out.add("bodies", bodies.string());
  if (!joints.is_empty()) out.add("joint_frames", joints.string());
  if (!parameters.is_empty()) out.add("joint_parameters", parameters.string());
}

std::string locks_text(const Model& model, const Array<StateValues::Lock>& locks) {
  Object object(indentation);
  for (auto lock = locks.begin(); lock != locks.end();) {
    const Body& body = model.body(lock->body);
    if (lock->k < 0) {
      object.add(body.joint_name, lock->level == MotionLevel::acceleration
                                      ? text(lock->accelerations)
                                      : in_quotes(level_name(lock->level)));
      ++lock;
      continue;
    }
    // One entry per speed: null is free, a number is an acceleration.
    Array<std::string> speeds(body.nu, "null");
    for (const int b = lock->body; lock != locks.end() && lock->body == b; ++lock)
      speeds[lock->k] = lock->level == MotionLevel::acceleration ? text(lock->accelerations.front())
                                                                 : in_quotes(level_name(lock->level));
    object.add(body.joint_name, '[' + join(speeds, ", ") + ']');
  }
  return object.string();
}

std::string state_text(const State& state) {
  const SystemLayout& layout = state.layout();
  const Model& model = state.model();
  const StateValues values = values_of(state);
  Object out;
  out.add("format", in_quotes(format_name));
  out.add("version", fmt::format("{}", state_json_version));
  out.add("model", in_quotes(model.name()));
  out.add("signature", fmt::format("\"{:016x}\"", signature_hash(signature(layout))));
  out.add("time", text(values.time));
  for (const auto& [name, kind] : rotation_names)
    if (kind == values.rotation) out.add("orientation", in_quotes(name));
  out.add("coordinates", named(model.coordinates(), values.q));
  out.add("speeds", named(model.speeds(), values.u));
  out.add("auxiliaries", named(layout.auxiliaries, values.z));
  out.add("parameters", named(layout.parameters, values.parameters));
  if (values.model_parameters)
    add_parameters(out, model, layout.as_given->tree.parameters(), *values.model_parameters);
  Object elements(indentation), discretes(indentation);
  for (std::size_t i = 0; i < layout.elements.size(); ++i)
    elements.add(layout.elements[i].name, values.enabled[i] ? "true" : "false");
  out.add("enabled", elements.string());
  out.add("locks", locks_text(model, values.locks));
  for (std::size_t i = 0; i < layout.discretes.size(); ++i)
    discretes.add(layout.discretes[i].name,
                  discrete_text(layout.discretes[i].codec.meaning, values.discretes[i]));
  out.add("discrete", discretes.string());
  return out.string() + "\n";
}

}  // namespace

std::string state_to_json(const State& state) {
  try {
    return state_text(state);
  } catch (const nlohmann::json::exception& error) {
    fail("a state cannot be written as JSON because a name is not UTF-8: {}", error.what());
  }
}

void write_state_json(const State& state, const std::string& path) {
  replace_file(path, state_to_json(state));
}

}  // namespace sarrus
