#pragma once
/// @file
/// A System is a Model with everything that acts on it: force elements, constraints, prescribed motions,
/// variables and quantities of the user's own. It is immutable and shared; what changes is in States.

#include <vector>

#include "sarrus/base/array.h"
#include "sarrus/system/event.h"
#include "sarrus/system/gravity.h"
#include "sarrus/system/mobility.h"
#include "sarrus/system/prescribed_motion.h"

namespace sarrus {

class Constraint;
struct ConstraintEntry;
class Declaration;
struct SystemQuantities;

class System {
 public:
  /// The model alone, under its own gravity.
  explicit System(const Model& model);

  const Model& model() const;
  /// A State with everything at its default.
  State default_state() const { return State(layout_); }

  /// Handles by name. An unknown name is an Error that suggests the nearest one.
  ElementId element(std::string_view name) const;
  Parameter parameter(std::string_view name) const;
  /// A force element by name, as its own type E.
  template <class E>
  const E& force(std::string_view name) const {
    const auto* element = dynamic_cast<const E*>(&force_element(name));
    require(element != nullptr, "the force '{}' is not of the type that was asked for", name);
    return *element;
  }
  const ForceElement& force_element(std::string_view name) const;
  /// A constraint by name, as its own type E.
  template <class E>
  const E& constraint(std::string_view name) const {
    const auto* element = dynamic_cast<const E*>(&constraint_element(name));
    require(element != nullptr, "the constraint '{}' is not of the type that was asked for", name);
    return *element;
  }
  const Constraint& constraint_element(std::string_view name) const;
  const ConstraintEntry& constraint_entry(std::string_view name) const;
  /// The names of all constraints and of all force elements, in the order in which they were added.
  Array<std::string> constraints() const;
  Array<std::string> forces() const;
  /// Gravity, which every System has.
  const Gravity& gravity() const { return force<Gravity>("gravity"); }

  const SystemQuantities& quantities() const;
  const internal::SystemLayout& layout() const { return *layout_; }

 private:
  friend class SystemBuilder;
  System() = default;
  std::shared_ptr<const internal::SystemLayout> layout_;
};

/// Collects the parts of a System; build() makes the System.
///
///     SystemBuilder builder(model);
///     builder.add("spring", TwoPointSpring{...});
///     const System system = builder.build();
class SystemBuilder {
 public:
  explicit SystemBuilder(const Model& model);
  ~SystemBuilder();
  SystemBuilder(SystemBuilder&&) noexcept;
  SystemBuilder& operator=(SystemBuilder&&) noexcept;

  const Model& model() const;
  /// Adds a force element or a constraint, the library's or the user's own.
  template <class E>
  ElementId add(const std::string& name, E element) {
    if constexpr (std::is_base_of_v<Constraint, E>)
      return add_constraint(name, std::make_shared<E>(std::move(element)));
    else
      return add_force(name, std::make_shared<E>(std::move(element)));
  }
  ElementId add_constraint(const std::string& name, std::shared_ptr<Constraint> element);
  ElementId add_force(const std::string& name, std::shared_ptr<ForceElement> element);
  /// Prescribes the motion of a joint by functions of time.
  ElementId prescribe(const std::string& name, std::string_view joint, MotionLevel level,
                      Array<Function> functions);
  /// Prescribes the motion of a single speed by a function of time; at the position level the speed must be
  /// the rate of a coordinate.
  ElementId prescribe_speed(const std::string& name, Mobility on, MotionLevel level, const Function& of_time);
  /// Prescribes the motion of a single speed by a function of the state that returns value and rates
  /// (MotionValue). Its dependencies `reads` may be parameters, discrete variables and time; at the velocity
  /// level also coordinates, and the rate of the speed may read speeds too; at the acceleration level
  /// anything but accelerations.
  ElementId prescribe_speed(const std::string& name, Mobility on, MotionLevel level,
                            std::vector<Dependency> reads, SpeedMotion motion);
  /// Sets the number of threads for the force elements with is_costly(); one unless given. The forces are the
  /// same, bit by bit, whatever the number.
  SystemBuilder& force_threads(int threads);
  /// The characteristic length [m] and time [s] of the mechanism. In error control of coordinates and
  /// constraints this length counts as much as an angle of 1 rad, and so do speeds that cover either in this
  /// time. 1 m and 1 s unless given, whatever the model: give the size of a mechanism that is much smaller or
  /// larger, and a time in which it does something worth reporting. [Simbody theory manual, sec. 9.3]
  SystemBuilder& characteristic_length(double length);
  SystemBuilder& characteristic_time(double time);
  /// Sets the change of a speed's coordinates that counts as much as 1 rad in error control; for the speed
  /// itself, per characteristic time. 1 rad or the characteristic length unless given. A joint near the root
  /// of a long arm deserves less.
  SystemBuilder& unit_change(std::string_view speed, double change);
  /// Sets the error of a constraint's rows, or of one of them, that counts as much as 1 rad; at the velocity
  /// level, per characteristic time. 1 rad, the characteristic length or 1 unless given, whatever the rows
  /// are. A smaller value makes the common tolerance of constraints stricter for this one.
  SystemBuilder& unit_error(std::string_view constraint, double error);
  SystemBuilder& unit_error(std::string_view constraint, int row, double error);
  /// Makes an element disabled by default: it does nothing until it is enabled in a State.
  SystemBuilder& disable(ElementId element);

  /// Declares a number computed from the state, with its dependencies `reads`. Outputs, measures and events
  /// can read it.
  Quantity<double> quantity(const std::string& name, const std::vector<Dependency>& reads,
                            std::function<double(const State&)> compute);
  /// Adds an event (event.h): on_crossing() of a quantity, periodically(), at_start(), …
  void add(Event event);
  /// Adds an event at the zero crossings of a number computed from the state. The number is a quantity of the
  /// same name.
  ///
  ///     builder.on_crossing("floor", {Source::q}, [](const State& s) { return s.q("height"); },
  ///                         Crossing::falling, [](State& s, EventCall&) { s.lock("height"); });
  Quantity<double> on_crossing(const std::string& name, const std::vector<Dependency>& reads,
                               std::function<double(const State&)> compute, Crossing direction,
                               EventHandler handle, double window = 0);

  /// Declares variables and quantities of any type that belong to no element.
  Declaration& declare();
  const SystemQuantities& quantities() const;

  System build() const;

 private:
  struct Draft;
  std::unique_ptr<Draft> draft_;
};

}  // namespace sarrus
