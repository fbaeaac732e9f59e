#pragma once
/// @file
/// The interface of elements that are rigid: contacts that do not give way, hard stops, dry friction that
/// sticks. Their forces are no functions of the state. They follow from inequalities that all rigid elements
/// of a System and its constraints satisfy together.

#include <functional>
#include <memory>
#include <optional>

#include "sarrus/system/force_element.h"

namespace sarrus {

class RigidRows;

/// An element that adds rows to the cone problem of each time step (sarrus/rigid/rigid_rows.h), which
/// TimeStepping solves. A Simulation refuses Systems in which such an element is enabled, unless it acts by
/// events too.
class RigidElement : public ForceElement {
 public:
  /// Memory of an element from one step of a study to the next, which saves time and never changes an answer.
  struct Memory {
    virtual ~Memory() = default;
  };
  virtual std::unique_ptr<Memory> make_memory() const { return nullptr; }

  /// Adds the rows that may act within the step that begins at `state`. `memory` is what make_memory() made.
  virtual void add_rows(const State& state, Memory* memory, RigidRows& rows) const = 0;

  /// True if the element acts in a Simulation too, by events (Event::is_of_rigid_element).
  virtual bool acts_by_events() const { return false; }
  /// Lets go of what its events hold by forces that have a bound, where an impulse would leave it with more
  /// than a slow speed. `speeds` are those after the impulse if nothing were held so. Returns true if it did.
  virtual bool yield(State&, In<double>) const { return false; }
  /// Takes back all that its events have set in a State, such as locks. Time stepping begins with this, since
  /// its rows act in their place.
  virtual void release(State&) const {}
  /// False if the forces by which its events act are part of no derivative of the motion: studies that
  /// differentiate refuse it.
  virtual bool acts_in_derivatives() const { return acts_by_events(); }

  // For an element whose forces in a Simulation follow from the motion of everything else:
  /// A quantity that it has declared. It is made to read everything but time and the continuous variables, so
  /// that its number of evaluations tells whether anything else has changed.
  virtual std::optional<Quantity<long>> settings() const { return std::nullopt; }
  /// Called when a Simulation begins, with its accuracy.
  virtual void begin(State&, double) const {}
  /// Removes what the motion has drifted from what the element holds. Returns true if the state has changed.
  virtual bool meet(State&) const { return false; }

  void add_forces(const State&, AppliedForces&) const override {}
  bool add_derivatives(const State&, ForceDerivatives&) const override { return true; }
  bool is_passive() const override { return true; }
};

/// Changes the speeds of a state by an impulse, against which no force that has a bound holds: elements
/// yield. `strike` applies the impulse to the state; it is called again if some hold what would hardly move.
void strike_yielding(State& state, const std::function<void()>& strike);
/// The rigid elements of a System.
Array<const RigidElement*> rigid_elements(const State& state);
/// An Error if a rigid element is enabled that does not act by events: its forces are known in time steps
/// only, so that a Simulation would pass over them.
void refuse_rigid_elements(const State& state);
/// The same for studies that differentiate the motion: rigid contact is refused too.
void refuse_rigid_elements_in_derivatives(const State& state);
/// Calls release() of all rigid elements.
void release_rigid_elements(State& state);

}  // namespace sarrus
