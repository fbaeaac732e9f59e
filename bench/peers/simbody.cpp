// Simbody (github.com/simbody/simbody). It keeps what it computed in its State and computes only what a
// change made stale: every call sets new coordinates or speeds.

#include <Simbody.h>

#include "bench/peers/program.h"
#include "bench/peers/simbody_fig3.h"
#include "bench/peers/simbody_foundation.h"
#include "bench/peers/simbody_linkages.h"
#include "bench/peers/simbody_spheres.h"

namespace sarrus::bench {

namespace {

class Simbody {
 public:
  static constexpr int largest = unlimited;
  static std::string name() {
    int major = 0, minor = 0, patch = 0;
    SimTK_version_simbody(&major, &minor, &patch);
#ifdef NDEBUG
    const char* assertions = "";
#else
    const char* assertions = " with assertions";
#endif
    return "Simbody " + std::to_string(major) + "." + std::to_string(minor) + assertions;
  }

  explicit Simbody(const FileModel& file)
      : file_(file),
        matter_(system_),
        forces_(system_),
        gravity_(forces_, matter_, -SimTK::ZAxis, 9.81),
        applied_(forces_, matter_) {
    for (const FileJoint& joint : file.joints) add(joint);
    state_ = system_.realizeTopology();
    system_.realizeModel(state_);
    std::vector<int> q0, v0;
    for (const SimTK::MobilizedBody& body : bodies_)
      q0.push_back(body.getFirstQIndex(state_)), v0.push_back(body.getFirstUIndex(state_));
    arrangement_ = std::make_unique<Arrangement>(file_, q0, v0, FreeJointLayout{4, 1, 0, 3, 0, false, false});
  }

  double time(const std::string& operation) {
    for (const FileState& state : random_states(file_, state_count)) prepare(state);
    if (operation == "positions")
      return best_nanoseconds([&](int i) { set_q(i), system_.realize(state_, SimTK::Stage::Position); });
    if (operation == "accelerations")
      return best_nanoseconds([&](int i) {
        set_qu(i), system_.realize(state_, SimTK::Stage::Velocity);
        matter_.calcBodyAccelerationFromUDot(state_, a_[static_cast<std::size_t>(i)], accelerations_);
      });
    if (operation == "frame_jacobian")
      return best_nanoseconds([&](int i) {
        set_q(i), system_.realize(state_, SimTK::Stage::Position);
        matter_.calcFrameJacobian(state_, bodies_.back().getMobilizedBodyIndex(), SimTK::Vec3(0), J_);
      });
    if (operation == "inverse_dynamics")
      return best_nanoseconds([&](int i) { set_qu(i), inverse_dynamics(i); });
    if (operation == "mass_matrix")
      return best_nanoseconds([&](int i) {
        set_q(i), system_.realize(state_, SimTK::Stage::Position);
        matter_.calcM(state_, M_);
      });
    if (operation == "inverse_mass_matrix")
      return best_nanoseconds([&](int i) {
        set_q(i), system_.realize(state_, SimTK::Stage::Position);
        matter_.calcMInv(state_, M_);
      });
    if (operation == "forward_dynamics")
      return best_nanoseconds([&](int i) { set_qu(i), forward_dynamics(i); });
    if (operation == "system_accelerations") {
      set_qu(0);
      return best_nanoseconds([&](int i) { set_q(i), system_.realize(state_, SimTK::Stage::Acceleration); });
    }
    return not_offered;
  }

  PeerValues values(const FileState& state) {
    prepare(state);
    set_qu(0);
    PeerValues values;
    inverse_dynamics(0);
    values.inverse_dynamics = arrangement_->file_forces(state, eigen(residual_));
    forward_dynamics(0);
    values.forward_dynamics = arrangement_->file_accelerations(state, eigen(state_.getUDot()));
    matter_.calcM(state_, M_);
    Eigen::MatrixXd M(file_.nv, file_.nv);
    for (int i = 0; i < file_.nv; ++i)
      for (int k = 0; k < file_.nv; ++k) M(i, k) = M_(i, k);
    values.mass_matrix = arrangement_->file_mass_matrix(state, M);
    return values;
  }

 private:
  void add(const FileJoint& joint) {
    SimTK::MobilizedBody& parent = joint.parent < 0 ? static_cast<SimTK::MobilizedBody&>(matter_.updGround())
                                                    : bodies_[static_cast<std::size_t>(joint.parent)];
    const Eigen::Matrix3d& I = joint.inertia;
    const SimTK::Inertia central(I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(0, 2), I(1, 2));
    const SimTK::Vec3 com = vec(joint.com);
    const SimTK::Body::Rigid link(
        SimTK::MassProperties(joint.mass, com, central.shiftFromMassCenter(-com, joint.mass)));
    SimTK::Mat33 R;
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k) R(i, k) = joint.R(i, k);
    const SimTK::Transform X_PJ(SimTK::Rotation(R), vec(joint.p));
    if (joint.free()) {
      bodies_.push_back(SimTK::MobilizedBody::Free(parent, X_PJ, link, SimTK::Transform()));
      return;
    }
    const SimTK::UnitVec3 axis(vec(joint.axis));
    if (joint.type == "P") {
      const SimTK::Transform X(SimTK::Rotation(axis, SimTK::XAxis));
      bodies_.push_back(SimTK::MobilizedBody::Slider(parent, X_PJ * X, link, X));
    } else {
      const SimTK::Transform X(SimTK::Rotation(axis, SimTK::ZAxis));
      bodies_.push_back(SimTK::MobilizedBody::Pin(parent, X_PJ * X, link, X));
    }
  }
  void prepare(const FileState& state) {
    q_.push_back(simtk(arrangement_->coordinates(state)));
    u_.push_back(simtk(arrangement_->speeds(state)));
    a_.push_back(simtk(arrangement_->accelerations(state)));
    f_.push_back(simtk(arrangement_->forces(state)));
  }
  void set_q(int i) { state_.updQ() = q_[static_cast<std::size_t>(i)]; }
  void set_qu(int i) { set_q(i), state_.updU() = u_[static_cast<std::size_t>(i)]; }
  void inverse_dynamics(int i) {
    system_.realize(state_, SimTK::Stage::Velocity);
    const SimTK::Vector_<SimTK::SpatialVec>& weights = gravity_.getBodyForces(state_);
    matter_.calcResidualForceIgnoringConstraints(state_, SimTK::Vector(), weights,
                                                 a_[static_cast<std::size_t>(i)], residual_);
  }
  void forward_dynamics(int i) {
    applied_.setAllMobilityForces(state_, f_[static_cast<std::size_t>(i)]);
    system_.realize(state_, SimTK::Stage::Acceleration);
  }
  static SimTK::Vec3 vec(const Eigen::Vector3d& v) { return {v[0], v[1], v[2]}; }
  static SimTK::Vector simtk(const Eigen::VectorXd& v) {
    return SimTK::Vector(static_cast<int>(v.size()), v.data());
  }
  static Eigen::VectorXd eigen(const SimTK::Vector& v) {
    Eigen::VectorXd out(v.size());
    for (int i = 0; i < v.size(); ++i) out[i] = v[i];
    return out;
  }

  const FileModel& file_;
  SimTK::MultibodySystem system_;
  SimTK::SimbodyMatterSubsystem matter_;
  SimTK::GeneralForceSubsystem forces_;
  SimTK::Force::Gravity gravity_;
  SimTK::Force::DiscreteForces applied_;
  std::vector<SimTK::MobilizedBody> bodies_;
  SimTK::State state_;
  std::unique_ptr<Arrangement> arrangement_;
  std::vector<SimTK::Vector> q_, u_, a_, f_;
  SimTK::Vector residual_;
  SimTK::Vector_<SimTK::SpatialVec> accelerations_;
  SimTK::Matrix M_, J_;
};

std::unique_ptr<SimbodyScenario> make_scenario(const std::string& name) {
  if (name == "fig3") return std::make_unique<SimbodyFig3>();
  if (name == "fourbar") return std::make_unique<SimbodyFourBar>();
  if (name == "bricard") return std::make_unique<SimbodyBricard>();
  if (name.rfind("ladder", 0) == 0) return std::make_unique<SimbodyLadder>(std::stoi(name.substr(6)));
  if (name.rfind("foundation", 0) == 0) return std::make_unique<SimbodyFoundation>(name);
  if (name.rfind("spheres", 0) == 0) return std::make_unique<SimbodySpheres>(name);
  throw std::runtime_error("no scenario '" + name + "'");
}

int run(int argc, char** argv) { return run_peer<Simbody>(argc, argv, make_scenario); }

}  // namespace

}  // namespace sarrus::bench

int main(int argc, char** argv) { return sarrus::bench::run(argc, argv); }
