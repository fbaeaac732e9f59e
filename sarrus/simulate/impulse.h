#pragma once
/// @file
/// Instantaneous changes of the speeds by impulses: with Λ the impulses of constraints and of held joints,
///   M·Δu = Jᵀ·p + Gᵀ·Λ,   G·Δu = 0
/// Positions, time and all other variables stay what they are.

#include "sarrus/base/array_view.h"
#include "sarrus/system/place.h"
#include "sarrus/system/state.h"

namespace sarrus {

/// Applies an impulse [N·s] at a point of a body, in world axes: a blow with a hammer, a ball that is thrown.
/// The angular part [N·m·s] is about the point.
///
///     apply_impulse(state, {"hand", {0, 0, 0.1}}, {2.5, 0, 0});
void apply_impulse(State& state, const Place& at, const Vec3<double>& impulse,
                   const Vec3<double>& angular = {0, 0, 0});

/// Speeds that are locked or prescribed now have jumped from what they were before, in `u_before`. This lets
/// them do so by impulses in their joints, as if a brake had gripped at once: all other speeds jump with
/// them.
void stop_by_impulse(State& state, In<double> u_before);

}  // namespace sarrus
