#include "sarrus/system/state_file.h"

#include "sarrus/base/array.h"
#include "sarrus/base/file.h"
#include "sarrus/system/internal/parameter_numbers.h"
#include "sarrus/system/internal/signature.h"

namespace sarrus {

using namespace internal;

namespace {

constexpr std::string_view magic = "Sarrus state\r\n\x1a\n";  // damaged by a transfer in text mode

// --- Parts of a file: each is written and read by adjacent functions

void write(ByteWriter& out, const Pose<double>& X) {
  out.plain_numbers(numbers(X.R));
  out.plain_numbers(numbers(X.p));
}
template <std::size_t count>
std::array<double, count> read_array(ByteReader& in) {
  std::array<double, count> values{};
  in.plain_numbers(values);
  return values;
}
Pose<double> read_pose(ByteReader& in) {
  const Rotation<double> R = rotation_of(read_array<9>(in));
  return {R, vector_of(read_array<3>(in))};
}

void write(ByteWriter& out, const RigidInertia<double>& M) {
  out.number(M.m);
  out.plain_numbers(numbers(M.h));
  out.plain_numbers(numbers(M.I));
}
RigidInertia<double> read_inertia(ByteReader& in) {
  const double m = in.number();
  const Vec3<double> h = vector_of(read_array<3>(in));
  return {m, h, symmetric_of(read_array<6>(in))};
}

void write(ByteWriter& out, const Parameters<double>& parameters) {
  out.plain_numbers(numbers(parameters.gravity));
  out.natural(parameters.inertia.size());
  for (std::size_t b = 0; b < parameters.inertia.size(); ++b) {
    write(out, parameters.inertia[b]);
    write(out, parameters.X_PF[b]);
    write(out, parameters.X_BM[b]);
  }
  out.numbers(parameters.joint);
}
Parameters<double> read_parameters(ByteReader& in) {
  Parameters<double> parameters;
  parameters.gravity = vector_of(read_array<3>(in));
  const std::size_t bodies = in.count(34 * sizeof(double));
  for (std::size_t b = 0; b < bodies; ++b) {
    parameters.inertia.push_back(read_inertia(in));
    parameters.X_PF.push_back(read_pose(in));
    parameters.X_BM.push_back(read_pose(in));
  }
  parameters.joint = in.numbers();
  return parameters;
}

/// The low bits hold the number of a locked body; the bits above hold 1 + the number of the locked speed
/// within its joint, or 0 if all are locked.
constexpr int lock_shift = 32;

void write(ByteWriter& out, const Array<StateValues::Lock>& locks) {
  out.natural(locks.size());
  for (const StateValues::Lock& lock : locks) {
    out.natural(static_cast<std::uint64_t>(lock.body) | static_cast<std::uint64_t>(lock.k + 1) << lock_shift);
    out.byte(static_cast<std::uint8_t>(lock.level));
    out.numbers(lock.accelerations);
  }
}
Array<StateValues::Lock> read_locks(ByteReader& in) {
  Array<StateValues::Lock> locks(in.count(17));
  for (StateValues::Lock& lock : locks) {
    const std::uint64_t natural = in.natural(), body = natural & ((1ull << lock_shift) - 1),
                        speed = natural >> lock_shift;
    require(body < 1u << 31 && speed < 1u << 31, "a lock of body {}", natural);
    lock.body = static_cast<int>(body);
    lock.k = static_cast<int>(speed) - 1;
    const int level = in.byte();
    require(level <= static_cast<int>(MotionLevel::position), "a lock of level {}", level);
    lock.level = static_cast<MotionLevel>(level);
    lock.accelerations = in.numbers();
  }
  return locks;
}

void write(ByteWriter& out, std::optional<RotationCoordinates> rotation) {
  out.byte(rotation ? 1 + static_cast<std::uint8_t>(*rotation) : 0);
}
std::optional<RotationCoordinates> read_rotation(ByteReader& in) {
  const int number = in.byte();
  require(number <= 2, "orientation coordinates of kind {}", number);
  if (number == 0) return {};
  return static_cast<RotationCoordinates>(number - 1);
}

void write(ByteWriter& out, const Array<std::string>& texts) {
  out.natural(texts.size());
  for (const std::string& text : texts) out.text(text);
}
Array<std::string> read_texts(ByteReader& in) {
  Array<std::string> texts(in.count(8));
  for (std::string& text : texts) text = in.text();
  return texts;
}

// --- Whole files

void write(ByteWriter& out, const StateValues& values) {
  out.number(values.time);
  write(out, values.rotation);
  for (const Array<double>* list : {&values.q, &values.u, &values.z, &values.parameters}) out.numbers(*list);
  out.byte(values.model_parameters ? 1 : 0);
  if (values.model_parameters) write(out, *values.model_parameters);
  out.natural(values.enabled.size());
  for (const bool enabled : values.enabled) out.byte(enabled ? 1 : 0);
  write(out, values.locks);
  write(out, values.discretes);
}

StateValues read_values(ByteReader& in) {
  StateValues values;
  values.time = in.number();
  values.rotation = read_rotation(in);
  for (Array<double>* list : {&values.q, &values.u, &values.z, &values.parameters}) *list = in.numbers();
  if (in.byte() != 0) values.model_parameters = read_parameters(in);
  values.enabled.resize(in.count(1));
  for (std::size_t i = 0; i < values.enabled.size(); ++i) values.enabled[i] = in.byte() != 0;
  values.locks = read_locks(in);
  values.discretes = read_texts(in);
  require(in.rest().empty(), "{} bytes too many", in.rest().size());
  return values;
}

/// The part of a file between its head and its checksum.
std::string_view checked_body(std::string_view bytes) {
  require(bytes.substr(0, magic.size()) == magic.substr(0, bytes.size()), "this is not a state of Sarrus");
  require(bytes.size() > magic.size(), "the file is cut off within its first {} bytes", magic.size());
  const int version = static_cast<unsigned char>(bytes[magic.size()]);
  require(version <= state_file_version,
          "the state was written by a newer Sarrus, in version {} of the format; this one reads version {}",
          version, state_file_version);
  require(version == state_file_version,
          "the state is in version {} of the format, which this Sarrus no longer reads; it reads version {}",
          version, state_file_version);
  constexpr std::size_t head = magic.size() + 1, checksum = 8;
  require(bytes.size() >= head + checksum, "the file is cut off after {} bytes", bytes.size());
  const std::string_view checked = bytes.substr(0, bytes.size() - checksum);
  require(ByteReader(bytes.substr(checked.size())).natural() == hash_bytes(checked),
          "the file is damaged or cut off: its checksum is wrong; copy it again from where it was saved");
  return checked.substr(head);
}

State parse(const System& system, std::string_view bytes) {
  ByteReader in(checked_body(bytes));
  const Array<std::string> theirs = read_texts(in), ours = signature(system.layout());
  if (theirs != ours)
    fail("the state belongs to another system: {}",
         signature_difference(theirs, ours, "there it has", "here"));
  return make_state(system, read_values(in));
}

}  // namespace

std::string to_bytes(const State& state) {
  ByteWriter out;
  for (const char c : magic) out.byte(static_cast<std::uint8_t>(c));
  out.byte(state_file_version);
  write(out, signature(state.layout()));
  write(out, values_of(state));
  out.natural(hash_bytes(out.bytes()));
  return out.bytes();
}

State from_bytes(const System& system, std::string_view bytes, const std::string& name) {
  try {
    return parse(system, bytes);
  } catch (const Error& error) {
    fail("{}: {}", name, error.what());
  }
}

void write_state(const State& state, const std::string& path) { replace_file(path, to_bytes(state)); }

State read_state(const System& system, const std::string& path) {
  return from_bytes(system, read_file(path), path);
}

}  // namespace sarrus
