#include "sarrus/contact/internal/spring_forces.h"

#include "sarrus/contact/internal/lanes.h"
#include "sarrus/contact/internal/stribeck_friction.h"

namespace sarrus::internal {

namespace {

static_assert(ContactSprings::room % Lanes::lanes_count == 0);

double sum_of(const Lanes& a) {
  double sum = 0;
  for (int i = 0; i < Lanes::lanes_count; ++i) sum += a[i];
  return sum;
}
Vec3<double> sum_of(const Vec3<Lanes>& a) { return {sum_of(a.x), sum_of(a.y), sum_of(a.z)}; }

}  // namespace

SpringSum sum_springs(const ContactSprings& springs, int begin, int end, const PairMotion& motion,
                      const PairMaterial& material, double transition_speed) {
  using S = ContactSprings;
  const double share = material.layer_share1, c = material.dissipation(share);
  const Vec3<Lanes> v0 = motion.v0.cast<Lanes>(), w = motion.w.cast<Lanes>(), zero = Vec3<Lanes>::zero();
  Vec3<Lanes> force = zero, moment = zero;
  Lanes energy = 0, dissipation = 0;
  for (int i = begin; i < end; i += Lanes::lanes_count) {
    const auto read = [&](S::Column column) { return Lanes::load(springs.column(column) + i); };
    const Vec3<Lanes> n{read(S::normal_x), read(S::normal_y), read(S::normal_z)};
    const Lanes depth = read(S::depth);
    const Vec3<Lanes> p = Vec3<Lanes>{read(S::x), read(S::y), read(S::z)} - (share * depth) * n;
    const Vec3<Lanes> v = v0 + cross(w, p);
    const Lanes parting = dot(v, n);
    const Vec3<Lanes> slip = v - parting * n;
    const Lanes elastic = material.layer_stiffness * read(S::area) * depth;
    const Lanes damped = elastic * (1 - c * parting), normal = select(damped > 0, damped, Lanes(0));
    const Lanes square = dot(slip, slip);
    const Lanes friction = normal * friction_coefficient_per_speed(material, sqrt(square), transition_speed);
    const Vec3<Lanes> f = normal * n - friction * slip;
    force += f, moment += cross(p, f);
    energy += 0.5 * elastic * depth;
    dissipation += (elastic - normal) * parting + friction * square;
  }
  return {{sum_of(moment), sum_of(force)}, sum_of(energy), sum_of(dissipation)};
}

}  // namespace sarrus::internal
