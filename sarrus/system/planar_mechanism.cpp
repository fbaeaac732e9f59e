#include "sarrus/system/internal/planar_mechanism.h"

#include <cstring>

#include "sarrus/base/array.h"

namespace sarrus::internal {

namespace {

/// Tolerance of planarity: results must equal those of spatial algebra up to rounding.
constexpr double tolerance = 1e-14;

/// True if the values are the same, bit by bit.
template <class V>
bool same(const Array<V>& a, const Array<V>& b) {
  static_assert(sizeof(V) % sizeof(double) == 0 && std::is_trivially_copyable_v<V>);
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(V)) == 0);
}

}  // namespace

std::optional<Vec3<double>> plane_of(const Model& model) { return find_plane(model, tolerance).normal; }

std::optional<Vec3<double>> plane_of(const State& state) {
  const SystemLayout& layout = state.layout();
  const Parameters<double>&now = state.model_parameters(), &own = layout.as_given->tree.parameters();
  const bool stays =
      &now == &own || (same(now.X_PF, own.X_PF) && same(now.X_BM, own.X_BM) && same(now.joint, own.joint));
  return stays ? layout.plane : std::nullopt;
}

void find_planar_mechanism(const State& state, const Tree<double>& tree,
                           std::optional<PlanarMechanism>& out) {
  const std::optional<Vec3<double>> normal = plane_of(state);
  if (!normal)
    out.reset();
  else if (out)
    out->tree.set_parameters(tree);
  else
    out.emplace(tree, *normal);
}

}  // namespace sarrus::internal
