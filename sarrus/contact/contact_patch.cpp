#include "sarrus/contact/contact_patch.h"

#include <numbers>

#include "sarrus/spatial/rotation.h"

namespace sarrus {

ContactPatch elliptic_patch(const Vec3<double>& center, const Vec3<double>& n, const Vec3<double>& t,
                            double a, double b) {
  return {.center = center, .a = a * t, .b = b * cross(n, t)};
}

ContactPatch round_patch(const Vec3<double>& center, const Vec3<double>& n, double radius) {
  return elliptic_patch(center, n, rotation_with_axis(2, n).col(0), radius, radius);
}

ContactPatch triangular_patch(const Vec3<double>& p1, const Vec3<double>& p2, const Vec3<double>& p3) {
  // The corners of the regular triangle are (1, 0) and (−1/2, ±√3/2).
  const Vec3<double> center = (1.0 / 3) * (p1 + p2 + p3);
  return {.kind = ContactPatch::Kind::triangle,
          .center = center,
          .a = p1 - center,
          .b = std::numbers::inv_sqrt3 * (p2 - p3)};
}

}  // namespace sarrus
