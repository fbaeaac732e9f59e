#include "sarrus/diagnose/internal/generic_rank.h"

#include <algorithm>
#include <cmath>

#include "sarrus/assemble/internal/assembly_restart.h"
#include "sarrus/assemble/internal/assembly_search.h"
#include "sarrus/base/array.h"

namespace sarrus::internal {

namespace {

/// The distance of random positions from the state, as a fraction of half a turn and of a meter.
constexpr double nearby = 0.2;

/// A cluster whose coordinates change by no more than this (rad, m) has returned. In a singular position
/// errors grow with the square of the distance, so that it does not return exactly.
constexpr double back = 1e-3;

class Neighborhood {
 public:
  Neighborhood(const State& state, const Array<ClusterParts>& clusters, const DiagnosisOptions& options)
      : state_(state),
        clusters_(clusters),
        options_(options),
        random_(options.seed),
        moves_(clusters.size(), 0),
        generic_{ranks_of(state), state} {}

  GenericRank look() {
    const AssemblySpace space(state_, {});
    AssemblySearch search(space, options_.tolerance, 200);
    for (int i = 0; i < options_.tries; ++i) {
      State other = state_;
      move_at_random(space, other, nearby, 1, random_);
      if (!search.meet(other)) continue;
      note_moves(space, other);
      count(other, [](std::size_t) { return true; });
      generic_.neighbors.push_back(std::move(other));
    }
    if (!generic_.neighbors.empty()) look_at_rigid_clusters();
    return std::move(generic_);
  }

 private:
  Array<int> ranks_of(const State& at) const {
    Array<int> ranks;
    for (const ClusterParts& parts : clusters_)
      ranks.push_back(calc_motions(at, parts).rank(options_.singular_below));
    return ranks;
  }
  /// Keeps the largest ranks of the clusters for which `counts` is true.
  template <class Counts>
  void count(const State& at, Counts&& counts) {
    const Array<int> ranks = ranks_of(at);
    int gain = 0;
    for (std::size_t c = 0; c < ranks.size(); ++c)
      if (counts(c)) gain += ranks[c] - ranks_of_best_[c];
    if (gain > 0) generic_.state = at, ranks_of_best_ = ranks;
    for (std::size_t c = 0; c < ranks.size(); ++c)
      if (counts(c)) generic_.rows[c] = std::max(generic_.rows[c], ranks[c]);
  }
  void note_moves(const AssemblySpace& space, const State& other) {
    const VectorX<double> change = space.calc_difference(other);
    const Array<int> speeds = space.free_speeds();
    for (std::size_t c = 0; c < clusters_.size(); ++c)
      for (const int k : clusters_[c].speeds) {
        const auto at = std::lower_bound(speeds.begin(), speeds.end(), k);
        if (at != speeds.end() && *at == k && std::abs(change[at - speeds.begin()]) > back) moves_[c] = 1;
      }
  }
  /// True for a cluster that is rigid, although the constraints permit an instantaneous motion here.
  bool is_in_doubt(std::size_t c) const {
    return !moves_[c] && generic_.rows[c] < static_cast<int>(clusters_[c].speeds.size());
  }
  /// Joints that belong to no cluster in doubt.
  Array<std::string> joints_to_hold() const {
    Array<char> moved(state_.model().bodies().size(), 0);
    for (std::size_t c = 0; c < clusters_.size(); ++c)
      for (const int k : clusters_[c].speeds)
        if (is_in_doubt(c)) moved[state_.model().speeds()[k].body] = 1;
    Array<std::string> names;
    for (std::size_t b = 0; b < moved.size(); ++b)
      if (const Body& body = state_.model().bodies()[b]; !moved[b] && body.nq > 0)
        names.push_back(body.joint_name);
    return names;
  }
  void look_at_rigid_clusters() {
    Array<char> doubtful;
    for (std::size_t c = 0; c < clusters_.size(); ++c) doubtful.push_back(is_in_doubt(c));
    if (std::count(doubtful.begin(), doubtful.end(), 1) == 0) return;
    const AssemblySpace space(state_, {.hold = joints_to_hold()});
    const State start = generic_.state;
    for (int i = 0; i < options_.tries; ++i) {
      State other = start;
      move_at_random(space, other, nearby, 1, random_);
      count(other, [&](std::size_t c) { return doubtful[c] != 0; });
    }
  }

  const State& state_;
  const Array<ClusterParts>& clusters_;
  const DiagnosisOptions& options_;
  std::mt19937 random_;
  Array<char> moves_;  // per cluster: true if a neighbor has another position
  GenericRank generic_;
  Array<int> ranks_of_best_ = generic_.rows;
};

}  // namespace

GenericRank find_generic_rank(const State& state, const Array<ClusterParts>& clusters,
                              const DiagnosisOptions& options) {
  return Neighborhood(state, clusters, options).look();
}

}  // namespace sarrus::internal
