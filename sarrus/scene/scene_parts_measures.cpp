#include "sarrus/scene/internal/scene_parts.h"
#include "sarrus/system/internal/layout.h"
#include "sarrus/system/responses.h"

namespace sarrus::internal {

namespace {

/// The numbers that elements and users have declared: every System's own are its energies.
void add_measures(const State& state, Scene& scene) {
  const SystemLayout& layout = state.layout();
  for (std::size_t i = 0; i < layout.quantities.size(); ++i) {
    const Quantity<double> quantity{static_cast<int>(i), layout.id};
    if (!layout.quantities[i].is_number || quantity.index == layout.system.kinetic_energy.index ||
        quantity.index == layout.system.potential_energy.index)
      continue;
    scene.add_signal(layout.quantities[i].name, "", [quantity](const State& s) { return s[quantity]; });
  }
}

}  // namespace

void add_energies_and_measures(const State& state, const SceneOptions& options, Scene& scene) {
  if (options.energies) {
    scene.add_signal(
        "kinetic energy", "J", [](const State& s) { return kinetic_energy(s); }, "energies");
    scene.add_signal(
        "potential energy", "J", [](const State& s) { return potential_energy(s); }, "energies");
    scene.add_signal(
        "total energy", "J", [](const State& s) { return energy(s); }, "energies");
  }
  if (options.measures) add_measures(state, scene);
}

}  // namespace sarrus::internal
