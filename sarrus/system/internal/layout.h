#pragma once
/// @file
/// The layout of a State: the tables behind the handles of variables.h.

#include <functional>
#include <vector>

#include "sarrus/base/array.h"
#include "sarrus/system/codec.h"
#include "sarrus/system/event.h"
#include "sarrus/system/internal/system_values.h"
#include "sarrus/system/parameter_range.h"
#include "sarrus/system/prescribed_motion.h"

namespace sarrus {
class ForceElement;
struct ConstraintEntry;
}  // namespace sarrus

namespace sarrus::internal {

struct ParameterEntry {
  std::string name, unit;
  double default_value = 0;
  int source = -1;
  ParameterRange range{};
};

/// A run of auxiliary variables with their equations.
struct AuxiliaryBlock {
  Auxiliary variables;
  std::function<void(const State& state, Out<double> zdot)> derivative;
  std::vector<Dependency> reads;
};

struct AuxiliaryEntry {
  std::string name;
  double default_value = 0;
  double unit_change = 1;  ///< Counts as much as 1 rad or 1 m in error control.
};

struct DiscreteEntry {
  std::string name;
  int source = -1;
  std::shared_ptr<const void> default_value;
  DiscreteCodec codec;  ///< Empty functions: the type cannot be saved or compared.
  int update = -1;      ///< The quantity whose value it takes at the end of each step, or −1.
  std::function<std::shared_ptr<const void>(const void*)> take{};  ///< Copies that value.
};

struct ElementEntry {
  std::string name;
  int source = -1;
  bool enabled = true;
};

/// Brings fast variables into equilibrium with time and the other variables. `relax` returns true if it
/// succeeded.
struct FastEquilibrium {
  std::string name;
  std::function<bool(State& state)> relax;
};

/// A port: a force −m·u̇ on a speed.
struct PortEntry {
  std::string owner;  ///< Name of the element that declared it; empty: the builder.
  int speed = -1;
  ElementId element{};  ///< The element whose enabled flag applies, if any.
  std::function<double(const State& state)> m;
};

struct QuantityEntry {
  std::string name;
  std::function<std::shared_ptr<void>(const State&)> make;
  std::function<void(const State&, void*)> compute;
  bool is_number = false;  ///< True if its type is double.
  IndexSet sources;        ///< All sources that it depends on, directly or indirectly.
  IndexSet quantities;     ///< All quantities that it depends on, directly or indirectly.
};

/// A model with the tree of its default parameters.
struct ModelVariant {
  explicit ModelVariant(const Model& m) : model(m), tree(model) {}
  Model model;
  Tree<double> tree;
};

/// The tables. Immutable once a System has been built.
struct SystemLayout {
  int id = 0;  ///< Number that its handles carry; different for every SystemBuilder.
  std::shared_ptr<const ModelVariant> as_given, with_quaternions, with_angles;
  std::optional<Vec3<double>> plane;  ///< Normal of the plane in which the model moves, if it is planar.
  Array<ParameterEntry> parameters;
  Array<AuxiliaryEntry> auxiliaries;
  /// Unit changes of the coordinates that each speed moves; for the speed itself, per characteristic time.
  Array<double> speed_unit_changes;
  double characteristic_time = 1;
  Array<DiscreteEntry> discretes;
  Array<ElementEntry> elements;
  Array<QuantityEntry> quantities;
  Array<std::string> source_names;
  Array<IndexSet> dependents;             ///< Per source: the quantities that its change invalidates.
  SystemQuantity<Tree<double>> own_tree;  ///< Tree of a State whose parameters differ from the model's.
  SystemQuantities system;
  ElementId gravity;
  Array<PrescribedMotion> motions;
  Array<Event> events;
  Array<FastEquilibrium> relaxations;
  Array<std::shared_ptr<const ForceElement>> forces;
  Array<ElementId> force_ids;                  ///< Handles of `forces`, in the same order.
  Array<std::vector<Dependency>> force_reads;  ///< Dependencies of `forces`, in the same order.
  Array<AuxiliaryBlock> auxiliary_blocks;
  Array<PortEntry> ports;
  Array<std::shared_ptr<const ConstraintEntry>> constraints;
  Parameter stabilization_time;  ///< Declared if there are constraints; see calc_constrained_accelerations().

  const ModelVariant& variant(std::optional<RotationCoordinates> kind) const;
  /// Handles by their indices in the tables.
  template <std::integral I>
  Parameter parameter(I i) const {
    return {static_cast<int>(i), parameters[i].source, id};
  }
  template <std::integral I>
  ElementId element(I i) const {
    return {static_cast<int>(i), elements[i].source, id};
  }
  const std::string& name_of(ElementId element) const { return elements[element.index].name; }
};

}  // namespace sarrus::internal
