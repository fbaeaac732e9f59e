#include "sarrus/geometry/internal/orientation.h"

#include <cmath>
#include <limits>

#include "sarrus/base/array.h"

namespace sarrus::internal {

namespace {

/// A sum of numbers of growing size that do not overlap; its sign is that of the last. Products and sums are
/// not inlined: no compiler may fuse the operations whose rounding errors are computed.
class ExactSum {
 public:
  /// a − b.
  static ExactSum difference(double a, double b) {
    ExactSum sum;
    sum.add(a);
    sum.add(-b);
    return sum;
  }
  int sign() const { return terms_.empty() ? 0 : terms_.back() > 0 ? 1 : -1; }

  void add(double b) {
    Array<double> grown;
    for (const double term : terms_) {
      const Pair s = two_sum(b, term);
      if (s.error != 0) grown.push_back(s.error);
      b = s.value;
    }
    if (b != 0) grown.push_back(b);
    terms_ = std::move(grown);
  }
  void add(const ExactSum& other, double factor) {
    for (const double term : other.terms_) add(factor * term);
  }
  ExactSum times(const ExactSum& other) const {
    ExactSum product;
    for (const double a : terms_)
      for (const double b : other.terms_) {
        const Pair p = two_product(a, b);
        product.add(p.error);
        product.add(p.value);
      }
    return product;
  }

 private:
  struct Pair {
    double value, error;
  };
  [[gnu::noinline]] static Pair two_sum(double a, double b) {
    const double value = a + b, b_part = value - a, a_part = value - b_part;
    return {value, (a - a_part) + (b - b_part)};
  }
  [[gnu::noinline]] static Pair two_product(double a, double b) {
    const double value = a * b;
    return {value, std::fma(a, b, -value)};
  }

  Array<double> terms_;
};

int exact_orientation(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c,
                      const Vec3<double>& d) {
  ExactSum u[3], v[3], w[3], determinant;
  for (int i = 0; i < 3; ++i) {
    u[i] = ExactSum::difference(b[i], a[i]);
    v[i] = ExactSum::difference(c[i], a[i]);
    w[i] = ExactSum::difference(d[i], a[i]);
  }
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    determinant.add(u[i].times(v[j]).times(w[k]), 1);
    determinant.add(u[j].times(v[i]).times(w[k]), -1);
  }
  return determinant.sign();
}

}  // namespace

int orientation(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c, const Vec3<double>& d) {
  const Vec3<double> u = b - a, v = c - a, w = d - a;
  const double xy = u.x * v.y, yx = u.y * v.x, yz = u.y * v.z, zy = u.z * v.y, zx = u.z * v.x, xz = u.x * v.z;
  const double determinant = w.z * (xy - yx) + w.x * (yz - zy) + w.y * (zx - xz);
  // The rounding error of the line above is less than 8·(ε/2)·(the same with all signs positive).
  const double size = std::abs(w.z) * (std::abs(xy) + std::abs(yx)) +
                      std::abs(w.x) * (std::abs(yz) + std::abs(zy)) +
                      std::abs(w.y) * (std::abs(zx) + std::abs(xz));
  const double error = 4 * std::numeric_limits<double>::epsilon() * size;
  if (determinant > error) return 1;
  if (determinant < -error) return -1;
  return exact_orientation(a, b, c, d);
}

}  // namespace sarrus::internal
