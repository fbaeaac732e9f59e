#include "sarrus/system/internal/locked_mechanism.h"

namespace sarrus::internal {

void find_locked_mechanism(const State& state, LockedMechanism& out) {
  const Prescription& prescription = state[state.layout().system.prescription];
  IndexSet locked(state.nu());
  for (const Prescription::Part& part : prescription.parts)
    for (int k = 0; k < part.speeds && part.motion < 0 && part.level == MotionLevel::position; ++k)
      locked.insert(part.first_speed + k);
  if (out.pieces && locked == out.locked) {
    out.pieces->tree.set_parameters(state.tree());
  } else {
    out.pieces.reset();
    out.locked = locked;
    if (locked.count() > 0) out.pieces.emplace(state.tree(), locked);
    if (out.pieces && out.pieces->tree.speeds().count() == 0) out.pieces.reset();
  }
  if (!out.pieces) return;
  find_planar_mechanism(state, out.pieces->tree.tree(), out.pieces->planar);
  out.pieces->speeds.clear();
  IndexSet others = prescription.speeds;
  for (int k = 0; k < state.nu(); ++k) {
    if (!out.pieces->tree.speeds().contains(k)) continue;
    out.pieces->speeds.push_back(k);
    others.erase(k);
  }
  out.pieces->others.reset();
  if (others.count() > 0) out.pieces->others = std::move(others);
}

bool is_rigid(const State& state, const LockedMechanism& locked) {
  if (!locked.pieces) return false;
  const In<double> u = state.u();
  for (const int k : locked.pieces->speeds)
    if (u[k] != 0) return false;
  return true;
}

void set_coordinates(const State& state, LockedMechanism::Pieces& pieces) {
  if (pieces.tree.tree().node_count() == 1) return;  // nothing moves
  if (pieces.tree.set_coordinates(state.tree(), state.q()) && pieces.planar)
    pieces.planar->tree.set_parameters(pieces.tree.tree());
}

}  // namespace sarrus::internal
