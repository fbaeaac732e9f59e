#include "sarrus/contact/internal/contact_polygon.h"

#include <algorithm>

namespace sarrus::internal {

ContactPolygon ContactPolygon::cut(const std::array<Vec3<double>, 4>& corners, const LinearPressure& zero) {
  std::array<double, 4> values;
  std::array<std::size_t, 4> order;  // those above zero first
  std::size_t above = 0, below = 4;
  for (std::size_t k = 0; k < 4; ++k) {
    values[k] = zero.at(corners[k]);
    order[values[k] >= 0 ? above++ : --below] = k;
  }
  ContactPolygon polygon;
  if (above == 0 || above == 4) return polygon;
  const auto add_between = [&](std::size_t i, std::size_t j) {
    const std::size_t a = order[i], b = order[j];
    const double t = values[a] / (values[a] - values[b]);
    polygon.add(corners[a] + t * (corners[b] - corners[a]));
  };
  if (above == 1)
    add_between(0, 1), add_between(0, 2), add_between(0, 3);
  else if (above == 3)
    add_between(0, 3), add_between(1, 3), add_between(2, 3);
  else
    add_between(0, 2), add_between(0, 3), add_between(1, 3), add_between(1, 2);
  return polygon;
}

ContactPolygon ContactPolygon::triangle(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c) {
  ContactPolygon polygon;
  polygon.add(a), polygon.add(b), polygon.add(c);
  return polygon;
}

void ContactPolygon::clip(const Vec3<double>& normal, double offset) {
  const std::array<Vec3<double>, 8> corners = corners_;
  const std::size_t count = count_;
  count_ = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const Vec3<double>&from = corners[i], &to = corners[(i + 1) % count];
    const double out = dot(normal, from) - offset, next_out = dot(normal, to) - offset;
    if (out <= 0) add(from);
    if ((out <= 0) != (next_out <= 0) && count_ < corners_.size())
      add(from + out / (out - next_out) * (to - from));
  }
}

// Over a triangle of the area A with the values p at its corners:
//   ∫p dA = A/3·Σp,   ∫p·x dA = A/12·Σ(Σp + p_k)·x_k,   ∫p² dA = A/12·((Σp)² + Σp_k²)
ContactPolygon::Pressed ContactPolygon::press(const LinearPressure& p) const {
  Pressed pressed{.center = Vec3<double>::zero()};
  Vec3<double> moment = Vec3<double>::zero();
  const auto pressure = [&](std::size_t k) { return std::max(0.0, p.at(corners_[k])); };
  for (std::size_t k = 1; k + 1 < count_; ++k) {
    const Vec3<double>&a = corners_[0], &b = corners_[k], &c = corners_[k + 1];
    const double area = 0.5 * norm(cross(b - a, c - a)), pa = pressure(0), pb = pressure(k),
                 pc = pressure(k + 1);
    const double sum = pa + pb + pc;
    pressed.area += area;
    pressed.force += area / 3 * sum;
    moment += (area / 12) * ((sum + pa) * a + (sum + pb) * b + (sum + pc) * c);
    pressed.square += area / 12 * (sum * sum + pa * pa + pb * pb + pc * pc);
    pressed.peak = std::max({pressed.peak, pa, pb, pc});
  }
  if (pressed.force > 0) pressed.center = (1 / pressed.force) * moment;
  return pressed;
}

}  // namespace sarrus::internal
