#include "sarrus/contact/volume_law.h"

#include <cmath>
#include <numbers>

#include "sarrus/proximity/overlap.h"

namespace sarrus {

namespace {

/// Hulls with more faces than this take long to cut each other.
constexpr int most_planes = 64;

struct MeanDepth {
  Vec3<double> normal;
  double depth;
};

/// Along the mean normal of the overlap. A shape that is wholly inside a half-space leaves it along the
/// normal of its plane; at the depth z of the centroid it stores κ·V·z, which is ½·f·x for x = 2·z. Inside of
/// other shapes no direction is better than another.
std::optional<MeanDepth> mean_depth(const ContactPair& pair, const Overlap& overlap) {
  constexpr double rounding = 1e-9;
  const double area = norm(overlap.area);
  if (area > rounding * std::cbrt(overlap.volume * overlap.volume))
    return MeanDepth{(1 / area) * overlap.area, overlap.volume / area};
  const auto below = [&](const Pose<double>& X_WP, double sign) {
    const Vec3<double> up = X_WP.R.col(2);
    return MeanDepth{sign * up, 2 * dot(up, X_WP.p - overlap.centroid)};
  };
  if (std::holds_alternative<HalfSpaceShape>(pair.shape1)) return below(pair.X_W1, 1);
  if (std::holds_alternative<HalfSpaceShape>(pair.shape2)) return below(pair.X_W2, -1);
  return std::nullopt;
}

}  // namespace

bool VolumeLaw::serves(const AnyShape& shape1, const AnyShape& shape2) const {
  return has_overlap(shape1, shape2);
}

bool VolumeLaw::suits(const AnyShape& shape1, const AnyShape& shape2) const {
  return is_overlap_exact(shape1, shape2) && overlap_complexity(shape1, shape2) <= most_planes;
}

void VolumeLaw::find(const ContactPair& pair, Array<Contact>& contacts) const {
  const std::optional<Overlap> overlap = calc_overlap(pair.shape1, pair.X_W1, pair.shape2, pair.X_W2);
  if (!overlap || !(overlap->volume > 0)) return;
  const std::optional<MeanDepth> mean = mean_depth(pair, *overlap);
  if (!mean) return;
  const auto& [normal, depth] = *mean;
  contacts.push_back({.surface1 = pair.surface1,
                      .surface2 = pair.surface2,
                      .point1 = overlap->centroid + (0.5 * depth) * normal,
                      .point2 = overlap->centroid - (0.5 * depth) * normal,
                      .normal = normal,
                      .depth = depth,
                      .area = norm(overlap->area),
                      .volume = overlap->volume});
}

double VolumeLaw::mean_square_radius(const Contact& contact) const {
  return contact.area / (4 * std::numbers::pi);
}

ElasticForce VolumeLaw::elastic(const Contact& contact, const PairMaterial& material) const {
  const double force = material.layer_stiffness * contact.volume;
  return {.normal = force, .energy = 0.5 * force * contact.depth};
}

}  // namespace sarrus
