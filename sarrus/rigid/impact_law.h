#pragma once
/// @file
namespace sarrus {

/// The meaning of the restitution e of an impact. The laws agree for one contact without friction, and where
/// slip neither stops nor reverses within the impact. None adds energy: see TimeStepping.
///
/// An impact at one contact is integrated over its impulse, so that slip that stops or reverses within it is
/// followed exactly. Where several contacts take part, or a contact resists spin and rolling, Newton's law is
/// one problem, and the others are those of Poisson in two, compression and expansion: slip that reverses
/// within one of them is not followed.
enum class ImpactLaw {
  newton,  ///< Of speeds: what approaches with u leaves with −e·u.
  /// Of impulses: the impact is first plastic (compression); then each contact gives e times its normal
  /// impulse back, with friction of its own (expansion). A contact that was at rest, but carries an impulse,
  /// rebounds too. Only what hits with restitution begins an impact.
  poisson,
  stronge,  ///< Of energy: expansion gives e² of the work back that compression took.
};

}  // namespace sarrus
