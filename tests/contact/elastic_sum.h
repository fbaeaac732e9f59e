#pragma once
/// @file
/// The elastic forces of a law between two shapes, without a System.

#include "sarrus/contact/contact_law.h"

namespace sarrus::testing {

/// Two shapes in their positions with their materials.
struct ShapePair {
  AnyShape shape1;
  Pose<double> X1;
  AnyShape shape2;
  Pose<double> X2;
  ContactMaterial material1{}, material2{};

  ShapePair exchanged() const { return {shape2, X2, shape1, X1, material2, material1}; }
};

/// The sum of a law's elastic forces on the second shape: force, moment about the world's origin, energy.
struct ElasticSum {
  Force<double> F = Force<double>::zero();
  double energy = 0;
};

inline ElasticSum elastic_sum(const ContactLaw& law, const ShapePair& pair,
                              const PairMaterial& material = {}) {
  Array<Contact> contacts;
  PairMemory memory;
  Manifold manifold;
  const auto prepared1 = law.prepare(pair.shape1), prepared2 = law.prepare(pair.shape2);
  law.find({0, 1, pair.shape1, pair.shape2, pair.X1, pair.X2, memory, manifold, pair.material1,
            pair.material2, prepared1.get(), prepared2.get()},
           contacts);
  ElasticSum sum;
  for (const Contact& contact : contacts) {
    const ElasticForce force = law.elastic(contact, material);
    const Vec3<double> f = force.normal * contact.normal;
    sum.F = sum.F + Force<double>{cross(contact_force_point(law, contact, material), f), f};
    sum.energy += force.energy;
  }
  return sum;
}

}  // namespace sarrus::testing
