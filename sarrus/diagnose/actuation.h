#pragma once
/// @file
/// Inverse dynamics of constrained mechanisms: the actuator forces that a motion requires. With a basis N of
/// the null space of G, G·N = 0, and the speeds S that have actuators,
///   Nᵀ·S·τ = Nᵀ·(M·u̇ + c − f)
/// Speeds that are locked or prescribed are given: no direction of N moves them, and their locks or motions
/// exert whatever force is missing there. [Featherstone 2008, sec. 8.12]

#include "sarrus/base/array.h"
#include "sarrus/base/index_set.h"
#include "sarrus/system/state.h"

namespace sarrus {

/// The kind of actuation of a mechanism in a state. Underactuation and redundancy do not exclude each other:
/// two motors on one loop of a mechanism can work against each other while another part has none.
enum class ActuationKind {
  properly,               ///< As many independent actuators as degrees of freedom.
  redundantly,            ///< More actuators than needed: they can work against each other.
  under,                  ///< Some directions of motion have no actuator.
  under_and_redundantly,  ///< Some directions have no actuator, and other actuators are redundant.
};

struct Actuation {
  ActuationKind kind = ActuationKind::properly;
  int mobility = 0;     ///< Degrees of freedom of motion in this state.
  int effective = 0;    ///< Number of independent directions in which the actuators act.
  Array<double> tau{};  ///< Actuator force per speed, zero if it has no actuator. For redundant actuators,
                        ///< the forces of minimal norm.
  Array<double> multipliers{};  ///< Multipliers of the constraints with these forces.
  double residual = 0;          ///< The largest force along a free direction that no actuator can provide.

  bool is_under() const {
    return kind == ActuationKind::under || kind == ActuationKind::under_and_redundantly;
  }
  bool is_redundant() const {
    return kind == ActuationKind::redundantly || kind == ActuationKind::under_and_redundantly;
  }
};

/// The actuator forces on the speeds `actuated` for the rates `udot`, under all other forces of the state.
/// The rates should satisfy the constraints: acceleration errors are not checked.
Actuation calc_actuation(const State& state, const IndexSet& actuated, In<double> udot);

}  // namespace sarrus
