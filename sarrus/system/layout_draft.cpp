#include "sarrus/system/internal/layout_draft.h"

#include <algorithm>
#include <atomic>
#include <vector>

#include "sarrus/base/array.h"

namespace sarrus::internal {

LayoutDraft::LayoutDraft() {
  static std::atomic<int> last_id{0};
  layout.id = ++last_id;
  layout.source_names = {"time", "q", "u", "z", "model", "locks"};
  static_assert(static_cast<int>(Source::count) == 6, "name every source here");
}

int LayoutDraft::add_source(std::string name) {
  const auto same = std::find(layout.source_names.begin(), layout.source_names.end(), name);
  require(same == layout.source_names.end(),
          "there are two variables or elements named '{}'; rename one of them", name);
  layout.source_names.push_back(std::move(name));
  return static_cast<int>(layout.source_names.size()) - 1;
}

ElementId LayoutDraft::add_element(const std::string& name) {
  const ElementId id{static_cast<int>(layout.elements.size()), add_source(name), layout.id};
  layout.elements.push_back({name, id.source});
  return id;
}

int LayoutDraft::add_quantity(QuantityEntry entry, std::vector<Dependency> dependencies) {
  layout.quantities.push_back(std::move(entry));
  reads.push_back(std::move(dependencies));
  return static_cast<int>(layout.quantities.size()) - 1;
}

void LayoutDraft::require_own(const Dependency& dependency, const std::string& what) const {
  require(dependency.is_quantity() || dependency.source() >= 0, "the {} was never declared", what);
  require(dependency.system() == layout.id || (dependency.system() == 0 && !dependency.is_quantity()),
          "the {} belongs to another system; take handles from the builder of the one that is built", what);
}

LayoutDraft::Mark LayoutDraft::mark() const {
  return {layout.parameters.size(), layout.auxiliaries.size(), layout.discretes.size(),
          layout.elements.size(),   layout.quantities.size(),  layout.source_names.size(),
          layout.events.size(),     layout.relaxations.size(), layout.auxiliary_blocks.size(),
          layout.ports.size()};
}

void LayoutDraft::go_back(const Mark& mark) {
  const auto cut = [](auto& table, std::size_t count) {
    table.erase(table.begin() + static_cast<std::ptrdiff_t>(count), table.end());
  };
  cut(layout.parameters, mark.parameters);
  cut(layout.auxiliaries, mark.auxiliaries);
  cut(layout.discretes, mark.discretes);
  cut(layout.elements, mark.elements);
  cut(layout.quantities, mark.quantities);
  cut(reads, mark.quantities);
  cut(layout.source_names, mark.sources);
  cut(layout.events, mark.events);
  cut(layout.relaxations, mark.relaxations);
  cut(layout.auxiliary_blocks, mark.auxiliary_blocks);
  cut(layout.ports, mark.ports);
  cut(port_reads, mark.ports);
}

namespace {

/// Depth-first search through the dependencies of quantities.
class Closure {
 public:
  explicit Closure(LayoutDraft& draft) : draft_(draft), seen_(draft.reads.size(), Seen::not_yet) {}

  void visit(int quantity) {
    const int k = quantity;
    if (seen_[k] == Seen::done) return;
    path_.push_back(quantity);
    if (seen_[k] == Seen::open) fail_with_circle();
    seen_[k] = Seen::open;
    draft_.layout.quantities[k].sources.resize(static_cast<int>(draft_.layout.source_names.size()));
    draft_.layout.quantities[k].quantities.resize(static_cast<int>(draft_.layout.quantities.size()));
    for (const Dependency& dependency : draft_.reads[k]) {
      QuantityEntry& entry = draft_.layout.quantities[k];
      require(dependency.is_quantity() || dependency.source() >= 0,
              "the quantity '{}' reads something that was never declared", entry.name);
      require(
          dependency.system() == 0 || dependency.system() == draft_.layout.id,
          "the quantity '{}' reads something of another system; what it reads must be declared by the same "
          "builder",
          entry.name);
      if (!dependency.is_quantity()) {
        entry.sources.insert(dependency.source());
        continue;
      }
      visit(dependency.quantity());
      const QuantityEntry& other = draft_.layout.quantities[dependency.quantity()];
      entry.sources.insert(other.sources);
      entry.quantities.insert(other.quantities);
      entry.quantities.insert(dependency.quantity());
    }
    seen_[k] = Seen::done;
    path_.pop_back();
  }

 private:
  enum class Seen { not_yet, open, done };

  [[noreturn]] void fail_with_circle() const {
    std::string circle;
    for (auto i = std::find(path_.begin(), path_.end(), path_.back()); i != path_.end(); ++i)
      circle += (circle.empty() ? "'" : " reads '") + draft_.layout.quantities[*i].name + "'";
    fail("quantities depend on each other in a cycle: {}; one of them must do without", circle);
  }

  LayoutDraft& draft_;
  Array<Seen> seen_;
  Array<int> path_;
};

}  // namespace

void LayoutDraft::close() {
  Closure closure(*this);
  const int count = static_cast<int>(layout.quantities.size());
  for (int k = 0; k < count; ++k) closure.visit(k);
  const int sources = static_cast<int>(layout.source_names.size());
  layout.dependents.assign(sources, IndexSet(count));
  for (int k = 0; k < count; ++k)
    for (int s = 0; s < sources; ++s)
      if (layout.quantities[k].sources.contains(s)) layout.dependents[s].insert(k);
}

}  // namespace sarrus::internal
