#include "sarrus/system/internal/force_group.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "sarrus/base/array.h"
#include "sarrus/system/internal/frozen_state.h"
#include "sarrus/system/internal/layout_draft.h"
#include "sarrus/system/internal/named_reading.h"

namespace sarrus::internal {

namespace {

/// Appends the quantities behind some dependencies, each after those that it reads.
void collect(const LayoutDraft& draft, const std::vector<Dependency>& reads, Array<int>& found) {
  for (const Dependency& dependency : reads) {
    if (!dependency.is_quantity()) continue;
    const int quantity = dependency.quantity();
    if (std::find(found.begin(), found.end(), quantity) != found.end()) continue;
    collect(draft, draft.reads[quantity], found);
    found.push_back(quantity);
  }
}

/// Takes the team unless it is taken.
class TurnWithTeam {
 public:
  explicit TurnWithTeam(SharedTeam* team)
      : team_(team != nullptr && !team->taken.exchange(true, std::memory_order_acquire) ? team : nullptr) {}
  ~TurnWithTeam() {
    if (team_ != nullptr) team_->taken.store(false, std::memory_order_release);
  }
  TurnWithTeam(const TurnWithTeam&) = delete;
  TurnWithTeam& operator=(const TurnWithTeam&) = delete;
  ThreadTeam* team() const { return team_ != nullptr ? &team_->team : nullptr; }

 private:
  SharedTeam* team_;
};

}  // namespace

CostlyForces::CostlyForces(const State& state, std::size_t elements)
    : forces(elements, AppliedForces(state.model().body_count(), state.nu())), faults(elements) {}

void ForceGroup::insert(std::size_t number, std::shared_ptr<const ForceElement> element, ElementId id,
                        std::vector<Dependency> reads) {
  Array<Entry>& entries = element->is_costly() ? costly_ : cheap_;
  entries.push_back({number, std::move(element), id, std::move(reads)});
}

std::vector<Dependency> ForceGroup::prepare(LayoutDraft& draft, const std::string& name, int threads) {
  if (costly_.empty()) return {};
  for (Entry& entry : costly_) collect(draft, entry.reads, entry.quantities);
  if (threads > 1 && costly_.size() > 1) team_ = std::make_shared<SharedTeam>(threads);
  Declaration declare(draft, "", {});
  memory_ = declare.quantity_made<CostlyForces>(
      "memory of " + name, {Source::model},
      [count = costly_.size()](const State& state) { return std::make_shared<CostlyForces>(state, count); },
      [](const State&, CostlyForces&) {});
  return {memory_};
}

void ForceGroup::add(const State& state, AppliedForces& forces) const {
  for (const Entry& entry : cheap_)
    if (state.is_enabled(entry.id)) add_forces_of(*entry.element, entry.id, state, forces);
  if (!costly_.empty()) add_costly(state, forces);
}

/// Reading a quantity may compute it, which no two threads may do at once: so everything is computed before
/// they start.
void ForceGroup::compute_prerequisites(const State& state) const {
  for (const Entry& entry : costly_)
    if (state.is_enabled(entry.id))
      for (const int quantity : entry.quantities)
        (void)state[Quantity<std::byte>{quantity, state.layout().id}];
}

void ForceGroup::add_costly(const State& state, AppliedForces& forces) const {
  const CostlyForces& memory = state[memory_];
  const int count = static_cast<int>(costly_.size());
  const auto evaluate = [&](int i) {
    const auto k = static_cast<std::size_t>(i);
    memory.forces[k].clear();
    memory.faults[k] = nullptr;
    if (!state.is_enabled(costly_[k].id)) return;
    try {
      add_forces_of(*costly_[k].element, costly_[k].id, state, memory.forces[k]);
    } catch (...) {
      memory.faults[k] = std::current_exception();
    }
  };
  if (const TurnWithTeam turn(team_.get()); turn.team() != nullptr) {
    compute_prerequisites(state);
    const FrozenState frozen(state);
    turn.team()->for_each(count, evaluate, 0);
  } else {
    for (int i = 0; i < count; ++i) evaluate(i);
  }
  for (const std::exception_ptr& fault : memory.faults)
    if (fault != nullptr) std::rethrow_exception(fault);
  for (const AppliedForces& applied : memory.forces) forces.add(applied);
}

}  // namespace sarrus::internal
