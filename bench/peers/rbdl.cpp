// RBDL (github.com/rbdl/rbdl).

#include <rbdl/rbdl.h>

#include <memory>

#include "bench/peers/program.h"

namespace sarrus::bench {

namespace {

namespace rbdl = RigidBodyDynamics;

class Rbdl {
 public:
  static constexpr int largest = unlimited;
  static std::string name() {
    constexpr int version = RBDL_API_VERSION;
    return "RBDL " + std::to_string(version >> 16) + "." + std::to_string((version >> 8) & 255);
  }

  explicit Rbdl(const FileModel& file) : file_(file) {
    model_.gravity.set(0, 0, -9.81);
    std::vector<int> v0;
    for (const FileJoint& joint : file.joints) v0.push_back(add(joint));
    const FreeJointLayout layout{0, 3, static_cast<int>(model_.dof_count), 0, 3, false, true};
    arrangement_ = std::make_unique<Arrangement>(file_, v0, v0, layout);
    const int nv = file.nv;
    for (const FileContact& contact : file.contacts)
      for (int axis = 0; axis < 3; ++axis)
        feet_.AddContactConstraint(bodies_[contact.joint], contact.p, rbdl::Math::Vector3d::Unit(axis));
    feet_.Bind(model_);
    tau_.setZero(nv), M_.setZero(nv, nv), factor_.setZero(nv, nv), J_.setZero(6, nv);
  }

  double time(const std::string& operation) {
    for (const FileState& state : random_states(file_, state_count)) prepare(state);
    const auto q = [this](int i) -> Vector& { return q_[static_cast<std::size_t>(i)]; };
    const auto v = [this](int i) -> Vector& { return v_[static_cast<std::size_t>(i)]; };
    const auto a = [this](int i) -> Vector& { return a_[static_cast<std::size_t>(i)]; };
    const auto f = [this](int i) -> Vector& { return f_[static_cast<std::size_t>(i)]; };
    if (operation == "positions")
      return best_nanoseconds([&](int i) { rbdl::UpdateKinematicsCustom(model_, &q(i), nullptr, nullptr); });
    if (operation == "accelerations")
      return best_nanoseconds([&](int i) { rbdl::UpdateKinematics(model_, q(i), v(i), a(i)); });
    if (operation == "frame_jacobian")
      return best_nanoseconds([&](int i) {
        rbdl::CalcPointJacobian6D(model_, q(i), bodies_.back(), rbdl::Math::Vector3d::Zero(), J_);
      });
    if (operation == "inverse_dynamics")
      return best_nanoseconds([&](int i) { rbdl::InverseDynamics(model_, q(i), v(i), a(i), tau_); });
    if (operation == "mass_matrix")
      return best_nanoseconds([&](int i) { rbdl::CompositeRigidBodyAlgorithm(model_, q(i), M_); });
    if (operation == "forward_dynamics")
      return best_nanoseconds([&](int i) { rbdl::ForwardDynamics(model_, q(i), v(i), f(i), tau_); });
    if (operation == "factorization") {  // in place: less the time of making the copy
      rbdl::CompositeRigidBodyAlgorithm(model_, q(0), M_);
      const double copy = best_nanoseconds([&](int) { factor_ = M_; });
      return best_nanoseconds([&](int) {
               factor_ = M_;
               rbdl::Math::SparseFactorizeLTL(model_, factor_);
             }) -
             copy;
    }
    if (operation == "held_feet" && !file_.contacts.empty())
      return std::min(
          best_nanoseconds([&](int i) {
            rbdl::ForwardDynamicsConstraintsRangeSpaceSparse(model_, q(i), v(i), f(i), feet_, tau_);
          }),
          best_nanoseconds(
              [&](int i) { rbdl::ForwardDynamicsContactsKokkevis(model_, q(i), v(i), f(i), feet_, tau_); }));
    return not_offered;
  }

  PeerValues values(const FileState& state) {
    prepare(state);
    PeerValues values;
    rbdl::InverseDynamics(model_, q_[0], v_[0], a_[0], tau_);
    values.inverse_dynamics = arrangement_->file_forces(state, tau_);
    rbdl::ForwardDynamics(model_, q_[0], v_[0], f_[0], tau_);
    values.forward_dynamics = arrangement_->file_accelerations(state, tau_);
    rbdl::CompositeRigidBodyAlgorithm(model_, q_[0], M_);
    values.mass_matrix = arrangement_->file_mass_matrix(state, M_);
    if (!file_.contacts.empty()) {
      rbdl::ForwardDynamicsConstraintsRangeSpaceSparse(model_, q_[0], v_[0], f_[0], feet_, tau_);
      values.held_feet = arrangement_->file_accelerations(state, tau_);
    }
    return values;
  }

 private:
  using Vector = rbdl::Math::VectorNd;

  /// Adds a joint and its link; returns its first speed.
  int add(const FileJoint& joint) {
    const int v0 = static_cast<int>(model_.dof_count);
    const rbdl::Body link(joint.mass, rbdl::Math::Vector3d(joint.com), rbdl::Math::Matrix3d(joint.inertia));
    const unsigned parent = joint.parent < 0 ? 0 : bodies_[static_cast<std::size_t>(joint.parent)];
    const rbdl::Math::SpatialTransform X(joint.R.transpose(), joint.p);
    bodies_.push_back(model_.AddBody(parent, X, made(joint), link, joint.name));
    return v0;
  }
  static rbdl::Joint made(const FileJoint& joint) {
    if (joint.free()) return rbdl::Joint(rbdl::JointTypeFloatingBase);
    if (joint.type == "P") return rbdl::Joint(rbdl::JointTypePrismatic, joint.axis);
    if (joint.axis.x() == 1) return rbdl::Joint(rbdl::JointTypeRevoluteX);
    if (joint.axis.y() == 1) return rbdl::Joint(rbdl::JointTypeRevoluteY);
    if (joint.axis.z() == 1) return rbdl::Joint(rbdl::JointTypeRevoluteZ);
    return rbdl::Joint(rbdl::JointTypeRevolute, joint.axis);
  }
  void prepare(const FileState& state) {
    q_.push_back(arrangement_->coordinates(state));
    v_.push_back(arrangement_->speeds(state));
    a_.push_back(arrangement_->accelerations(state));
    f_.push_back(arrangement_->forces(state));
  }

  const FileModel& file_;
  rbdl::Model model_;
  std::vector<unsigned> bodies_;
  std::unique_ptr<Arrangement> arrangement_;
  std::vector<Vector> q_, v_, a_, f_;
  rbdl::ConstraintSet feet_;
  Vector tau_;
  rbdl::Math::MatrixNd M_, factor_, J_;
};

}  // namespace

}  // namespace sarrus::bench

int main(int argc, char** argv) { return sarrus::bench::run_peer<sarrus::bench::Rbdl>(argc, argv); }
