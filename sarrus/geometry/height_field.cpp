#include "sarrus/geometry/height_field.h"

#include <cmath>
#include <mutex>

#include "sarrus/geometry/internal/curvature_of_gradient.h"
#include "sarrus/geometry/internal/height_nearest.h"
#include "sarrus/geometry/internal/height_ray.h"
#include "sarrus/geometry/internal/height_spline.h"
#include "sarrus/geometry/internal/shape_math.h"

namespace sarrus {

struct internal::LazyHeightSpline::Made {
  std::once_flag flag;
  std::unique_ptr<const HeightSpline> spline;
};

internal::LazyHeightSpline::LazyHeightSpline() : made_(std::make_shared<Made>()) {}

const internal::HeightSpline& internal::LazyHeightSpline::of(const HeightFieldShape& field) const {
  std::call_once(made_->flag, [&] {
    field.check();
    made_->spline = std::make_unique<const HeightSpline>(field);
  });
  return *made_->spline;
}

void HeightFieldShape::check() const {
  internal::require_size(type, "size along x", size[0]);
  internal::require_size(type, "size along y", size[1]);
  require(rows >= 2 && columns >= 2 && std::ssize(heights) == std::ptrdiff_t{rows} * columns,
          "{}: {} rows and {} columns, but {} heights; it needs one for each place, at least 2×2", type, rows,
          columns, heights.size());
  for (int i = 0; i < rows * columns; ++i)
    require(std::isfinite(heights[i]), "{}: the height in row {}, column {} is {}, but it must be finite",
            type, i / columns, i % columns, heights[i]);
}

SurfacePoint HeightFieldShape::nearest(const Vec3<double>& p) const {
  return internal::nearest_of_heights(spline.of(*this), p);
}

// f = z − h(x, y).
Curvature HeightFieldShape::curvature(const Vec3<double>& p) const {
  const internal::HeightJet at = spline.of(*this).at(p.x, p.y);
  return internal::curvature_of_gradient({-at.hx, -at.hy, 1}, {-at.hxx, -at.hyy, 0, -at.hxy, 0, 0});
}

Bounds HeightFieldShape::bounds() const {
  constexpr double far = std::numeric_limits<double>::infinity();
  const double x = size[0] / 2, y = size[1] / 2;
  return {{-x, -y, -far}, {x, y, spline.of(*this).highest()}};
}

std::optional<RayHit> HeightFieldShape::hit(const Ray& ray) const {
  return internal::hit_of_heights(spline.of(*this), ray);
}

}  // namespace sarrus
