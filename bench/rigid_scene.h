#pragma once
/// @file
/// Scenes of rigid bodies that touch, for us and for the peers.

#include <map>
#include <string>
#include <vector>

#include "bench/models.h"
#include "sarrus/system/system.h"

namespace sarrus::bench {

/// What acts on a joint besides contact.
struct JointParts {
  double stiffness = 0, rest = 0, damping = 0, rotor = 0, force = 0;
};

struct RigidScene {
  std::string name;
  State start;
  double step, duration;
  double friction;                            ///< Of every pair.
  std::map<std::string, JointParts> parts{};  ///< By the names of joints.
  /// Bodies that shall stay where they are after half of the time, relative to another ("world", or the name
  /// of a body).
  std::vector<std::string> resting{};
  std::string relative_to = "world";
  /// A joint whose coordinate is amplitude·sin(circular_frequency·t); empty: none.
  std::string driven{};
  double amplitude = 0, circular_frequency = 0;
  bool has_peers = true;           ///< False: they have no such elements.
  bool is_of_free_bodies = false;  ///< Without joints: for peers that have none.
};

/// The humanoid that comes with MuJoCo falls from its feet, many times over; its parts touch the ground only.
RigidScene humanoids(int count);
/// The quadruped hyq stands on its feet, its joints held by springs and dampers.
RigidScene stance(const ModelFolder& folder);
/// Talos with dry friction in 20 joints, 12 joints that follow others, and limits of all that move.
RigidScene talos(const ModelFolder& folder);
/// Courses of bricks in running bond.
RigidScene wall(int courses, int bricks);
/// n³ balls fall in a box of four walls.
RigidScene spheres(int n);
/// A pile of them, from where another scene ended.
RigidScene pile(const RigidScene& scene, const State& end);
/// Two fingers press a cube between them while the hand moves up and down.
RigidScene gripper();

/// Writes a scene for the peers (peers/rigid_scene.h).
void write_scene(const RigidScene& scene, const std::string& path);

}  // namespace sarrus::bench
