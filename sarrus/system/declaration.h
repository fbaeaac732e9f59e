#pragma once
/// @file
/// How whoever takes part in a System says what it needs in the State: parameters, variables, computed
/// quantities.

#include <initializer_list>
#include <vector>

#include "sarrus/base/array.h"
#include "sarrus/system/codec.h"
#include "sarrus/system/layout.h"

namespace sarrus {

/// ż of a run of auxiliary variables.
using AuxiliaryDerivative = std::function<void(const State& state, Out<double> zdot)>;

/// A run of auxiliary variables with its differential equation.
struct AuxiliaryBlock {
  Auxiliary variables;
  AuxiliaryDerivative derivative;
  std::vector<Dependency> reads;
};

/// The inertia of a port: a number of at least zero that depends on coordinates and parameters only.
using PortInertia = std::function<double(const State& state)>;

/// A layout in the making.
struct LayoutDraft {
  LayoutDraft();
  SystemLayout layout;
  Array<std::vector<Dependency>> reads;  ///< Per quantity, as declared.
  Array<AuxiliaryBlock> auxiliary_blocks;
  Array<std::vector<Dependency>> port_reads;  ///< Per port.

  int add_source(std::string name);
  ElementId add_element(const std::string& name);
  int add_quantity(QuantityEntry entry, std::vector<Dependency> reads);
  /// Throws an Error where something belongs to another system.
  void require_own(const Dependency& dependency, const std::string& what) const;
  /// Follows the dependencies through all quantities. Throws when they go in a circle.
  void close();

  /// How much there is of everything, to go back to where an addition is refused halfway.
  struct Mark {
    std::size_t parameters, auxiliaries, discretes, elements, quantities, sources, events, relaxations,
        auxiliary_blocks, ports;
  };
  Mark mark() const;
  void go_back(const Mark& mark);
};

/// Given to an element so that it declares what it needs. Names are prefixed with the element's own.
class Declaration {
 public:
  /// `prefix` is empty or ends with a point.
  Declaration(LayoutDraft& draft, std::string prefix, ElementId self)
      : draft_(draft), prefix_(std::move(prefix)), self_(self) {}

  /// The flag of the element that declares.
  ElementId self() const { return self_; }
  /// The name of the element that declares.
  std::string name() const { return prefix_.substr(0, prefix_.find_last_of('.')); }
  const Model& model() const { return draft_.layout.as_given->model; }
  /// What every System computes.
  const SystemQuantities& quantities() const { return draft_.layout.system; }
  /// The parameters and discrete variables that were declared here.
  const std::vector<Dependency>& own() const { return own_; }
  /// The parameters among them.
  const Array<Parameter>& own_parameters() const { return own_parameters_; }

  /// A numeric parameter with its default, its unit and the values that make sense.
  Parameter parameter(const std::string& name, double default_value, const std::string& unit = "",
                      ParameterRange range = {});

  /// Auxiliary variables that follow ż = derivative(state), one per default value. Where errors are measured,
  /// a change by `unit_change` counts as much as one by 1 m or 1 rad: give the size of a change that matters.
  Auxiliary auxiliary(const std::string& name, Array<double> default_values, std::vector<Dependency> reads,
                      AuxiliaryDerivative derivative, double unit_change = 1);

  /// A port: a force −m·u̇ on a speed, as of a rotor that is geared to a joint. m = m(q, parameters) joins the
  /// diagonal of the mass matrix, and ½·m·u² the kinetic energy. `reads` is what m is computed from; the
  /// parameters and discrete variables that were declared here before need not be listed. While the element
  /// is disabled, there is no port. An m that varies with q comes with a force −½·(∂m/∂q)·u², which whoever
  /// declares the port applies.
  void port(int speed, std::vector<Dependency> reads, PortInertia m);

  /// A variable of any type that changes when it is set.
  template <class V>
  Discrete<V> discrete(const std::string& name, V default_value) {
    const Discrete<V> variable{static_cast<int>(draft_.layout.discretes.size()),
                               draft_.add_source(prefix_ + name), draft_.layout.id};
    draft_.layout.discretes.push_back({prefix_ + name, variable.source,
                                       std::make_shared<const V>(std::move(default_value)), make_codec<V>()});
    own_.push_back(variable);
    return variable;
  }
  /// A variable that takes the value of a quantity at the end of each step of a simulation.
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

  /// Something that happens at instants; see event.h.
  void event(Event event);
  /// Fast variables: discrete ones that follow the continuous ones at once. `relax` sets them whenever time
  /// or the continuous variables have changed and says whether it found the equilibrium; if not, the step is
  /// tried again with half its length.
  void fast(const std::string& name, std::function<bool(State&)> relax) {
    draft_.layout.relaxations.push_back({prefix_ + name, std::move(relax)});
  }

  /// A quantity computed from what it reads: compute(state, value) changes the value of the last time, which
  /// was `start` at first.
  template <class V>
  Quantity<V> quantity(const std::string& name, std::vector<Dependency> reads, V start,
                       std::function<void(const State&, V&)> compute) {
    return quantity_made<V>(
        name, std::move(reads),
        [start = std::move(start)](const State&) { return std::make_shared<V>(start); }, std::move(compute));
  }
  /// The same with the first value made from a state.
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
