#pragma once
/// @file
#include <atomic>
#include <exception>
#include <vector>

#include "sarrus/base/array.h"
#include "sarrus/base/thread_team.h"
#include "sarrus/system/force_element.h"

namespace sarrus {

/// Threads that all States of a System share. Whoever comes while they are busy works alone.
struct SharedTeam {
  explicit SharedTeam(int threads) : team(threads) {}
  ThreadTeam team;
  std::atomic<bool> taken{false};
};

/// What costly elements apply, each in memory of its own, and what they throw.
struct CostlyForces {
  CostlyForces(const State& state, std::size_t elements);
  mutable Array<AppliedForces> forces;
  mutable Array<std::exception_ptr> faults;
};

/// Some of a System's force elements, evaluated together. Costly ones are summed each by itself and added in
/// the order of the elements, so that the sum does not depend on the number of threads.
class ForceGroup {
 public:
  /// `number` is the element's in SystemLayout::forces, `reads` what it has declared.
  void insert(std::size_t number, std::shared_ptr<const ForceElement> element, ElementId id,
              std::vector<Dependency> reads);
  /// Once all are in: declares the memory that costly elements need. Returns what the sum reads beyond what
  /// the elements do.
  std::vector<Dependency> prepare(LayoutDraft& draft, const std::string& name, int threads);

  /// Adds the forces of the enabled elements.
  void add(const State& state, AppliedForces& forces) const;
  /// Calls visit(number, forces) with the forces of each enabled element that is not passive, in a state in
  /// which the forces were computed: what costly elements apply is not computed again. `memory` is for those
  /// of the others.
  template <class F>
  void visit_driving(const State& state, AppliedForces& memory, const F& visit) const {
    for (const Entry& entry : cheap_) {
      if (entry.element->is_passive() || !state.is_enabled(entry.id)) continue;
      memory.clear();
      entry.element->add_forces(state, memory);
      visit(entry.number, memory);
    }
    for (std::size_t k = 0; k < costly_.size(); ++k)
      if (!costly_[k].element->is_passive() && state.is_enabled(costly_[k].id))
        visit(costly_[k].number, state[memory_].forces[k]);
  }

 private:
  struct Entry {
    std::size_t number;
    std::shared_ptr<const ForceElement> element;
    ElementId id;
    std::vector<Dependency> reads;
    Array<int> quantities{};  ///< All that it may read, each after those that it is computed from.
  };
  void add_costly(const State& state, AppliedForces& forces) const;
  void compute_prerequisites(const State& state) const;

  Array<Entry> cheap_, costly_;
  Quantity<CostlyForces> memory_;
  std::shared_ptr<SharedTeam> team_;  // none: the calling thread does all
};

}  // namespace sarrus
