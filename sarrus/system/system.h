#pragma once
/// @file
/// A System is a Model with everything that acts on it: force elements, constraints, prescribed motions,
/// variables and quantities of the user's own. It is immutable and shared; what changes is in States.

#include <vector>

#include "sarrus/base/array.h"
#include "sarrus/system/constraint_set.h"
#include "sarrus/system/force_element.h"
#include "sarrus/system/gravity.h"
#include "sarrus/system/mobility.h"
#include "sarrus/system/prescribed_motion.h"

namespace sarrus {

class System {
 public:
  /// The model alone, under its own gravity.
  explicit System(const Model& model);

  const Model& model() const { return layout_->as_given->model; }
  /// Everything at its default.
  State default_state() const { return State(layout_); }

  /// Handles by name. An unknown name is an Error that suggests the nearest one.
  ElementId element(std::string_view name) const;
  Parameter parameter(std::string_view name) const;
  /// A force element as the type it has.
  template <class E>
  const E& force(std::string_view name) const {
    const auto* element = dynamic_cast<const E*>(&force_element(name));
    require(element != nullptr, "the force '{}' is not of the type that was asked for", name);
    return *element;
  }
  const ForceElement& force_element(std::string_view name) const;
  /// A constraint as the type it has.
  template <class E>
  const E& constraint(std::string_view name) const {
    const auto* element = dynamic_cast<const E*>(constraint_entry(name).element.get());
    require(element != nullptr, "the constraint '{}' is not of the type that was asked for", name);
    return *element;
  }
  const ConstraintEntry& constraint_entry(std::string_view name) const;
  /// Gravity, which every System has.
  const Gravity& gravity() const { return force<Gravity>("gravity"); }

  const SystemQuantities& quantities() const { return layout_->system; }
  const SystemLayout& layout() const { return *layout_; }

 private:
  friend class SystemBuilder;
  System() = default;
  std::shared_ptr<const SystemLayout> layout_;
};

/// Collects what makes up a System; build() puts it together.
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
  /// A force element or a constraint, the library's or the user's own.
  template <class E>
  ElementId add(const std::string& name, E element) {
    if constexpr (std::is_base_of_v<Constraint, E>)
      return add_constraint(name, std::make_shared<E>(std::move(element)));
    else
      return add_force(name, std::make_shared<E>(std::move(element)));
  }
  ElementId add_constraint(const std::string& name, std::shared_ptr<Constraint> element);
  ElementId add_force(const std::string& name, std::shared_ptr<ForceElement> element);
  /// The motion of a joint as functions of time.
  ElementId prescribe(const std::string& name, std::string_view joint, MotionLevel level,
                      Array<Function> functions);
  /// The same of a single speed, as a function of time; at the level of positions the speed must be the rate
  /// of a coordinate.
  ElementId prescribe_speed(const std::string& name, Mobility on, MotionLevel level, const Function& of_time);
  /// The same as any function of the state that gives value and rates (MotionValue) and has declared what it
  /// reads: parameters, discrete variables and time; at the level of velocities also coordinates, and the
  /// rate of the speed may read speeds too; at that of accelerations anything but accelerations.
  ElementId prescribe_speed(const std::string& name, Mobility on, MotionLevel level,
                            std::vector<Dependency> reads, SpeedMotion motion);
  /// How many threads share the force elements that say they are costly; one unless given. The forces are
  /// the same, bit by bit, whatever the number.
  SystemBuilder& force_threads(int threads);
  /// What lengths [m] and times [s] are of interest: a length counts as much as an angle of 1 rad where
  /// errors of coordinates and constraints are measured, and so do speeds that make up for either in that
  /// time. 1 m and 1 s unless given, whatever the model: give the size of a mechanism that is much smaller or
  /// larger, and a time in which it does something worth reporting. [Simbody theory manual, sec. 9.3]
  SystemBuilder& characteristic_length(double length);
  SystemBuilder& characteristic_time(double time);
  /// The change of the coordinates that a speed moves which counts as much as 1 rad where errors are
  /// measured; of the speed itself, that per characteristic time. 1 rad or the characteristic length unless
  /// given. A joint near the root of a long arm deserves less.
  SystemBuilder& unit_change(std::string_view speed, double change);
  /// The error of a constraint's rows, or of one of them, that counts as much as 1 rad; of velocities, that
  /// per characteristic time. 1 rad, the characteristic length or 1 unless given, whatever the rows are. Less
  /// makes the one tolerance of constraints stricter for this one.
  SystemBuilder& unit_error(std::string_view constraint, double error);
  SystemBuilder& unit_error(std::string_view constraint, int row, double error);
  /// An element that is there but does nothing until it is enabled.
  SystemBuilder& disable(ElementId element);

  /// A number computed from the state; `reads` says from what. Outputs, measures and events read it.
  Quantity<double> quantity(const std::string& name, std::vector<Dependency> reads,
                            std::function<double(const State&)> compute);
  /// An event (event.h): on_crossing() of a quantity, periodically(), at_start(), …
  void add(Event event);
  /// An event where a number computed from the state passes through zero. The number is a quantity of the
  /// same name.
  ///
  ///     builder.on_crossing("floor", {Source::q}, [](const State& s) { return s.q("height"); },
  ///                         Crossing::falling, [](State& s, EventCall&) { s.lock("height"); });
  Quantity<double> on_crossing(const std::string& name, std::vector<Dependency> reads,
                               std::function<double(const State&)> compute, Crossing direction,
                               EventHandler handle, double window = 0);

  /// For variables and quantities of any type that belong to no element.
  Declaration& declare();
  const SystemQuantities& quantities() const;

  System build() const;

 private:
  struct Draft;
  std::unique_ptr<Draft> draft_;
};

}  // namespace sarrus
