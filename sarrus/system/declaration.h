#pragma once
/// @file
/// The interface by which the elements of a System declare their needs in the State: parameters, variables,
/// computed quantities.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "sarrus/base/array.h"
#include "sarrus/system/codec.h"
#include "sarrus/system/event.h"
#include "sarrus/system/parameter_range.h"
#include "sarrus/system/quantities.h"
#include "sarrus/system/state.h"

namespace sarrus {

namespace internal {
struct LayoutDraft;
}  // namespace internal

/// Computes ż of a run of auxiliary variables.
using AuxiliaryDerivative = std::function<void(const State& state, Out<double> zdot)>;

/// The inertia of a port: a number of at least zero that depends on coordinates and parameters only.
using PortInertia = std::function<double(const State& state)>;

/// Passed to an element, which declares its needs here. Names are prefixed with the element's own.
class Declaration {
 public:
  /// `prefix` is empty or ends with a period.
  Declaration(internal::LayoutDraft& draft, std::string prefix, ElementId self)
      : draft_(draft), prefix_(std::move(prefix)), self_(self) {}

  /// The declaring element, also as a dependency on its enabled flag.
  ElementId self() const { return self_; }
  /// The name of the declaring element.
  std::string name() const { return prefix_.substr(0, prefix_.find_last_of('.')); }
  const Model& model() const;
  /// The quantities that every System computes.
  const SystemQuantities& quantities() const;
  /// The parameters and discrete variables that were declared here so far.
  const std::vector<Dependency>& own() const { return own_; }
  /// The parameters that were declared here so far.
  const Array<Parameter>& own_parameters() const { return own_parameters_; }

  /// Declares a numeric parameter with its default, its unit and its valid range.
  Parameter declare_parameter(const std::string& name, double default_value, const std::string& unit = "",
                              ParameterRange range = {});

  /// Declares auxiliary variables with ż = derivative(state), one per default value. In error control a
  /// change by `unit_change` counts as much as one by 1 m or 1 rad: give the size of a change that matters.
  Auxiliary auxiliary(const std::string& name, Array<double> default_values, std::vector<Dependency> reads,
                      AuxiliaryDerivative derivative, double unit_change = 1);

  /// Declares a port: a force −m·u̇ on a speed, like that of a rotor geared to a joint (reflected inertia). m
  /// = m(q, parameters) is added to the diagonal of the mass matrix, and ½·m·u² to the kinetic energy.
  /// `reads` lists the dependencies of m; parameters and discrete variables that were declared here before
  /// need not be listed. While the element is disabled, there is no port. If m varies with q, the element
  /// that declares the port must also apply the force −½·(∂m/∂q)·u².
  void port(int speed, std::vector<Dependency> reads, PortInertia m);

  /// Declares a variable of any type that changes only when it is set.
  template <class V>
  Discrete<V> discrete(const std::string& name, V default_value) {
    const Handle added =
        add_discrete(name, std::make_shared<const V>(std::move(default_value)), make_codec<V>());
    const Discrete<V> variable{added.index, added.source, added.system};
    own_.push_back(variable);
    return variable;
  }
  /// Makes a variable take the value of a quantity at the end of each step of a simulation.
  template <class V>
  void update_each_step(Discrete<V> variable, Quantity<V> value) {
    update_each_step(variable, variable.index, value,
                     [](const void* computed) -> std::shared_ptr<const void> {
                       return std::make_shared<const V>(*static_cast<const V*>(computed));
                     });
  }

  /// Declares an event; see event.h.
  void event(Event event);
  /// Declares fast variables: discrete variables in quasi-static equilibrium with the continuous ones.
  /// `relax` sets them whenever time or the continuous variables have changed, and returns true if it found
  /// the equilibrium; if not, the step is repeated with a smaller size.
  void fast(const std::string& name, std::function<bool(State&)> relax);

  /// Declares a quantity that is computed from its dependencies `reads`: compute(state, value) updates the
  /// previous value, which is `start` at first.
  template <class V>
  Quantity<V> quantity(const std::string& name, const std::vector<Dependency>& reads, V start,
                       std::function<void(const State&, V&)> compute) {
    return quantity_made<V>(
        name, reads, [start = std::move(start)](const State&) { return std::make_shared<V>(start); },
        std::move(compute));
  }
  /// Declares a quantity whose first value is made from a state.
  template <class V>
  Quantity<V> quantity_made(const std::string& name, const std::vector<Dependency>& reads,
                            std::function<std::shared_ptr<V>(const State&)> make,
                            std::function<void(const State&, V&)> compute) {
    const Handle added = add_quantity(
        name, reads, std::move(make),
        [compute = std::move(compute)](const State& state, void* value) {
          compute(state, *static_cast<V*>(value));
        },
        std::is_same_v<V, double>);
    return {added.index, added.system};
  }

 private:
  struct Handle {
    int index, source, system;
  };
  Handle add_discrete(const std::string& name, std::shared_ptr<const void> value, DiscreteCodec codec);
  Handle add_quantity(const std::string& name, std::vector<Dependency> reads,
                      std::function<std::shared_ptr<void>(const State&)> make,
                      std::function<void(const State&, void*)> compute, bool is_number);
  void update_each_step(const Dependency& variable, int index, const Dependency& value,
                        std::function<std::shared_ptr<const void>(const void*)> take);

  internal::LayoutDraft& draft_;
  std::string prefix_;
  ElementId self_;
  std::vector<Dependency> own_;
  Array<Parameter> own_parameters_;
};

}  // namespace sarrus
