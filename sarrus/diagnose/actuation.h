#pragma once
/// @file
/// Which forces of actuators a motion under constraints takes. With the free directions N of a mechanism,
/// G·N = 0, and the speeds S that have actuators,
///   Nᵀ·S·τ = Nᵀ·(M·u̇ + c − f)
/// Speeds that are locked or prescribed are given: no direction is free along them, and their motions exert
/// what is missing there.
/// [Featherstone 2008, sec. 8.12]

#include "sarrus/base/array.h"
#include "sarrus/base/index_set.h"
#include "sarrus/system/state.h"

namespace sarrus {

/// How a mechanism is actuated in a state. Too few and too many do not exclude each other: two motors on one
/// loop of a mechanism can work against each other while another part has none.
enum class ActuationKind {
  properly,               ///< As many actuators as degrees of freedom, each of use.
  redundantly,            ///< More than are needed: they can work against each other.
  under,                  ///< Some directions of motion have no actuator.
  under_and_redundantly,  ///< Both.
};

struct Actuation {
  ActuationKind kind = ActuationKind::properly;
  int mobility = 0;     ///< Degrees of freedom of motion in this state.
  int effective = 0;    ///< Independent directions in which the actuators can push.
  Array<double> tau{};  ///< Per speed: forces of the actuators, zero where there is none. Of redundant
                        ///< ones, those with the least squares.
  Array<double> multipliers{};  ///< Of the constraints, along with them.
  double residual = 0;          ///< The largest force along a free direction that no actuator can provide.

  bool is_under() const {
    return kind == ActuationKind::under || kind == ActuationKind::under_and_redundantly;
  }
  bool is_redundant() const {
    return kind == ActuationKind::redundantly || kind == ActuationKind::under_and_redundantly;
  }
};

/// The forces of actuators on the given speeds for the rates `udot`, under all other forces of the state. The
/// rates should be possible under the constraints: their errors of acceleration are not looked at.
Actuation calc_actuation(const State& state, const IndexSet& actuated, In<double> udot);

}  // namespace sarrus
