// Chapter 4: closed loops. The linkage of Sarrus (1853): two plates, and between them two legs of two links
// each, whose hinges are parallel within a leg and at right angles between legs. Counted, it cannot move; in
// truth, its upper plate goes straight up and down. With the name of a file, the places of its hinges are
// written there.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <numbers>

#include "sarrus/constraints.h"
#include "sarrus/sarrus.h"
using namespace sarrus;

constexpr double L = 0.5, half = 0.3, plate_mass = 2.0, link_mass = 0.5, g = 9.81;

/// A leg that stands in the direction `phi` and folds outwards. Upright, all angles are zero.
void add_leg(ModelBuilder& model, const std::string& leg, double phi) {
  const double c = std::cos(phi), s = std::sin(phi);
  const Vec3<double> foot{half * c, half * s, 0}, axis{-s, c, 0}, up{0, 0, L};
  const RigidInertia<double> rod = Pose<double>::translation(0.5 * up) * thin_rod(link_mass, up);
  model.body(leg + "_lower", rod).body(leg + "_upper", rod);
  model.joint(leg + "_foot", Pin{}, "world", leg + "_lower").axis(axis).parent_frame(foot);
  model.joint(leg + "_knee", Pin{}, leg + "_lower", leg + "_upper").axis(axis).parent_frame(up);
  model.joint(leg + "_top", Pin{}, leg + "_upper", "plate").axis(axis).parent_frame(up).child_frame(foot);
  model.point(leg + "_foot", leg + "_lower", {0, 0, 0}).point(leg + "_knee", leg + "_upper", {0, 0, 0});
  model.point(leg + "_top", leg + "_upper", up);
}

/// The speed of the feet after falling from rest at angle `from`, by conservation of energy: links that turn
/// and sink, and a plate that sinks.
double speed_by_energy(double from, double angle) {
  const double s = std::sin(angle), c = std::cos(angle), m = link_mass;
  const double fallen = (2 * plate_mass + 4 * m) * g * L * (std::cos(from) - c);
  const double inertia =
      4 * plate_mass * L * L * s * s + 2 * m * L * L * (1.0 / 3 + 1.0 / 12 + c * c / 4 + 9 * s * s / 4);
  return std::sqrt(2 * std::max(fallen, 0.0) / inertia);
}

/// Where the hinges are, for the figure.
NumberTable places_of_hinges(const Array<State>& states) {
  NumberTable table{"linkage", {"angle"}, {}};
  const Array<std::string> hinges{"a_foot", "a_knee", "a_top", "b_foot", "b_knee", "b_top"};
  for (const std::string& hinge : hinges)
    for (const char* axis : {".x", ".y", ".z"}) table.names.push_back(hinge + axis);
  for (const State& state : states) {
    Array<double> row{state.q("a_foot")};
    for (const std::string& hinge : hinges) {
      const Vec3<double> p = pose(state, hinge).p;
      row.insert(row.end(), {p.x, p.y, p.z});
    }
    table.add_row(row);
  }
  return table;
}

int main(int argc, char** argv) {
  ModelBuilder model("Sarrus linkage");
  model.body("plate", solid_brick(plate_mass, {2 * half, 2 * half, 0.02}));
  add_leg(model, "a", std::numbers::pi / 6);
  add_leg(model, "b", std::numbers::pi / 6 + std::numbers::pi / 2);
  const System system = close_loops(model).build();

  // Assemble: one foot stays at its angle, all other joints follow.
  State start = system.default_state();
  start.set_q("a_foot", 0.4);
  start.set_q("a_knee", -0.8);
  start.set_q("b_foot", 0.3);
  const State folded = assembled(start, {.hold = {"a_foot"}});
  std::printf("feet at %.6f and %.6f rad, plate at %.6f m, 2·L·cos(0.4) = %.6f m\n\n", folded.q("a_foot"),
              folded.q("b_foot"), pose(folded, "plate").p.z, 2 * L * std::cos(0.4));

  // What should one know about it?
  std::cout << diagnose(folded) << '\n';

  // Let it fall.
  Simulation simulation(folded, {.accuracy = 1e-9});
  Array<State> shown;
  for (const double t : {0.0, 0.2, 0.3}) {
    simulation.run_until(t);
    const State& state = simulation.state();
    const Vec3<double> at = pose(state, "plate").p;
    std::printf("t = %.1f s: plate at (%.6f, %.6f, %.6f) m, feet at %.6f rad/s, by energy %.6f rad/s\n", t,
                std::abs(at.x), std::abs(at.y), at.z, state.u("a_foot.rate"),
                speed_by_energy(0.4, state.q("a_foot")));
    shown.push_back(state);
  }
  if (argc > 1) write_table(places_of_hinges(shown), argv[1]);

  // What goes wrong: two legs that are held at different heights.
  std::printf("\n%s\n", assemble(start, {.hold = {"a_foot", "a_knee", "b_foot"}}).text().c_str());
}
