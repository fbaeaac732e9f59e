#include "models/mechanisms.h"

#include <fmt/core.h>

#include <cmath>

#include "models/linkage_parts.h"
#include "sarrus/constraint/ball_constraint.h"
#include "sarrus/force/motor.h"
#include "sarrus/joint/joints.h"

namespace sarrus::models {

namespace {

constexpr double speed = 2 * pi, spacing = 0.3;

/// The intersection of circles around P and Q on the left of the line from P to Q.
Vec3<double> left_meeting(const Vec3<double>& P, double radius_P, const Vec3<double>& Q, double radius_Q) {
  const Vec3<double> way = Q - P;
  const double length = norm(way);
  const double along = (radius_P * radius_P - radius_Q * radius_Q + length * length) / (2 * length);
  const double across = std::sqrt(radius_P * radius_P - along * along);
  const Vec3<double> forward = (1 / length) * way, left{-forward.y, forward.x, 0};
  return P + along * forward + across * left;
}

/// The points of a leg on the side −x, with the crank's throw at an angle. The crankshaft is at the origin.
struct LegPoints {
  // Lengths after T. Jansen, "The Great Pretender" (2007), in meters here: 38 of his are 0.38.
  static constexpr double a = 0.38, b = 0.415, c = 0.393, d = 0.401, e = 0.558, f = 0.394, g = 0.367,
                          h = 0.657, i = 0.49, j = 0.5, k = 0.619, l = 0.078, m = 0.15;
  Vec3<double> crank, pivot, top, shoulder, knee, ankle, foot;

  explicit LegPoints(double angle) {
    crank = {m * std::cos(angle), m * std::sin(angle), 0};
    pivot = {-a, -l, 0};
    top = left_meeting(pivot, b, crank, j);
    shoulder = left_meeting(pivot, d, top, e);
    knee = left_meeting(crank, k, pivot, c);
    ankle = left_meeting(knee, g, shoulder, f);
    foot = left_meeting(knee, i, ankle, h);
  }
};

/// A leg; those on the side +x are mirrored about x = 0.
class Leg {
 public:
  Leg(int number, double crank_angle)
      : number_(std::to_string(number)), mirrored_(number % 2 == 1), phase_(2 * pi / 3 * (number / 2)) {
    // The mirror image of a throw is at π − angle.
    const double angle = crank_angle + phase_;
    points_ = LegPoints(mirrored_ ? pi - angle : angle);
    for (Vec3<double> LegPoints::*p :
         {&LegPoints::crank, &LegPoints::pivot, &LegPoints::top, &LegPoints::shoulder, &LegPoints::knee,
          &LegPoints::ankle, &LegPoints::foot})
      if (mirrored_) (points_.*p).x = -(points_.*p).x;
  }

  /// Adds the bodies of the leg. At the given crank angle their axes are those of the world: all q are zero
  /// there, except that of the crank.
  void add_bodies(double crank_angle, ModelBuilder& model) const {
    const LegPoints& at = points_;
    const Vec3<double> on_crank = Rotation<double>::about_z(-crank_angle) * at.crank;
    const Pose<double> throw_frame{Rotation<double>::about_z(-crank_angle), on_crank + across()};
    const Vec3<double> pivot = at.pivot + across();
    rod(model, "j", "crank", throw_frame, at.top - at.crank);
    rod(model, "k", "crank", throw_frame, at.knee - at.crank);
    triangle(model, "bde", "world", pivot, {at.top - at.pivot, at.shoulder - at.pivot});
    rod(model, "c", "world", Pose<double>::translation(pivot), at.knee - at.pivot);
    rod(model, "f", name("bde"), Pose<double>::translation(at.shoulder - at.pivot), at.ankle - at.shoulder);
    triangle(model, "ghi", name("c"), at.knee - at.pivot, {at.ankle - at.knee, at.foot - at.knee});
    model.point("foot" + number_, name("ghi"), at.foot - at.knee);
  }
  void add_closures(SystemBuilder& system) const {
    const LegPoints& at = points_;
    close(system, "top", name("bde"), at.top - at.pivot, name("j"), at.top - at.crank);
    close(system, "knee", name("c"), at.knee - at.pivot, name("k"), at.knee - at.crank);
    close(system, "ankle", name("ghi"), at.ankle - at.knee, name("f"), at.ankle - at.shoulder);
  }
  /// Sets the speeds for the turning crank: the velocity of a common point of two rods gives the rates of
  /// both.
  void set_speeds(State& state) const {
    const LegPoints& at = points_;
    const Vec3<double> v_crank{-speed * at.crank.y, speed * at.crank.x, 0}, still{};
    const auto [w_bde, w_j] = rates(at.top, at.pivot, still, at.crank, v_crank);
    const auto [w_c, w_k] = rates(at.knee, at.pivot, still, at.crank, v_crank);
    const auto [w_ghi, w_f] = rates(at.ankle, at.knee, turning(w_c, at.knee - at.pivot), at.shoulder,
                                    turning(w_bde, at.shoulder - at.pivot));
    set(state, name("bde"), 0, w_bde), set(state, name("c"), 0, w_c);
    set(state, name("j"), 0, w_j - speed), set(state, name("k"), 0, w_k - speed);
    set(state, name("f"), 0, w_f - w_bde), set(state, name("ghi"), 0, w_ghi - w_c);
  }

 private:
  /// Where the leg is along the crankshaft: pairs of legs stand side by side.
  Vec3<double> across() const { return {0, 0, spacing * (std::stoi(number_) / 2)}; }
  std::string name(const char* body) const { return fmt::format("{}{}", body, number_); }
  void rod(ModelBuilder& model, const char* body, const std::string& parent, const Pose<double>& place,
           const Vec3<double>& tip) const {
    model.body(name(body), rod_from_joint(norm(tip), tip));
    model.joint(name(body), Pin{}, parent, name(body)).parent_frame(place);
  }
  /// Three rods between the pin and two corners.
  void triangle(ModelBuilder& model, const char* body, const std::string& parent, const Vec3<double>& place,
                const std::pair<Vec3<double>, Vec3<double>>& corners) const {
    const auto& [P, Q] = corners;
    model.body(name(body), rod_from_joint(norm(P), P) + rod_from_joint(norm(Q), Q) +
                               Pose<double>::translation(P) * rod_from_joint(norm(Q - P), Q - P));
    model.joint(name(body), Pin{}, parent, name(body)).parent_frame(place);
  }
  void close(SystemBuilder& system, const char* what, const std::string& F, const Vec3<double>& p_F,
             const std::string& M, const Vec3<double>& p_M) const {
    system.add(name(what), BallConstraint(Place(F, p_F), Place(M, p_M)));
  }
  static Vec3<double> turning(double rate, const Vec3<double>& r) { return {-rate * r.y, rate * r.x, 0}; }
  /// Angular velocities w of rods from A and B, which move with vA and vB, to a common point P: vA + wA×(P −
  /// A) = vB + wB×(P − B).
  static std::pair<double, double> rates(const Vec3<double>& P, const Vec3<double>& A, const Vec3<double>& vA,
                                         const Vec3<double>& B, const Vec3<double>& vB) {
    const Vec3<double> r = P - A, s = P - B, v = vB - vA;
    const double area = r.x * s.y - r.y * s.x;  // scalar products of v = wA×r − wB×s with s and with r
    return {dot(v, s) / area, dot(v, r) / area};
  }

  std::string number_;
  bool mirrored_;
  double phase_;
  LegPoints points_{0};
};

}  // namespace

Linkage jansen_walker(int legs, double crank_angle) {
  std::vector<Leg> all;
  for (int number = 0; number < legs; ++number) all.emplace_back(number, crank_angle);
  ModelBuilder model("Jansen's walker");
  model.gravity(earth);
  model.body("crank", solid_cylinder(2, LegPoints::m, 0.1));
  model.joint("crank", Pin{}, "world", "crank");
  for (const Leg& leg : all) leg.add_bodies(crank_angle, model);
  SystemBuilder builder(model.build());
  for (const Leg& leg : all) leg.add_closures(builder);
  builder.add("motor", Motor("crank", 50, SpeedLine{50, 2 * speed}));
  const System system = builder.build();
  State start = system.default_state();
  start.set(system.force<Motor>("motor").command(), 50.0);
  set(start, "crank", crank_angle, speed);
  for (const Leg& leg : all) leg.set_speeds(start);
  return {system, start};
}

}  // namespace sarrus::models
