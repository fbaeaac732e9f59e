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
  const bool is_tabulated = dynamic_cast<const TabulatedForce*>(element.get()) != nullptr;
  Array<Entry>& entries = is_tabulated ? tabulated_ : element->is_costly() ? costly_ : cheap_;
  const bool is_passive = element->is_passive();
  entries.push_back({number, std::move(element), id, is_passive, std::move(reads)});
}

std::vector<Dependency> ForceGroup::prepare(LayoutDraft& draft, const std::string& name, int threads) {
  Declaration declare(draft, "", {});
  std::vector<Dependency> more;
  if (!tabulated_.empty()) more.push_back(table_ = declare_table(declare, name));
  if (costly_.empty()) return more;
  for (Entry& entry : costly_) collect(draft, entry.reads, entry.quantities);
  if (threads > 1 && costly_.size() > 1) team_ = std::make_shared<SharedTeam>(threads);
  memory_ = declare.quantity_made<CostlyForces>(
      "memory of " + name, {Source::model},
      [count = costly_.size()](const State& state) { return std::make_shared<CostlyForces>(state, count); },
      [](const State&, CostlyForces&) {});
  more.push_back(memory_);
  return more;
}

/// The table follows the parameters and flags of its elements, not the motion.
Quantity<ForceTable> ForceGroup::declare_table(Declaration& declare, const std::string& name) const {
  std::vector<Dependency> reads{Source::model};
  for (const Entry& entry : tabulated_)
    for (const Dependency& read : entry.reads)
      if (!read.is_quantity() && read.source() >= static_cast<int>(Source::count)) reads.push_back(read);
  return declare.quantity<ForceTable>(
      "table of " + name, reads, ForceTable(), [entries = tabulated_](const State& state, ForceTable& table) {
        table.clear();
        for (std::size_t i = 0; i < entries.size(); ++i) {
          if (!state.is_enabled(entries[i].id)) continue;
          table.begin(static_cast<int>(i));
          static_cast<const TabulatedForce&>(*entries[i].element).enter(state, table);
        }
      });
}

void ForceGroup::add_tabulated(const State& state, AppliedForces& forces) const {
  const ForceTable& table = state[table_];
  table.add_forces(state.u(), forces);
  if (table.has_ranges())
    table.visit_outside(
        state.q(), [&](int i) { add_forces_of(*tabulated_[i].element, tabulated_[i].id, state, forces); });
}

void ForceGroup::add(const State& state, AppliedForces& forces) const {
  for (const Entry& entry : cheap_)
    if (state.is_enabled(entry.id)) add_forces_of(*entry.element, entry.id, state, forces);
  if (!tabulated_.empty()) add_tabulated(state, forces);
  if (!costly_.empty()) add_costly(state, forces);
}

void ForceGroup::calc_losses(const State& state, Out<double> losses) const {
  const auto set_loss = [&](const Entry& entry) {
    losses[entry.number] = with_name_of(entry.id, state, [&] { return entry.element->dissipation(state); });
  };
  for (const Array<Entry>* entries : {&cheap_, &costly_})
    for (const Entry& entry : *entries)
      if (state.is_enabled(entry.id)) set_loss(entry);
  if (tabulated_.empty()) return;
  for (const Entry& entry : tabulated_) losses[entry.number] = 0;
  const ForceTable& table = state[table_];
  table.visit_losses(state.u(), [&](int i, double lost) { losses[tabulated_[i].number] += lost; });
  table.visit_outside(state.q(), [&](int i) { set_loss(tabulated_[i]); });
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
    const int k = i;
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
