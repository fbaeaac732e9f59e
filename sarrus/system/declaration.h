#pragma once
/// @file
/// The interface by which the elements of a System declare their needs in the State: parameters, variables,
/// computed quantities.

#include <initializer_list>
#include <vector>

#include "sarrus/base/array.h"
#include "sarrus/system/codec.h"
#include "sarrus/system/layout.h"

namespace sarrus {

/// Computes ż of a run of auxiliary variables.
using AuxiliaryDerivative = std::function<void(const State& state, Out<double> zdot)>;

/// A run of auxiliary variables with its differential equation.
struct AuxiliaryBlock {
  Auxiliary variables;
  AuxiliaryDerivative derivative;
  std::vector<Dependency> reads;
};

/// The inertia of a port: a number of at least zero that depends on coordinates and parameters only.
using PortInertia = std::function<double(const State& state)>;

/// A layout under construction.
struct LayoutDraft {
  LayoutDraft();
  SystemLayout layout;
  Array<std::vector<Dependency>> reads;  ///< Per quantity, as declared.
  Array<AuxiliaryBlock> auxiliary_blocks;
  Array<std::vector<Dependency>> port_reads;  ///< Per port.

  int add_source(std::string name);
  ElementId add_element(const std::string& name);
  int add_quantity(QuantityEntry entry, std::vector<Dependency> reads);
  /// Throws an Error if the dependency belongs to another system.
  void require_own(const Dependency& dependency, const std::string& what) const;
  /// Computes the transitive closure of the dependencies of all quantities. Throws an Error if they are
  /// cyclic.
  void close();

  /// Sizes of all tables, for undoing an addition that fails halfway.
  struct Mark {
    std::size_t parameters, auxiliaries, discretes, elements, quantities, sources, events, relaxations,
        auxiliary_blocks, ports;
  };
  Mark mark() const;
  void go_back(const Mark& mark);
};

/// Passed to an element, which declares its needs here. Names are prefixed with the element's own.
class Declaration {
 public:
  /// `prefix` is empty or ends with a period.
  Declaration(LayoutDraft& draft, std::string prefix, ElementId self)
      : draft_(draft), prefix_(std::move(prefix)), self_(self) {}

  /// The declaring element, also as a dependency on its enabled flag.
  ElementId self() const { return self_; }
  /// The name of the declaring element.
  std::string name() const { return prefix_.substr(0, prefix_.find_last_of('.')); }
  const Model& model() const { return draft_.layout.as_given->model; }
  /// The quantities that every System computes.
  const SystemQuantities& quantities() const { return draft_.layout.system; }
  /// The parameters and discrete variables that were declared here so far.
  const std::vector<Dependency>& own() const { return own_; }
  /// The parameters that were declared here so far.
  const Array<Parameter>& own_parameters() const { return own_parameters_; }

  /// Declares a numeric parameter with its default, its unit and its valid range.
  Parameter parameter(const std::string& name, double default_value, const std::string& unit = "",
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
    const Discrete<V> variable{static_cast<int>(draft_.layout.discretes.size()),
                               draft_.add_source(prefix_ + name), draft_.layout.id};
    draft_.layout.discretes.push_back({prefix_ + name, variable.source,
                                       std::make_shared<const V>(std::move(default_value)), make_codec<V>()});
    own_.push_back(variable);
    return variable;
  }
  /// Makes a variable take the value of a quantity at the end of each step of a simulation.
  template <class V>
  void update_each_step(Discrete<V> variable, Quantity<V> value) {
    draft_.require_own(variable, "variable that is to be updated each step");
    draft_.require_own(value, "quantity that a variable is to take each step");
    DiscreteEntry& entry = draft_.layout.discretes[variable.index];
    entry.update = value.index;
    entry.take = [](const void* computed) {
      return std::make_shared<const V>(*static_cast<const V*>(computed));
    };
  }

  /// Declares an event; see event.h.
  void event(Event event);
  /// Declares fast variables: discrete variables in quasi-static equilibrium with the continuous ones.
  /// `relax` sets them whenever time or the continuous variables have changed, and returns true if it found
  /// the equilibrium; if not, the step is repeated with a smaller size.
  void fast(const std::string& name, std::function<bool(State&)> relax) {
    draft_.layout.relaxations.push_back({prefix_ + name, std::move(relax)});
  }

  /// Declares a quantity that is computed from its dependencies `reads`: compute(state, value) updates the
  /// previous value, which is `start` at first.
  template <class V>
  Quantity<V> quantity(const std::string& name, std::vector<Dependency> reads, V start,
                       std::function<void(const State&, V&)> compute) {
    return quantity_made<V>(
        name, std::move(reads),
        [start = std::move(start)](const State&) { return std::make_shared<V>(start); }, std::move(compute));
  }
  /// Declares a quantity whose first value is made from a state.
  template <class V>
  Quantity<V> quantity_made(const std::string& name, std::vector<Dependency> reads,
                            std::function<std::shared_ptr<V>(const State&)> make,
                            std::function<void(const State&, V&)> compute) {
    QuantityEntry entry{prefix_ + name, std::move(make), {}, {}, {}};
    entry.compute = [compute = std::move(compute)](const State& state, void* value) {
      compute(state, *static_cast<V*>(value));
    };
    return {draft_.add_quantity(std::move(entry), std::move(reads)), draft_.layout.id};
  }

 private:
  LayoutDraft& draft_;
  std::string prefix_;
  ElementId self_;
  std::vector<Dependency> own_;
  Array<Parameter> own_parameters_;
};

}  // namespace sarrus
