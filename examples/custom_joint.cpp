// A user-defined joint type: only its pose is written, velocities and accelerations follow by automatic
// differentiation.
#include <cstdio>

#include "sarrus/extend.h"
#include "sarrus/sarrus.h"
using namespace sarrus;

/// A disk of radius r that rolls without slipping inside a ring of radius R; q is the angle of its center on
/// the ring.
struct RollingInside : JointFromPose<RollingInside, 1, 2> {
  static constexpr std::string_view type = "rolling-inside";
  template <class T, class P>
  Pose<T> pose(const T* q, const P* p) const {
    const T s = sin(q[0]), c = cos(q[0]);
    return {Rotation<T>::about_z(q[0] - (p[1] / p[0]) * q[0]), {(p[1] - p[0]) * c, (p[1] - p[0]) * s, T(0)}};
  }
  Array<ParameterInfo> parameters() const { return {{"disk_radius", "m", 0.25}, {"ring_radius", "m", 1.0}}; }
};

int main() {
  ModelBuilder builder("rolling disk");
  builder.body("disk", thin_disk(1.0, 0.25));
  builder.joint("roll", Custom(RollingInside{}), "world", "disk");
  const Model model = builder.build();
  const Tree tree(model);
  PositionKinematics position(tree);
  VelocityKinematics velocity(tree);
  for (double angle : {0.0, 0.7, 1.4}) {
    calc_position_kinematics(tree, std::vector{angle}, position);
    calc_velocity_kinematics(tree, position, std::vector{2.0}, velocity);
    // The material point of the disk at the contact does not move.
    const Pose<double> X = calc_pose(tree, position, 1);
    const Vec3<double> contact_B = X.inverse_times(Vec3{std::cos(angle), std::sin(angle), 0});
    const Motion<double> V = calc_velocity(tree, position, velocity, FrameOn<double>(1, contact_B));
    std::printf("angle %.1f: disk turns at %5.2f rad/s, speed of the touching point %.1f m/s\n", angle, V.w.z,
                norm(V.v) < 1e-15 ? 0.0 : norm(V.v));
  }
}
