#pragma once
/// @file
/// Reads the scenes of bench/rigid_scene.h: standard C++17 only. One thing per line:
///   step H DURATION FRICTION
///   body NAME PARENT quaternion(4) p(3) mass com(3) Ixx Iyy Izz Ixy Ixz Iyz   in the parent, −1: the world
///   free NAME w(3) v(3)                              a joint of the last body, with its velocity in world
///   axes hinge|slide NAME axis(3) point(3) stiffness rest damping rotor force q u  in the body, where q is
///   zero shape sphere|box|capsule|plane BODY a b c quaternion(4) p(3) groups OWN TOUCHED of the last shape,
///   as bits driven JOINT AMPLITUDE CIRCULAR_FREQUENCY rests BODY, relative BODY                        whose
///   drift is measured, and against which body

#include <array>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace sarrus::bench {

struct ScenePlace {
  std::array<double, 4> e{};  ///< w, x, y, z
  std::array<double, 3> p{};
};
struct SceneJoint {
  std::string type, name;
  std::array<double, 3> axis{}, point{};  ///< Of a free joint: angular and linear velocity.
  double stiffness = 0, rest = 0, damping = 0, rotor = 0, force = 0, q = 0, u = 0;
};
struct SceneBody {
  std::string name;
  int parent = -1;
  ScenePlace place;
  double mass = 0;
  std::array<double, 3> com{};
  std::array<double, 6> inertia{};
  std::vector<SceneJoint> joints;
};
struct SceneShape {
  std::string type;
  int body = -1;
  std::array<double, 3> size{};
  ScenePlace place;
  unsigned groups = 1, touches = 1;
};
struct Scene {
  double step = 0, duration = 0, friction = 0;
  std::vector<SceneBody> bodies;
  std::vector<SceneShape> shapes;
  std::string driven;
  double amplitude = 0, circular_frequency = 0;
  std::vector<int> resting;
  int relative_to = -1;
};

/// What a run of a scene was like: µs of processor time per step, mean number of contacts, largest
/// penetration and drift [m], and the time that was reached.
struct SceneRun {
  double step_us = 0, contacts = 0, penetration = 0, drift = 0, time = 0;
};
/// Runs end after so many seconds of processor time.
constexpr double most_seconds = 20;

template <class Numbers>
void read_numbers(std::istream& in, Numbers& numbers) {
  for (double& x : numbers) in >> x;
}

inline Scene read_scene(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read '" + path + "'");
  Scene scene;
  for (std::string line, word; std::getline(file, line);) {
    std::istringstream in(line);
    in >> word;
    if (word == "step") {
      in >> scene.step >> scene.duration >> scene.friction;
    } else if (word == "body") {
      SceneBody body;
      in >> body.name >> body.parent;
      read_numbers(in, body.place.e), read_numbers(in, body.place.p);
      in >> body.mass;
      read_numbers(in, body.com), read_numbers(in, body.inertia);
      scene.bodies.push_back(body);
    } else if (word == "shape") {
      SceneShape shape;
      in >> shape.type >> shape.body;
      read_numbers(in, shape.size), read_numbers(in, shape.place.e), read_numbers(in, shape.place.p);
      scene.shapes.push_back(shape);
    } else if (word == "groups") {
      in >> scene.shapes.back().groups >> scene.shapes.back().touches;
    } else if (word == "driven") {
      in >> scene.driven >> scene.amplitude >> scene.circular_frequency;
    } else if (word == "rests") {
      scene.resting.push_back(-1);
      in >> scene.resting.back();
    } else if (word == "relative") {
      in >> scene.relative_to;
    } else {
      SceneJoint joint;
      joint.type = word;
      in >> joint.name;
      read_numbers(in, joint.axis), read_numbers(in, joint.point);
      if (word != "free")
        in >> joint.stiffness >> joint.rest >> joint.damping >> joint.rotor >> joint.force >> joint.q >>
            joint.u;
      scene.bodies.back().joints.push_back(joint);
    }
    if (in.fail()) throw std::runtime_error("cannot understand '" + line + "'");
  }
  return scene;
}

}  // namespace sarrus::bench
