#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>

#include "sarrus/base/array.h"
#include "sarrus/base/file.h"
#include "sarrus/base/names.h"
#include "sarrus/format/internal/state_json_keys.h"
#include "sarrus/format/json_text.h"
#include "sarrus/format/state_json.h"
#include "sarrus/system/constraint_entry.h"
#include "sarrus/system/internal/parameter_numbers.h"
#include "sarrus/system/internal/signature.h"

namespace sarrus {

using namespace internal;

namespace {

using namespace state_json;
using nlohmann::json;

/// A value of the file with its path, for messages.
class Node {
 public:
  Node(const json& value, std::string path) : value_(value), path_(std::move(path)) {}

  const json& value() const { return value_; }
  template <class... Args>
  [[noreturn]] void refuse(fmt::format_string<Args...> message, Args&&... args) const {
    fail("{}: {}", path_.empty() ? "the file" : path_, fmt::format(message, std::forward<Args>(args)...));
  }
  [[noreturn]] void refuse_type(const char* wanted) const {
    refuse("{} is expected, but this is {}", wanted, shown());
  }

  Node member(const std::string& key) const {
    require_object();
    const auto found = value_.find(key);
    if (found == value_.end()) refuse("'{}' is missing", key);
    return {*found, path_.empty() ? key : path_ + "." + key};
  }
  bool has(const std::string& key) const { return require_object(), value_.contains(key); }
  /// Throws an Error for members that are not among `keys`.
  void require_known(const Array<std::string>& keys) const {
    require_object();
    const std::set<std::string> known(keys.begin(), keys.end());
    for (const auto& [key, value] : value_.items())
      if (!known.contains(key)) refuse("'{}' is unknown.{}", key, suggestion(key, keys));
  }
  Array<Node> elements() const {
    if (!value_.is_array()) refuse_type("a list");
    Array<Node> nodes;
    for (std::size_t i = 0; i < value_.size(); ++i)
      nodes.emplace_back(value_[i], fmt::format("{}[{}]", path_, i));
    return nodes;
  }

  double number() const {
    if (value_.is_number()) return value_.get<double>();
    if (value_ == "inf") return std::numeric_limits<double>::infinity();
    if (value_ == "-inf") return -std::numeric_limits<double>::infinity();
    if (value_ == "nan") return std::numeric_limits<double>::quiet_NaN();
    refuse_type("a number");
  }
  Array<double> numbers() const {
    Array<double> numbers;
    for (const Node& node : elements()) numbers.push_back(node.number());
    return numbers;
  }
  Array<double> numbers(std::size_t count) const {
    Array<double> list = numbers();
    if (list.size() != count) refuse("{} numbers are expected, but there are {}", count, list.size());
    return list;
  }
  std::string string() const {
    if (!value_.is_string()) refuse_type("a text");
    return value_.get<std::string>();
  }
  bool boolean() const {
    if (!value_.is_boolean()) refuse_type("true or false");
    return value_.get<bool>();
  }
  /// Calls read(i, node) for the member of the i-th key. Other members are an Error, and so are missing ones
  /// in a complete file.
  template <class Read>
  void read_each(const Array<std::string>& keys, bool is_whole, const Read& read) const {
    require_known(keys);
    for (std::size_t i = 0; i < keys.size(); ++i)
      if (is_whole || has(keys[i])) read(i, member(keys[i]));
  }

 private:
  void require_object() const {
    if (!value_.is_object()) refuse_type("an object {…}");
  }
  /// The value as shown in messages: long ones are cut.
  std::string shown() const {
    const std::string all = value_.dump(-1, ' ', true);
    return all.size() <= 40 ? all : all.substr(0, 40) + "…";
  }

  const json& value_;
  std::string path_;
};

// --- Discrete variables

template <class V>
void append(std::string& bytes, V value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof(V));
}

/// Appends the first bytes of an integer, which must hold its full value.
void append_integer(std::string& bytes, const Node& node, const ByteMeaning& meaning) {
  const json& value = node.value();
  if (!value.is_number_integer()) node.refuse_type("an integer");
  const unsigned bits = 8 * static_cast<unsigned>(meaning.size);
  const bool is_signed = meaning.kind == ByteMeaning::Kind::integer;
  const bool too_large = value.is_number_unsigned() &&
                         value.get<std::uint64_t>() > ~std::uint64_t{0} >> (64 - bits + (is_signed ? 1 : 0));
  const bool too_small = !value.is_number_unsigned() &&
                         (!is_signed || value.get<std::int64_t>() < -1 - (INT64_MAX >> (64 - bits)));
  if (too_large || too_small)
    node.refuse("{} does not fit into {} {} bytes", value.dump(),
                is_signed ? "an integer of" : "a natural number of", meaning.size);
  std::string all;
  append(all, value.is_number_unsigned() ? value.get<std::uint64_t>()
                                         : static_cast<std::uint64_t>(value.get<std::int64_t>()));
  bytes += all.substr(0, meaning.size);
}

void append_element(std::string& bytes, const Node& node, const ByteMeaning& meaning) {
  switch (meaning.kind) {
    case ByteMeaning::Kind::boolean:
      return append(bytes, node.boolean());
    case ByteMeaning::Kind::integer:
    case ByteMeaning::Kind::natural:
      return append_integer(bytes, node, meaning);
    case ByteMeaning::Kind::real: {
      const double x = node.number();
      if (meaning.size == sizeof(double)) return append(bytes, x);
      if (std::isfinite(x) && std::abs(x) > double{std::numeric_limits<float>::max()})
        node.refuse("{} is too large for a number of {} bytes", x, meaning.size);
      return append(bytes, static_cast<float>(x));
    }
    case ByteMeaning::Kind::text:
      bytes += node.string();
      return;
    case ByteMeaning::Kind::unknown:
      node.refuse_type("{\"bytes\": \"…\"}");
  }
}

std::string from_hexadecimal(const Node& node) {
  const std::string digits = node.string();
  std::string bytes;
  if (digits.size() % 2 != 0 || digits.find_first_not_of("0123456789abcdef") != digits.npos)
    node.refuse("an even number of digits 0 to 9 and a to f is expected");
  for (std::size_t i = 0; i < digits.size(); i += 2)
    bytes.push_back(static_cast<char>(std::stoi(digits.substr(i, 2), nullptr, 16)));
  return bytes;
}

std::string discrete_bytes(const Node& node, const ByteMeaning& meaning) {
  if (node.value().is_object()) {
    node.require_known({"bytes"});
    return from_hexadecimal(node.member("bytes"));
  }
  std::string bytes;
  if (meaning.is_list)
    for (const Node& element : node.elements()) append_element(bytes, element, meaning);
  else
    append_element(bytes, node, meaning);
  return bytes;
}

// --- The parts of a state

Pose<double> read_pose(const Node& node) {
  node.require_known({"position", "axes"});
  return {rotation_of(node.member("axes").numbers(9)), vector_of(node.member("position").numbers(3))};
}

void read_bodies(const Node& bodies, const Model& model, Parameters<double>& parameters) {
  Array<std::string> names;
  for (const Body& body : model.bodies()) names.push_back(body.name);
  bodies.require_known({names.begin() + 1, names.end()});
  for (std::size_t b = 1; b < names.size(); ++b) {
    if (!bodies.has(names[b])) continue;
    const Node body = bodies.member(names[b]);
    body.require_known({"mass", "first_moment", "inertia_about_origin"});
    parameters.inertia[b] = {body.member("mass").number(), vector_of(body.member("first_moment").numbers(3)),
                             symmetric_of(body.member("inertia_about_origin").numbers(6))};
  }
}

Array<std::string> joint_names(const Model& model) {
  Array<std::string> names;
  for (const Body& body : model.bodies())
    if (body.parent >= 0) names.push_back(body.joint_name);
  return names;
}

void read_frames(const Node& joints, const Model& model, Parameters<double>& parameters) {
  const Array<std::string> names = joint_names(model);
  joints.require_known(names);
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!joints.has(names[i])) continue;
    const Node joint = joints.member(names[i]);
    joint.require_known({"on_parent", "on_child"});
    parameters.X_PF[i + 1] = read_pose(joint.member("on_parent"));
    parameters.X_BM[i + 1] = read_pose(joint.member("on_child"));
  }
}

void read_joint_parameters(const Node& node, const Model& model, Parameters<double>& parameters) {
  const Array<std::string> keys = keys_of(model.joint_parameters());
  node.require_known(keys);
  for (std::size_t i = 0; i < keys.size(); ++i)
    if (node.has(keys[i])) parameters.joint[i] = node.member(keys[i]).number();
}

/// The parameters of the file; those that it does not give are the model's own.
std::optional<Parameters<double>> read_parameters(const Node& root, const SystemLayout& layout) {
  const Model& model = layout.as_given->model;
  Parameters<double> parameters = layout.as_given->tree.parameters();
  if (root.has("gravity")) parameters.gravity = vector_of(root.member("gravity").numbers(3));
  if (root.has("bodies")) read_bodies(root.member("bodies"), model, parameters);
  if (root.has("joint_frames")) read_frames(root.member("joint_frames"), model, parameters);
  if (root.has("joint_parameters")) read_joint_parameters(root.member("joint_parameters"), model, parameters);
  if (same_bits(parameters, layout.as_given->tree.parameters())) return {};
  return parameters;
}

/// Reads the list of lock levels of a joint's speeds: each is a name, an acceleration, or null if the speed
/// is free.
void read_speed_locks(const Node& node, int b, const Body& body, Array<StateValues::Lock>& locks) {
  const auto& list = node.value();
  if (std::ssize(list) != body.nu)
    node.refuse("{} entries are given for the {} speeds of joint '{}'", list.size(), body.nu,
                body.joint_name);
  for (int k = 0; k < body.nu; ++k) {
    const auto& entry = list[k];
    if (entry.is_number())
      locks.push_back({b, MotionLevel::acceleration, {entry.get<double>()}, k});
    else if (entry == level_name(MotionLevel::position))
      locks.push_back({b, MotionLevel::position, {}, k});
    else if (entry == level_name(MotionLevel::velocity))
      locks.push_back({b, MotionLevel::velocity, {}, k});
    else if (!entry.is_null())
      node.refuse_type("a list of \"position\", \"velocity\", accelerations and null");
  }
}

Array<StateValues::Lock> read_locks(const Node& node, const Model& model) {
  node.require_known(joint_names(model));
  Array<StateValues::Lock> locks;
  for (int b = 1; b < model.body_count(); ++b) {
    const Body& body = model.body(b);
    if (!node.has(body.joint_name)) continue;
    const Node lock = node.member(body.joint_name);
    const auto is_number = [](const auto& entry) { return entry.is_number(); };
    if (lock.value().is_array() && !std::all_of(lock.value().begin(), lock.value().end(), is_number))
      read_speed_locks(lock, b, body, locks);
    else if (lock.value().is_array())
      locks.push_back({b, MotionLevel::acceleration, lock.numbers(body.nu)});
    else if (lock.value() == level_name(MotionLevel::position))
      locks.push_back({b, MotionLevel::position});
    else if (lock.value() == level_name(MotionLevel::velocity))
      locks.push_back({b, MotionLevel::velocity});
    else
      lock.refuse_type("\"position\", \"velocity\" or a list of accelerations");
  }
  return locks;
}

std::optional<RotationCoordinates> read_rotation(const Node& node) {
  Array<std::string> names;
  for (const auto& [name, kind] : rotation_names) {
    if (node.string() == name) return kind;
    names.emplace_back(name);
  }
  node.refuse("'{}' is unknown.{}", node.string(), suggestion(node.string(), names));
}

void require_format(const Node& root) {
  if (root.member("format").value() != format_name) root.refuse("this is not a state of Sarrus");
  const Node version = root.member("version");
  if (version.value() != state_json_version)
    version.refuse("version {} of the format cannot be read; this Sarrus reads version {}",
                   version.value().dump(), state_json_version);
}

void require_signature(const Node& signature_in_file, const SystemLayout& layout) {
  const std::string own = fmt::format("{:016x}", signature_hash(signature(layout)));
  if (signature_in_file.value() != own)
    signature_in_file.refuse(
        "the state belongs to a system with the same names but other joints, types or order; its signature "
        "is {}, not \"{}\"",
        signature_in_file.value().dump(), own);
}

/// The values of the default state with orientations in the coordinates that the file names.
StateValues default_values(const Node& root, const System& system) {
  State state = system.default_state();
  if (root.has("orientation"))
    if (const auto rotation = read_rotation(root.member("orientation")))
      state.set_rotation_coordinates(*rotation);
  return values_of(state);
}

StateValues read_values(const Node& root, const System& system) {
  const SystemLayout& layout = system.layout();
  root.require_known({"format", "version", "model", "signature", "time", "orientation", "coordinates",
                      "speeds", "auxiliaries", "parameters", "gravity", "bodies", "joint_frames",
                      "joint_parameters", "enabled", "locks", "discrete"});
  const bool is_whole = root.has("signature") || root.has("format");
  if (is_whole) require_format(root);
  const auto part = [&](const char* key, const auto& read) {
    if (is_whole || root.has(key)) read(root.member(key));
  };
  part("model", [&](const Node& node) {
    const std::string& name = layout.as_given->model.name();
    if (node.value() != name)
      node.refuse("the state belongs to the model '{}', not to '{}'", node.string(), name);
  });
  if (is_whole) (void)root.member("orientation");
  StateValues values = default_values(root, system);
  const Model& model = layout.variant(values.rotation).model;
  const auto part_of_numbers = [&](const char* key, const auto& entries, Array<double>& to) {
    part(key, [&](const Node& node) {
      node.read_each(keys_of(entries), is_whole,
                     [&](std::size_t i, const Node& value) { to[i] = value.number(); });
    });
  };
  part("time", [&](const Node& node) { values.time = node.number(); });
  part_of_numbers("coordinates", model.coordinates(), values.q);
  part_of_numbers("speeds", model.speeds(), values.u);
  part_of_numbers("auxiliaries", layout.auxiliaries, values.z);
  part_of_numbers("parameters", layout.parameters, values.parameters);
  values.model_parameters = read_parameters(root, layout);
  part("enabled", [&](const Node& node) {
    node.read_each(keys_of(layout.elements), is_whole,
                   [&](std::size_t i, const Node& value) { values.enabled[i] = value.boolean(); });
  });
  part("locks", [&](const Node& node) { values.locks = read_locks(node, model); });
  part("discrete", [&](const Node& node) {
    node.read_each(keys_of(layout.discretes), is_whole, [&](std::size_t i, const Node& value) {
      values.discretes[i] = discrete_bytes(value, layout.discretes[i].codec.meaning);
    });
  });
  // All names match here; remaining differences are types of joints, order and units.
  part("signature", [&](const Node& node) { require_signature(node, layout); });
  return values;
}

}  // namespace

State state_from_json(const System& system, std::string_view text, const std::string& name) {
  try {
    const json file = parse_json(text);
    return make_state(system, read_values(Node(file, ""), system));
  } catch (const Error& error) {
    fail("{}: {}", name, error.what());
  }
}

State read_state_json(const System& system, const std::string& path) {
  return state_from_json(system, read_file(path), path);
}

}  // namespace sarrus
