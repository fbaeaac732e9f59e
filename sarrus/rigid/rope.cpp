#include "sarrus/rigid/rope.h"

#include <algorithm>

#include "sarrus/rigid/rigid_rows.h"
#include "sarrus/system/declaration.h"
#include "sarrus/system/responses.h"

namespace sarrus {

namespace {

/// Points closer than this part of the rope's length have no direction between them.
constexpr double coincident = 1e-10;

}  // namespace

/// Memory for the pieces between points, used again in each step.
struct Rope::Pieces : RigidElement::Memory {
  Array<PointSpeed> speeds;
};

std::unique_ptr<RigidElement::Memory> Rope::make_memory() const { return std::make_unique<Pieces>(); }

std::vector<Dependency> Rope::declare(Declaration& declaration) {
  require(places_.size() >= 2, "the rope '{}' runs through {} points; give at least 2", declaration.name(),
          places_.size());
  require(restitution_ >= 0 && restitution_ <= 1,
          "the rope '{}': the restitution cannot be {}; give a number from 0 to 1", declaration.name(),
          restitution_);
  length_.declare(declaration, "length", "m", ParameterRange::above(0));
  points_.clear();
  for (const Place& place : places_) points_.push_back(place.find(declaration));
  require(std::any_of(points_.begin(), points_.end(),
                      [&](const FrameOn<double>& on) { return on.body != points_[0].body; }),
          "the rope '{}' has all its points on body '{}', where it does nothing; give points of two bodies",
          declaration.name(), declaration.model().body(points_[0].body).name);
  return {declaration.quantities().position};
}

double Rope::slack(const State& state) const {
  double way = 0;
  for (std::size_t i = 1; i < points_.size(); ++i)
    way += norm(pose(state, points_[i]).p - pose(state, points_[i - 1]).p);
  return state[length_] - way;
}

void Rope::add_rows(const State& state, Memory* kept, RigidRows& rows) const {
  const double gap = slack(state);
  double reach = 0;
  for (const FrameOn<double>& point : points_) reach += rows.reach(point.body, pose(state, point).p, 0);
  // Forces may well double the speeds within the step; what they do beyond is corrected after it.
  if (gap > 2 * reach + rows.margin()) return;
  Array<PointSpeed>& pieces = static_cast<Pieces*>(kept)->speeds;
  pieces.clear();
  for (std::size_t i = 1; i < points_.size(); ++i) {
    const Vec3<double> from = pose(state, points_[i - 1]).p, way = pose(state, points_[i]).p - from;
    if (const double length = norm(way); length > coincident * state[length_])
      pieces.push_back({points_[i - 1].body, points_[i].body, from, (-1 / length) * way});
  }
  rows.add_stop({}, pieces, gap, restitution_);
}

}  // namespace sarrus
