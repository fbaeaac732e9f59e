#include "sarrus/assemble/assembly_branches.h"

#include <algorithm>

#include "sarrus/assemble/internal/assembly_restart.h"
#include "sarrus/assemble/internal/assembly_search.h"
#include "sarrus/base/array.h"
#include "sarrus/system/internal/constraint_projection.h"

namespace sarrus {

using namespace internal;

namespace {

/// The distance of two states; whole turns are ignored unless a constraint counts them.
double distance_between(const State& a, const State& b) {
  const AssemblySpace space(b, {});
  State unwound = a;
  space.unwind(unwound);
  return space.calc_distance(unwound);
}

/// Distinct assembled states, with their distances from the start.
class Branches {
 public:
  explicit Branches(double same_within) : same_within_(same_within) {}

  void add(const State& state, double distance) {
    for (const auto& [other_distance, other] : found_)
      if (std::abs(distance - other_distance) < same_within_ && distance_between(state, other) < same_within_)
        return;
    found_.emplace_back(distance, state);
  }
  Array<State> sorted() && {
    std::stable_sort(found_.begin(), found_.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    Array<State> states;
    for (auto& [distance, state] : found_) states.push_back(std::move(state));
    return states;
  }

 private:
  double same_within_;
  Array<std::pair<double, State>> found_;
};

}  // namespace

Array<State> assemble_all(const State& start, const BranchOptions& options) {
  State prescribed = start;
  prescribe(prescribed);
  const AssemblyOptions& how = options.assembly;
  const AssemblySpace space(prescribed, how);
  AssemblySearch search(space, how.tolerance, how.iterations);
  ConstraintProjection projection;
  projection.set_weights(space.speed_weights());
  std::mt19937 random(how.seed);
  Branches branches(options.same_within);
  for (int i = 0; i <= options.starts; ++i) {
    State state = prescribed;
    space.confine(state);
    if (i > 0) move_at_random(space, state, 1, how.spread, random);
    if (!search.meet(state)) continue;
    space.unwind(state);
    search.approach(state);
    space.unwind(state);
    if (!state.layout().constraints.empty()) projection.project_velocities(state, how.tolerance);
    if (how.accept && !how.accept(state)) continue;
    branches.add(state, space.calc_distance(state));
  }
  return std::move(branches).sorted();
}

const State& nearest_branch(const Array<State>& branches, const State& hint) {
  require(!branches.empty(), "no assembled state was found, so that none is nearest to the hint");
  return *std::min_element(branches.begin(), branches.end(), [&](const State& a, const State& b) {
    return distance_between(a, hint) < distance_between(b, hint);
  });
}

}  // namespace sarrus
