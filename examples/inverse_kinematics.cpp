// Inverse kinematics: the joint coordinates of a crane for positions of its hook along a line. Each search
// starts from the previous solution; the last position is out of reach.

#include <cstdio>

#include "sarrus/inverse_kinematics.h"
#include "sarrus/sarrus.h"
using namespace sarrus;

int main() {
  const System system = load_model("examples/crane.urdf").make_system();

  InverseKinematics ik(system.default_state());
  const int hook = ik.targets().add_point("hook", {2.0, 0, 1.2});
  for (const double x : {2.0, 2.2, 2.4, 9.0}) {
    ik.targets().set_point(hook, {x, 0, 1.2});
    const InverseKinematicsResult& result = ik.solve();
    const State& state = ik.state();
    std::printf("x = %.1f m: lift %.3f, extend %.3f, %.3f m away\n", x, state.q("lift"), state.q("extend"),
                result.position_error);
  }
}
