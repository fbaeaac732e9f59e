// A user-defined quantity is computed when it is read, cached, and computed again only if one of its
// dependencies has changed. Dependencies are declared; reading anything else is an Error.

#include <cstdio>

#include "sarrus/extend.h"
#include "sarrus/sarrus.h"
using namespace sarrus;

int main() {
  ModelBuilder model("arm");
  std::string parent = "world";
  for (const char* name : {"upper", "lower"}) {
    model.body(name, thin_rod(1.0, {0, 0, 1}));
    model.joint(std::string(name) + "_pin", Pin{}, parent, name).axis({0, 1, 0}).child_frame({0, 0, 0.5});
    parent = name;
  }
  SystemBuilder builder(model.build());
  const Quantity<double> reach = builder.declare().quantity<double>(
      "reach", {builder.quantities().position}, 0.0, [](const State& state, double& value) {
        const Vec3<double> tip = pose(state, FrameOn<double>(2, Vec3{0, 0, -0.5})).p;
        value = std::sqrt(dot(tip, tip));
        std::printf("  (computing)\n");
      });
  const Quantity<double> careless = builder.declare().quantity<double>(
      "careless", {Source::q}, 0.0, [](const State& state, double& value) { value = state.u(0); });
  const System system = builder.build();

  State state = system.default_state();
  std::printf("reach %.3f m\n", state[reach]);
  std::printf("reach %.3f m\n", state[reach]);
  state.set_u(0, 3.0);
  std::printf("speeds do not matter to it: reach %.3f m\n", state[reach]);
  state.set_q(1, 1.0);
  std::printf("coordinates do: reach %.3f m\n", state[reach]);
  try {
    std::printf("%g\n", state[careless]);
  } catch (const Error& error) {
    std::printf("%s\n", error.what());
  }
}
