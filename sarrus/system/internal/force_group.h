#pragma once
/// @file
#include <atomic>
#include <exception>
#include <vector>

#include "sarrus/base/array.h"
#include "sarrus/base/thread_team.h"
#include "sarrus/system/internal/force_table.h"
#include "sarrus/system/quantities.h"
#include "sarrus/system/tabulated_force.h"

namespace sarrus::internal {

struct LayoutDraft;

/// Threads that all States of a System share. A State that finds them busy works on its own thread.
struct SharedTeam {
  explicit SharedTeam(int threads) : team(threads) {}
  ThreadTeam team;
  std::atomic<bool> taken{false};
};

/// Forces of the costly elements, each in memory of its own, and the exceptions they have thrown.
struct CostlyForces {
  CostlyForces(const State& state, std::size_t elements);
  mutable Array<AppliedForces> forces;
  mutable Array<std::exception_ptr> faults;
};

/// Some of a System's force elements, evaluated together. The forces of each costly element are computed
/// separately and added in the order of the elements, so that the sum does not depend on the number of
/// threads.
class ForceGroup {
 public:
  /// Inserts an element; `number` is its place in SystemLayout::forces, `reads` its dependencies.
  void insert(std::size_t number, std::shared_ptr<const ForceElement> element, ElementId id,
              std::vector<Dependency> reads);
  /// Declares the memory of the costly elements and the table of the tabulated ones, once all elements are
  /// inserted. Returns the dependencies of the sum beyond those of the elements.
  std::vector<Dependency> prepare(LayoutDraft& draft, const std::string& name, int threads);

  /// Adds the forces of the enabled elements.
  void add(const State& state, AppliedForces& forces) const;
  /// Sets the rates at which the enabled elements dissipate energy, by their numbers.
  void calc_losses(const State& state, Out<double> losses) const;
  /// Calls visit(number, forces) with the forces of each enabled element that is not passive, in a state
  /// whose forces have been computed: those of costly elements are not computed again. `memory` holds the
  /// forces of the others in turn.
  template <class F>
  void visit_driving(const State& state, AppliedForces& memory, const F& visit) const {
    for (const Array<Entry>* entries : {&cheap_, &tabulated_})
      for (const Entry& entry : *entries) {
        if (entry.is_passive || !state.is_enabled(entry.id)) continue;
        memory.clear();
        entry.element->add_forces(state, memory);
        visit(entry.number, memory);
      }
    for (std::size_t k = 0; k < costly_.size(); ++k)
      if (!costly_[k].is_passive && state.is_enabled(costly_[k].id))
        visit(costly_[k].number, state[memory_].forces[k]);
  }

 private:
  struct Entry {
    std::size_t number;
    std::shared_ptr<const ForceElement> element;
    ElementId id;
    bool is_passive;
    std::vector<Dependency> reads;
    Array<int> quantities{};  ///< All quantities that it may read, each after its own dependencies.
  };
  Quantity<ForceTable> declare_table(Declaration& declare, const std::string& name) const;
  void add_tabulated(const State& state, AppliedForces& forces) const;
  void add_costly(const State& state, AppliedForces& forces) const;
  void compute_prerequisites(const State& state) const;

  Array<Entry> cheap_, tabulated_, costly_;
  Quantity<ForceTable> table_;
  Quantity<CostlyForces> memory_;
  std::shared_ptr<SharedTeam> team_;  // none: the calling thread does all work
};

}  // namespace sarrus::internal
