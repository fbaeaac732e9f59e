#pragma once
/// @file
/// Free bodies with shapes that touch each other and a floor.

#include <algorithm>
#include <string>
#include <vector>

#include "sarrus/all.h"
#include "sarrus/joint/joints.h"

namespace sarrus::testing {

/// A body of a scene: a box, or a ball if its size is that of its radius alone.
struct Piece {
  std::string name;
  double mass = 1;
  Vec3<double> size{};  ///< Of a box; a ball if y and z are zero: its radius.
  Vec3<double> at{};
  Vec3<double> velocity{};

  bool is_ball() const { return size.y == 0; }
  AnyShape shape() const { return is_ball() ? AnyShape(SphereShape{size.x}) : AnyShape(BoxShape{size}); }
  RigidInertia<double> inertia() const {
    return is_ball() ? solid_sphere(mass, size.x) : solid_brick(mass, size);
  }
};

inline ContactMaterial rough(double friction, double restitution = 0) {
  return {.static_friction = friction, .dynamic_friction = friction, .restitution = restitution};
}

/// A system of pieces on free joints and a floor z = 0.
inline System make_scene_system(const std::vector<Piece>& pieces, const ContactMaterial& material,
                                const Vec3<double>& gravity = {0, 0, -9.81}) {
  ModelBuilder model("scene");
  model.gravity(gravity);
  Array<ContactSurface> surfaces;
  for (const Piece& piece : pieces) {
    model.body(piece.name, piece.inertia());
    model.joint(piece.name, Free{}, "world", piece.name);
    surfaces.push_back({piece.name, piece.name, piece.shape(), material});
  }
  surfaces.push_back({"floor", "world", HalfSpaceShape{}, material});
  SystemBuilder builder(model.build());
  builder.add("contact", RigidContact(surfaces));
  return builder.build();
}

/// The state in which the pieces of a system are given.
inline State place_pieces(const System& system, const std::vector<Piece>& pieces) {
  State state = system.default_state();
  for (const Piece& piece : pieces) {
    const Body& body = state.model().body(piece.name);
    for (int i = 0; i < 3; ++i) {
      state.set_q(body.q0 + 4 + i, piece.at[i]);
      state.set_u(body.u0 + 3 + i, piece.velocity[i]);
    }
  }
  return state;
}

inline State make_scene(const std::vector<Piece>& pieces, const ContactMaterial& material,
                        const Vec3<double>& gravity = {0, 0, -9.81}) {
  return place_pieces(make_scene_system(pieces, material, gravity), pieces);
}

/// Sum of the normal forces between two bodies.
inline double normal_force(const TimeStepping& stepping, const char* body1, const char* body2) {
  const Model& model = stepping.state().model();
  const int one = model.body_number(body1), two = model.body_number(body2);
  double sum = 0;
  for (const RigidForce& force : stepping.forces())
    if ((force.body1 == one && force.body2 == two) || (force.body1 == two && force.body2 == one))
      sum += force.normal_force();
  return sum;
}

}  // namespace sarrus::testing
