#include "sarrus/spatial/euler.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "sarrus/base/error.h"
#include "sarrus/spatial/quaternion_from_rotation.h"

namespace sarrus {

namespace {

constexpr double pi = std::numbers::pi;

/// Half the distance to the singularity that cannot be distinguished from zero, given the rounding errors of
/// R.
constexpr double singular = 4 * std::numeric_limits<double>::epsilon();

constexpr bool valid_axis(int axis) { return axis >= 0 && axis <= 2; }

constexpr bool valid(const EulerSequence& s) {
  return valid_axis(s.first) && valid_axis(s.second) && valid_axis(s.third) && s.first != s.second &&
         s.second != s.third;
}

constexpr std::array<EulerSequence, 24> all_sequences() {
  std::array<EulerSequence, 24> all{};
  std::size_t n = 0;
  for (const bool body_fixed : {true, false})
    for (int axes = 0; axes < 27; ++axes) {
      const EulerSequence s{axes / 9, axes / 3 % 3, axes % 3, body_fixed};
      if (valid(s)) all[n++] = s;
    }
  return all;
}

/// The same angle in (−π, π]; it must lie in (−3π, 3π].
double wrapped(double angle) {
  if (angle > pi) return angle - 2 * pi;
  if (angle <= -pi) return angle + 2 * pi;
  return angle;
}

/// Angles of R = R_i(a₁)·R_j(a₂)·R_k(a₃).
///
/// First let k = i, and l be the axis that is neither i nor j, with the products of the units e_i·e_j =
/// ε·e_l. Moving e_j past the third rotation gives the quaternion of R as
///   q = cos(½a₂)·(cos σ + e_i·sin σ) + sin(½a₂)·(e_j·cos δ + ε·e_l·sin δ),   σ = ½(a₁ + a₃), δ = ½(a₁ − a₃).
/// Its two halves give σ and δ by arctangents. If one half vanishes its angle is undetermined, but then R
/// does not depend on it either: an error in σ or δ matters only in proportion to the length of its half.
///
/// If k = l differs from i: rotating e_i about e_j by π/2 gives −ε·e_k, so that
///   R·R_j(½π) = R_i(a₁)·R_j(a₂ + ½π)·R_i(−ε·a₃),
/// which is the first case for the quaternion q·(1 + e_j)/√2.
/// [Bernardes and Viollet 2022, "Quaternion to Euler angles conversion", PLoS ONE 17(11)]
Vec3<double> body_fixed_angles(int i, int j, int k, const Rotation<double>& R) {
  const bool same_axis = i == k;
  const int l = 3 - i - j;
  const double epsilon = (j - i + 3) % 3 == 1 ? 1 : -1;

  const Quaternion<double> q = quaternion(R);
  const Vec3<double> v{q.x, q.y, q.z};
  double cos_sigma = q.w, sin_sigma = v[i], cos_delta = v[j], sin_delta = epsilon * v[l];
  if (!same_axis) {
    const double r = std::numbers::sqrt2 / 2;
    cos_sigma = r * (q.w - v[j]), sin_sigma = r * (v[i] - epsilon * v[l]);
    cos_delta = r * (v[j] + q.w), sin_delta = r * (epsilon * v[l] + v[i]);
  }
  double cos_half = std::hypot(cos_sigma, sin_sigma), sin_half = std::hypot(cos_delta, sin_delta);

  // If either half vanishes, its angle is chosen so that a₃ = σ − δ is zero.
  double sigma = std::atan2(sin_sigma, cos_sigma), delta = std::atan2(sin_delta, cos_delta);
  if (cos_half < singular) cos_half = 0, sigma = delta;
  if (sin_half < singular) sin_half = 0, delta = sigma;

  // For different axes, tan(½a₂) = sin a₂ / (1 + cos a₂) with cos_half and sin_half those of a₂ + ½π.
  const double sum = cos_half + sin_half, sine = 2 * (q.w * v[j] + epsilon * v[i] * v[l]);
  const double a2 = same_axis ? 2 * std::atan2(sin_half, cos_half)
                              : std::clamp(2 * std::atan2(sine, sum * sum), -pi / 2, pi / 2);
  const double a3 = same_axis ? sigma - delta : epsilon * (delta - sigma);
  return {wrapped(sigma + delta), a2, wrapped(a3)};
}

}  // namespace

void require_valid(const EulerSequence& s) {
  require(valid(s),
          "({}, {}, {}) are no axes of an Euler sequence; use 0, 1 and 2, and no axis twice in a row",
          s.first, s.second, s.third);
}

const std::array<EulerSequence, 24>& euler_sequences() {
  static constexpr std::array<EulerSequence, 24> all = all_sequences();
  return all;
}

std::string name(const EulerSequence& s) {
  require_valid(s);
  std::string axes;
  for (const int axis : {s.first, s.second, s.third}) axes += static_cast<char>('x' + axis);
  return (s.body_fixed ? "body-" : "space-") + axes;
}

EulerSequence euler_sequence(std::string_view text) {
  for (const EulerSequence& s : euler_sequences())
    if (name(s) == text) return s;
  fail(
      "'{}' is no Euler sequence; write body- or space- and three axes, no axis twice in a row, "
      "such as body-xyz, space-zyx or body-zxz",
      text);
}

Vec3<double> euler_angles(const EulerSequence& s, const Rotation<double>& R) {
  require_valid(s);
  if (s.body_fixed) return body_fixed_angles(s.first, s.second, s.third, R);
  const Vec3<double> reversed = body_fixed_angles(s.third, s.second, s.first, R);
  return {reversed.z, reversed.y, reversed.x};
}

}  // namespace sarrus
