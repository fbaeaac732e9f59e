// A law of contact of one's own: a rubber buffer that gets stiffer as it is compressed and never gives way
// beyond its height. A cart falls on it; conservation of energy says how deep.
#include <cmath>
#include <cstdio>

#include "sarrus/contact.h"
#include "sarrus/sarrus.h"
using namespace sarrus;

// [law]
/// f = k·x/(1 − x/h),   U = −k·h²·(x/h + ln(1 − x/h))
class BufferLaw : public ContactLaw {
 public:
  BufferLaw(double stiffness, double height) : k_(stiffness), h_(height) {}
  std::string_view type() const override { return "buffer"; }
  ElasticForce elastic(const Contact& contact, const PairMaterial&) const override {
    const double s = contact.depth / h_;
    require(s < 1, "the buffer of {} m is compressed by {} m", h_, contact.depth);
    return {.normal = k_ * contact.depth / (1 - s), .energy = -k_ * h_ * h_ * (s + std::log(1 - s))};
  }

 private:
  double k_, h_;
};
// [/law]

int main() {
  const double mass = 50, height = 0.04, stiffness = 2e4, g = 9.81, drop = 0.1, radius = 0.1;
  ModelBuilder model("buffer");
  model.body("cart", solid_sphere(mass, radius));
  model.joint("fall", Slider{}, "world", "cart").axis({0, 0, 1}).start({radius + drop});
  SystemBuilder builder(model.build());
  // [use]
  const auto contact = std::make_shared<CompliantContact>(
      Array<ContactSurface>{{"buffer", "world", HalfSpaceShape{}, {.dissipation = 0}},
                            {"cart", "cart", SphereShape{radius}, {.dissipation = 0}}},
      CompliantContactOptions{.law = std::make_shared<BufferLaw>(stiffness, height)});
  // [/use]
  builder.add_force("contact", contact);
  builder.on_crossing(
      "deepest", {Source::u}, [](const State& state) { return state.u("fall.rate"); }, Crossing::rising,
      [&](State& state, EventCall& call) {
        const double x = radius - state.q("fall");
        std::printf("compressed by %.3f mm of %.0f mm with %.1f kN\n", 1e3 * x, 1e3 * height,
                    1e-3 * contact->forces(state).at(0).normal);
        std::printf("it stores %.3f J, and the cart has lost %.3f J of height\n",
                    contact->potential_energy(state), mass * g * (drop + x));
        call.stop("deepest");
      });
  Simulation simulation(builder.build().default_state(), {.accuracy = 1e-9});
  simulation.run(1);
}
