#pragma once
/// @file
namespace sarrus {

/// What the restitution e of an impact means. Both laws agree for one contact without friction, and where
/// slip neither stops nor reverses within the impact. Neither adds energy: see TimeStepping.
enum class ImpactLaw {
  newton,  ///< Of speeds: what approaches with u leaves with −e·u.
  /// Of impulses: the impact is first solved as plastic (compression); then each contact gives e times its
  /// normal impulse back, with friction of its own (expansion). A contact that was at rest, but carries an
  /// impulse, rebounds too. Only what hits with restitution begins an impact.
  /// Each phase is one problem: slip that reverses within a phase is not followed through it.
  poisson
};

}  // namespace sarrus
