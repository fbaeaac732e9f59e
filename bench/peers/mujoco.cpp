// MuJoCo (github.com/google-deepmind/mujoco): smooth dynamics. Forward dynamics takes its mass-matrix path,
// the only one it has.

#include <mujoco/mujoco.h>

#include <Eigen/Eigenvalues>
#include <memory>

#include "bench/peers/mujoco_scene.h"
#include "bench/peers/program.h"

namespace sarrus::bench {

namespace {

class Mujoco {
 public:
  static constexpr int largest = 500;  // compiling a longer chain takes it many seconds
  static std::string name() { return std::string("MuJoCo ") + mj_versionString(); }

  explicit Mujoco(const FileModel& file)
      : file_(file),
        model_(made(file), mj_deleteModel),
        data_(mj_makeData(model_.get()), mj_deleteData),
        arrangement_(file, addresses(model_->jnt_qposadr), addresses(model_->jnt_dofadr),
                     {0, 4, 3, 0, 3, false, true}) {
    result_.setZero(model_->nv), J_.setZero(6 * model_->nv);
  }

  static SceneRun step_scene(const Scene& scene, const std::string& cone) {
    return MujocoScene(scene, cone).run();
  }

  double time(const std::string& operation) {
    for (const FileState& state : random_states(file_, state_count)) prepare(state);
    const mjModel* m = model_.get();
    mjData* d = data_.get();
    if (operation == "positions") return best_nanoseconds([&](int i) { take(i), mj_kinematics(m, d); });
    if (operation == "joint_columns") return best_nanoseconds([&](int i) { take(i), positions(); });
    if (operation == "frame_jacobian")
      return best_nanoseconds([&](int i) {
        take(i), positions();
        mj_jacBody(m, d, J_.data(), J_.data() + 3 * m->nv, last_body());
      });
    if (operation == "inverse_dynamics") return best_nanoseconds([&](int i) { take(i), inverse_dynamics(); });
    if (operation == "mass_matrix")
      return best_nanoseconds([&](int i) { take(i), positions(), mj_makeM(m, d); });
    if (operation == "factorization") {  // of a copy that it makes: less the time of making it
      take(0), positions(), mj_makeM(m, d);
      const double copy = best_nanoseconds([&](int) { mju_copy(d->qLD, d->M, static_cast<int>(m->nC)); });
      return best_nanoseconds([&](int) { mj_factorM(m, d); }) - copy;
    }
    if (operation == "inverse_mass_matrix") {
      const Eigen::MatrixXd I = Eigen::MatrixXd::Identity(m->nv, m->nv);
      Eigen::MatrixXd inverse = I;
      return best_nanoseconds([&](int i) {
        take(i), positions(), mj_makeM(m, d), mj_factorM(m, d);
        mj_solveM(m, d, inverse.data(), I.data(), static_cast<int>(m->nv));
      });
    }
    if (operation == "forward_dynamics")
      return best_nanoseconds([&](int i) { take(i), forward_dynamics(i); });
    return not_offered;
  }

  PeerValues values(const FileState& state) {
    prepare(state);
    take(0);
    PeerValues values;
    inverse_dynamics();
    values.inverse_dynamics = arrangement_.file_forces(state, result_);
    forward_dynamics(0);
    values.forward_dynamics = arrangement_.file_accelerations(state, result_);
    Eigen::MatrixXd M(file_.nv, file_.nv);
    mj_fullM(model_.get(), data_.get(), M.data());
    values.mass_matrix = arrangement_.file_mass_matrix(state, M);
    return values;
  }

 private:
  static mjModel* made(const FileModel& file) {
    const std::unique_ptr<mjSpec, void (*)(mjSpec*)> spec(mj_makeSpec(), mj_deleteSpec);
    spec->compiler.degree = 0;
    std::vector<mjsBody*> bodies;
    for (const FileJoint& joint : file.joints) {
      mjsBody* parent = joint.parent < 0 ? mjs_findBody(spec.get(), "world")
                                         : bodies[static_cast<std::size_t>(joint.parent)];
      bodies.push_back(mjs_addBody(parent, nullptr));
      describe(joint, *bodies.back());
    }
    mjModel* model = mj_compile(spec.get(), nullptr);
    if (model == nullptr) throw std::runtime_error(mjs_getError(spec.get()));
    return model;
  }
  static void describe(const FileJoint& joint, mjsBody& body) {
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> principal(joint.inertia);
    Eigen::Matrix3d axes = principal.eigenvectors();
    axes.col(2) *= axes.determinant();
    write(Eigen::Quaterniond(joint.R), body.quat);
    write(Eigen::Quaterniond(axes), body.iquat);
    Eigen::Map<Eigen::Vector3d>(body.inertia) = principal.eigenvalues();
    Eigen::Map<Eigen::Vector3d>(body.pos) = joint.p;
    Eigen::Map<Eigen::Vector3d>(body.ipos) = joint.com;
    body.mass = joint.mass;
    body.explicitinertial = 1;
    mjs_setName(body.element, joint.name.c_str());
    mjsJoint* made = joint.free() ? mjs_addFreeJoint(&body) : mjs_addJoint(&body, nullptr);
    if (!joint.free()) {
      made->type = joint.type == "P" ? mjJNT_SLIDE : mjJNT_HINGE;
      Eigen::Map<Eigen::Vector3d>(made->axis) = joint.axis;
    }
    mjs_setName(made->element, joint.name.c_str());
  }
  static void write(const Eigen::Quaterniond& e, double* wxyz) {
    wxyz[0] = e.w(), wxyz[1] = e.x(), wxyz[2] = e.y(), wxyz[3] = e.z();
  }
  std::vector<int> addresses(const int* of_joints) const {
    std::vector<int> found;
    for (const FileJoint& joint : file_.joints)
      found.push_back(of_joints[mj_name2id(model_.get(), mjOBJ_JOINT, joint.name.c_str())]);
    return found;
  }
  int last_body() const { return mj_name2id(model_.get(), mjOBJ_BODY, file_.joints.back().name.c_str()); }

  void prepare(const FileState& state) {
    q_.push_back(arrangement_.coordinates(state));
    v_.push_back(arrangement_.speeds(state));
    a_.push_back(arrangement_.accelerations(state));
    f_.push_back(arrangement_.forces(state));
  }
  /// Lets the data point to a state: no copy is timed.
  void take(int i) {
    const auto s = static_cast<std::size_t>(i);
    data_->qpos = q_[s].data(), data_->qvel = v_[s].data(), data_->qacc = a_[s].data();
  }
  void positions() { mj_kinematics(model_.get(), data_.get()), mj_comPos(model_.get(), data_.get()); }
  void inverse_dynamics() {
    positions();
    mj_comVel(model_.get(), data_.get());
    mj_rne(model_.get(), data_.get(), 1, result_.data());
  }
  void forward_dynamics(int i) {
    const mjModel* m = model_.get();
    mjData* d = data_.get();
    positions();
    mj_makeM(m, d), mj_factorM(m, d);
    mj_comVel(m, d);
    mj_rne(m, d, 0, result_.data());
    result_ = f_[static_cast<std::size_t>(i)] - result_;
    mj_solveM(m, d, result_.data(), result_.data(), 1);
  }

  const FileModel& file_;
  std::unique_ptr<mjModel, void (*)(mjModel*)> model_;
  std::unique_ptr<mjData, void (*)(mjData*)> data_;
  Arrangement arrangement_;
  std::vector<Eigen::VectorXd> q_, v_, a_, f_;
  Eigen::VectorXd result_, J_;
};

}  // namespace

}  // namespace sarrus::bench

int main(int argc, char** argv) { return sarrus::bench::run_peer<sarrus::bench::Mujoco>(argc, argv); }
