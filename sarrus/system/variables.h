#pragma once
/// @file
/// Small handles for the variables of a State and the quantities computed from it; a System gives them out.
/// Each carries the number of its system, and is refused by the States of any other.

#include "sarrus/base/index_set.h"

namespace sarrus {

/// Sources common to all systems: a change of a source invalidates the quantities computed from it.
/// Parameters, discrete variables and the flags of elements are further sources.
enum class Source {
  time,
  q,
  u,
  z,
  model,  ///< Masses, inertias, frames and parameters of joints, gravity, the choice of orientation
          ///< coordinates.
  locks,  ///< The locks of joints and speeds.
  count,
};

/// A numeric parameter of an element, in the State.
struct Parameter {
  int index = -1;
  int source = -1;
  int system = 0;
};

/// A run of auxiliary variables z with differential equations of their own.
struct Auxiliary {
  int first = -1;
  int count = 0;
  int system = 0;
};

/// A discrete variable of any type, in the State: it changes only when it is set.
template <class V>
struct Discrete {
  int index = -1;
  int source = -1;
  int system = 0;
};

/// A quantity of any type that is computed from the State when it is read, and cached until one of its
/// dependencies changes.
template <class V>
struct Quantity {
  int index = -1;
  int system = 0;
};

/// A quantity that every System has, at the same place in all of them.
template <class V>
struct SystemQuantity : Quantity<V> {
  SystemQuantity() = default;
  SystemQuantity(const Quantity<V>& quantity) : Quantity<V>(quantity) {}
};

/// An element of a System: a force, a constraint, a prescribed motion.
struct ElementId {
  int index = -1;
  int source = -1;  ///< The source of its enabled flag.
  int system = 0;
};

/// A dependency of a quantity: a source, a variable, a parameter, an element's flag or another quantity.
class Dependency {
 public:
  Dependency(Source source) : source_(static_cast<int>(source)) {}
  Dependency(Parameter parameter) : source_(parameter.source), system_(parameter.system) {}
  Dependency(Auxiliary variables) : source_(static_cast<int>(Source::z)), system_(variables.system) {}
  Dependency(ElementId element) : source_(element.source), system_(element.system) {}
  template <class V>
  Dependency(Discrete<V> variable) : source_(variable.source), system_(variable.system) {}
  template <class V>
  Dependency(Quantity<V> quantity) : quantity_(quantity.index), system_(quantity.system) {}

  bool is_quantity() const { return quantity_ >= 0; }
  int quantity() const { return quantity_; }
  int source() const { return source_; }
  /// The system that it belongs to; 0: any, for the common sources.
  int system() const { return system_; }

 private:
  int source_ = -1, quantity_ = -1, system_ = 0;
};

}  // namespace sarrus
