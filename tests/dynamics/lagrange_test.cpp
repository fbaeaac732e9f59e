// Inverse dynamics as Lagrange's equations ask for it: τ = d/dt(∂L/∂u) − ∂L/∂q with L the kinetic less the
// potential energy, for joints whose speeds are the rates of their coordinates. The gradients come from dual
// numbers, the rate in time from differences along the motion.

#include <gtest/gtest.h>

#include "sarrus/dynamics/inverse_dynamics.h"
#include "sarrus/dynamics/mass_properties.h"
#include "tests/support/close.h"
#include "tests/support/joint_rows.h"
#include "tests/support/random_model.h"

namespace sarrus::testing::lagrange_test {
namespace {

/// A tree of all joints with u = q̇.
Model model_of_rates() {
  Random random(12);
  ModelBuilder builder("rates");
  builder.gravity({0.3, -0.4, -9.7});
  std::vector<std::string> names{world_name};
  for (const JointRow& row : joint_rows()) {
    if (row.joint.has_orientation()) continue;
    builder.body("b_" + row.name, random.inertia());
    const auto parent = names[static_cast<std::size_t>(random.index(static_cast<int>(names.size())))];
    builder.joint("j_" + row.name, row.joint, parent, "b_" + row.name)
        .parent_frame(random.pose())
        .child_frame(random.pose());
    names.push_back("b_" + row.name);
  }
  return builder.build();
}

class Lagrange : public ::testing::Test {
 protected:
  using Numbers = std::vector<double>;

  /// ∂L/∂q and ∂L/∂u, eight directions at a time.
  std::pair<Numbers, Numbers> gradients(const Numbers& q, const Numbers& u) {
    const std::size_t n = q.size();
    Numbers all(2 * n);
    for (std::size_t first = 0; first < 2 * n; first += 8) {
      std::vector<Dual8> x(2 * n);
      for (std::size_t i = 0; i < 2 * n; ++i) x[i] = Dual8(i < n ? q[i] : u[i - n]);
      for (std::size_t i = first; i < std::min(first + 8, 2 * n); ++i)
        x[i].partial[static_cast<int>(i - first)] = 1;
      calc_position_kinematics(dual_, In<Dual8>(x.data(), n), position_);
      calc_velocity_kinematics(dual_, position_, In<Dual8>(x.data() + n, n), velocity_);
      const Dual8 L =
          calc_kinetic_energy(dual_, position_, velocity_) - calc_potential_energy(dual_, position_);
      for (std::size_t i = first; i < std::min(first + 8, 2 * n); ++i)
        all[i] = L.partial[static_cast<int>(i - first)];
    }
    return {Numbers(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(n)),
            Numbers(all.begin() + static_cast<std::ptrdiff_t>(n), all.end())};
  }
  /// ∂L/∂u a time t later, if the accelerations stay as they are.
  Numbers momenta_at(double t) {
    Numbers q = q_, u = u_;
    for (std::size_t i = 0; i < q.size(); ++i) q[i] += t * u_[i] + t * t / 2 * udot_[i], u[i] += t * udot_[i];
    return gradients(q, u).second;
  }

  Random random_{23};
  Model model_ = model_of_rates();
  Tree<Dual8> dual_{model_};
  PositionKinematics<Dual8> position_{dual_};
  VelocityKinematics<Dual8> velocity_{dual_};
  Numbers q_ = random_coordinates(model_, random_), u_ = random_.numbers(model_.nu()),
          udot_ = random_.numbers(model_.nu());
};

TEST_F(Lagrange, AsksForTheSameForces) {
  ASSERT_EQ(model_.nq(), model_.nu());
  const Tree<double> tree(model_);
  InverseDynamics<double> workspace(tree);
  Numbers tau(u_.size());
  calc_inverse_dynamics(tree, q_, u_, udot_, {}, workspace, tau);
  double largest = 1;
  for (double t : tau) largest = std::max(largest, std::abs(t));
  // Central differences over two steps, extrapolated: what is left is of fourth order in the step.
  const double h = 1e-3;
  const Numbers ahead = momenta_at(h), behind = momenta_at(-h), far_ahead = momenta_at(2 * h),
                far_behind = momenta_at(-2 * h), dL_dq = gradients(q_, u_).first;
  for (std::size_t i = 0; i < tau.size(); ++i) {
    const double rate = (8 * (ahead[i] - behind[i]) - (far_ahead[i] - far_behind[i])) / (12 * h);
    EXPECT_NEAR(rate - dL_dq[i], tau[i], 1e-9 * largest) << model_.speeds()[i].name;
  }
}

}  // namespace
}  // namespace sarrus::testing::lagrange_test
