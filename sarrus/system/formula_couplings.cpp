#include "sarrus/system/internal/formula_couplings.h"

#include <algorithm>

#include "sarrus/base/array.h"
#include "sarrus/base/internal/index.h"

namespace sarrus::internal {

namespace {

const ConstraintSet& set_of(const State& state) { return state[state.layout().system.constraint_set]; }

const ConstraintShape& shape_of(const State& state, int member) {
  return state.layout().constraints[set_of(state).members[member].constraint]->shape;
}

}  // namespace

std::optional<FormulaCouplings> FormulaCouplings::find(const State& state) {
  FormulaCouplings found;
  bool has_formula = false;
  const int members = static_cast<int>(set_of(state).members.size());
  for (int m = 0; m < members; ++m) {
    const ConstraintShape& shape = shape_of(state, m);
    if (shape.tie == SpeedTie::general || shape.rows() != 1 || shape.position_rows != 1) return {};
    has_formula = has_formula || shape.tie == SpeedTie::formula;
    const int place = shape.tie == SpeedTie::formula ? 0 : static_cast<int>(shape.mobilities.size()) - 1;
    found.followers_.push_back({m, place, {}});
  }
  if (!has_formula || !found.arrange(state)) return {};
  found.connect(state);
  return found;
}

/// Puts each follower after those that it reads. Returns true if that is possible.
bool FormulaCouplings::arrange(const State& state) {
  const auto given = [&](const Follower& f) {
    return shape_of(state, f.member).mobilities[f.place].number();
  };
  Array<Follower> rest = std::move(followers_);
  followers_.clear();
  for (std::size_t i = 0; i < rest.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (given(rest[i]) == given(rest[j])) return false;
  while (!rest.empty()) {
    const auto waits = [&](const Follower& f) {
      const Array<Mobility>& read = shape_of(state, f.member).mobilities;
      return std::any_of(rest.begin(), rest.end(), [&](const Follower& other) {
        return other.member != f.member && std::any_of(read.begin(), read.end(), [&](const Mobility& q) {
                 return q.number() == given(other);
               });
      });
    };
    const auto ready = std::find_if_not(rest.begin(), rest.end(), waits);
    if (ready == rest.end()) return false;
    followers_.push_back(*ready);
    rest.erase(ready);
  }
  return true;
}

/// Finds the independent speeds that each dependent speed follows, directly or through others.
void FormulaCouplings::connect(const State& state) {
  for (Follower& follower : followers_) {
    const Array<Mobility>& read = shape_of(state, follower.member).mobilities;
    FollowingSpeed following{read[follower.place].number(), {}, {}};
    const auto place_of = [&](int leader) {
      auto at = std::find(following.leaders.begin(), following.leaders.end(), leader);
      if (at == following.leaders.end()) at = following.leaders.insert(at, leader);
      return static_cast<int>(at - following.leaders.begin());
    };
    for (int k = 0; k < static_cast<int>(read.size()); ++k) {
      if (k == follower.place) continue;
      const int speed = read[k].number();
      const auto giver = std::find_if(following_.begin(), following_.end(),
                                      [&](const FollowingSpeed& f) { return f.speed == speed; });
      Input input{k, giver == following_.end() ? -1 : static_cast<int>(giver - following_.begin()), {}};
      if (input.follower < 0)
        input.to.push_back(place_of(speed));
      else
        for (const int leader : giver->leaders) input.to.push_back(place_of(leader));
      follower.inputs.push_back(std::move(input));
    }
    following.coefficients.resize(following.leaders.size());
    following_.push_back(std::move(following));
  }
}

void FormulaCouplings::calc_coefficients(const State& state, const Follower& follower, In<double> q,
                                         In<double> u) {
  const ConstraintSet::Member& member = set_of(state).members[follower.member];
  const Array<Mobility>& read = shape_of(state, follower.member).mobilities;
  const Array<double>& parameters = state[state.layout().system.constraint_constants].parameters;
  of_member_q_.resize(read.size()), of_member_u_.resize(read.size());
  coefficients_.assign(read.size(), 0.0);
  for (std::size_t k = 0; k < read.size(); ++k)
    of_member_q_[k] = q[read[k].coordinate(state)], of_member_u_[k] = u[read[k].number()];
  ConstraintArguments<double> at;
  at.state = &state;
  at.q = of_member_q_, at.u = of_member_u_;
  at.parameters = {parameters.data() + member.first_parameter, index(member.parameters)};
  bias_ = 0;
  member.element->calc_errors(at, Out<double>(&error_, 1));
  member.element->calc_rows(at, {nullptr, coefficients_.data(), 0, member.mobilities});
  member.element->calc_biases(at, Out<double>(&bias_, 1));
  own_ = coefficients_[follower.place];
  for (double& c : coefficients_) c /= own_;
}

const Array<FollowingSpeed>& FormulaCouplings::calc_following(const State& state, Out<double> biases) {
  for (std::size_t i = 0; i < followers_.size(); ++i) {
    FollowingSpeed& to = following_[i];
    calc_coefficients(state, followers_[i], state.q(), state.u());
    to.bias = -bias_ / own_;
    biases[set_of(state).members[followers_[i].member].first_row] = bias_;
    std::fill(to.coefficients.begin(), to.coefficients.end(), 0.0);
    for (const Input& input : followers_[i].inputs) {
      const double c = -coefficients_[input.place];
      if (input.follower < 0) {
        to.coefficients[input.to[0]] += c;
        continue;
      }
      const FollowingSpeed& by = following_[input.follower];
      to.bias += c * by.bias;
      for (std::size_t k = 0; k < input.to.size(); ++k)
        to.coefficients[input.to[k]] += c * by.coefficients[k];
    }
  }
  return following_;
}

/// From the last follower to the first: each exerts the force required on its own speed, less the forces that
/// the formulas reading it exert there.
void FormulaCouplings::calc_multipliers(const State& state, In<double> missing, Out<double> lambda) {
  Array<double>& rest = u_;
  rest.assign(missing.begin(), missing.end());
  for (std::size_t i = followers_.size(); i-- > 0;) {
    calc_coefficients(state, followers_[i], state.q(), state.u());
    const double force = rest[following_[i].speed];
    lambda[set_of(state).members[followers_[i].member].first_row] = force / own_;
    for (const Input& input : followers_[i].inputs)
      if (input.follower >= 0) rest[following_[input.follower].speed] -= coefficients_[input.place] * force;
  }
}

void FormulaCouplings::set_positions(State& state) {
  q_.assign(state.q().begin(), state.q().end());
  for (const Follower& follower : followers_) {
    calc_coefficients(state, follower, q_, state.u());
    const Mobility& given = shape_of(state, follower.member).mobilities[follower.place];
    q_[given.coordinate(state)] -= error_ / own_;
  }
  state.set_q(q_);
}

void FormulaCouplings::set_velocities(State& state) {
  biases_.resize(set_of(state).rows);
  (void)calc_following(state, Out<double>(biases_));
  u_.assign(state.u().begin(), state.u().end());
  for (const FollowingSpeed& f : following_) {
    u_[f.speed] = 0;
    for (std::size_t k = 0; k < f.leaders.size(); ++k) u_[f.speed] += f.coefficients[k] * u_[f.leaders[k]];
  }
  state.set_u(u_);
}

}  // namespace sarrus::internal
