#include "sarrus/system/state_difference.h"

#include <fmt/format.h>

#include "sarrus/base/array.h"
#include "sarrus/base/names.h"
#include "sarrus/system/internal/parameter_numbers.h"
#include "sarrus/system/internal/signature.h"
#include "sarrus/system/internal/state_access.h"
#include "sarrus/system/state_values.h"

namespace sarrus {

using namespace internal;

namespace {

std::string text(double x) { return fmt::format("{}", x); }
std::string text(In<double> values) {
  Array<std::string> texts;
  for (const double x : values) texts.push_back(text(x));
  return '(' + join(texts, ", ") + ')';
}

/// Compares two States of systems with the same signature, variable by variable.
class Comparison {
 public:
  Comparison(const State& a, const State& b, int most) : a_(a), b_(b), most_(most) {}

  std::string report() {
    compare("time", a_.time(), b_.time());
    compare_continuous();
    compare_parameters();
    compare_elements();
    compare_locks();
    compare_bodies();
    compare_discretes();
    if (count_ > most_) lines_ += fmt::format("… and {} more differences\n", count_ - most_);
    return std::move(lines_);
  }

 private:
  void tell(const std::string& what, const std::string& a, const std::string& b) {
    if (++count_ <= most_) lines_ += fmt::format("{}: {} against {}\n", what, a, b);
  }
  void compare(const std::string& what, double a, double b) {
    if (!same_bits(a, b)) tell(what, text(a), text(b));
  }
  void compare(const std::string& what, In<double> a, In<double> b) {
    if (!same_bits(a, b)) tell(what, text(a), text(b));
  }
  /// Compares the values of named entries.
  template <class Entries>
  void compare_named(const char* what, const Entries& entries, In<double> a, In<double> b) {
    for (std::size_t i = 0; i < entries.size(); ++i)
      if (!same_bits(a[i], b[i])) tell(fmt::format("{} '{}'", what, entries[i].name), text(a[i]), text(b[i]));
  }

  void compare_continuous() {
    const auto name = [](std::optional<RotationCoordinates> kind) {
      if (!kind) return "as the model has them";
      return *kind == RotationCoordinates::quaternion ? "quaternions" : "angles";
    };
    if (a_.rotation_coordinates() != b_.rotation_coordinates())
      tell("orientation coordinates", name(a_.rotation_coordinates()), name(b_.rotation_coordinates()));
    if (a_.nq() == b_.nq())
      compare_named("q", a_.model().coordinates(), a_.q(), b_.q());
    else
      tell("q", fmt::format("{} coordinates", a_.nq()), fmt::format("{}", b_.nq()));
    compare_named("u", a_.model().speeds(), a_.u(), b_.u());
    compare_named("z", a_.layout().auxiliaries, a_.z(), b_.z());
  }

  void compare_parameters() {
    const Array<ParameterEntry>& entries = a_.layout().parameters;
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const double x = a_[a_.layout().parameter(i)];
      const double y = b_[b_.layout().parameter(i)];
      if (!same_bits(x, y)) tell(fmt::format("parameter '{}'", entries[i].name), text(x), text(y));
    }
  }

  void compare_elements() {
    const auto name = [](bool enabled) { return enabled ? "enabled" : "disabled"; };
    const Array<ElementEntry>& entries = a_.layout().elements;
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const bool x = a_.is_enabled(a_.layout().element(i));
      const bool y = b_.is_enabled(b_.layout().element(i));
      if (x != y) tell(fmt::format("element '{}'", entries[i].name), name(x), name(y));
    }
  }

  void compare_locks() {
    for (int b = 1; b < a_.model().body_count(); ++b) {
      const Body& body = a_.model().body(b);
      if (is_locked_as_one(a_, b) && is_locked_as_one(b_, b)) {
        compare_lock(body.joint_name, a_.lock_level(b), b_.lock_level(b), body.u0, body.nu);
        continue;
      }
      for (int k = body.u0; k < body.u0 + body.nu; ++k)
        compare_lock(a_.model().speeds()[k].name, a_.speed_lock_level(k), b_.speed_lock_level(k), k, 1);
    }
  }
  void compare_lock(const std::string& of, MotionLevel x, MotionLevel y, int first, int count) {
    const auto accelerations = [&](const State& state) {
      return In<double>(state.locked_accelerations().data() + first, count);
    };
    if (x != y)
      tell(fmt::format("lock of '{}'", of), std::string(level_name(x)), std::string(level_name(y)));
    else if (x == MotionLevel::acceleration)
      compare(fmt::format("lock of '{}', accelerations", of), accelerations(a_), accelerations(b_));
  }
  /// True if the speeds of a joint are all free or all locked at one level.
  static bool is_locked_as_one(const State& state, int b) {
    const Body& body = state.model().body(b);
    for (int k = body.u0; k < body.u0 + body.nu; ++k)
      if (state.speed_lock_level(k) != state.lock_level(b)) return false;
    return true;
  }

  void compare_bodies() {
    const Parameters<double>&x = a_.model_parameters(), &y = b_.model_parameters();
    if (&x == &y) return;
    compare("gravity", numbers(x.gravity), numbers(y.gravity));
    for (std::size_t b = 0; b < x.inertia.size(); ++b) {
      const Body& body = a_.model().bodies()[b];
      if (!same_bits(x.inertia[b], y.inertia[b])) compare_inertia(body.name, x.inertia[b], y.inertia[b]);
      compare_frame(body, "parent", x.X_PF[b], y.X_PF[b]);
      compare_frame(body, "child", x.X_BM[b], y.X_BM[b]);
    }
    compare_named("joint parameter", a_.model().joint_parameters(), x.joint, y.joint);
  }
  void compare_inertia(const std::string& body, const RigidInertia<double>& x,
                       const RigidInertia<double>& y) {
    compare(fmt::format("mass of '{}'", body), x.m, y.m);
    compare(fmt::format("first moment of '{}'", body), numbers(x.h), numbers(y.h));
    compare(fmt::format("inertia of '{}' about its origin", body), numbers(x.I), numbers(y.I));
  }
  void compare_frame(const Body& body, const char* on, const Pose<double>& x, const Pose<double>& y) {
    if (same_bits(x, y)) return;
    const std::string frame = fmt::format("frame of joint '{}' on its {}", body.joint_name, on);
    compare(frame + ", position", numbers(x.p), numbers(y.p));
    compare(frame + ", orientation", numbers(x.R), numbers(y.R));
  }

  void compare_discretes() {
    for (std::size_t i = 0; i < a_.layout().discretes.size(); ++i)
      if (!same_discrete(i))
        tell(fmt::format("discrete variable '{}'", a_.layout().discretes[i].name), "one value", "another");
  }
  /// Numbers and texts are compared by their bytes; structures also by their operator==, because padding
  /// bytes between their members mean nothing.
  bool same_discrete(std::size_t i) const {
    const void* x = StateAccess::discrete(a_, i).get();
    const void* y = StateAccess::discrete(b_, i).get();
    if (x == y) return true;
    const DiscreteCodec& codec = a_.layout().discretes[i].codec;
    if (*codec.type != *b_.layout().discretes[i].codec.type) return false;
    if (codec.encode && codec.encode(x) == codec.encode(y)) return true;
    const bool by_bytes_alone = codec.encode && codec.meaning.kind != ByteMeaning::Kind::unknown;
    return !by_bytes_alone && codec.equal && codec.equal(x, y);
  }

  const State &a_, &b_;
  int most_, count_ = 0;
  std::string lines_;
};

std::string compare(const State& a, const State& b, int most) {
  if (a.shared_layout() != b.shared_layout()) {
    const Array<std::string> x = signature(a.layout()), y = signature(b.layout());
    if (x != y)
      return fmt::format("states of different systems: {}\n",
                         signature_difference(x, y, "one has", "the other"));
  }
  return Comparison(a, b, most).report();
}

}  // namespace

std::string difference(const State& a, const State& b) { return compare(a, b, 20); }

bool operator==(const State& a, const State& b) { return compare(a, b, 1).empty(); }

}  // namespace sarrus
