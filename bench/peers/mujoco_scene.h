#pragma once
/// @file
/// Scenes of rigid bodies in MuJoCo: Newton's solver to 1e-8, elliptic cones or pyramids, contacts as soft as
/// they are by default.

#include <mujoco/mujoco.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <memory>

#include "bench/peers/rigid_scene.h"

namespace sarrus::bench {

class MujocoScene {
 public:
  MujocoScene(const Scene& scene, const std::string& cone)
      : scene_(scene),
        model_(make(scene, cone), mj_deleteModel),
        data_(mj_makeData(model_.get()), mj_deleteData) {}

  SceneRun run() {
    set_start();
    SceneRun run;
    const long most = std::lround(scene_.duration / scene_.step);
    std::vector<std::array<double, 3>> half;
    long steps = 0;
    double seconds = 0;
    for (; steps < most && seconds < most_seconds; ++steps) {
      drive();
      const std::clock_t began = std::clock();
      mj_step(model_.get(), data_.get());
      seconds += static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC;
      run.contacts += data_->ncon;
      for (int i = 0; i < data_->ncon; ++i)
        run.penetration = std::max(run.penetration, -data_->contact[i].dist);
      if (steps < most / 2) continue;
      const std::vector<std::array<double, 3>> now = places();
      if (half.empty()) half = now;
      for (std::size_t i = 0; i < now.size(); ++i) {
        double squares = 0;
        for (std::size_t k = 0; k < 3; ++k) squares += (now[i][k] - half[i][k]) * (now[i][k] - half[i][k]);
        run.drift = std::max(run.drift, std::sqrt(squares));
      }
    }
    run.step_us = 1e6 * seconds / static_cast<double>(steps);
    run.contacts /= static_cast<double>(steps);
    run.time = data_->time;
    return run;
  }

 private:
  static void write(const ScenePlace& place, double* quat, double* pos) {
    std::copy(place.e.begin(), place.e.end(), quat);
    std::copy(place.p.begin(), place.p.end(), pos);
  }

  static mjModel* make(const Scene& scene, const std::string& cone) {
    const std::unique_ptr<mjSpec, void (*)(mjSpec*)> spec(mj_makeSpec(), mj_deleteSpec);
    spec->compiler.degree = 0;
    spec->memory = 2000000000;
    spec->option.timestep = scene.step;
    spec->option.solver = mjSOL_NEWTON;
    spec->option.tolerance = 1e-8;
    spec->option.cone = cone == "pyramid" ? mjCONE_PYRAMIDAL : mjCONE_ELLIPTIC;
    std::vector<mjsBody*> bodies;
    mjsBody* world = mjs_findBody(spec.get(), "world");
    const auto body_of = [&](int i) { return i < 0 ? world : bodies[static_cast<std::size_t>(i)]; };
    for (const SceneBody& body : scene.bodies) {
      mjsBody* made = mjs_addBody(body_of(body.parent), nullptr);
      bodies.push_back(made);
      mjs_setName(made->element, body.name.c_str());
      write(body.place, made->quat, made->pos);
      made->mass = body.mass;
      made->explicitinertial = 1;
      std::copy(body.com.begin(), body.com.end(), made->ipos);
      std::copy(body.inertia.begin(), body.inertia.end(), made->fullinertia);
      for (const SceneJoint& joint : body.joints) add_joint(scene, joint, made);
    }
    for (const SceneShape& shape : scene.shapes) add_shape(scene, shape, body_of(shape.body));
    mjModel* model = mj_compile(spec.get(), nullptr);
    if (model == nullptr) throw std::runtime_error(mjs_getError(spec.get()));
    return model;
  }

  static void add_joint(const Scene& scene, const SceneJoint& joint, mjsBody* body) {
    if (joint.type == "free") {
      mjs_setName(mjs_addFreeJoint(body)->element, joint.name.c_str());
      return;
    }
    mjsJoint* made = mjs_addJoint(body, nullptr);
    mjs_setName(made->element, joint.name.c_str());
    made->type = joint.type == "hinge" ? mjJNT_HINGE : mjJNT_SLIDE;
    std::copy(joint.axis.begin(), joint.axis.end(), made->axis);
    std::copy(joint.point.begin(), joint.point.end(), made->pos);
    made->stiffness[0] = joint.stiffness;
    made->springref = joint.rest;
    made->damping[0] = joint.damping;
    made->armature = joint.name == scene.driven ? 1e8 : joint.rotor;  // nothing moves what is driven
  }

  static void add_shape(const Scene& scene, const SceneShape& shape, mjsBody* body) {
    mjsGeom* geom = mjs_addGeom(body, nullptr);
    write(shape.place, geom->quat, geom->pos);
    geom->friction[0] = scene.friction, geom->friction[1] = geom->friction[2] = 0;
    constexpr unsigned positive = 0x7fffffff;
    geom->contype = static_cast<int>(shape.groups & positive);
    geom->conaffinity = static_cast<int>(shape.touches & positive);
    const std::array<double, 3>& a = shape.size;
    if (shape.type == "sphere") {
      geom->type = mjGEOM_SPHERE, geom->size[0] = a[0];
    } else if (shape.type == "box") {
      geom->type = mjGEOM_BOX;
      for (std::size_t k = 0; k < 3; ++k) geom->size[k] = a[k] / 2;
    } else if (shape.type == "capsule") {
      geom->type = mjGEOM_CAPSULE, geom->size[0] = a[0], geom->size[1] = a[1] / 2;
    } else {
      geom->type = mjGEOM_PLANE, geom->size[2] = 1;
    }
  }

  void set_start() {
    const mjModel* m = model_.get();
    for (const SceneBody& body : scene_.bodies)
      for (const SceneJoint& joint : body.joints) {
        const int number = mj_name2id(m, mjOBJ_JOINT, joint.name.c_str());
        double *q = data_->qpos + m->jnt_qposadr[number], *v = data_->qvel + m->jnt_dofadr[number];
        if (joint.type == "free") {
          mju_copy3(v, joint.point.data());
          double inverse[4];
          mju_negQuat(inverse, body.place.e.data());
          mju_rotVecQuat(v + 3, joint.axis.data(), inverse);
        } else {
          *q = joint.q, *v = joint.u;
          data_->qfrc_applied[m->jnt_dofadr[number]] = joint.force;
        }
      }
  }

  void drive() {
    if (scene_.driven.empty()) return;
    const mjModel* m = model_.get();
    const int number = mj_name2id(m, mjOBJ_JOINT, scene_.driven.c_str());
    const double phase = scene_.circular_frequency * data_->time;
    data_->qpos[m->jnt_qposadr[number]] = scene_.amplitude * std::sin(phase);
    data_->qvel[m->jnt_dofadr[number]] = scene_.amplitude * scene_.circular_frequency * std::cos(phase);
  }

  std::vector<std::array<double, 3>> places() const {
    std::vector<std::array<double, 3>> found;
    const auto at = [&](int body) {
      return data_->xpos + 3 * mj_name2id(model_.get(), mjOBJ_BODY,
                                          scene_.bodies[static_cast<std::size_t>(body)].name.c_str());
    };
    for (const int body : scene_.resting) {
      const double* p = at(body);
      found.push_back({p[0], p[1], p[2]});
      if (scene_.relative_to < 0) continue;
      const double* o = at(scene_.relative_to);
      for (std::size_t k = 0; k < 3; ++k) found.back()[k] -= o[k];
    }
    return found;
  }

  const Scene& scene_;
  std::unique_ptr<mjModel, void (*)(mjModel*)> model_;
  std::unique_ptr<mjData, void (*)(mjData*)> data_;
};

}  // namespace sarrus::bench
