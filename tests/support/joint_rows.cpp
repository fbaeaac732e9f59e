#include "tests/support/joint_rows.h"

#include "sarrus/function/cubic_spline.h"
#include "sarrus/function/linear.h"
#include "sarrus/function/polynomial.h"
#include "sarrus/function/sinusoid.h"
#include "sarrus/function/user_function.h"
#include "sarrus/joint/joint_from_pose.h"

namespace sarrus::testing {

namespace {

/// A user's joint that knows only its pose: a disk of radius p[0] rolling on the circle of radius p[1] in the
/// xy plane.
struct RollingDisk : JointFromPose<RollingDisk, 1, 2> {
  static constexpr std::string_view type = "rolling-disk";
  template <class T, class P>
  Pose<T> pose(const T* q, const P* p) const {
    const T orbit = (p[0] / (p[0] + p[1])) * q[0];
    T s, c;
    sincos(orbit, s, c);
    return {Rotation<T>::about_z(q[0]), {(p[0] + p[1]) * c, (p[0] + p[1]) * s, T(0)}};
  }
  Array<ParameterInfo> parameters() const { return {{"disk_radius", "m", 0.3}, {"circle_radius", "m", 1.1}}; }
};

/// A user's joint with two coupled coordinates.
struct Helicoid : JointFromPose<Helicoid, 2> {
  template <class T, class P>
  Pose<T> pose(const T* q, const P*) const {
    const Rotation<T> R = Rotation<T>::about_z(q[0]) * Rotation<T>::about_x(q[0] * q[1]);
    return {R, q[1] * R.col(0) + Vec3<T>{T(0), T(0), sin(q[0])}};
  }
};

FunctionBased knee() {
  FunctionBased joint(1);
  joint.rotation({0, 0, 1}, linear({1.0}, 0.0))
      .translation({1, 0, 0},
                   cubic_spline({-2.1, -1.2, -0.5, 0.0, 0.8, 2.2}, {0.004, 0.01, 0.012, 0.0, -0.01, -0.02}))
      .translation({0, 1, 0}, polynomial({-0.4, 0.02, 0.03, -0.01}));
  return joint;
}

FunctionBased coupled() {
  FunctionBased joint(3);
  joint.rotation({1, 2, 0.5}, sinusoid(0.8, 1.3, 0.2), {1})
      .rotation({0, 1, 0}, user_function_of<2>([](const auto& x) { return x[0] * sin(x[1]) + x[0] * x[0]; }),
                {0, 2})
      .rotation({1, 0, 1}, linear({0.4, -0.7, 0.2}, 0.1), {0, 1, 2})
      .translation({1, 1, 0}, polynomial({0, 1, 0.5}), {2})
      .translation({0, 0, 1}, user_function_of<3>([](const auto& x) { return x[0] * x[1] * x[2]; }),
                   {0, 1, 2});
  return joint;
}

SphericalCoordinates spherical(bool negated, SphericalCoordinates::RadiusAxis axis) {
  SphericalCoordinates joint;
  joint.azimuth_offset = 0.3, joint.zenith_offset = -0.4;
  joint.negate_azimuth = joint.negate_radius = negated;
  joint.negate_zenith = !negated;
  joint.radius_axis = axis;
  return joint;
}

}  // namespace

std::vector<JointRow> joint_rows() {
  constexpr auto euler = RotationCoordinates::euler;
  const double right = 1.5707963267948966, near = right - 1e-4;
  std::vector<JointRow> rows = {
      {"weld", Weld{}},
      {"pin", Pin{}, {{0}, {3.14159}, {-40}}},
      {"slider", Slider{}, {{0}}},
      {"screw", Screw{0.2}, {{0}, {17.5}}},
      {"screw_without_pitch", Screw{0.0}},
      {"universal", Universal{}, {{0, 0}, {0.4, right}, {0.4, near}}},
      {"cylinder", Cylinder{}},
      {"bend_stretch", BendStretch{}, {{0.3, 0}, {0.3, -1}}},
      {"planar", Planar{}},
      {"gimbal", Gimbal{}, {{0, 0, 0}, {0.3, right, 0.2}, {0.3, near, 0.2}, {0.3, -right, 0.2}}},
      {"ball", Ball{}, {{1, 0, 0, 0}, {0, 0, 1, 0}}},
      {"ball_euler", Ball{euler}, {{0, 0, 0}, {0.2, near, 0.3}}},
      {"ellipsoid", Ellipsoid{{0.3, 0.5, 0.9}}, {{1, 0, 0, 0}}},
      {"ellipsoid_euler", Ellipsoid{{0.3, 0.5, 0.9}, euler}, {{0, 0, 0}}},
      {"cantilever_beam", CantileverBeam{0.7}, {{0, 0, 0}}},
      {"translation", Translation{}},
      {"spherical_z", spherical(false, SphericalCoordinates::RadiusAxis::z), {{0, 0.4, 1}, {0.2, 0.1, 0}}},
      {"spherical_x", spherical(true, SphericalCoordinates::RadiusAxis::x)},
      {"line_orientation", LineOrientation{}, {{1, 0, 0, 0}}},
      {"line_orientation_euler", LineOrientation{euler}, {{0, 0, 0}}},
      {"free", Free{}, {{1, 0, 0, 0, 0, 0, 0}}},
      {"free_euler", Free{euler}},
      {"free_line", FreeLine{}},
      {"free_line_euler", FreeLine{euler}},
      {"bushing", Bushing{}, {{0, 0, 0, 0, 0, 0}}},
      {"function_based_knee", knee(), {{0.0}, {-0.5}, {2.2}, {-3.0}}},
      {"function_based_coupled", coupled()},
      {"rack_pinion", RackPinion{0.4}, {{0}, {12}}},
      {"custom_rolling_disk", Custom{RollingDisk{}}},
      {"custom_helicoid", Custom{Helicoid{}}},
  };
  const std::size_t count = rows.size();
  for (std::size_t i = 0; i < count; ++i)
    rows.push_back({rows[i].name + "_reversed", rows[i].joint.reversed(), rows[i].special});
  return rows;
}

}  // namespace sarrus::testing
