// Entries of the Jacobian of constraints against velocities at unit speeds.

#include <gtest/gtest.h>

#include <random>

#include "sarrus/loops/constraint_jacobian.h"
#include "sarrus/scalar/eigen.h"
#include "tests/support/random_tree.h"

namespace sarrus::testing::constraint_jacobian_test {
namespace {

/// Blocks of any number of rows, frames and speeds, anywhere on a tree of any joints, with random
/// coefficients.
class RandomBlocks {
 public:
  explicit RandomBlocks(unsigned seed)
      : model_(random_tree({.bodies = 1 + static_cast<int>(seed % 15), .seed = seed})), random_(seed) {
    std::vector<double> q;
    for (const double value : model_.default_q()) q.push_back(value + 0.3 * number());
    calc_position_kinematics(tree_, In<double>(q), position_);
    for (int b = 0; b < 4; ++b) {
      ConstraintPlace place{below(10), below(model_.body_count()), {}, {}};
      for (int f = below(4); f > 0; --f) place.frames.push_back(below(model_.body_count()));
      for (int s = tree_.nu() > 0 ? below(3) : 0; s > 0; --s) place.speeds.push_back(below(tree_.nu()));
      places_.push_back(place);
    }
    G_.emplace(tree_, places_);
  }
  /// Sets all blocks from new coefficients, and what is expected of them.
  void set() {
    expected_.setZero(G_->rows(), tree_.nu());
    aligned_.setZero(G_->rows());
    for (int b = 0; b < 4; ++b) set(b, G_->blocks()[static_cast<std::size_t>(b)].first_row);
  }
  void check() const {
    MatrixX<double> full;
    G_->calc_full(full);
    EXPECT_LT((full - expected_).norm(), 1e-12);
    Array<double> alignments;
    for (const ConstraintJacobian::Block& block : G_->blocks()) {
      G_->append_alignments(block, block.rows, alignments);
      for (std::size_t k = 0; k < block.speeds.size(); ++k)
        for (int i = block.rows; i < block.stride; ++i)
          EXPECT_EQ(G_->entries(block)[static_cast<int>(k) * block.stride + i], 0);
    }
    ASSERT_EQ(alignments.size(), static_cast<std::size_t>(G_->rows()));
    for (int i = 0; i < G_->rows(); ++i) {
      const double squares = expected_.row(i).squaredNorm();
      EXPECT_NEAR(alignments[static_cast<std::size_t>(i)], squares < aligned_[i] ? squares / aligned_[i] : 1,
                  1e-13);
    }
  }

 private:
  double number() { return std::uniform_real_distribution<double>(-1, 1)(random_); }
  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  Vec3<double> vector() {
    const double x = number(), y = number(), z = number();
    return {x, y, z};
  }
  void set(int b, int first_row) {
    const ConstraintPlace& place = places_[static_cast<std::size_t>(b)];
    const std::size_t rows = static_cast<std::size_t>(place.rows), frames = place.frames.size();
    const LaneRotation<double> R_FW(Rotation<double>::about_x(number()).matrix());
    std::vector<Force<double>> wrenches(rows * frames);
    for (Force<double>& F : wrenches) F.t = vector(), F.f = vector();
    std::vector<double> speeds(rows * place.speeds.size());
    for (double& entry : speeds) entry = number();
    std::vector<Lane3d> p_WM;
    for (std::size_t f = 0; f < frames; ++f) p_WM.emplace_back(vector());
    G_->set(tree_, position_, b, {&R_FW, p_WM.data(), wrenches.data(), speeds.data()});

    for (std::size_t i = 0; i < rows; ++i) {
      const int row = first_row + static_cast<int>(i);
      for (std::size_t f = 0; f < frames; ++f)
        add_power(place, f, R_FW, p_WM[f], wrenches[i * frames + f], row);
      for (std::size_t s = 0; s < place.speeds.size(); ++s) {
        const double entry = speeds[i * place.speeds.size() + s];
        expected_(row, place.speeds[s]) += entry, aligned_[row] += entry * entry;
      }
    }
  }
  /// What a wrench does at each unit speed.
  void add_power(const ConstraintPlace& place, std::size_t f, const LaneRotation<double>& R_FW,
                 const Lane3d& p_WM, const Force<double>& F, int row) {
    for (int k = 0; k < tree_.nu(); ++k) {
      std::vector<double> u(static_cast<std::size_t>(tree_.nu()), 0.0);
      u[static_cast<std::size_t>(k)] = 1;
      calc_velocity_kinematics(tree_, position_, In<double>(u), velocity_);
      const auto at = [&](int body) {
        const auto node = static_cast<std::size_t>(tree_.place(body).node);
        const LaneMotion<double>& V = velocity_.nodes[node];
        return LaneMotion<double>{V.w, V.v + cross(V.w, p_WM - position_.nodes[node].p)};
      };
      const LaneMotion<double> M = at(place.frames[f]), of_F = at(place.F);
      const Vec3<double> w(R_FW * (M.w - of_F.w)), v(R_FW * (M.v - of_F.v));
      expected_(row, k) += dot(w, F.t) + dot(v, F.f);
      aligned_[row] += dot(w, w) * dot(F.t, F.t) + dot(v, v) * dot(F.f, F.f);
    }
  }

  Model model_;
  Tree<double> tree_{model_};
  PositionKinematics<double> position_{tree_};
  VelocityKinematics<double> velocity_{tree_};
  std::mt19937 random_;
  std::vector<ConstraintPlace> places_;
  std::optional<ConstraintJacobian> G_;
  MatrixX<double> expected_;
  VectorX<double> aligned_;
};

TEST(ConstraintJacobian, IsWhatWrenchesDoAtUnitSpeeds) {
  for (unsigned seed = 1; seed <= 100; ++seed) {
    SCOPED_TRACE(seed);
    RandomBlocks blocks(seed);
    for (int pass = 0; pass < 2; ++pass) {  // nothing of the first is left in the second
      blocks.set();
      blocks.check();
    }
  }
}

}  // namespace
}  // namespace sarrus::testing::constraint_jacobian_test
