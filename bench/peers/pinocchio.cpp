// Pinocchio (github.com/stack-of-tasks/pinocchio), from its headers.

#include <pinocchio/algorithm/aba-derivatives.hpp>
#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/algorithm/centroidal.hpp>
#include <pinocchio/algorithm/cholesky.hpp>
#include <pinocchio/algorithm/constrained-dynamics-derivatives.hpp>
#include <pinocchio/algorithm/constrained-dynamics.hpp>
#include <pinocchio/algorithm/crba.hpp>
#include <pinocchio/algorithm/frames.hpp>
#include <pinocchio/algorithm/jacobian.hpp>
#include <pinocchio/algorithm/kinematics.hpp>
#include <pinocchio/algorithm/pv.hpp>
#include <pinocchio/algorithm/rnea-derivatives.hpp>
#include <pinocchio/algorithm/rnea-second-order-derivatives.hpp>
#include <pinocchio/algorithm/rnea.hpp>

#include "bench/peers/program.h"

namespace sarrus::bench {

namespace {

namespace pin = pinocchio;

/// Its conventions are the file's. Where it offers two ways, the better counts.
class Pinocchio {
 public:
  static constexpr int largest = 300;  // its Data holds four arrays of nv³ numbers
  static std::string name() { return "Pinocchio " PINOCCHIO_VERSION; }

  explicit Pinocchio(const FileModel& file) : file_(file), model_(made(file)), data_(model_) {
    J_.setZero(6, model_.nv), inverse_.setZero(model_.nv, model_.nv);
    for (const FileContact& contact : file.contacts) {
      feet_.emplace_back(pin::CONTACT_3D, model_, static_cast<pin::JointIndex>(contact.joint + 1),
                         pin::SE3(Eigen::Matrix3d::Identity(), contact.p), pin::LOCAL);
      feet_data_.emplace_back(feet_.back());
    }
  }

  double time(const std::string& operation) {
    const std::vector<FileState> states = random_states(file_, state_count);
    const auto q = [&](int i) -> const auto& { return states[static_cast<std::size_t>(i)].q; };
    const auto v = [&](int i) -> const auto& { return states[static_cast<std::size_t>(i)].v; };
    const auto a = [&](int i) -> const auto& { return states[static_cast<std::size_t>(i)].a; };
    const auto tau = [&](int i) -> const auto& { return states[static_cast<std::size_t>(i)].tau; };
    if (operation == "positions")
      return best_nanoseconds([&](int i) { pin::forwardKinematics(model_, data_, q(i)); });
    if (operation == "accelerations")
      return best_nanoseconds([&](int i) { pin::forwardKinematics(model_, data_, q(i), v(i), a(i)); });
    if (operation == "joint_columns")
      return best_nanoseconds([&](int i) { pin::computeJointJacobians(model_, data_, q(i)); });
    if (operation == "frame_jacobian")
      return std::min(best_nanoseconds([&](int i) { frame_jacobian(q(i)); }),
                      best_nanoseconds([&](int i) { frame_jacobian_from_all(q(i)); }));
    if (operation == "momentum_matrix")
      return best_nanoseconds([&](int i) { pin::computeCentroidalMap(model_, data_, q(i)); });
    if (operation == "momentum_matrix_rate")
      return best_nanoseconds([&](int i) { pin::dccrba(model_, data_, q(i), v(i)); });
    if (operation == "inverse_dynamics")
      return best_nanoseconds([&](int i) { pin::rnea(model_, data_, q(i), v(i), a(i)); });
    if (operation == "mass_matrix")
      return std::min(
          best_nanoseconds([&](int i) { pin::crba(model_, data_, q(i), pin::Convention::WORLD); }),
          best_nanoseconds([&](int i) { pin::crba(model_, data_, q(i), pin::Convention::LOCAL); }));
    if (operation == "factorization") {
      pin::crba(model_, data_, q(0));
      return best_nanoseconds([&](int) { pin::cholesky::decompose(model_, data_); });
    }
    if (operation == "inverse_mass_matrix")
      return std::min(best_nanoseconds([&](int i) { pin::computeMinverse(model_, data_, q(i)); }),
                      best_nanoseconds([&](int i) { inverse_from_factors(q(i)); }));
    if (operation == "forward_dynamics")
      return std::min(best_nanoseconds([&](int i) {
                        pin::aba(model_, data_, q(i), v(i), tau(i), pin::Convention::WORLD);
                      }),
                      best_nanoseconds([&](int i) {
                        pin::aba(model_, data_, q(i), v(i), tau(i), pin::Convention::LOCAL);
                      }));
    if (operation == "inverse_dynamics_derivatives")
      return best_nanoseconds([&](int i) { pin::computeRNEADerivatives(model_, data_, q(i), v(i), a(i)); });
    if (operation == "forward_dynamics_derivatives")
      return best_nanoseconds([&](int i) { pin::computeABADerivatives(model_, data_, q(i), v(i), tau(i)); });
    if (operation == "inverse_dynamics_second_derivatives")
      return best_nanoseconds([&](int i) {
        pin::ComputeRNEASecondOrderDerivatives(model_, data_, q(i), v(i), a(i), data_.d2tau_dqdq,
                                               data_.d2tau_dvdv, data_.d2tau_dqdv, data_.d2tau_dadq);
      });
    if (operation == "held_feet" && !feet_.empty()) return time_held_feet(states);
    if (operation == "held_feet_derivatives" && !feet_.empty()) return time_held_feet_derivatives(states);
    return not_offered;
  }

  PeerValues values(const FileState& state) {
    PeerValues values;
    values.inverse_dynamics = pin::rnea(model_, data_, state.q, state.v, state.a);
    values.forward_dynamics = pin::aba(model_, data_, state.q, state.v, state.tau);
    pin::crba(model_, data_, state.q);
    values.mass_matrix = data_.M.selfadjointView<Eigen::Upper>();
    if (!feet_.empty()) {
      pin::initConstraintDynamics(model_, data_, feet_);
      values.held_feet =
          pin::constraintDynamics(model_, data_, state.q, state.v, state.tau, feet_, feet_data_, exactly_);
    }
    return values;
  }

 private:
  static pin::Model made(const FileModel& file) {
    pin::Model model;
    std::vector<pin::JointIndex> joints;
    for (const FileJoint& joint : file.joints) {
      const pin::JointIndex parent = joint.parent < 0 ? 0 : joints[static_cast<std::size_t>(joint.parent)];
      joints.push_back(model.addJoint(parent, made(joint), pin::SE3(joint.R, joint.p), joint.name));
      model.appendBodyToJoint(joints.back(), pin::Inertia(joint.mass, joint.com, joint.inertia));
    }
    model.addFrame(pin::Frame("last", joints.back(), pin::SE3::Identity(), pin::OP_FRAME));
    return model;
  }
  static pin::JointModel made(const FileJoint& joint) {
    if (joint.free()) return pin::JointModelFreeFlyer();
    if (joint.type == "P") {
      if (joint.axis.y() == 1) return pin::JointModelPY();
      return pin::JointModelPrismaticUnaligned(joint.axis);
    }
    if (joint.axis.x() == 1) return pin::JointModelRX();
    if (joint.axis.y() == 1) return pin::JointModelRY();
    if (joint.axis.z() == 1) return pin::JointModelRZ();
    return pin::JointModelRevoluteUnaligned(joint.axis);
  }
  /// Along the path to the frame alone.
  void frame_jacobian(const Eigen::VectorXd& q) {
    const pin::FrameIndex frame = static_cast<pin::FrameIndex>(model_.nframes - 1);
    pin::computeFrameJacobian(model_, data_, q, frame, pin::LOCAL_WORLD_ALIGNED, J_);
  }
  void frame_jacobian_from_all(const Eigen::VectorXd& q) {
    pin::computeJointJacobians(model_, data_, q);
    pin::getJointJacobian(model_, data_, static_cast<pin::JointIndex>(model_.njoints - 1),
                          pin::LOCAL_WORLD_ALIGNED, J_);
  }
  /// The best of its three algorithms.
  double time_held_feet(const std::vector<FileState>& states) {
    const auto state = [&](int i) -> const FileState& { return states[static_cast<std::size_t>(i)]; };
    pin::initConstraintDynamics(model_, data_, feet_);
    const double by_factors = best_nanoseconds([&](int i) {
      pin::constraintDynamics(model_, data_, state(i).q, state(i).v, state(i).tau, feet_, feet_data_,
                              exactly_);
    });
    pin::initPvSolver(model_, data_, feet_);
    const double by_sweeps = best_nanoseconds([&](int i) {
      pin::pv(model_, data_, state(i).q, state(i).v, state(i).tau, feet_, feet_data_, exactly_);
    });
    const double by_constrained_aba = best_nanoseconds([&](int i) {
      pin::constrainedABA(model_, data_, state(i).q, state(i).v, state(i).tau, feet_, feet_data_, iterated_);
    });
    return std::min({by_factors, by_sweeps, by_constrained_aba});
  }
  /// The derivatives need the accelerations by factors before them.
  double time_held_feet_derivatives(const std::vector<FileState>& states) {
    pin::initConstraintDynamics(model_, data_, feet_);
    return best_nanoseconds([&](int i) {
      const FileState& at = states[static_cast<std::size_t>(i)];
      pin::constraintDynamics(model_, data_, at.q, at.v, at.tau, feet_, feet_data_, exactly_);
      pin::computeConstraintDynamicsDerivatives(model_, data_, feet_, feet_data_, exactly_);
    });
  }
  void inverse_from_factors(const Eigen::VectorXd& q) {
    pin::crba(model_, data_, q);
    pin::cholesky::decompose(model_, data_);
    pin::cholesky::computeMinv(model_, data_, inverse_);
  }

  const FileModel& file_;
  pin::Model model_;
  pin::Data data_;
  pin::Data::Matrix6x J_;
  Eigen::MatrixXd inverse_;
  PINOCCHIO_STD_VECTOR_WITH_EIGEN_ALLOCATOR(pin::RigidConstraintModel) feet_;
  PINOCCHIO_STD_VECTOR_WITH_EIGEN_ALLOCATOR(pin::RigidConstraintData) feet_data_;
  pin::ProximalSettings exactly_{1e-12, 0, 1}, iterated_{1e-9, 1e-6, 10};
};

}  // namespace

}  // namespace sarrus::bench

int main(int argc, char** argv) { return sarrus::bench::run_peer<sarrus::bench::Pinocchio>(argc, argv); }
