#include "tests/constraint/constraint_rows.h"
#include "tests/support/numbers.h"

#include <numbers>

#include "sarrus/constraint/constraints.h"
#include "sarrus/function/sinusoid.h"
#include "sarrus/function/user_function.h"
#include "sarrus/scalar/scalar_types.h"
#include "sarrus/system/internal/layout.h"

namespace sarrus::testing {

using namespace internal;

namespace {

Dual8 moving(double value, double rate) {
  Dual8 x(value);
  x.partial[0] = rate;
  return x;
}
Vec3<Dual8> moving(const Vec3<double>& a, const Vec3<double>& rate) {
  return {moving(a.x, rate.x), moving(a.y, rate.y), moving(a.z, rate.z)};
}
Motion<Dual8> moving(const Motion<double>& V, const Motion<double>& A) {
  return {moving(V.w, A.w), moving(V.v, A.v)};
}

using R = Rotation<double>;
using V = Vec3<double>;
const V here{0.3, -0.2, 0.4}, there{-0.5, 0.6, 0.1};
const Pose<double> tilted{R::about({0, 0.6, 0.8}, 0.4), there};
const std::vector<Pose<double>> coincident{{R::about_x(0.3), {0, 0, 0}}};
const std::vector<Pose<double>> in_line{
    {R(), there}, {R::about_z(0.7), there}, {R(Mat3<double>::rows(1, 0, 0, 0, -1, 0, 0, 0, -1)), there}};

/// `make` from a constraint that is ready to be copied.
template <class E>
std::function<TestedConstraint()> of(E element) {
  return [element] { return tested(element); };
}

std::vector<ConstraintRow> rows_between_frames() {
  std::vector<Pose<double>> turned = in_line;
  turned.push_back({R::about({0, 0.6, 0.8}, pi), there});
  turned.push_back({R::about({0, 0.6, 0.8}, pi - 1e-9), there});
  return {
      {"rod", of(RodConstraint({"slide", here}, {"ball", there}, 0.7)), 1, 0, 0, false, coincident},
      {"ball", of(BallConstraint({"slide", here}, "grip")), 3, 0, 0},
      {"weld", of(WeldConstraint("base", {"ring", tilted})), 6, 0, 0, false, turned},
      {"point_in_plane", of(PointInPlaneConstraint({"base", tilted}, "grip", 0.3)), 1, 0, 0},
      {"point_on_line", of(PointOnLineConstraint({"base", tilted}, "grip")), 2, 0, 0},
      {"constant_angle", of(ConstantAngleConstraint("drum", {"ring", tilted}, 1.2)), 1, 0, 0, false, in_line},
      {"parallel_axes", of(ParallelAxesConstraint("drum", {"ring", tilted})), 2, 0, 0, false, in_line},
      {"constant_orientation", of(ConstantOrientationConstraint("drum", {"ring", tilted})), 3, 0, 0, false,
       turned},
  };
}

std::vector<ConstraintRow> contacts() {
  const std::vector<Pose<double>> around{{R::about_x(0.3), {0, 0, 0}},  // centers coincide
                                         {R(), {0, 0, 1.5}},            // touching above, below and beside
                                         {R(), {0, 0, -1.5}},
                                         {R(), {1.5, 0, 0}}};
  const std::vector<Pose<double>> nearly_flat{{R::about({0.6, 0.8, 0}, 0.01), there},
                                              {R::about({0.6, 0.8, 0}, pi - 0.01), there}},
      flat = in_line;
  return {
      {"point_on_plane", of(PointOnPlaneContact("base", "grip", 0.2)), 1, 2, 0},
      {"sphere_on_plane", of(SphereOnPlaneContact("base", "ball", 0.4, ContactMotion::rolling, 0.1)), 1, 2,
       0},
      {"sphere_on_plane_sliding", of(SphereOnPlaneContact("base", "ball", 0.4, ContactMotion::sliding)), 1, 0,
       0},
      {"sphere_on_sphere", of(SphereOnSphereContact("drum", "ball", 1.1, 0.4, ContactMotion::rolling)), 1, 2,
       0, false, around},
      {"sphere_on_sphere_sliding",
       of(SphereOnSphereContact("drum", "ball", 1.1, 0.4, ContactMotion::sliding)), 1, 0, 0, false, around},
      {"disk_on_plane", of(DiskOnPlaneContact("base", "ball", 0.4, ContactMotion::rolling, 0.1)), 1, 2, 0,
       false, nearly_flat, flat},
      {"disk_on_plane_crowned",
       of(DiskOnPlaneContact("base", "ball", 0.4, ContactMotion::rolling, 0.1, 0.05)), 1, 2, 0, false,
       nearly_flat, flat},
      {"disk_on_plane_sliding", of(DiskOnPlaneContact("base", "ball", 0.4, ContactMotion::sliding)), 1, 0, 0,
       false, nearly_flat, flat},
      {"line_on_line",
       of(LineOnLineContact("drum", {"arm", tilted}, ContactMotion::rolling)),
       1,
       2,
       0,
       false,
       {},
       in_line},
      {"line_on_line_sliding",
       of(LineOnLineContact("drum", {"arm", tilted}, ContactMotion::sliding)),
       1,
       0,
       0,
       false,
       {},
       in_line},
  };
}

std::vector<ConstraintRow> rows_among_bodies() {
  using Turns = Pulley::Turns;
  const std::vector<Place> points{{"base", here}, "grip", {"base", there}, {"slide", here}, "drum"};
  return {
      {"no_slip", of(NoSlipConstraint({"base", tilted}, "arm", {"drum", here})), 0, 1, 0},
      {"no_slip_on_case", of(NoSlipConstraint({"base", tilted}, "drum")), 0, 1, 0},
      {"rope", of(RopeConstraint(points, 2.5)), 1, 0, 0, false, coincident},
      {"rope_closed", of(RopeConstraint(points, 2.5, RopeConstraint::Ends::closed)), 1, 0, 0},
      {"belt",
       of(BeltConstraint("base",
                         {{"arm", 0.2}, {{"drum", tilted}, 0.3, Turns::against_the_first}, {"ring", 0.5}})),
       0, 2, 0},
  };
}

std::vector<ConstraintRow> rows_on_mobilities() {
  const Function curve =
      user_function_of<3>([](const auto& x) { return x[0] * sin(x[1]) - x[2] * x[2] * x[2]; });
  const Function square = user_function_of<3>([](const auto& x) { return x[0] * x[0] * x[1] + sin(x[2]); });
  return {
      {"constant_coordinate", of(ConstantCoordinateConstraint("hinge", 0.4)), 1, 0, 0},
      {"constant_speed", of(ConstantSpeedConstraint({"socket", 1}, 0.4)), 0, 1, 0, true},
      {"constant_acceleration", of(ConstantAccelerationConstraint({"socket", 1}, 0.4)), 0, 0, 1},
      {"prescribed_coordinate", of(PrescribedCoordinateConstraint("track", sinusoid(0.3, 2.0, 0.5))), 1, 0, 0,
       true},
      {"coordinate_coupler", of(CoordinateCouplerConstraint(curve, {"hinge", "track", {"twist", 2}})), 1, 0,
       0},
      {"driven_coordinate",
       of(DrivenCoordinateConstraint({"sleeve", 0}, curve, {"hinge", "track", {"twist", 2}})), 1, 0, 0},
      {"gear", of(GearConstraint("hinge", {"sleeve", 0}, -2.5, 0.1)), 1, 0, 0},
      {"speed_coupler", of(SpeedCouplerConstraint(curve, {"hinge", {"socket", 2}}, {"hinge"})), 0, 1, 0,
       true},
      {"speed_coupler_of_another_coordinate",
       of(SpeedCouplerConstraint(square, {"hinge"}, {"track", "hinge"})), 0, 1, 0, true},
  };
}

}  // namespace

Moment<Dual8> with_rates(const Moment<double>& moment) {
  Moment<Dual8> moved;
  moved.time = moving(moment.time, 1.0);
  for (const AcceleratedMotion<double>& M : moment.frames) {
    Mat3<Dual8> rotation;
    for (int j = 0; j < 3; ++j) rotation.col(j) = moving(M.X.R.col(j), cross(M.V.w, M.X.R.col(j)));
    moved.frames.push_back({{Rotation<Dual8>(rotation), moving(M.X.p, M.V.v)}, moving(M.V, M.A), {}});
  }
  for (std::size_t i = 0; i < moment.q.size(); ++i) {
    moved.q.push_back(moving(moment.q[i], moment.u[i]));
    moved.u.push_back(moving(moment.u[i], moment.udot[i]));
    moved.udot.push_back(Dual8(moment.udot[i]));
  }
  return moved;
}

Moment<double> random_moment(const ConstraintShape& shape, Random& random) {
  Moment<double> moment;
  moment.time = random.number();
  for (std::size_t i = 0; i < shape.frames.size(); ++i)
    moment.frames.push_back({random.pose(), random.motion(), random.motion()});
  const int n = static_cast<int>(shape.mobilities.size());
  moment.q = random.numbers(n), moment.u = random.numbers(n), moment.udot = random.numbers(n);
  return moment;
}

DeclarationForTests::DeclarationForTests() {
  draft_.layout.as_given = std::make_shared<const ModelVariant>(floating_mechanism());
  declaration_ = std::make_unique<Declaration>(draft_, "part.", draft_.add_element("part"));
}
std::vector<double> DeclarationForTests::parameters() const {
  std::vector<double> values;
  for (const ParameterEntry& parameter : draft_.layout.parameters) values.push_back(parameter.default_value);
  return values;
}
std::vector<std::string> DeclarationForTests::parameter_names() const {
  std::vector<std::string> names;
  for (const ParameterEntry& parameter : draft_.layout.parameters) names.push_back(parameter.name);
  return names;
}
std::vector<std::string> DeclarationForTests::parameter_units() const {
  std::vector<std::string> units;
  for (const ParameterEntry& parameter : draft_.layout.parameters) units.push_back(parameter.unit);
  return units;
}

std::vector<ConstraintRow> constraint_rows() {
  std::vector<ConstraintRow> rows = rows_between_frames();
  for (const auto& more : {contacts(), rows_among_bodies(), rows_on_mobilities()})
    rows.insert(rows.end(), more.begin(), more.end());
  return rows;
}

}  // namespace sarrus::testing
