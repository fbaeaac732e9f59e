// A humanoid from a URDF file on the ground: its collision shapes touch the ground and each other. Its joints
// are limp, so that it sinks to its knees, falls and comes to lie.
#include <cstdio>

#include "sarrus/contact.h"
#include "sarrus/sarrus.h"
using namespace sarrus;

int main() {
  // [fall]
  const LoadedModel humanoid = load_model("examples/humanoid.urdf", {.base = RootJoint::free});
  SystemBuilder builder = humanoid.make_system_builder();
  const auto contact = load_contact(humanoid).contact;
  builder.add_force("contact", contact);
  State start = builder.build().default_state();
  start.set_q("root_joint.z", 0.92);
  for (const std::string side : {"left", "right"}) start.set_q(side + "_knee", 0.3);
  Simulation simulation(start, {.accuracy = 1e-3, .largest_step = 0.01});
  // [/fall]
  simulation.run_until(5);
  const State& state = simulation.state();
  double carried = 0;
  for (const ContactPairForce& pair : contact->pair_forces(state))
    if (pair.surface2 == contact->surface_number("ground")) carried -= pair.F.f.z;  // F acts on the ground
  std::printf("after %.0f s the head is at %.1f m, and the ground carries %.1f of the weight\n", state.time(),
              (pose(state, "torso") * Vec3<double>{0, 0, 0.67}).z, carried / (65 * 9.81));
}
