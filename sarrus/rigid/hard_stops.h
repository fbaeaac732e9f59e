#pragma once
/// @file
/// Hard stops of joints: coordinates that do not leave their ranges.

#include <limits>
#include <vector>

#include "sarrus/system/mobility.h"
#include "sarrus/system/rigid_element.h"

namespace sarrus {

/// The range of a coordinate whose rate is a speed, u = q̇; infinity: no stop at that end.
struct HardStop {
  Mobility on;
  double lower = -std::numeric_limits<double>::infinity(), upper = std::numeric_limits<double>::infinity();
  double restitution = 0;  ///< The part of the speed that is kept when a joint hits its stop.
};

/// Hard stops of joints. They push with whatever force is needed, and do not pull.
///
///     builder.add("stops", HardStops({{.on = "knee", .lower = 0, .upper = 2.4}}));
///     builder.add("stops", HardStops::of_model(builder.model()));
///
/// In TimeStepping they are rows of the cone problem of a step. In a Simulation they are events: a joint that
/// hits its stop bounces, or is locked there by an impulse, until the force of the lock would pull.
class HardStops : public RigidElement {
 public:
  explicit HardStops(Array<HardStop> stops) : stops_(std::move(stops)) {}
  /// The limits of all coordinates of a model that have some and are rates of speeds, but for the joints
  /// named in `without`.
  static HardStops of_model(const Model& model, double restitution = 0,
                            const Array<std::string>& without = {});

  std::vector<Dependency> declare(Declaration& declaration) override;
  void add_rows(const State& state, Memory* memory, RigidRows& rows) const override;
  bool acts_by_events() const override { return true; }
  void release(State& state) const override;
  ForceEnds ends() const override;

  const Array<HardStop>& stops() const { return stops_; }
  /// In a Simulation: the force by which a joint rests on stop i, positive at its lower end; zero if it does
  /// not.
  double force(const State& state, int i) const;

 private:
  void declare_events(Declaration& declaration, int i);
  void hit(State& state, int i, int end) const;
  void require_within(const State& state) const;

  Array<HardStop> stops_;
  Array<Discrete<int>> held_;  // the end at which a stop holds its joint: −1, +1; 0: none
};

}  // namespace sarrus
