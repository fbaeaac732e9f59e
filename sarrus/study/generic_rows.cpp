#include "sarrus/study/generic_rows.h"

#include <algorithm>
#include <cmath>

#include "sarrus/study/assembly_restart.h"
#include "sarrus/study/assembly_search.h"

namespace sarrus {

namespace {

/// How far random positions are from the state, in parts of half a turn and of a metre.
constexpr double nearby = 0.2;

/// A cluster none of whose speeds changes by more than this (rad, m) has come back. In a singular position
/// errors grow with the square of the distance, so that it does not come back exactly.
constexpr double back = 1e-3;

class Neighbourhood {
 public:
  Neighbourhood(const State& state, const std::vector<ClusterParts>& clusters,
                const DiagnosisOptions& options)
      : state_(state),
        clusters_(clusters),
        options_(options),
        random_(options.seed),
        moves_(clusters.size(), 0),
        generic_{ranks_of(state), state} {}

  GenericRows look() {
    const AssemblySpace space(state_, {});
    AssemblySearch search(space, options_.tolerance, 200);
    for (int i = 0; i < options_.tries; ++i) {
      State other = state_;
      move_at_random(space, other, nearby, 1, random_);
      if (!search.meet(other)) continue;
      note_moves(space, other);
      count(other, [](std::size_t) { return true; });
      generic_.neighbours.push_back(std::move(other));
    }
    if (!generic_.neighbours.empty()) look_at_rigid_clusters();
    return std::move(generic_);
  }

 private:
  std::vector<int> ranks_of(const State& at) const {
    std::vector<int> ranks;
    for (const ClusterParts& parts : clusters_)
      ranks.push_back(calc_motions(at, parts).rank(options_.singular_below));
    return ranks;
  }
  /// Keeps the most rows of the clusters that count.
  template <class Counts>
  void count(const State& at, Counts&& counts) {
    const std::vector<int> ranks = ranks_of(at);
    int gain = 0;
    for (std::size_t c = 0; c < ranks.size(); ++c)
      if (counts(c)) gain += ranks[c] - ranks_of_best_[c];
    if (gain > 0) generic_.state = at, ranks_of_best_ = ranks;
    for (std::size_t c = 0; c < ranks.size(); ++c)
      if (counts(c)) generic_.rows[c] = std::max(generic_.rows[c], ranks[c]);
  }
  void note_moves(const AssemblySpace& space, const State& other) {
    const VectorX<double> change = space.calc_difference(other);
    const std::vector<int> speeds = space.free_speeds();
    for (std::size_t c = 0; c < clusters_.size(); ++c)
      for (const int k : clusters_[c].speeds) {
        const auto at = std::lower_bound(speeds.begin(), speeds.end(), k);
        if (at != speeds.end() && *at == k && std::abs(change[at - speeds.begin()]) > back) moves_[c] = 1;
      }
  }
  /// Those that are rigid, although here they could move at this instant.
  bool is_in_doubt(std::size_t c) const {
    return !moves_[c] && generic_.rows[c] < static_cast<int>(clusters_[c].speeds.size());
  }
  /// Joints that move no cluster in doubt.
  std::vector<std::string> joints_to_hold() const {
    std::vector<char> moved(state_.model().bodies().size(), 0);
    for (std::size_t c = 0; c < clusters_.size(); ++c)
      for (const int k : clusters_[c].speeds)
        if (is_in_doubt(c))
          moved[static_cast<std::size_t>(state_.model().speeds()[static_cast<std::size_t>(k)].body)] = 1;
    std::vector<std::string> names;
    for (std::size_t b = 0; b < moved.size(); ++b)
      if (const Body& body = state_.model().bodies()[b]; !moved[b] && body.nq > 0)
        names.push_back(body.joint_name);
    return names;
  }
  void look_at_rigid_clusters() {
    std::vector<char> doubtful;
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
  const std::vector<ClusterParts>& clusters_;
  const DiagnosisOptions& options_;
  std::mt19937 random_;
  std::vector<char> moves_;  // per cluster: whether a neighbour has come to somewhere else
  GenericRows generic_;
  std::vector<int> ranks_of_best_ = generic_.rows;
};

}  // namespace

GenericRows find_generic_rows(const State& state, const std::vector<ClusterParts>& clusters,
                              const DiagnosisOptions& options) {
  return Neighbourhood(state, clusters, options).look();
}

}  // namespace sarrus
