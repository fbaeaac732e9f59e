#include "sarrus/system/internal/varied_state.h"

#include <algorithm>

#include "sarrus/dynamics/coordinates.h"
#include "sarrus/system/internal/layout.h"

namespace sarrus::internal {

bool vary_with(const State& state, const std::vector<Dependency>& dependencies, Varied kind) {
  const int source = static_cast<int>(kind == Varied::dq  ? Source::q
                                      : kind == Varied::u ? Source::u
                                                          : Source::z);
  return std::any_of(dependencies.begin(), dependencies.end(), [&](const Dependency& each) {
    return each.is_quantity() ? state.layout().quantities[each.quantity()].sources.contains(source)
                              : each.source() == source;
  });
}

void VariedState::start(const State& state) {
  from_ = &state;
  moved_.reset();
}

const State& VariedState::move(Varied kind, int direction, double change) {
  if (!moved_) moved_ = *from_;
  if (kind == Varied::dq) {
    change_.assign(from_->nu(), 0.0);
    change_[direction] = change;
    numbers_.resize(from_->nq());
    calc_qdot(from_->tree(), from_->q(), In<double>(change_), Out<double>(numbers_));
    for (int i = 0; i < from_->nq(); ++i) numbers_[i] += from_->q()[i];
    moved_->set_q(numbers_);
    return *moved_;
  }
  const In<double> now = kind == Varied::u ? from_->u() : from_->z();
  numbers_.assign(now.begin(), now.end());
  numbers_[direction] += change;
  kind == Varied::u ? moved_->set_u(numbers_) : moved_->set_z(numbers_);
  return *moved_;
}

void VariedState::restore(Varied kind) {
  if (kind == Varied::dq) moved_->set_q(from_->q());
  if (kind == Varied::u) moved_->set_u(from_->u());
  if (kind == Varied::z) moved_->set_z(from_->z());
}

}  // namespace sarrus::internal
