#pragma once
/// @file
/// States in the conventions of the .model files, and how to rewrite them in those of a peer. The file's free
/// joint has q = (p, quaternion xyzw) and v = (linear, angular) in the body's axes.

#include <Eigen/Geometry>
#include <random>

#include "bench/peers/model_file.h"

namespace sarrus::bench {

struct FileState {
  Eigen::VectorXd q, v, a, tau;
};

inline std::vector<FileState> random_states(const FileModel& model, int count) {
  std::mt19937 engine(5);
  const auto numbers = [&](int n, double size) {
    std::uniform_real_distribution<double> uniform(-size, size);
    Eigen::VectorXd v(n);
    for (double& x : v) x = uniform(engine);
    return v;
  };
  std::vector<FileState> states;
  for (int s = 0; s < count; ++s) {
    FileState state{numbers(model.nq, 3.14), numbers(model.nv, 1), numbers(model.nv, 1),
                    numbers(model.nv, 1)};
    for (const FileJoint& joint : model.joints)
      if (joint.free()) state.q.segment<4>(joint.q0 + 3).normalize();
    states.push_back(state);
  }
  return states;
}

/// Where a peer keeps the parts of a free joint, counted from its first coordinate or speed, and in whose
/// axes.
struct FreeJointLayout {
  int p, xyz, w;        ///< Position, vector part and scalar part of the quaternion.
  int linear, angular;  ///< Speeds.
  bool linear_in_body, angular_in_body;
};

/// Rewrites arrays of the file for a peer and back.
class Arrangement {
 public:
  /// `q0`, `v0`: the peer's first coordinate and speed of each joint of the file.
  Arrangement(const FileModel& model, std::vector<int> q0, std::vector<int> v0, const FreeJointLayout& layout)
      : model_(model), q0_(std::move(q0)), v0_(std::move(v0)), layout_(layout) {}

  Eigen::VectorXd coordinates(const FileState& state) const {
    Eigen::VectorXd q(model_.nq);
    for (std::size_t j = 0; j < model_.joints.size(); ++j) {
      const auto file = state.q.segment(model_.joints[j].q0, model_.joints[j].free() ? 7 : 1);
      q[q0_[j]] = file[0];
      if (!model_.joints[j].free()) continue;
      q.segment<3>(q0_[j] + layout_.p) = file.head<3>();
      q.segment<3>(q0_[j] + layout_.xyz) = file.segment<3>(3);
      q[q0_[j] + layout_.w] = file[6];
    }
    return q;
  }
  Eigen::VectorXd speeds(const FileState& state) const { return to_peer(state, state.v); }
  Eigen::VectorXd accelerations(const FileState& state) const {
    return to_peer(state, state.a + transport(state));
  }
  Eigen::VectorXd forces(const FileState& state) const { return to_peer(state, state.tau); }

  /// A peer's results in the file's conventions.
  Eigen::VectorXd file_forces(const FileState& state, const Eigen::VectorXd& tau) const {
    return to_file(state, tau);
  }
  Eigen::VectorXd file_accelerations(const FileState& state, const Eigen::VectorXd& a) const {
    return to_file(state, a) - transport(state);
  }
  Eigen::MatrixXd file_mass_matrix(const FileState& state, const Eigen::MatrixXd& M) const {
    Eigen::MatrixXd half(M.rows(), M.cols()), whole(M.rows(), M.cols());
    for (int c = 0; c < M.cols(); ++c) half.col(c) = to_file(state, M.col(c));
    for (int r = 0; r < M.rows(); ++r) whole.row(r) = to_file(state, half.row(r));
    return whole;
  }

 private:
  /// T·x of v_peer = T·v_file; T is orthogonal, so that forces are rewritten by it too.
  Eigen::VectorXd to_peer(const FileState& state, const Eigen::VectorXd& x) const {
    Eigen::VectorXd y(model_.nv);
    for (std::size_t j = 0; j < model_.joints.size(); ++j) {
      const FileJoint& joint = model_.joints[j];
      if (joint.free()) {
        y.segment<3>(v0_[j] + layout_.linear) = linear(joint, state) * x.segment<3>(joint.v0);
        y.segment<3>(v0_[j] + layout_.angular) = angular(joint, state) * x.segment<3>(joint.v0 + 3);
      } else {
        y[v0_[j]] = x[joint.v0];
      }
    }
    return y;
  }
  /// Tᵀ·y.
  Eigen::VectorXd to_file(const FileState& state, const Eigen::VectorXd& y) const {
    Eigen::VectorXd x(model_.nv);
    for (std::size_t j = 0; j < model_.joints.size(); ++j) {
      const FileJoint& joint = model_.joints[j];
      if (joint.free()) {
        x.segment<3>(joint.v0) = linear(joint, state).transpose() * y.segment<3>(v0_[j] + layout_.linear);
        x.segment<3>(joint.v0 + 3) =
            angular(joint, state).transpose() * y.segment<3>(v0_[j] + layout_.angular);
      } else {
        x[joint.v0] = y[v0_[j]];
      }
    }
    return x;
  }
  Eigen::Matrix3d linear(const FileJoint& joint, const FileState& state) const {
    return layout_.linear_in_body ? Eigen::Matrix3d(Eigen::Matrix3d::Identity()) : rotation(joint, state);
  }
  Eigen::Matrix3d angular(const FileJoint& joint, const FileState& state) const {
    return layout_.angular_in_body ? Eigen::Matrix3d(Eigen::Matrix3d::Identity()) : rotation(joint, state);
  }
  static Eigen::Matrix3d rotation(const FileJoint& joint, const FileState& state) {
    const Eigen::Vector4d xyzw = state.q.segment<4>(joint.q0 + 3);
    return Eigen::Quaterniond(xyzw).toRotationMatrix();
  }
  /// What linear accelerations in fixed axes have more than rates in the body's axes: w×v.
  Eigen::VectorXd transport(const FileState& state) const {
    Eigen::VectorXd extra = Eigen::VectorXd::Zero(model_.nv);
    for (const FileJoint& joint : model_.joints) {
      if (!joint.free() || layout_.linear_in_body) continue;
      const Eigen::Vector3d v = state.v.segment<3>(joint.v0), w = state.v.segment<3>(joint.v0 + 3);
      extra.segment<3>(joint.v0) = w.cross(v);
    }
    return extra;
  }

  const FileModel& model_;
  std::vector<int> q0_, v0_;
  FreeJointLayout layout_;
};

}  // namespace sarrus::bench
