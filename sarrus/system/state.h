#pragma once
/// @file
/// A State is a value: all variables of a System, and a cache of the quantities computed from them.
///
/// Cached quantities are never stale, and no update calls are needed: each computed quantity has declared its
/// dependencies; changing one of them invalidates the quantity, and reading an invalid quantity computes it.
/// An undeclared read is an Error, so that a forgotten declaration cannot go unnoticed.
///
/// A State belongs to one thread at a time, because reading may compute. The System can be shared by all
/// threads.

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "sarrus/base/array.h"
#include "sarrus/base/array_view.h"
#include "sarrus/dynamics/tree.h"
#include "sarrus/system/variables.h"

namespace sarrus {

namespace internal {
class FrozenState;
struct StateAccess;
struct SystemLayout;
}  // namespace internal

/// The Error of a quantity that reads what it has not declared.
class UndeclaredRead : public Error {
 public:
  UndeclaredRead(const std::string& text, int reader, std::string read)
      : Error(text), reader_(reader), read_(std::move(read)) {}
  /// The number of the reading quantity, and a description of what it read: "'u'", "the quantity 'energy'".
  int reader() const { return reader_; }
  const std::string& read() const { return read_; }

 private:
  int reader_;
  std::string read_;
};

/// The level at which the motion of a joint is given instead of following from forces.
enum class MotionLevel : char {
  none,          ///< The motion follows from forces.
  acceleration,  ///< u̇ is given; u and q are integrated.
  velocity,      ///< u is given; q is integrated.
  position,      ///< q is given.
};

class State {
 public:
  /// Used by System::default_state().
  explicit State(std::shared_ptr<const internal::SystemLayout> layout);
  /// A copy has the values; it computes quantities anew when they are read.
  State(const State& other);
  State& operator=(const State& other);
  State(State&&) noexcept = default;
  State& operator=(State&&) noexcept = default;
  ~State();

  // --- Continuous variables
  double time() const { return note(Source::time), time_; }
  void set_time(double t);
  int nq() const { return nq_; }
  int nu() const { return nu_; }
  int nz() const { return nz_; }
  In<double> q() const { return note(Source::q), In<double>(y_.data(), size(nq_)); }
  In<double> u() const { return note(Source::u), In<double>(y_.data() + nq_, size(nu_)); }
  In<double> z() const { return note(Source::z), In<double>(y_.data() + nq_ + nu_, size(nz_)); }
  void set_q(In<double> q);
  void set_u(In<double> u);
  void set_z(In<double> z);
  void set_q(int coordinate, double value);
  void set_u(int speed, double value);
  void set_z(int index, double value);
  double q(int coordinate) const { return require_index(coordinate, nq_, "q"), q()[coordinate]; }
  double u(int speed) const { return require_index(speed, nu_, "u"), u()[speed]; }
  /// Access by the name of a coordinate or speed: "elbow", "elbow.rate". A misspelled name is an Error that
  /// suggests the nearest. Looking up a name costs more than using a number: keep the number in code that is
  /// called at every step.
  double q(std::string_view coordinate) const { return q(coordinate_number(coordinate)); }
  double u(std::string_view speed) const { return u(speed_number(speed)); }
  void set_q(std::string_view coordinate, double value) { set_q(coordinate_number(coordinate), value); }
  void set_u(std::string_view speed, double value) { set_u(speed_number(speed), value); }
  /// The numbers behind names, for such code; joint_body() is the body that a joint carries.
  int coordinate_number(std::string_view name) const;
  int speed_number(std::string_view name) const;
  int body_number(std::string_view name) const;
  int joint_body(std::string_view joint) const;
  /// A run of auxiliary variables.
  In<double> operator[](Auxiliary a) const {
    require_own(a.system, a.first + a.count - 1, size(nz_), "auxiliary variable");
    return In<double>(z().data() + a.first, size(a.count));
  }
  /// All continuous variables in one array y = (q, u, z).
  In<double> y() const;
  void set_y(In<double> y);

  // --- Parameters and discrete variables
  double operator[](Parameter p) const {
    require_own(p.system, p.index, parameters_.size(), "parameter");
    return note(p.source), parameters_[size(p.index)];
  }
  void set(Parameter p, double value);
  /// Access to a parameter by name: "spring.stiffness".
  double parameter(std::string_view name) const { return (*this)[parameter_of(name)]; }
  void set_parameter(std::string_view name, double value) { set(parameter_of(name), value); }
  template <class V>
  const V& operator[](Discrete<V> variable) const {
    require_own(variable.system, variable.index, discrete_.size(), "discrete variable");
    note(variable.source);
    return *static_cast<const V*>(discrete_[size(variable.index)].get());
  }
  template <class V>
  void set(Discrete<V> variable, std::type_identity_t<V> value) {
    require_own(variable.system, variable.index, discrete_.size(), "discrete variable");
    set_discrete(variable.index, variable.source, std::make_shared<const V>(std::move(value)));
  }

  // --- The mechanism
  /// The model with the orientation coordinates of this state.
  const Model& model() const;
  /// The model compiled with the parameters of this state.
  const Tree<double>& tree() const;
  const Parameters<double>& model_parameters() const;
  void set_model_parameters(const Parameters<double>& parameters);
  void set_inertia(int body, const RigidInertia<double>& M_B);
  void set_inertia(std::string_view body, const RigidInertia<double>& M_B) {
    set_inertia(body_number(body), M_B);
  }
  /// Scales a body's inertia to another mass: the center of mass stays.
  void set_mass(int body, double mass);
  void set_mass(std::string_view body, double mass) { set_mass(body_number(body), mass); }
  void set_joint_frames(int body, const Pose<double>& X_PF, const Pose<double>& X_BM);
  void set_joint_frames(std::string_view joint, const Pose<double>& X_PF, const Pose<double>& X_BM) {
    set_joint_frames(joint_body(joint), X_PF, X_BM);
  }
  void set_joint_parameter(int number, double value);
  void set_gravity(const Vec3<double>& g);
  /// Chooses quaternions or angles for all joints that leave the choice; the configuration stays the same.
  void set_rotation_coordinates(RotationCoordinates kind);
  std::optional<RotationCoordinates> rotation_coordinates() const { return note(Source::model), rotation_; }

  // --- Flags
  bool is_enabled(ElementId element) const {
    require_own(element.system, element.index, enabled_.size(), "element");
    return note(element.source), enabled_[size(element.index)] != 0;
  }
  void set_enabled(ElementId element, bool enabled);
  bool is_enabled(std::string_view element) const { return is_enabled(element_of(element)); }
  void set_enabled(std::string_view element, bool enabled) { set_enabled(element_of(element), enabled); }
  /// Locks the joint of a body: at its position, at its speeds, or at given accelerations (none: zero).
  void lock(int body, MotionLevel level = MotionLevel::position, In<double> accelerations = {});
  void unlock(int body) { lock(body, MotionLevel::none); }
  /// Locks or unlocks a joint by its name.
  void lock(std::string_view joint, MotionLevel level = MotionLevel::position,
            In<double> accelerations = {}) {
    lock(joint_body(joint), level, accelerations);
  }
  void unlock(std::string_view joint) { unlock(joint_body(joint)); }
  /// The level at which all speeds of a body's joint are locked; none if one of them is free or they differ.
  MotionLevel lock_level(int body) const;
  MotionLevel lock_level(std::string_view joint) const { return lock_level(joint_body(joint)); }
  /// Locks a single speed. If the speeds of the joint are not rates of its coordinates, as those of a ball
  /// joint, a speed locked at its position stays at zero.
  void lock_speed(int speed, MotionLevel level = MotionLevel::position, double acceleration = 0);
  void unlock_speed(int speed) { lock_speed(speed, MotionLevel::none); }
  void lock_speed(std::string_view speed, MotionLevel level = MotionLevel::position,
                  double acceleration = 0) {
    lock_speed(speed_number(speed), level, acceleration);
  }
  void unlock_speed(std::string_view speed) { unlock_speed(speed_number(speed)); }
  MotionLevel speed_lock_level(int speed) const {
    require_index(speed, nu_, "speed");
    return note(Source::locks), locks_[size(speed)];
  }
  In<double> locked_accelerations() const { return note(Source::locks), In<double>(locked_accelerations_); }

  // --- Computed quantities
  template <class V>
  const V& operator[](Quantity<V> quantity) const {
    require_own(quantity);
    return *static_cast<const V*>(computed(quantity.index));
  }
  /// Reads a quantity that every System has; its handle is valid in any State and needs no check.
  template <class V>
  const V& operator[](SystemQuantity<V> quantity) const {
    return *static_cast<const V*>(computed(quantity.index));
  }
  /// True if the quantity is cached, so that reading it computes nothing.
  template <class V>
  bool has(Quantity<V> quantity) const {
    require_own(quantity);
    return valid_.contains(quantity.index);
  }
  /// The number of times this State has computed the quantity.
  template <class V>
  long evaluations(Quantity<V> quantity) const {
    require_own(quantity);
    return evaluations(quantity.index);
  }
  long evaluations(int quantity) const;

  /// Sets the variables that are updated each step to the values of their quantities. A simulation calls it
  /// when a step is complete.
  void update_discrete_variables();

  const internal::SystemLayout& layout() const { return *layout_; }
  const std::shared_ptr<const internal::SystemLayout>& shared_layout() const { return layout_; }

 private:
  friend struct internal::StateAccess;
  friend class internal::FrozenState;
  static std::size_t size(int n) { return n; }
  ElementId element_of(std::string_view name) const;
  Parameter parameter_of(std::string_view name) const;
  void note(Source source) const { note(static_cast<int>(source)); }
  void note(int source) const {
    if (reader_.sources != nullptr && !reader_.sources->contains(source)) [[unlikely]]
      refuse_source(source);
  }
  /// Throws an Error unless a handle belongs to this state's system. Handles of elements that were added to
  /// the builder after the system was built have its number, but no place in the tables.
  void require_own(int system, int index, std::size_t count, const char* what) const {
    if (system != system_ || !is_index(index, count)) [[unlikely]]
      refuse_handle(system, what);
  }
  template <class V>
  void require_own(Quantity<V> quantity) const {
    if (quantity.system != system_) [[unlikely]]
      refuse_handle(quantity.system, "quantity");
  }
  static void require_index(int index, int count, const char* what) {
    if (static_cast<unsigned>(index) >= static_cast<unsigned>(count)) [[unlikely]]
      refuse_index(index, count, what);
  }
  [[noreturn, gnu::cold]] void refuse_handle(int system, const char* what) const;
  [[noreturn, gnu::cold]] static void refuse_index(int index, int count, const char* what);
  [[noreturn]] void refuse_source(int source) const;
  [[noreturn]] void refuse_quantity(int quantity) const;
  [[noreturn]] void refuse_read(const std::string& read) const;
  void changed(int source);
  void changed(Source source) { changed(static_cast<int>(source)); }
  /// Returns true if anything has changed.
  bool set_part(Source source, int first, int count, In<double> values, const char* what);
  void set_one(Source source, int first, int count, int index, double value, const char* what);
  void set_lock(int speed, MotionLevel level, double acceleration);
  void set_discrete(int index, int source, std::shared_ptr<const void> value);
  void require_resistance(int body, const RigidInertia<double>& M_B) const;
  Parameters<double>& own_parameters();
  const void* computed(int quantity) const {
    if (reader_.quantities != nullptr && !reader_.quantities->contains(quantity)) [[unlikely]]
      refuse_quantity(quantity);
    if (!valid_.contains(quantity)) compute(quantity);
    return computed_[size(quantity)].value.get();
  }
  void compute(int quantity) const;

  std::shared_ptr<const internal::SystemLayout> layout_;
  int system_ = 0;  // the number that handles of the layout carry
  double time_ = 0;
  int nq_ = 0, nu_ = 0, nz_ = 0;
  Array<double> y_, parameters_;
  std::shared_ptr<const Parameters<double>>
      model_parameters_;                         // none: the model's own; shared between copies
  std::optional<RotationCoordinates> rotation_;  // none: as the model has them
  Array<std::shared_ptr<const void>> discrete_;  // never changed once set, so copies share them
  Array<char> enabled_;
  Array<MotionLevel> locks_;  // per speed
  Array<double> locked_accelerations_;

  struct Computed {
    std::shared_ptr<void> value;
    long evaluations = 0;
  };
  mutable Array<Computed> computed_;  // empty until something is read
  mutable IndexSet valid_;
  /// The quantity that is being computed, and its declared dependencies.
  struct Reader {
    int quantity = -1;
    const IndexSet *sources = nullptr, *quantities = nullptr;
  };
  mutable Reader reader_{};
  mutable bool frozen_ = false;  // several threads are reading: nothing may be computed
};

}  // namespace sarrus
