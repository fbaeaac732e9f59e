// Jolt Physics (github.com/jrouwe/JoltPhysics): scenes of free rigid bodies, on one thread, nothing asleep;
// the rest as it is by default. It has no multibody trees.

#include <Jolt/Jolt.h>
// After Jolt.h:
#include <Jolt/Core/Factory.h>
#include <Jolt/Core/JobSystemSingleThreaded.h>
#include <Jolt/Core/TempAllocator.h>
#include <Jolt/Physics/Body/BodyCreationSettings.h>
#include <Jolt/Physics/Collision/ContactListener.h>
#include <Jolt/Physics/Collision/Shape/BoxShape.h>
#include <Jolt/Physics/Collision/Shape/PlaneShape.h>
#include <Jolt/Physics/Collision/Shape/SphereShape.h>
#include <Jolt/Physics/PhysicsSystem.h>
#include <Jolt/RegisterTypes.h>

#include <cmath>
#include <cstdio>
#include <ctime>
#include <memory>

#include "bench/peers/rigid_scene.h"

namespace sarrus::bench {

namespace {

using Body = JPH::Body;

constexpr JPH::BroadPhaseLayer one_layer(0);

class Layers final : public JPH::BroadPhaseLayerInterface {
 public:
  JPH::uint GetNumBroadPhaseLayers() const override { return 1; }
  JPH::BroadPhaseLayer GetBroadPhaseLayer(JPH::ObjectLayer) const override { return one_layer; }
};

class Contacts final : public JPH::ContactListener {
 public:
  void OnContactAdded(const Body&, const Body&, const JPH::ContactManifold& manifold,
                      JPH::ContactSettings&) override {
    note(manifold);
  }
  void OnContactPersisted(const Body&, const Body&, const JPH::ContactManifold& manifold,
                          JPH::ContactSettings&) override {
    note(manifold);
  }
  double points = 0, penetration = 0;

 private:
  void note(const JPH::ContactManifold& manifold) {
    points += manifold.mRelativeContactPointsOn1.size();
    penetration = std::max(penetration, static_cast<double>(manifold.mPenetrationDepth));
  }
};

JPH::RVec3 vector(const std::array<double, 3>& p) {
  return {static_cast<JPH::Real>(p[0]), static_cast<JPH::Real>(p[1]), static_cast<JPH::Real>(p[2])};
}
JPH::Vec3 small_vector(const std::array<double, 3>& p) {
  return {static_cast<float>(p[0]), static_cast<float>(p[1]), static_cast<float>(p[2])};
}
JPH::Quat quaternion(const std::array<double, 4>& e) {
  return {static_cast<float>(e[1]), static_cast<float>(e[2]), static_cast<float>(e[3]),
          static_cast<float>(e[0])};
}

JPH::Ref<JPH::Shape> make_shape(const SceneShape& shape) {
  const JPH::Vec3 size = small_vector(shape.size);
  if (shape.type == "sphere") return new JPH::SphereShape(size.GetX());
  if (shape.type == "box") return new JPH::BoxShape(0.5f * size, 0.0f);
  if (shape.type == "plane") return new JPH::PlaneShape(JPH::Plane(JPH::Vec3(0, 0, 1), 0), nullptr, 100);
  throw std::runtime_error("it has no multibody trees");
}

class JoltScene {
 public:
  explicit JoltScene(const Scene& scene) : scene_(scene) {
    world_.Init(20000, 0, 200000, 200000, layers_, all_layers_, all_pairs_);
    world_.SetGravity(JPH::Vec3(0, 0, -9.81f));
    for (const SceneShape& shape : scene.shapes) add(shape);
  }

  SceneRun run(bool listens) {
    Contacts contacts;
    if (listens) world_.SetContactListener(&contacts);
    SceneRun run;
    const long most = std::lround(scene_.duration / scene_.step);
    std::vector<JPH::RVec3> half;
    double seconds = 0;
    for (long i = 0; i < most; ++i) {
      const std::clock_t began = std::clock();
      world_.Update(static_cast<float>(scene_.step), 1, &memory_, &jobs_);
      seconds += static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC;
      if (i < most / 2) continue;
      std::vector<JPH::RVec3> now;
      for (const int body : scene_.resting)
        now.push_back(
            world_.GetBodyInterfaceNoLock().GetCenterOfMassPosition(moving_[static_cast<std::size_t>(body)]));
      if (half.empty()) half = now;
      for (std::size_t b = 0; b < now.size(); ++b)
        run.drift = std::max(run.drift, static_cast<double>((now[b] - half[b]).Length()));
    }
    run.step_us = 1e6 * seconds / static_cast<double>(most);
    run.contacts = contacts.points / static_cast<double>(most);
    run.penetration = contacts.penetration;
    run.time = scene_.duration;
    return run;
  }

 private:
  void add(const SceneShape& shape) {
    const bool moves = shape.body >= 0;
    JPH::BodyCreationSettings settings(make_shape(shape), vector(shape.place.p), quaternion(shape.place.e),
                                       moves ? JPH::EMotionType::Dynamic : JPH::EMotionType::Static, 0);
    settings.mFriction = static_cast<float>(scene_.friction);
    settings.mRestitution = 0;
    settings.mAllowSleeping = false;
    settings.mLinearDamping = settings.mAngularDamping = 0;
    if (moves) {
      const SceneBody& body = scene_.bodies[static_cast<std::size_t>(shape.body)];
      if (body.parent >= 0 || body.joints.size() != 1 || body.joints[0].type != "free")
        throw std::runtime_error("it has no multibody trees");
      settings.mPosition = vector(body.place.p);
      settings.mRotation = quaternion(body.place.e);
      settings.mLinearVelocity = small_vector(body.joints[0].point);
      settings.mAngularVelocity = small_vector(body.joints[0].axis);
      settings.mOverrideMassProperties = JPH::EOverrideMassProperties::CalculateInertia;
      settings.mMassPropertiesOverride.mMass = static_cast<float>(body.mass);
    }
    const JPH::BodyID id = world_.GetBodyInterface().CreateAndAddBody(settings, JPH::EActivation::Activate);
    if (moves) moving_.push_back(id);
  }

  const Scene& scene_;
  Layers layers_;
  JPH::ObjectVsBroadPhaseLayerFilter all_layers_;
  JPH::ObjectLayerPairFilter all_pairs_;
  JPH::PhysicsSystem world_;
  JPH::TempAllocatorImpl memory_{256 * 1024 * 1024};
  JPH::JobSystemSingleThreaded jobs_{JPH::cMaxPhysicsJobs};
  std::vector<JPH::BodyID> moving_;
};

int run(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.size() == 1 && arguments[0] == "about") {
    std::printf("Jolt\n%s\n%s\n", SARRUS_PEER_COMPILER, SARRUS_PEER_FLAGS);
    return 0;
  }
  if (arguments.size() < 2 || arguments[0] != "steps") {
    std::fprintf(stderr, "usage: about | steps FILE\n");
    return 2;
  }
  JPH::RegisterDefaultAllocator();
  JPH::Factory::sInstance = new JPH::Factory();
  JPH::RegisterTypes();
  try {
    const Scene scene = read_scene(arguments[1]);
    const SceneRun seen = JoltScene(scene).run(true);
    const SceneRun timed = JoltScene(scene).run(false);
    std::printf("%.4g %.5g %.4g %.4g %.6g\n", timed.step_us, seen.contacts, seen.penetration, timed.drift,
                timed.time);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "Jolt: %s\n", error.what());
    return 1;
  }
  return 0;
}

}  // namespace

}  // namespace sarrus::bench

int main(int argc, char** argv) { return sarrus::bench::run(argc, argv); }
