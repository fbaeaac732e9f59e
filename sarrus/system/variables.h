#pragma once
/// @file
/// What a State holds and what is computed from it are known by small handles; a System gives them out. Each
/// carries the number of the system that it belongs to, and is refused by the States of any other.

#include "sarrus/base/index_set.h"

namespace sarrus {

/// What everybody may read: a change of one of these invalidates what was computed from it. Parameters,
/// discrete variables and the flags of elements are sources of their own.
enum class Source {
  time,
  q,
  u,
  z,
  model,  ///< Masses, inertias, frames and parameters of joints, gravity, the choice of orientation
          ///< coordinates.
  locks,  ///< Which joints are locked.
  count,
};

/// A numeric parameter of an element, in the State.
struct Parameter {
  int index = -1;
  int source = -1;
  int system = 0;
};

/// A run of auxiliary variables z, which have differential equations of their own.
struct Auxiliary {
  int first = -1;
  int count = 0;
  int system = 0;
};

/// A discrete variable of any type, in the State: it changes only when somebody sets it.
template <class V>
struct Discrete {
  int index = -1;
  int source = -1;
  int system = 0;
};

/// A quantity of any type that is computed from the State when it is read, and kept until something it reads
/// changes.
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

/// An element of a System: a force, a prescribed motion.
struct ElementId {
  int index = -1;
  int source = -1;  ///< Its flag: whether it is enabled.
  int system = 0;
};

/// What a quantity reads: a source, a variable, a parameter, an element's flag or another quantity.
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
  /// The system that it belongs to; 0: any, for what all of them have.
  int system() const { return system_; }

 private:
  int source_ = -1, quantity_ = -1, system_ = 0;
};

}  // namespace sarrus
