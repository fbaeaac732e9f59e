#pragma once
/// @file
#include <string>
#include <vector>

#include "sarrus/base/array.h"
#include "sarrus/system/declaration.h"
#include "sarrus/system/internal/layout.h"

namespace sarrus::internal {

/// A layout under construction.
struct LayoutDraft {
  LayoutDraft();
  SystemLayout layout;
  Array<std::vector<Dependency>> reads;       ///< Per quantity, as declared.
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

}  // namespace sarrus::internal
