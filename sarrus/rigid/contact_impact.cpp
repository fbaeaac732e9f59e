#include "sarrus/rigid/internal/contact_impact.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

namespace sarrus::internal {

namespace {

constexpr double never = std::numeric_limits<double>::infinity();
/// Slip below this part of the first speed has stopped.
constexpr double least_slip = 1e-13;
/// Error of a step of the turning slip, relative to the first speed.
constexpr double turning_tolerance = 1e-13;
constexpr int most_pieces = 100000;

/// Velocity and impulse at an instant of the impact, and the work of the normal impulse in this phase.
struct Instant {
  Vec3<double> u{}, impulse{};
  double work = 0;
};

Instant operator+(const Instant& a, const Instant& b) {
  return {a.u + b.u, a.impulse + b.impulse, a.work + b.work};
}
Instant operator*(double s, const Instant& a) { return {s * a.u, s * a.impulse, s * a.work}; }

double slip(const Vec3<double>& u) { return std::hypot(u.y, u.z); }

class Integration {
 public:
  Integration(const ContactImpact& impact, const Vec3<double>& velocity)
      : impact_(impact), first_(velocity), size_(norm(velocity)) {
    now_.u = velocity;
    if (slip(now_.u) <= least_slip * size_) stop_slip();
  }

  ImpactEnd run() {
    run_phase();
    const double compressed = now_.impulse.x, work = now_.work;
    now_.work = 0;
    now_.u.x = 0;
    if (impact_.restitution > 0) {
      is_expanding_ = true;
      greatest_impulse_ = (1 + impact_.restitution) * compressed;
      greatest_work_ = -impact_.restitution * impact_.restitution * work;
      run_phase();
    }
    return {now_.u, now_.impulse, slip(now_.u) == 0};
  }

 private:
  /// The impulse per unit of normal impulse.
  Vec3<double> direction(const Vec3<double>& u) const {
    const double s = slip(u);
    if (s == 0) return held_;
    return {1, -impact_.dynamic_friction * u.y / s, -impact_.dynamic_friction * u.z / s};
  }
  Vec3<double> times_G(const Vec3<double>& f) const {
    return f.x * impact_.G[0] + f.y * impact_.G[1] + f.z * impact_.G[2];
  }

  void run_phase() {
    for (int i = 0; i < most_pieces; ++i) {
      const bool ends = turns() ? run_turning() : run_straight();
      if (ends) return;
    }
  }

  bool turns() const {
    const double s = slip(now_.u);
    if (s == 0) return false;
    const Vec3<double> rate = times_G(direction(now_.u));
    return std::abs(rate.y * now_.u.z - rate.z * now_.u.y) > 1e-13 * s * norm(rate);
  }

  /// A piece in which the rates are constant. Returns true if the phase ends with it.
  bool run_straight() {
    const Vec3<double> f = direction(now_.u), rate = times_G(f);
    const double end = find_end(rate.x), s = slip(now_.u);
    const double along = s > 0 ? (rate.y * now_.u.y + rate.z * now_.u.z) / s : 0;
    const double stop = along < 0 ? -s / along : never;
    const double p = std::min(end, stop);
    if (!std::isfinite(p)) return true;
    now_.work += now_.u.x * p + 0.5 * rate.x * p * p;
    now_.u += p * rate;
    now_.impulse += p * f;
    if (s == 0) now_.u.y = now_.u.z = 0;
    if (stop <= end) stop_slip();
    return end <= stop;
  }

  /// The impulse that is left of the phase if u_n changes at a constant rate.
  double find_end(double rate) const {
    const double u = now_.u.x;
    // From rest u_n may become negative while slip stops: an impact without collision.
    if (!is_expanding_) return rate > 0 ? std::max(0.0, -u / rate) : u > 0 ? 0 : never;
    if (impact_.law == ImpactLaw::newton) {
      const double left = -impact_.restitution * first_.x - u;
      return left <= 0 ? 0 : rate > 0 ? left / rate : never;
    }
    const double by_impulse = std::max(0.0, greatest_impulse_ - now_.impulse.x);
    if (impact_.law == ImpactLaw::poisson) return by_impulse;
    // u·p + ½·rate·p² = the work that is left
    const double left = std::max(0.0, greatest_work_ - now_.work), root = u * u + 2 * rate * left;
    return root < 0 ? by_impulse : left == 0 ? 0 : 2 * left / (u + std::sqrt(root));
  }

  /// How far the phase is from its end; positive before it.
  double left(const Instant& at) const {
    if (!is_expanding_) return -at.u.x;
    switch (impact_.law) {
      case ImpactLaw::newton:
        return -impact_.restitution * first_.x - at.u.x;
      case ImpactLaw::stronge:
        return greatest_work_ - at.work;
      default:
        return greatest_impulse_ - at.impulse.x;
    }
  }

  /// Steps of τ until the phase ends or the slip stops. Returns true if the phase has ended.
  bool run_turning() {
    double h = 0.1 / std::max(norm(times_G({1, 0, 0})), 1e-300);
    for (int i = 0; i < most_pieces; ++i) {
      double error = 0;
      const Instant next = step(h, error);
      const double relative = error / (turning_tolerance * size_);
      if (relative > 1) {
        h *= std::max(0.2, 0.9 * std::pow(relative, -0.2));
        continue;
      }
      if (left(next) <= 0) {
        now_ = find_end_in(h);
        return true;
      }
      now_ = next;
      if (slip(now_.u) <= least_slip * size_) {
        stop_slip();
        return false;
      }
      h *= std::min(4.0, 0.9 * std::pow(std::max(relative, 1e-5), -0.2));
    }
    return true;
  }

  Instant rate(const Instant& at) const {
    const double s = slip(at.u);
    const Vec3<double> f{s, -impact_.dynamic_friction * at.u.y, -impact_.dynamic_friction * at.u.z};
    return {times_G(f), f, s * at.u.x};
  }

  /// A step of Dormand and Prince's method, and the error of its velocity.
  Instant step(double h, double& error) const {
    const Instant& y = now_;
    const Instant a = rate(y);
    const Instant b = rate(y + h / 5 * a);
    const Instant c = rate(y + h * (3. / 40 * a + 9. / 40 * b));
    const Instant d = rate(y + h * (44. / 45 * a + -56. / 15 * b + 32. / 9 * c));
    const Instant e =
        rate(y + h * (19372. / 6561 * a + -25360. / 2187 * b + 64448. / 6561 * c + -212. / 729 * d));
    const Instant f = rate(
        y + h * (9017. / 3168 * a + -355. / 33 * b + 46732. / 5247 * c + 49. / 176 * d + -5103. / 18656 * e));
    const Instant next =
        y + h * (35. / 384 * a + 500. / 1113 * c + 125. / 192 * d + -2187. / 6784 * e + 11. / 84 * f);
    const Instant g = rate(next);
    error = norm(h * (71. / 57600 * a.u - 71. / 16695 * c.u + 71. / 1920 * d.u - 17253. / 339200 * e.u +
                      22. / 525 * f.u - 1. / 40 * g.u));
    return next;
  }

  /// The end of the phase within a step of length h.
  Instant find_end_in(double h) const {
    double before = 0, after = h, error = 0;
    for (int i = 0; i < 60; ++i) {
      const double middle = 0.5 * (before + after);
      (left(step(middle, error)) > 0 ? before : after) = middle;
    }
    return step(after, error);
  }

  /// The slip has stopped: it stays so, or begins in the direction in which it goes on straight.
  void stop_slip() {
    now_.u.y = now_.u.z = 0;
    held_ = {1, 0, 0};
    const std::optional<Vec3<double>> holding = find_holding();
    if (holding) {
      held_ = *holding;
      return;
    }
    // The least speed that counts as slip gives it its direction.
    const double angle = find_slip_direction();
    now_.u.y = 2 * least_slip * size_ * std::cos(angle);
    now_.u.z = 2 * least_slip * size_ * std::sin(angle);
  }

  /// G_TT·f = −G_Tn, if |f| ≤ μ_s. Directions in which nothing can move take no part.
  std::optional<Vec3<double>> find_holding() const {
    const auto& G = impact_.G;
    const double a = G[1].y, b = G[2].y, c = G[2].z, x = -G[0].y, y = -G[0].z;
    const double mean = 0.5 * (a + c), radius = std::hypot(0.5 * (a - c), b);
    const double angle = 0.5 * std::atan2(b, 0.5 * (a - c));
    Vec3<double> f{1, 0, 0};
    for (const double sign : {1.0, -1.0}) {
      const double value = mean + sign * radius;
      if (value <= 1e-12 * norm(G[0]) || value <= 1e-12 * mean) continue;
      const double turned = sign > 0 ? angle : angle + std::numbers::pi / 2;
      const double along = (std::cos(turned) * x + std::sin(turned) * y) / value;
      f.y += along * std::cos(turned), f.z += along * std::sin(turned);
    }
    if (slip(f) > impact_.static_friction * (1 + 1e-12)) return {};
    return f;
  }

  /// The direction in which slip that begins is not turned: that of its own rate.
  double find_slip_direction() const {
    const auto rate_at = [this](double angle) {
      const double mu = impact_.dynamic_friction;
      return times_G({1, -mu * std::cos(angle), -mu * std::sin(angle)});
    };
    const auto across = [&](double angle) {
      const Vec3<double> rate = rate_at(angle);
      return rate.z * std::cos(angle) - rate.y * std::sin(angle);
    };
    constexpr int sectors = 64;
    double best = 0, most = -never;
    for (int i = 0; i < sectors; ++i) {
      double low = 2 * std::numbers::pi * (i - 0.5) / sectors, high = low + 2 * std::numbers::pi / sectors;
      const double at_low = across(low);
      if ((at_low > 0) == (across(high) > 0)) continue;
      for (int k = 0; k < 60; ++k) {
        const double middle = 0.5 * (low + high);
        ((across(middle) > 0) == (at_low > 0) ? low : high) = middle;
      }
      const Vec3<double> rate = rate_at(low);
      const double along = rate.y * std::cos(low) + rate.z * std::sin(low);
      if (along > most) most = along, best = low;
    }
    return best;
  }

  const ContactImpact& impact_;
  const Vec3<double> first_;
  const double size_;
  Instant now_;
  Vec3<double> held_{1, 0, 0};  // impulse per unit of normal impulse while nothing slips
  bool is_expanding_ = false;
  double greatest_impulse_ = 0, greatest_work_ = 0;
};

}  // namespace

ImpactEnd integrate(const ContactImpact& impact, const Vec3<double>& velocity) {
  return Integration(impact, velocity).run();
}

}  // namespace sarrus::internal
